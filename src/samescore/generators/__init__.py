"""Deterministic generated inputs with many edge cases that break implementations."""
