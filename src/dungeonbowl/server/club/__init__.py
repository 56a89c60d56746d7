"""A club day: one room of real tables, with a competition behind it. Coaches report on their phones by their cards."""
