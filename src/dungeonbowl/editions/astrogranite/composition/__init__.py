"""Choosing and building a game: the table of modules, the parameters, the reading of the text form, the composition."""
