"""What is scored: one module a kind of input."""
