"""What is asked once: the HTTP interface under /api/v1."""
