"""Monsters: who they are, how they come, whom they go for and what they do (chapters A-LURK to A-DRAG)."""
