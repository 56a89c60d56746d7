"""The machine and the rules that every edition shares.

`game.py` is everything that changes during a match, `rules.py` everything chosen before it, `frames.py` one
procedure in progress, `loop.py` the one loop that drives them. `procedures/` holds one chapter of the rulebook
per file. Nothing here knows of files, sockets or people: dice and decisions come in, events go out.
"""
