"""Bots: programs that take the place of a coach. They are given the legal actions and choose one."""
