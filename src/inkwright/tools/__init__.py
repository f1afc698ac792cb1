"""What the agent can do, one tool a file. Every module here that registers a tool is found automatically."""
