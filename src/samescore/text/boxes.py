r"""Find answers in boxes of LaTeX, ``\boxed{...}``."""

from __future__ import annotations


def last_box(text: str) -> list[str]:
    r"""Return the content of the last ``\boxed``, whose braces must be balanced, as the script of MATH finds it.

    >>> last_box(r"\boxed{1} or \boxed{\frac{1}{2}}."), last_box(r"\boxed{1} or \boxed 5")
    (['\\frac{1}{2}'], [])
    """
    start = text.rfind("\\boxed") + len("\\boxed")
    if not text.startswith("{", start) or start < len("\\boxed"):
        return []
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return [text[start + 1 : at]]
    return []
