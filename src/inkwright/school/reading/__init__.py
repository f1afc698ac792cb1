"""Read files of pupils and results: OneRoster, and the tables that teachers have."""
