"""Where things are kept: the protocols of the layers below, on SQLite or Postgres and a folder of files."""
