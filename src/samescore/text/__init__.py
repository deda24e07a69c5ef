"""Text processing: tokenizers, normalizers and stemmers, each as a published program implements it."""
