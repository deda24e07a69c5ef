"""The command line, the documentation and the examples, as their readers meet them."""
