"""Models, and retries until a reply is accepted."""
