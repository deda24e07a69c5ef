"""Metrics over tag sequences: entity F1."""
