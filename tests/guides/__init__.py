"""Guides of the documentation, each in an empty environment."""
