"""Tests of the command line, the documentation and the examples, as users see them."""
