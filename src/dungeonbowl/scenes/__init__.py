"""Scenes and scenarios: small drawn positions with scripted dice, and files that say what must come of them."""
