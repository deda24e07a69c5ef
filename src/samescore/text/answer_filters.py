"""Answer filters of lm-evaluation-harness, which extract the part of a model's answer to compare."""

from __future__ import annotations

import re
from collections.abc import Callable

#: The patterns of the task gsm8k for the number after a marker, and for any number.
MARKED_NUMBER = re.compile(r"#### (-?[0-9.,]+)")
HARNESS_NUMBER = re.compile(r"-?[$0-9.,]{2,}|-?[0-9]+")
#: The harness's result for an answer in which a pattern is not found.
INVALID = "[invalid]"


def strict_match(text: str) -> str:
    r"""Return the number after the first ``#### `` with any full stop after it, as the gsm8k task does, or `INVALID`.

    >>> strict_match("2 + 2 = 4.\n#### 4.\n#### 5"), strict_match("4")
    ('4.', '[invalid]')
    """
    found = MARKED_NUMBER.search(text)
    return found[1] if found else INVALID


def flexible_extract(text: str) -> str:
    """Return the last number, or run of digits, ``$``, full stops and commas, as the gsm8k task does, or `INVALID`.

    >>> flexible_extract("2 + 2 = $4. It is 7 o'clock..."), flexible_extract("It is $4.")
    ('...', '$4.')
    """
    found = HARNESS_NUMBER.findall(text)
    return found[-1] if found else INVALID


FILTERS: dict[str, Callable[[str], str]] = {
    "none": str,
    "lowercase": str.lower,
    "uppercase": str.upper,
    "remove-whitespace": str.strip,
    "strict-match": strict_match,
    "flexible-extract": flexible_extract,
}
