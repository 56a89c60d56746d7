"""How coaches agree on a game and how it is put together: the table of modules, parameters, reading, composition."""
