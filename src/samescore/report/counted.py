"""A number with its noun in singular or plural."""

from __future__ import annotations


def count_phrase(number: int, name: str) -> str:
    """Format a number of things.

    >>> count_phrase(1, "claim"), count_phrase(1200, "claim")
    ('1 claim', '1,200 claims')
    """
    return f"{number:,} {name}{'' if number == 1 else 's'}"
