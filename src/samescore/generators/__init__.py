"""Deterministic inputs full of what breaks implementations: texts, edits, labels, likelihoods."""
