"""Tests of what is made from a person's own text."""
