"""Tests of content extracted from a person's own text."""
