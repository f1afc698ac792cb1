"""The check of citations: what a cited sentence says is looked up in the sources that it cites."""
