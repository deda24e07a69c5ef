"""Judge implementations against golden vectors, fresh inputs, axioms and baselines."""
