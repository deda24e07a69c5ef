"""Deterministic generated inputs, full of edge cases that break implementations."""
