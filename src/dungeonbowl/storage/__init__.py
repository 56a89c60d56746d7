"""Where matches are kept: SQLite by default, PostgreSQL by its URL. Nothing is told to a client before it is here."""
