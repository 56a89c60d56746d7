"""The core game: the rules of every Astrogranite match, whichever modules are on."""
