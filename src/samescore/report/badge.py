"""Badges: a run on one line, as SVG and as JSON for shields.io's endpoint badge."""

from __future__ import annotations

import json
import unicodedata
from typing import NamedTuple

from samescore.base.errors import InputError
from samescore.records import RunReport, VectorVerdict
from samescore.report.html.document import section
from samescore.report.plain import visible

#: Maximum length of the label and of the message in characters.
_LONGEST = 80
#: Colours with a contrast of at least 4.5 to white text.
_GOOD, _BAD, _NONE = "1a7f37", "b3261e", "59636e"
#: Widths in pixels of characters in 11-pixel Verdana, the usual font of badges; others use `_USUAL`.
_WIDTHS = {**dict.fromkeys("iIjlft.,:;|!'()[] ·-", 4.2), **dict.fromkeys("mwMW@%", 10.5)}
_USUAL, _FULL_WIDTH = 7.0, 12.0
_PADDING = 6


class Badge(NamedTuple):
    """The content of a badge: a label, a message, and six hexadecimal digits of its colour."""

    label: str
    message: str
    colour: str


def badge(report: RunReport, implementation: str = "") -> Badge:
    """Return the badge of an implementation in a run; by default of the only one besides ``native``.

    It counts golden vectors and fresh inputs: expected answers, differences that named settings explain exactly,
    differences listed as expected, and unexplained ones, including answers that changed on repetition. Raises
    `InputError` for a run that was interrupted or restricted, and if the implementation is ambiguous.
    """
    if report.footer is None:
        raise InputError("the run was interrupted, so its counts are incomplete", hint="repeat the run")
    options = {f"-k {report.header.pattern!r}": report.header.pattern, "--last-failed": report.header.last_failed}
    narrowed = " and ".join(option for option, used in options.items() if used)
    if narrowed:
        raise InputError(
            f"the run was restricted by {narrowed}; a badge needs all vectors of its metrics",
            hint=f"repeat the run without {narrowed}",
        )
    name = implementation or _only(report)
    counts = dict.fromkeys(VectorVerdict, 0)
    for result in report.results:
        if result.implementation == name:
            counts[result.verdict] += 1
    changed = sum(repeated.changes for repeated in report.unsteady if repeated.implementation == name)
    unexplained = sum(count for verdict, count in counts.items() if verdict.red) + changed
    if not any(count for verdict, count in counts.items() if verdict.answered):
        return Badge("samescore", "nothing answered", _NONE)
    parts = [f"{counts[VectorVerdict.AGREE]} agree", f"{counts[VectorVerdict.DIVERGE]} explained"]
    if counts[VectorVerdict.EXPECTED]:
        parts.append(f"{counts[VectorVerdict.EXPECTED]} expected")
    parts.append(f"{unexplained} unexplained")
    return Badge("samescore", " · ".join(parts), _BAD if unexplained else _GOOD)


def _only(report: RunReport) -> str:
    """Return the only implementation of a run besides ``native``. Raises `InputError` if there are several."""
    names = [participant.name for participant in report.implementations]
    asked = [name for name in names if name != "native"] or names
    if len(asked) != 1:
        raise InputError(
            f"the run has {len(asked)} implementations; a badge shows only one",
            hint="run one implementation alone: samescore run NAME --report FILE",
        )
    return asked[0]


def svg(drawn: Badge) -> str:
    """Return the badge as an SVG document, with its text as its accessible title."""
    label, message = (visible(text, _LONGEST) for text in (drawn.label, drawn.message))
    left, right = (round(_width(text)) + 2 * _PADDING for text in (label, message))
    return f"{section('badge.svg', label=label, message=message, colour=drawn.colour, left=left, right=right, padding=_PADDING)}\n"


def endpoint(drawn: Badge) -> str:
    """Return the badge as JSON for https://img.shields.io/endpoint."""
    label, message = (visible(text, _LONGEST) for text in (drawn.label, drawn.message))
    return json.dumps({"schemaVersion": 1, "label": label, "message": message, "color": drawn.colour}) + "\n"


def _width(text: str) -> float:
    """Return the approximate width of a text in pixels."""
    return sum(
        _FULL_WIDTH if unicodedata.east_asian_width(character) in "WF" else _WIDTHS.get(character, _USUAL)
        for character in text
    )
