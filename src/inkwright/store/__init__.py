"""Storage: implements the protocols of the lower layers on SQLite or Postgres and a folder of files."""
