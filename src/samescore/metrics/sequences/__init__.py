"""Metrics over tag sequences: entity F1, and entity match with credit for overlaps."""
