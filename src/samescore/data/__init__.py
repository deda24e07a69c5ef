"""The kinds of input that metrics score, one module for each kind, and the code that reads and checks them."""
