"""The simplest words of texts drawn by Hypothesis."""

from __future__ import annotations

#: Examples are shrunk towards the first.
LETTERS = tuple("abcdefgh")
