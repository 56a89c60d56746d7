"""Monsters: their profiles, how they come, whom they attack and what they do (chapters A-LURK to A-DRAG)."""
