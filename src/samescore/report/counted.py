"""A number with its noun in singular or plural."""

from __future__ import annotations


def count_phrase(number: int, name: str) -> str:
    """Return a number with its noun, in the singular or the plural.

    >>> count_phrase(1, "claim"), count_phrase(1200, "claim")
    ('1 claim', '1,200 claims')
    """
    return f"{number:,} {name}{'' if number == 1 else 's'}"
