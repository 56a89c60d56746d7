"""The database of matches: SQLite by default, PostgreSQL by its URL. Clients are told only what is in it already."""
