"""Delete text in brackets, in linear time even if many brackets are never closed."""

from __future__ import annotations

import re

_BRACKETS = re.compile(r"[<\[][^>\]]*[>\]]")
_ROUND_BRACKETS = re.compile(r"\([^)]+\)")


def without_brackets(text: str) -> str:
    """Delete each ``<`` or ``[`` and all that follows up to and including the next ``>`` or ``]`` of either kind.

    >>> without_brackets("a <b] c x < y")
    'a  c x < y'
    """
    last = max(text.rfind(">"), text.rfind("]")) + 1  # no later bracket is closed
    return _BRACKETS.sub("", text[:last]) + text[last:]


def without_round_brackets(text: str) -> str:
    """Delete each ``(`` and all that follows up to and including the next ``)``, unless nothing is between them.

    >>> without_round_brackets("(a (b) c) ()")
    ' c) ()'
    """
    last = text.rfind(")") + 1
    return _ROUND_BRACKETS.sub("", text[:last]) + text[last:]
