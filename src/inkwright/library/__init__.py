"""The library: the person's own documents, kept page by page, found by their words, and quoted with their places."""
