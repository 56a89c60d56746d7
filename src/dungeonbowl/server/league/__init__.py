"""Leagues on the server: who may write, matches of fixtures, what pages show. The books are kept by `league.office`."""
