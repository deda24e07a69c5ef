"""Text processing: tokenizers, normalizers, stemmers."""
