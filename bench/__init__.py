"""Figures beside the peers, all in one run."""
