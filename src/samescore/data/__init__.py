"""What is scored: one module for each kind of input."""
