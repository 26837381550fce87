"""A store that is a set of logs: which holds a game, and in which order they are read where they are read as one."""
