"""Implementations against what is expected of them: golden vectors, fresh inputs, axioms, baselines' answers."""
