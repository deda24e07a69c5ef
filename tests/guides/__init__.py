"""Tests of the guides of the documentation, each in an empty environment."""
