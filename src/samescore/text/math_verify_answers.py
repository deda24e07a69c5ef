r"""Extract answers as math-verify 0.9.0 parses them from outputs, with its default targets: LaTeX and plain expressions.

math-verify returns the value of the first candidate that its parsers can read, and the text of the first candidate.
`parsed_answer` returns both as one text: the text alone if its value counts, and otherwise the text, the mark `VALUE`,
and the source of the value, or ``?`` for a value that is unknown here. In a source, ``percent`` at the end divides by 100,
and ``plain`` marks a plain expression.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from samescore.text.latex_to_sympy_steps import normalized
from samescore.text.math_verify_values import UnreadableError, Value, joined, read_value
from samescore.text.surds import OutsideError

#: What separates the text of an answer from the source of its value.
VALUE = " ≡ "
UNKNOWN, NOTHING = "?", "none"
#: What separates the sources of answers that are connected by words or commas.
_JOINT = " ‖ "
#: The most steps that the patterns of boxes may take, as a product of lengths and counts.
_MOST_STEPS = 10**9

_CURRENCIES = re.escape("$€£¥₹₽₪₩₫฿₡₢₣₤₥₦₧₨₭₮₯₰₱₲₳₴₵₶₷₸₺₻₼₾₿")
_NUMBER = (
    r"(?<!\d)(?:(?P<grouped>-?[1-9]\d{0,2}(?:[ ,]\d{3})+)(?P<decimals1>\.\d+)?|(?P<whole>-?\d+)(?P<decimals2>[.,]\d+)"
    r"|(?P<decimals3>\.\d+)|(?P<digits>-?\d+))(?P<percent>\s*(?:%|[Pp]ercent|\s*[Pp]ercentage|\s*[Pp]ct))?"
)
_OPERATORS = r"+\-*×/^()÷"
_BEFORE = r"(?:^|\s|=)(?:\*\*)?"
_PLAIN = rf"(?:{_BEFORE}(?P<plain>-?\(?-?\d[\d.\s{_OPERATORS}]*[{_OPERATORS}][\d.\s{_OPERATORS}]+\)?)(?:\*\*)?(?:[.,:\s)$]|$))"
_NUMBERED = rf"(?:{_BEFORE}[{_CURRENCIES}]?{_NUMBER})"
_EITHER = f"(?:{_PLAIN}|{_NUMBERED})"
_PLACES = rf"(?:.{{0,100}}=\s*|.{{0,50}}?){_EITHER}(?!\s*=)"
#: The patterns of plain expressions with their priorities; a full stop matches no newline.
_PLAIN_PATTERNS = [
    (re.compile(pattern), priority)
    for pattern, priority in (
        (rf"(?i:final answer is):?\s*{_EITHER}\.?\s?I hope", 0),
        (rf"(?i:final answer.{{0,100}}?)\s+is:?{_EITHER}", 50),
        (f"(?i:answer):{_PLACES}", 100),
        (f"(?i:answer){_PLACES}", 200),
        (_PLAIN, 300),
        (_NUMBERED, 300),
    )
]

#: The environments of LaTeX: the name of their group, what begins and ends them, and the characters between.
_ENVIRONMENTS = (
    ("displaydollar", r"(?<!\\)\$\$", r"(?<!\\)\$\$", r"(?:[^$]|\$(?!\$))"),
    ("displaybracket", r"(?<!\\)\\\[", r"(?<!\\)\\\]", r"(?:[^\\]|\\(?!\]))"),
    ("inlinedollar", r"(?<!\\|\d)\$", r"(?<!\\)\$", r"(?:\\[$]|[^\n$])"),
    ("inlineparenthesis", r"(?<!\\)\\\(", r"(?<!\\)\\\)", r"(?:[^\\\n]|\\(?!\)))"),
    ("inlinebracket", r"\s\[", r"\]\s", r"[^\n\]\[]"),
)
_MORE = range(1, 6)


def _environment(prefix: str, *, boxed: bool) -> str:
    """Return the pattern of any environment, whose groups begin with a prefix, and of a percent sign after it."""
    patterns = []
    for name, begin, end, character in _ENVIRONMENTS:
        content = rf"{character}*?\\boxed{{{character}+?}}{character}*?" if boxed else f"{character}+?"
        patterns.append(f"{begin}(?P<{prefix}_{name}>{content}){end}")
    if not boxed:
        number = r"-?\d+(?:[.,]\d+)?"
        patterns.append(rf"(?P<{prefix}_fraction>-?\\frac{{{number}}}{{{number}}})")
    return rf"(?:(?:{'|'.join(patterns)})\s*(?P<{prefix}_percent>\\?%|[Pp]ercent|[Pp]ercentage|[Pp]ct)?)"


def _environments(*, boxed: bool) -> str:
    """Return the pattern of up to six environments, connected by words or commas."""
    space = r"\s*" if boxed else ""
    more = "".join(
        rf"{space}(?:\s*(?:,?and|,?or|,)\s*{_environment(f'more{number}', boxed=boxed)})?" for number in _MORE
    )
    return f"(?:{_environment('first', boxed=boxed)}{more})"


_ANY = _environments(boxed=False)
#: The patterns of LaTeX with their priorities; a full stop matches a newline.
_LATEX_PATTERNS = [
    (re.compile(pattern, re.DOTALL), priority)
    for pattern, priority in (
        (rf"(?i:final answer is):?\s*{_ANY}\.?\s?I hope", 0),
        (rf"(?i:final answer.{{0,100}}?)\s+is:?\s*{_ANY}", 50),
        (f"(?i:answer):.{{0,50}}?{_ANY}", 100),
        (f"(?i:answer).{{0,50}}?{_ANY}", 200),
        (_ANY, 300),
        (_environments(boxed=True), 50),
        (r"(?P<first_box>\\boxed{.+})", 50),
    )
]
_PRIORITIES = sorted({priority for _, priority in (*_LATEX_PATTERNS, *_PLAIN_PATTERNS)})


def parsed_answer(text: str) -> list[str]:
    r"""Return the answer in an output as one text in a list, or an empty list if there is none.

    Raises `ValueError` for a text in which the search for boxes might take too long.

    >>> parsed_answer("so 5% or $\\frac12$."), parsed_answer("It is 20 percent."), parsed_answer("none")
    (['\\frac{1}{2}'], ['20 ≡ 20 percent'], [])
    """
    first = ""
    for answer, source in _candidates(text):
        if not answer:
            continue
        value = value_of(source)
        if _JOINT in source and not all(isinstance(value_of(part), tuple) for part in source.split(_JOINT)):
            return [(first or UNKNOWN) + VALUE + UNKNOWN]
        first = first or answer
        if value != NOTHING:
            return [_written(first, source if value or first == answer else UNKNOWN)]
    return [first + VALUE + NOTHING] if first else []


def _written(text: str, source: str) -> str:
    if VALUE in text:
        return text + VALUE + UNKNOWN
    return text if text == source else text + VALUE + source


def text_and_value(answer: str) -> tuple[str | None, Value | str | None]:
    """Return the text of an answer, and its value as `value_of` does; None for a text that is unknown here."""
    text, mark, source = answer.rpartition(VALUE)
    if not mark:
        return answer, value_of(answer)
    return None if text == source == UNKNOWN else text, value_of(source)


def value_of(source: str) -> Value | str | None:
    """Return the value of a source, `NOTHING` if it has none, or None if it is unknown here."""
    if source == NOTHING:
        return NOTHING
    try:
        values = [read_value(each) for each in source.split(_JOINT)]
        return joined(values) if len(values) > 1 else values[0]
    except UnreadableError:
        return None if _JOINT in source else NOTHING
    except OutsideError:
        return None


def _candidates(text: str) -> Iterator[tuple[str, str]]:
    """Yield the text and the source of each candidate, in math-verify's order."""
    if text.count("\\boxed") * text.count("}") * len(text) > _MOST_STEPS:
        raise ValueError("the text is too long for the patterns of math-verify")
    for priority in _PRIORITIES:
        found = [
            (match, read)
            for patterns, read in ((_LATEX_PATTERNS, _of_latex), (_PLAIN_PATTERNS, _of_plain))
            for pattern, each in patterns
            if each == priority
            for match in pattern.finditer(text)
        ]
        found.sort(key=lambda pair: (pair[0].end(), -pair[0].start()), reverse=True)
        for match, read in found:
            yield read(match)


def _of_plain(match: re.Match[str]) -> tuple[str, str]:
    groups = match.groupdict("")
    if groups.get("plain"):
        return groups["plain"], f"{groups['plain']} plain"
    whole = groups["grouped"] or groups["whole"] or groups["digits"]
    decimals = groups["decimals1"] or groups["decimals2"] or groups["decimals3"]
    number = (whole.replace(",", "").replace(" ", "").lstrip("0") or "0") + decimals.replace(",", ".")
    return number, f"{number} percent" if groups["percent"] else number


def _of_latex(match: re.Match[str]) -> tuple[str, str]:
    groups = match.groupdict()
    texts, sources = [], []
    for prefix in ("first", *(f"more{number}" for number in _MORE)):
        names = [
            name for name in groups if name.startswith(f"{prefix}_") and not name.endswith("percent") and groups[name]
        ]
        if names:
            texts.append(normalized(groups[names[0]], all_boxes=names[0] != "first_box"))
            percent = groups.get(f"{prefix}_percent")
            sources.append(f"{texts[-1]} percent" if percent else texts[-1])
    if len(texts) < 2 or "" in texts:
        return (texts[0], sources[0]) if texts else ("", "")
    return " and ".join(texts), _JOINT.join(sources)
