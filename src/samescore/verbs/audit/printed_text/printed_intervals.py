"""Parse intervals, bounds and significance marks: ``34.2 [33.1, 35.0]``, ``p < 0.05``, ``34.2*``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from decimal import Decimal

import msgspec

from samescore.verbs.audit.printed_text.printed_numbers import printed_number

#: Maximum length of a text to parse, in characters.
_LONGEST = 2_000
#: LaTeX symbols and their replacements.
_SYMBOLS = (
    (r"\\(?:leqslant|leq|le)(?![A-Za-z])", "≤"),
    (r"\\(?:geqslant|geq|ge)(?![A-Za-z])", "≥"),
    (r"\\(?:ast|star)(?![A-Za-z])", "*"),
    (r"\\dagger(?![A-Za-z])|\\dag(?![A-Za-z])", "†"),
    (r"\\ddagger(?![A-Za-z])|\\ddag(?![A-Za-z])", "‡"),
    (r"\\lt(?![A-Za-z])", "<"),
    (r"\\gt(?![A-Za-z])", ">"),
    (r"\\(?:times|cdot)(?![A-Za-z])", "×"),
    (r"\\pm(?![A-Za-z])|\+/-|\+-", "±"),
)
_LATEX = (
    (r"\\%", "%"),
    (r"\\[,;:! ]|~", " "),
    (r"\\[A-Za-z]+\*?\s*", ""),
    (r"[${}]", ""),
    (r"&lt;", "<"),
    (r"&gt;", ">"),
    (r"[∗⋆★﹡＊]", "*"),
    (r"[−﹣－]", "-"),
)
_P = r"p(?:[-\s]?val(?:ue)?s?)?\.?\s*"
_RELATION = "<=|>=|=<|=>|[<>≤≥=]"
_BOUND = re.compile(rf"\(?\s*(?:{_P})?({_RELATION})\s*([^<>=≤≥]{{1,40}}?)\s*\)?", re.IGNORECASE)
_PLAIN_RELATIONS = {"≤": "<=", "≥": ">=", "=<": "<=", "=>": ">="}
_NUMBER = r"-?(?:[0-9]{1,20}(?:[.,][0-9]{1,20})?|[.,][0-9]{1,20})"
_ENDS = rf"({_NUMBER})\s*%?\s*(?:,|;|–|—|--|-|to)\s*({_NUMBER})\s*%?"
_LEVEL = r"([0-9]{1,2}(?:\.[0-9]{1,3})?)\s*%\s*-?\s*(?:CI|C\.I\.|confidence interval)\s*[:=]?\s*"
_WITH_LEVEL = re.compile(rf"{_LEVEL}[\[(]?\s*{_ENDS}", re.IGNORECASE)
_IN_BRACKETS = re.compile(rf"\[\s*{_ENDS}\s*\]")
_ROUND = re.compile(rf"\(\s*{_ENDS}\s*\)")
_MARK = r"(?:\*{1,4}|[†‡])"
_MARKS = re.compile(rf"(?<=[0-9)%\]])\s*\^?\s*({_MARK}(?:\s*,?\s*{_MARK})*)(?!\s*[0-9.*†‡])")
_LEGEND = re.compile(
    rf"(?<![*†‡])(\*{{1,4}}|[†‡])(?![*†‡])[^*†‡]{{0,80}}?(?<![A-Za-z])({_P}(?:<=|=<|[<≤])\s*[0-9]*[.,]?[0-9]+\s*%?)",
    re.IGNORECASE,
)


class PrintedInterval(msgspec.Struct, frozen=True):
    """The printed ends of an interval, and its confidence level as a percentage (empty if not printed)."""

    low: str
    high: str
    level: str = ""


def printed_bound(text: str) -> str:
    r"""Return the bound in a printed p-value, such as ``<0.05``, ``<=0.01`` or ``>0.1``; for an equation, the number.

    A percentage becomes a fraction. Raises `ValueError` for a text that is neither a bound nor an equation, and for a
    number that is not from 0 to 1.

    >>> printed_bound("p < .05"), printed_bound(r"$p\leq 1\%$"), printed_bound("p = 0.012")
    ('<0.05', '<=0.01', '0.012')
    """
    match = _BOUND.fullmatch(_plain_text(text).strip(" *†‡;,"))
    if match is None:
        raise ValueError(f"{text!r:.80} is not a bound on a p-value")
    number = printed_number(re.sub(r"^10\s*\^\s*(?=-?[0-9])", "1e", match[2]))
    digits = format(Decimal(number.digits) / 100, "f") if number.percent else number.digits
    if not 0 <= Decimal(digits) <= 1:
        raise ValueError(f"{text!r:.80} is not a p-value")
    relation = _PLAIN_RELATIONS.get(match[1], match[1])
    return digits if relation == "=" else f"{relation}{digits}"


def printed_interval(text: str) -> PrintedInterval | None:
    """Return the interval in a text, in square brackets or with its level (``95% CI 33.1–35.0``); None if there is none.

    Numbers in square brackets after a number are an interval only if they enclose the number and have as many decimals,
    because they may also be citations.

    >>> printed_interval("34.2 (95% CI 33.1–35.0)")
    PrintedInterval(low='33.1', high='35.0', level='95')
    >>> printed_interval("34.2 [12, 15]") is None
    True
    """
    plain = _plain_text(text)
    if match := _WITH_LEVEL.search(plain):
        return _interval(match[2], match[3], match[1])
    match = _IN_BRACKETS.search(plain)
    if match is None:
        return None
    found = _interval(match[1], match[2])
    before = plain[: match.start()].strip()
    if found is None or not before:
        return found
    try:
        number = printed_number(before).digits
    except ValueError:
        return None
    inside = Decimal(found.low) <= Decimal(number) <= Decimal(found.high)
    return found if inside and _decimals(found.low) == _decimals(found.high) == _decimals(number) else None


def unread(text: str) -> list[str]:
    """Return a sentence for each text after a number that looks like an interval but is not parsed, with the reason.

    Brackets without a decimal point are ignored, because they may be citations. Raises `ValueError` for a text without
    a number.

    >>> unread("64.0 [70.9, 56.3]")
    ['[70.9, 56.3] is not checked: the ends are swapped']
    """
    number, plain = printed_number(text), _plain_text(text)
    found = ["no number follows the ±"] if "±" in plain and not number.spread else []
    match = _WITH_LEVEL.search(plain) or _IN_BRACKETS.search(plain) or _ROUND.search(plain)
    if match is None or printed_interval(text) is not None or not re.search("[.,][0-9]", match[0]):
        return found
    low, high = (printed_number(end).digits for end in match.groups()[-2:])
    if Decimal(low) > Decimal(high):
        why = "the ends are swapped"
    elif not Decimal(low) <= Decimal(number.digits) <= Decimal(high):
        why = f"{number.digits} is outside"
    elif match.re is _ROUND:
        why = "an interval in parentheses needs its level, as in 95% CI"
    else:
        why = f"its number of decimals differs from {number.digits}"
    return [*found, f"{match[0]} is not checked: {why}"]


def significance_marks(text: str) -> tuple[str, ...]:
    """Return the significance marks after a number, or after the text that follows it, without repetitions.

    Marks are ``*`` to ``****``, and single and double daggers.

    >>> significance_marks("34.2**"), significance_marks("$34.2^{*}$ ± 0.9†"), significance_marks("**34.2**")
    (('**',), ('*', '†'), ())
    """
    plain = _plain_text(text).strip()
    if plain.startswith("*"):  # Markdown emphasis
        emphasis = re.match(r"\*+", plain)
        size = len(emphasis[0]) if emphasis else 0
        plain = plain[size:]
        if plain.count("*" * size):
            head, _, tail = plain.partition("*" * size)
            plain = head + tail
    return tuple(dict.fromkeys(mark for found in _MARKS.finditer(plain) for mark in re.findall(_MARK, found[1])))


def legend(text: str) -> dict[str, str]:
    """Return the bounds on p-values, by significance mark, that a caption or note gives; empty if it gives none.

    >>> legend("Results. * p < 0.05, ** p < 0.01.")
    {'*': '<0.05', '**': '<0.01'}
    """
    found: dict[str, str] = {}
    for match in _LEGEND.finditer(_plain_text(text)):
        with suppress(ValueError):  # p < 5 is not a bound of a p-value
            found.setdefault(match[1], printed_bound(match[2]))
    return found


def symbols(text: str) -> str:
    r"""Return a text with LaTeX symbols of marks and relations replaced by characters; long texts are truncated.

    >>> symbols(r"$^\dagger$: $p \leq .05$")
    '$^†$: $p ≤ .05$'
    """
    return _replace_all(text[:_LONGEST], _SYMBOLS)


def _plain_text(text: str) -> str:
    return _replace_all(symbols(text), _LATEX)


def _replace_all(text: str, replacements: Iterable[tuple[str, str]]) -> str:
    for pattern, replacement in replacements:
        text = re.sub(pattern, replacement, text)
    return text


def _interval(low: str, high: str, level: str = "") -> PrintedInterval | None:
    """Return an interval with two printed ends; None if they are in the wrong order, or only one has a comma."""
    if ("," in low) != ("," in high):
        return None
    ends = printed_number(low).digits, printed_number(high).digits
    return PrintedInterval(*ends, level) if Decimal(ends[0]) <= Decimal(ends[1]) else None


def _decimals(digits: str) -> int:
    return len(digits.partition(".")[2])
