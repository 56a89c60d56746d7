"""How the tables came to be, a step a file: Alembic's scripts, part of the package."""
