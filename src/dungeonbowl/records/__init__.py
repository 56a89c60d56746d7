"""What is written down: action texts, scenes and scenarios, saves and replays. Interpreted; structs are msgspec."""
