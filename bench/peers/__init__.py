"""Other ways to typed values, each run in an environment of its own against the local endpoint."""
