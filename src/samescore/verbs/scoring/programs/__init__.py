"""Reproduce the output of other evaluation programs for a user's files."""
