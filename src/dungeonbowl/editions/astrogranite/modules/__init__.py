"""The optional modules of the Astrogranite game: one file each, or a few where a module is large."""
