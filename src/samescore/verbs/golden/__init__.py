"""The upkeep of the golden vectors: lint, adequacy, edge cases."""
