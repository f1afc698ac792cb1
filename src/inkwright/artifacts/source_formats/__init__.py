"""The formats of files that people bring: one record each, with its suffixes, how it is recognised, and its reader."""
