r"""Find answers in boxes of LaTeX, ``\boxed{...}``, and between dollar signs."""

from __future__ import annotations

from samescore.text.latex_answers import rewritten

_BOX = "\\boxed"
#: The last characters of an output in which verl's math_dapo looks for a box.
_END = 100


def last_box(text: str) -> list[str]:
    r"""Return the content of the last ``\boxed``, whose braces must be balanced, as the script of MATH finds it.

    >>> last_box(r"\boxed{1} or \boxed{\frac{1}{2}}."), last_box(r"\boxed{1} or \boxed 5")
    (['\\frac{1}{2}'], [])
    """
    start = text.rfind(_BOX)
    return _content(text, start + len(_BOX)) if start >= 0 else []


def _content(text: str, start: int) -> list[str]:
    """Return the text between the brace at `start` and the one that closes it; nothing without either."""
    end = _closing(text, start)
    return [text[start + 1 : end]] if text.startswith("{", start) and end is not None else []


def _closing(text: str, start: int) -> int | None:
    """Return the first place from `start` on of a closing brace that leaves none open; None if there is none."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if text[at] == "}" and depth == 0:
            return at
    return None


def spaced_box(text: str) -> list[str]:
    r"""Return what follows the last ``\boxed`` with a space after it, up to a dollar sign, or else the last box.

    >>> spaced_box(r"$\boxed 5$ or \boxed{6}"), spaced_box(r"\boxed{6}")
    (['5'], ['6'])
    """
    _, spaced, rest = text.rpartition("\\boxed ")
    return [rest.partition("$")[0]] if spaced else last_box(text)


def last_braced_box(text: str) -> list[str]:
    r"""Return the content of the last ``\boxed{``, if its braces are balanced."""
    start = text.rfind("\\boxed{")
    return _content(text, start + len(_BOX)) if start >= 0 else []


def lighteval_box(text: str) -> list[str]:
    r"""Return the content of the last ``\boxed``, as lighteval finds it, or the empty text.

    With a space after ``\boxed``, it is the rest up to the closing brace, and the brace.
    """
    start = text.rfind(_BOX)
    end = _closing(text, start + len(_BOX)) if start >= 0 else None
    if end is None:
        return [""]
    if text.startswith(" ", start + len(_BOX)):
        return [text[start + len(_BOX) + 1 : end + 1]]
    return [text[start + len(_BOX) + 1 : end]] if text.startswith("{", start + len(_BOX)) else [""]


def between_dollars(text: str) -> list[str]:
    """Return the text between the first and the last dollar sign, or all of it if there are not two."""
    first, last = text.find("$"), text.rfind("$")
    return [text[first + 1 : last]] if first < last else [text]


def box_or_dollars(text: str) -> list[str]:
    """Return the content of the box that `spaced_box` finds, or else the text between dollar signs."""
    return spaced_box(text) or between_dollars(text)


def box_at_the_end(text: str) -> list[str]:
    """Return the content of the last box in the last 100 characters."""
    return last_braced_box(text[-_END:])


def invalid_as_missing(lines: list[str]) -> list[str]:
    """Return the lines after ``Answer:``; none if the last, rewritten as by verl, is the text for a missing answer."""
    return [] if lines and rewritten(lines[-1], "minerva-verl") == "[INVALID]" else lines
