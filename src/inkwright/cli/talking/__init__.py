"""A talk in the terminal: the loop, the commands, the turns, the files, the status; each in a module of its own."""
