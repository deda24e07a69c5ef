"""Tests of relations between printed numbers."""
