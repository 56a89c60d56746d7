"""The book of a league: one HTML file to print or to keep, with everything inside."""
