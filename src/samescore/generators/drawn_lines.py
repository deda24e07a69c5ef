"""The plainest words of texts that Hypothesis draws."""

from __future__ import annotations

#: What is found is shrunk towards the first.
LETTERS = tuple("abcdefgh")
