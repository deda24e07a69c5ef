"""Metrics of text simplification: SARI."""
