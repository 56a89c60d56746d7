"""The door for people and programs in Python: a match to play, a position to walk about in, replays to read.

`import dungeonbowl as db` gives the names: `db.Match`, `db.Replay` and so on. Nothing here knows a rule: legal actions,
odds and reasons come from the engine, words from the records.
"""
