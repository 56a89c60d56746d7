"""The server: matches that people and programs play over the network. It is the referee; its clients know no rule."""
