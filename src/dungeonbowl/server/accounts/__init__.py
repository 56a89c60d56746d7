"""Accounts of a hosted server. Without `--accounts` nothing here is used, and no cookie is read."""
