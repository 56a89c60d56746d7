"""What happens between matches: small functions that a league calls. They take teams and dice, and return teams and
numbers."""
