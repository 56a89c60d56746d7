"""News to coaches: what is told, through which channels, and the links that are sent by mail."""
