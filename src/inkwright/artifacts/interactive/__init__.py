"""Interactive pages: parts put together into one file that needs nothing else, read and run before it is believed."""
