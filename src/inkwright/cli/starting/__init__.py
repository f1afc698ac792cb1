"""The first minute: one screen to choose from, and commands that are shown and run."""
