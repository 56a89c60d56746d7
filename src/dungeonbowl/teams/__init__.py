"""Teams: rosters, skills, drafting, team files. Nothing here knows the engine; abilities are named, not numbered."""
