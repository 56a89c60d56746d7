"""What the editions of the older family share: its numbers, its injuries, its passes and its list of skills."""
