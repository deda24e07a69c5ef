"""METEOR 1.5: the alignment of words by its four modules, and its scores."""
