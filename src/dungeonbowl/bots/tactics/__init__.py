"""The thinking of the scripted and the searching bots: compiled, because a search plays it thousands of times."""
