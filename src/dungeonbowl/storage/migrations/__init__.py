"""The migrations of the tables, one step per file: Alembic's scripts, part of the package."""
