"""Competitions: who takes part, who plays whom, and what follows from the results.

Everything here is a value or a pure function. Times are handed in, and dice too, unless they follow from a published
seed (`lots.py`). A competition is the fold of its events (`events.py`, `folding.py`).
"""
