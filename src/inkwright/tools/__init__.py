"""What the agent may do: one tool a file. Every module here that registers a tool is found by itself."""
