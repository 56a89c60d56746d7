"""The HTTP interface under /api/v1: requests with one answer. Matches under way use the socket."""
