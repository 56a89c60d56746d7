"""Texts for people: actions and events in words, the names of skills, advice on mistyped names. Interpreted."""
