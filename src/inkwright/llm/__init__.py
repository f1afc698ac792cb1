"""Models, and asking one until the answer is really there."""
