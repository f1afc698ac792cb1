"""The rooms of a talk in the terminal: what is typed, asked, drawn and allowed, each in a module of its own."""
