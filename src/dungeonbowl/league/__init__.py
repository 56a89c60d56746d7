"""Between matches: small functions that a league calls. They take teams and dice, and give back teams and numbers."""
