"""What moves from release to release: drift, the gate, baselines."""
