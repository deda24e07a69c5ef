"""The simplest words of texts drawn by Hypothesis."""

from __future__ import annotations

#: Words from the simplest; Hypothesis shrinks examples towards the first.
LETTERS = tuple("abcdefgh")
