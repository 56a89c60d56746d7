"""A game as its clients see it: engine state in, wire structs out. Nothing here changes a game."""
