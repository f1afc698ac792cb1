"""Research: sources are searched and read, a report is written from them, and its citations are checked."""
