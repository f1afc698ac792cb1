"""Examples: requests with scripted model replies, played through the real program."""
