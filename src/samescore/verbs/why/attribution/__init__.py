"""Attribute a gap between two scores to knobs, mistakes and known divergences."""
