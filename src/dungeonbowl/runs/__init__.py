"""Many matches: a plan is cut into chunks, workers play them, and the results are the same whoever the workers are."""
