"""The kinds of input that metrics score, one module for each."""
