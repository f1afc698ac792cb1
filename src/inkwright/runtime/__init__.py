"""Jobs: work in steps that survives the end of its process, on one machine and on many."""
