"""The optional modules of the Astrogranite game: one file each, or several for a large module."""
