"""What a team does after a match: steps with prompts, options, odds and dice, like a match without a board."""
