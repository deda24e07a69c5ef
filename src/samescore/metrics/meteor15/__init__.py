"""METEOR 1.5: the alignment of its four modules, and its scores."""
