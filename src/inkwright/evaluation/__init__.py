"""Evaluates the content of a project: five roles judge it, with scores and quotes that are checked."""
