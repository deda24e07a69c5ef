"""Signatures as reports show them."""

from __future__ import annotations


def abbreviated(signature: str, short: str) -> str:
    """Return the short signature with a remark on the knobs that it leaves out; the complete one if there is no short one.

    >>> abbreviated("ter|case:keep|scale:100", "ter|case:keep")
    'ter|case:keep (other knobs at their defaults)'
    >>> abbreviated("ter|case:lower|scale:100", "ter")
    'ter (all knobs at their defaults)'
    """
    if not short or short == signature:
        return signature
    return f"{short} ({'other' if '|' in short else 'all'} knobs at their defaults)"
