"""Strings into tokens: tokenizers, normalizers, stemmers."""
