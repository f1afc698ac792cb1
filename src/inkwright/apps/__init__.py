"""Apps: pipelines that were compiled from a conversation and run again with other inputs; every number is computed."""
