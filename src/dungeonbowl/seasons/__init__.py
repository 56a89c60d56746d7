"""Seasons of bots: leagues that programs play from the first draft to the last final, and forecasts by play."""
