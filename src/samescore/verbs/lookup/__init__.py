"""Look things up: metrics, knobs, entries of the catalogue, environments, and names for options."""
