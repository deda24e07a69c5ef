"""From strings to tokens: tokenizers, normalizers, stemmers."""
