"""Dungeons: squares, walls, tiles, sight and distances, with their text form. Knows nothing of teams or rules."""
