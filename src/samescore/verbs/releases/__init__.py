"""Compare releases: drift, the gate, baselines."""
