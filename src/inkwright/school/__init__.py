"""Classes, pupils, tests and results: imported, queried and reported, never invented."""
