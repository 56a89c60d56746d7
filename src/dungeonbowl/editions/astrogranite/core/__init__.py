"""The core game: what every Astrogranite match plays by, whichever modules are on."""
