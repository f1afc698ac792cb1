"""Summaries of a text: ranked sentences, an outline, quotes and a timeline."""
