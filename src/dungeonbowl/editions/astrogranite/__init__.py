"""Astrogranite: a core game, and modules that coaches switch on and off."""
