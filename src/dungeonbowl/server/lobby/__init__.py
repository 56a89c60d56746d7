"""The lobby of a server with accounts: challenges, quick pairing, chat, who is there, how good coaches are."""
