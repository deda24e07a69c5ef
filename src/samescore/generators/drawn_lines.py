"""The simplest words for the texts that Hypothesis draws."""

from __future__ import annotations

#: Words, the simplest first; Hypothesis shrinks examples towards it.
LETTERS = tuple("abcdefgh")
