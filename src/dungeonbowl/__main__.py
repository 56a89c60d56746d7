"""`python -m dungeonbowl`."""

from dungeonbowl.cli import main

main()
