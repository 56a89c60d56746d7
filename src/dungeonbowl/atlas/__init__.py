"""The balance atlas: what every roster is worth against every other, and what decides matches."""
