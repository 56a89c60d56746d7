"""Seeded generation of dungeons."""
