"""Maintenance of the golden vectors: lint, adequacy, edge cases, witnesses, schemas."""
