"""Rendering: office files become PDF files, and PDF pages become characters and images."""
