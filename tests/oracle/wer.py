"""WER, CER, and Morris et al.'s MER, WIL and WIP (Interspeech 2004), as exact ratios of the counts of edits."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import Any

from tests.oracle.alignments import Counts, edit_counts
from tests.oracle.arithmetic import OracleError, decimal_text, mean, single
from tests.oracle.text import SEPARATORS, WHITE_SPACE, strip_right, tokenize, words
from tests.oracle.transforms import transformed

Settings = dict[str, Any]
Units = list[str]
Rate = Callable[[Counts, Settings], "Fraction | None"]


def wer(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the word error rate."""
    return _score(data, settings, _error_rate)


def cer(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the character error rate."""
    return _score(data, settings, _error_rate)


def mer(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the match error rate: errors among all matches and errors."""
    return _score(data, settings, _match_error_rate)


def wip(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return word information preserved."""
    return _score(data, settings, _preserved)


def wil(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return word information lost."""
    return _score(data, settings, _lost)


def _score(data: dict[str, Any], settings: Settings, rate: Rate) -> dict[str, Any]:
    if not data["segments"] and settings["empty_input"] == "raise":
        raise OracleError("no segments")
    texts = [
        [units(line, settings) for line in (segment["hypothesis"], *segment["references"])]
        for segment in data["segments"]
    ]
    if any(len(segment) < 2 for segment in texts):
        raise OracleError("a segment without references")
    aligned = texts
    if settings["segments"] == "concatenated":
        chosen = [_chosen(hypothesis, references, settings) for hypothesis, *references in texts]
        aligned = [[_as_one([segment[0] for segment in texts], settings), _as_one(chosen, settings)]]
    rule = _rule(settings)
    if settings["empty_references"] == "raise":
        if any(line == "" for segment in data["segments"] for line in segment["references"]):
            raise OracleError("an empty reference")
        if not all(_chosen(pair[0], pair[1:], settings) for pair in aligned):
            raise OracleError("a reference without units")
    aligned = aligned or [[[], []]]
    rows = [_row(_chosen(pair[0], pair[1:], settings), pair[0], rule, settings) for pair in aligned]
    total = [sum(column) for column in zip(*rows, strict=True)]
    scale = Fraction(settings["scale"])

    def presented(score: Fraction) -> Fraction:
        ten_thousand = 10**4 if settings.get("digits") == "4" else 0
        return (
            Fraction(floor(score * scale * ten_thousand + Fraction(1, 2)), ten_thousand)
            if ten_thousand
            else score * scale
        )

    sentences = [None if (score := rate(row, settings)) is None else presented(score) for row in rows]
    value = rate(tuple(total), settings)
    if settings["average"] == "sentences":
        known = [score for score in sentences if score is not None]
        value = Fraction(mean(known)) if len(known) == len(sentences) else None
    if value is None and settings.get("empty_reference") == "raise":
        raise OracleError("no reference has a unit")
    stages = {
        "tokens": texts,
        "counts": total,
        "sentences": [None if score is None else decimal_text(score) for score in sentences],
    }
    final = value if value is None or settings["average"] == "sentences" else presented(value)
    return {"value": final, "stages": stages}


def _rule(settings: Settings) -> str:
    """Return the name of the alignment rule."""
    costs = settings.get("costs", "one")
    return str(settings.get("alignment", "most-hits") if costs == "one" else costs)


def _chosen(hypothesis: Units, references: list[Units], settings: Settings) -> Units:
    """Return the reference that counts: the first, or the first of those with the fewest edits."""
    if settings["references"] == "first":
        return references[0]
    edits = [sum(edit_counts(reference, hypothesis, _rule(settings))[1:]) for reference in references]
    return references[edits.index(min(edits))]


def _row(reference: Units, hypothesis: Units, rule: str, settings: Settings) -> Counts:
    """Return the counts, with the divisor if it is not H + S + D."""
    row = edit_counts(reference, hypothesis, rule)
    if "longer" in (settings.get("denominator"), settings.get("hits", "").partition("-")[0]):
        return (*row, max(len(reference), len(hypothesis)))
    return (*row, len(reference)) if rule == "no-empty-row" else row


# Rates.


def _error_rate(row: Counts, settings: Settings) -> Fraction | None:
    h, s, d, i, *divisor = row
    length = divisor[0] if divisor else h + s + d
    if length:
        rate = Fraction(s + d + i, length)
        return single(rate) if settings["dtype"] == "float32" and settings["digits"] == "all" else rate
    if settings["empty_reference"] in ("undefined", "raise") or (settings["empty_reference"] == "infinite" and i):
        return None
    if settings["empty_reference"] == "zero":
        return Fraction(0)
    if settings["empty_reference"] == "always-one":
        return Fraction(1)
    return Fraction(i if settings["empty_reference"] == "insertions" else i > 0)


def _match_error_rate(row: Counts, settings: Settings) -> Fraction | None:
    h, s, d, i, *longer = row
    words = longer[0] if longer else h + s + d + i
    if words:
        return _stored(Fraction(s + d + i, words), settings)
    return None if settings["both_empty"] == "undefined" else Fraction(0)


def _preserved(row: Counts, settings: Settings) -> Fraction | None:
    h, s, d, i, *longer = row
    reference, hypothesis = h + s + d, h + s + i
    if not reference and not hypothesis:
        return None if settings["both_empty"] == "undefined" else Fraction(1)
    if not reference or not hypothesis:
        return None if settings["one_empty"] == "undefined" else Fraction(0)
    same = longer[0] - s - d - i if longer else h
    shares = [_stored(Fraction(same, length), settings) for length in (reference, hypothesis)]
    return _stored(shares[0] * shares[1], settings)


def _lost(row: Counts, settings: Settings) -> Fraction | None:
    preserved = _preserved(row, settings)
    return None if preserved is None else _stored(1 - preserved, settings)


def _stored(number: Fraction, settings: Settings) -> Fraction:
    """Return a number as it is stored: rounded to 24 binary digits for float32."""
    return single(number) if settings["dtype"] == "float32" else number


# Texts.


def units(line: str | Units, settings: Settings) -> Units:
    """Return the words or characters of a text."""
    tokenizer = settings.get("tokenizer", "characters")
    if isinstance(line, str) == (tokenizer == "given"):
        raise OracleError(f"tokenizer={tokenizer} cannot take {line!r}")
    if settings["case"] != "keep":
        lower = {"lower": str.lower, "ascii": _ascii_lower}[settings["case"]]
        line = lower(line) if isinstance(line, str) else [lower(token) for token in line]
    if not isinstance(line, str):
        return list(line)
    line = transformed(line, settings["transforms"])
    if tokenizer == "ascii-space":
        return words(line, {" "})
    if tokenizer == "each-space":
        ends = [k for k, character in enumerate(line) if character == " "]
        ends += [len(line)] if line and line[-1] != " " else []
        return [line[start + 1 : end] for start, end in zip([-1, *ends], ends, strict=False)]
    if tokenizer == "every-space":
        return _every_space(line)
    if tokenizer == "none-unicode":
        return words(line, WHITE_SPACE)
    if tokenizer in ("none", "none-ascii", "treebank", "ptb-coco") or tokenizer.startswith("word"):
        return tokenize(line, tokenizer)
    if tokenizer == "spaces":
        return _between_spaces(line)
    if settings["whitespace"] == "keep":
        return list(line)
    if settings["whitespace"] == "remove":
        return [character for character in line if character not in SEPARATORS]
    return list(strip_right(strip_right(line)[::-1])[::-1])


def _every_space(line: str) -> Units:
    """Return the strings between single spaces, including empty ones; nothing for an empty text."""
    words = [""] if line else []
    for character in line:
        if character == " ":
            words.append("")
        else:
            words[-1] += character
    return words


def _ascii_lower(text: str) -> str:
    return "".join(character.lower() if "A" <= character <= "Z" else character for character in text)


def _between_spaces(line: str) -> Units:
    """Return the words between spaces; a run of white space counts as one, and a single other white-space character as text."""
    line = strip_right(line)
    separated: Units = []
    current, at = "", 0
    while at < len(line):
        run = at
        while line[run] in SEPARATORS:
            run += 1
        if run > at + 1 or line[at] == " " or (run > at and not separated and not current):
            separated, current = ([*separated, current] if current else separated), ""
            at = run
        else:
            current += line[at]
            at += 1
    return [*separated, current] if current else separated


def _as_one(texts: list[Units], settings: Settings) -> Units:
    """Return the texts joined, with a space between non-empty ones if spaces are characters."""
    between = [" "] if settings.get("whitespace", "remove") in ("strip", "keep") else []
    joined: Units = []
    for text in texts:
        if text:
            joined = [*joined, *between, *text] if joined else text
    return joined
