"""Loads and checks the shipped data: golden/ and conformance/."""
