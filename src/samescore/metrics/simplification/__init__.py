"""Metrics of text simplification."""
