"""Harm: `down`, `armour` with its `helps`, `injury`, `explosion`; `foul` and `sending_off`."""
