"""Papers: agents that turn one document into an overview, a checklist and a LaTeX skeleton."""
