"""Side-by-side timing against the peers, in one run."""
