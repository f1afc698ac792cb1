"""Migrations of the database: forward only. A released migration is never edited."""
