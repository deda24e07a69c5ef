"""What is known, looked up: metrics, knobs, entries of the catalogue, environments, and names for options."""
