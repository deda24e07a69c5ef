"""Parse printed numbers: ``.221``, ``27,3``, ``27.3 ± 0.4``, ``17.6 %``, ``**1,234.5**†``.

Surrounding text is dropped: emphasis, daggers and stars, arrows, footnote marks, and text in brackets after the number.
Ambiguous text is rejected: two numbers, a range, a bound, a leading arrow that may be a minus.
"""

from __future__ import annotations

import re
import unicodedata

import msgspec

#: Maximum length of a numeric cell in characters.
_LONGEST = 200

#: Cells, in lower case, that mean "no number".
_BLANKS = {
    "", "-", "--", "---", "–", "—", "−", "‐", "‑", "n/a", "na", "n.a.", "n.a", "nan", "none", "null", "nil", "?", "tbd", "tba",
    "✗", "✘", "×", "…", "...", "/", "\\", "·", "*", "n/r", "nr", "n.r.", "not reported", "not applicable", "oom",
}  # fmt: skip

#: LaTeX commands that change only the look of a number, and their replacements.
_LATEX = (
    (r"\\(?:textcolor|colorbox|color|cellcolor|rowcolor)\s*(?:\[[^\]]*\])?\{[^{}]*\}", ""),
    (r"\\pm(?![A-Za-z])|\+/-|\+-", "±"),
    (r"\\(?:times|cdot)(?![A-Za-z])", "×"),
    (r"\\%", "%"),
    (r"\\down[a-z]*arrow(?![A-Za-z])", "↓"),
    (r"\{([.,])\}", r"\1"),
    (r"\\[,;:! ]", "\u2009"),
    (r"~", "\u00a0"),
)
_EXPONENT = r"\s*[×·]\s*10\s*\^\s*\{?\s*([-+−]?[0-9]{1,2})\s*\}?"
_SCRIPT = r"[_^](?:\{([^{}]*)\}|\(([^()]*)\)|([±+\-−]?\s*[0-9.,]+%?|[^\s{}]))"
_TAG = r"</?[A-Za-z][^<>]*>"
_ASIDE = r"\([^()]*\)|\[[^\[\]]*\]"
_MINUS = dict.fromkeys(map(ord, "−‐‑‒–﹣－"), "-")

#: Separators of thousands besides comma and point. A plain space may separate two numbers.
_GROUP = "[\u00a0\u2009\u202f'’]"
_USUAL = re.compile(r"-?[0-9]{1,40}(?:\.[0-9]{1,40})?")
_PLAIN = re.compile(r"([0-9]{1,40})?(?:\.([0-9]{0,40}))?([eE][-+]?[0-9]{1,2})?")
_THOUSANDS = re.compile(r"([0-9]{1,3}(?:,[0-9]{3}){1,12})(?:\.([0-9]{1,40}))?")
_POINT_THOUSANDS = re.compile(r"([0-9]{1,3}(?:\.[0-9]{3}){1,12}),([0-9]{1,40})")
_COMMA = re.compile(r"([0-9]{0,40}),([0-9]{1,40})([eE][-+]?[0-9]{1,2})?")
_SPACED = re.compile(rf"([0-9]{{1,3}}(?:{_GROUP}[0-9]{{3}}){{1,12}})(?:[.,]([0-9]{{1,40}}))?")


class PrintedNumber(msgspec.Struct, frozen=True):
    """A printed number: its digits as ``-12.30`` or ``1e-5``, whether it is a percentage, and the number after a ±.

    `spread` is empty if there is no ±.
    """

    digits: str
    percent: bool = False
    spread: str = ""

    def __str__(self) -> str:
        return f"{self.digits}%" if self.percent else self.digits


def printed_number(text: str, *, decimal_comma: bool = False) -> PrintedNumber:
    """Return the number that a publication prints as `text`.

    A single comma before three digits separates thousands (``1,234``), or with `decimal_comma` is a decimal comma; any
    other single comma is a decimal comma (``27,3``). Raises `ValueError` for a text that is not a number, or that may be
    several numbers.

    >>> str(printed_number("**.221**†")), printed_number("27,3 ± 0,4").spread
    ('0.221', '0.4')
    """
    if _USUAL.fullmatch(text):
        return PrintedNumber(text)
    if len(text) > _LONGEST:
        raise ValueError(f"{text!r:.80} is too long for a number")
    main, spread = _parts(text)
    if not main or (re.search("[0-9]_[0-9]", text) and "$" not in text):  # outside math mode, _ is not a subscript
        raise _refusal(text)
    percent = main.endswith("%") or spread.endswith("%")
    try:
        digits = _digits(main.rstrip("% \u00a0\u2009"), decimal_comma)
        around = _digits(spread.rstrip("% \u00a0\u2009"), decimal_comma) if spread else ""
    except ValueError:
        raise _refusal(text) from None
    return PrintedNumber(digits, percent, around)


def is_blank(text: str) -> bool:
    """Return whether the text of a cell means that there is no number, such as a dash or ``n/a``."""
    return text.strip().strip("${}").strip().lower() in _BLANKS


def is_decimal_comma(text: str) -> bool | None:
    """Return True if the number has a decimal comma, False if its notation rules one out, and None if it does not tell."""
    try:
        number = _parts(text[:_LONGEST])[0].rstrip("% \u00a0\u2009").lstrip("+-")
    except ValueError:
        return None
    if "," not in number:
        return False if re.fullmatch(r"[0-9]*\.[0-9]+", number) else None
    if _THOUSANDS.fullmatch(number):
        return False if "." in number or number.count(",") > 1 else None
    return True if _COMMA.fullmatch(number) or _POINT_THOUSANDS.fullmatch(number) else None


def _parts(text: str) -> tuple[str, str]:
    """Return the number in a text and the number after a ± (empty without one), as text without surrounding marks.

    Signs and percent signs are kept. Raises `ValueError` for a leading arrow that may be a minus sign.
    """
    plain = text
    for pattern, replacement in _LATEX:
        plain = re.sub(pattern, replacement, plain)
    plain = re.sub(_EXPONENT, r"e\1", plain)
    plain = re.sub(_SCRIPT, _script_replacement, plain)
    plain = re.sub(r"\\[A-Za-z]+\*?\s*", "", re.sub(_TAG, "", plain))
    plain = re.sub(r"[{}$]", "", plain)
    if "±" in plain:
        plain = re.sub(r"[(\[]\s*(±[^()\[\]]*)[)\]]", r"\1", plain)
    outside = re.sub(_ASIDE, " ", plain)
    if not _strip_marks(outside):
        outside = plain.strip().strip("()[]")
    main, plus_minus, spread = outside.partition("±")
    if _strip_marks(main)[:1] in ("↓", "▼", "⇓", "▽"):
        raise ValueError(f"{text!r:.80}: the leading arrow may be a minus sign")
    return _strip_marks(main, arrows=True), _strip_marks(spread, arrows=True) if plus_minus else ""


def _script_replacement(match: re.Match[str]) -> str:
    """Return the replacement for a subscript or superscript: text after a ± is kept, anything else becomes a space."""
    content = next(group for group in match.groups() if group is not None).strip()
    return content if content.startswith("±") else " "


def _strip_marks(text: str, *, arrows: bool = False) -> str:
    """Return a text without marks at both ends; downward arrows at its beginning are removed only with `arrows`."""
    bare = text.translate(_MINUS)
    while bare and (_is_mark(bare[-1]) or bare[-1] in "↓▼⇓▽"):
        bare = bare[:-1]
    while bare and _is_mark(bare[0]) and bare[0] != "," and (arrows or bare[0] not in "↓▼⇓▽"):
        bare = bare[1:]
    return unicodedata.normalize("NFKC", bare) if not bare.isascii() and not re.search(_GROUP, bare) else bare


def _is_mark(character: str) -> bool:
    """Return whether a character is white space, emphasis, a footnote mark, an arrow or a picture."""
    if character.isspace() or character in "*_`'\"†‡§¶#^,;:~|↑⇑▲△★☆✓":
        return True
    kind = unicodedata.category(character)
    return kind in ("So", "Sk", "Lm", "No", "Mn", "Cf") or (kind == "Sm" and character in "→⇒∗⋆⋄∘•←↓⇓▽")


def _digits(number: str, decimal_comma: bool) -> str:
    """Return the digits in the form ``-12.30``. Raises `ValueError` if the text is not a number."""
    sign, bare = ("-" if number.startswith("-") else ""), number[1:].lstrip() if number[:1] in ("-", "+") else number
    whole, decimals, exponent = _split(bare, decimal_comma)
    if not whole and not decimals:
        raise ValueError(number)
    point = f".{decimals}" if decimals else ""
    return f"{sign}{whole or '0'}{point}{exponent.lower()}"


def _split(bare: str, decimal_comma: bool) -> tuple[str, str, str]:
    """Return the digits before and after the decimal point, and the exponent.

    Raises `ValueError` if it is not a number.
    """
    if not bare.isascii() and not _SPACED.fullmatch(bare):
        raise ValueError(bare)
    if match := _PLAIN.fullmatch(bare):
        return match[1] or "", match[2] or "", match[3] or ""
    thousands = _THOUSANDS.fullmatch(bare)
    if thousands and ("." in bare or bare.count(",") > 1 or not (decimal_comma or bare.startswith("0,"))):
        return thousands[1].replace(",", ""), thousands[2] or "", ""
    if match := _POINT_THOUSANDS.fullmatch(bare):
        return match[1].replace(".", ""), match[2], ""
    if match := _COMMA.fullmatch(bare):
        return match[1], match[2], match[3] or ""
    if match := _SPACED.fullmatch(bare):
        return re.sub(_GROUP, "", match[1]), match[2] or "", ""
    raise ValueError(bare)


def _refusal(text: str) -> ValueError:
    return ValueError(f"{text!r:.80} is not a number")
