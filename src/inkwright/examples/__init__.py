"""Examples: requests with the replies of a model that we wrote, to be played through the real program."""
