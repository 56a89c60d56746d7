"""What is written down: setups, saves and replays, and the files they are in. Interpreted; structs are msgspec."""
