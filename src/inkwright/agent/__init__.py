"""One turn: route, run, final result, proof, outcome. It knows no concrete tool, no wire and no database."""
