"""Find answers to mathematical questions as OpenCompass does: `math_postprocess` and `math_postprocess_v2`."""

from __future__ import annotations

import re

from samescore.text.boxes import last_box
from samescore.text.latex_opencompass import NORMALIZED
from samescore.text.latex_steps import through


def sentence(text: str) -> list[str]:
    """Return the first part between full stops with ``final answer`` in any case, or else the first part; normalized.

    >>> sentence("So 9. The final answer is $18$."), sentence("It is 3.5")
    (['18'], ['Itis3'])
    """
    return [_sentence(text, ("final answer",))]


def box_or_sentence(text: str) -> list[str]:
    r"""Return the content of the last ``\boxed``, without braces around it, or a part with ``answer is``, too.

    >>> box_or_sentence(r"\boxed{{18}}"), box_or_sentence("I think. The answer is 18.")
    (['18'], ['18'])
    """
    for content in last_box(text):
        braced = re.match(r"\{(.*)\}$", content)
        if answer := braced[1] if braced else content:
            return [answer]
    return [_sentence(text, ("final answer", "answer is"))]


def _sentence(text: str, marks: tuple[str, ...]) -> str:
    parts = text.split(".")
    return through(NORMALIZED, next((part for part in parts if any(mark in part.lower() for mark in marks)), parts[0]))
