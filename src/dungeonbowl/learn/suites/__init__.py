"""The benchmark: named tasks with fixed seeds, and dungeons and teams that no training example has seen."""
