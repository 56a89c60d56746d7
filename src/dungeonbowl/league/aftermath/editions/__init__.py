"""What each edition does after a match: a list of steps, one edition a file."""
