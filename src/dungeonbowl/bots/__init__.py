"""Players that are programs: they are handed the options and name one."""
