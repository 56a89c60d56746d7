"""What happens around matches: teams that live from match to match (the files here, and `aftermath`), who plays whom
(`competitions`), and the books that are kept of both (`office`)."""
