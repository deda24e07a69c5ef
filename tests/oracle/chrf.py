"""chrF (Popovic, WMT 2015) and chrF++ (Popovic, WMT 2017), exactly.

For each order: h n-grams in the hypothesis, r in the reference, m in both; P = m/h, R = m/r and
F = (1 + b^2) P R / (b^2 P + R), equation (1) of the 2015 paper.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, exact, mean, single, sixty_digits
from tests.oracle.text import SEPARATORS, WHITE_SPACE, words

Settings = dict[str, Any]
#: h, r and m of one order.
Triple = tuple[int, int, int]

EPSILON = Fraction(1, 10**16)
PUNCTUATION = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
REMOVED: dict[str, set[str]] = {
    "remove": SEPARATORS, "remove-unicode": WHITE_SPACE, "remove-spaces": {" "}, "keep": set(),
}  # fmt: skip


@sixty_digits
def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Score ``data["segments"]``; no segments, or a segment without references, is an error by default."""
    if not data["segments"]:
        if settings["empty_input"] == "zero":
            return {"value": Fraction(0), "stages": {}}
        raise OracleError("no segments")
    rows: list[list[Triple]] = []
    for segment in data["segments"]:
        counted = [line for line in segment["references"] if line or settings["empty_references"] == "keep"]
        row = best(segment["hypothesis"], counted, settings)
        if not row and not rows:
            raise OracleError("the first segment matches nothing")
        rows.append(row or rows[-1])
    if settings["average"] == "last-segment":
        rows = rows[-1:]
    totals = [(sum(h), sum(r), sum(m)) for h, r, m in (zip(*order, strict=True) for order in zip(*rows, strict=True))]
    stages: dict[str, Any] = {"counts": [count for triple in totals for count in triple]}
    scale = Fraction(settings["scale"])
    if settings["average"] != "sentences":
        return {"value": f_score(totals, settings) * scale, "stages": stages}
    sentences = [f_score(row, settings) * scale for row in rows]
    stages["sentences"] = [decimal_text(score) for score in sentences]
    return {"value": mean(sentences), "stages": stages}


def best(hypothesis: str, references: list[str], settings: Settings) -> list[Triple]:
    """Return the counts against the reference with the highest F (the first of equal ones), or against the first reference.

    If F must exceed 0 and does not, return the counts against nothing, or none, which stands for the previous segment.
    """
    rule = settings["references"]
    if not references and rule != "above-zero":
        raise OracleError("a segment without references")
    rows = [compare(hypothesis, reference, settings) for reference in references]
    if rule == "first":
        return rows[0]
    if rule in ("above-zero", "above-zero-or-previous"):
        values = [sum((f for _, _, f in _matched(row, settings)), Fraction(0)) for row in rows]
        counted = [value / max(len(_counted(row, settings)), 1) for value, row in zip(values, rows, strict=True)]
        if any(counted):
            return rows[counted.index(max(counted))]
        keep = settings["empty_reference_order"] == "count-hypothesis"
        alone = [(sum(counts.values()) if keep else 0, 0, 0) for counts in ngrams(hypothesis, settings)]
        return alone if rule == "above-zero" else []
    return rows[0] if len(rows) == 1 else max(rows, key=lambda row: f_score(row, settings))


def _counted(row: list[Triple], settings: Settings) -> list[Triple]:
    """Return the orders that count."""
    return [triple for triple in row if settings["empty_order"] != "effective" or (triple[0] and triple[1])]


def _matched(row: list[Triple], settings: Settings) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Return P, R and F of the orders that match."""
    return [order_scores(*triple, settings) for triple in _counted(row, settings) if triple[2]]


def compare(hypothesis: str, reference: str, settings: Settings) -> list[Triple]:
    """Return h, r and m for the character orders, then for the word orders."""
    row = []
    for h_counts, r_counts in zip(ngrams(hypothesis, settings), ngrams(reference, settings), strict=True):
        h, r = sum(h_counts.values()), sum(r_counts.values())
        m = sum(min(count, r_counts[ngram]) for ngram, count in h_counts.items() if ngram in r_counts)
        if r == 0 and settings["empty_reference_order"] == "drop-hypothesis":
            h = 0
        row.append((h, r, m))
    return row


def ngrams(line: str, settings: Settings) -> list[Counter[Any]]:
    """Return the counts of the character n-grams of each order, then of the word n-grams of each order."""
    line = line.lower() if settings["case"] == "lower" else line
    text = line
    while settings["whitespace"] == "remove-spaces" and text and (text[0] in SEPARATORS or text[-1] in SEPARATORS):
        text = text[1:] if text[0] in SEPARATORS else text[:-1]
    characters = tuple(character for character in text if character not in REMOVED[settings["whitespace"]])
    counters = [_count(characters, n) for n in range(settings["min_char_order"], settings["char_order"] + 1)]
    return counters + [_count(tuple(split_punctuation(line)), n) for n in range(1, settings["word_order"] + 1)]


@lru_cache(maxsize=1 << 12)
def _count(units: tuple[str, ...], n: int) -> Counter[Any]:
    return Counter(tuple(units[start : start + n]) for start in range(len(units) - n + 1))


def split_punctuation(line: str) -> list[str]:
    """Return words, with one ASCII punctuation mark split off: the last character, else the first."""
    parts: list[str] = []
    for word in words(line):
        if len(word) > 1 and word[-1] in PUNCTUATION:
            parts += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in PUNCTUATION:
            parts += [word[0], word[1:]]
        else:
            parts.append(word)
    return parts


def f_score(row: list[Triple], settings: Settings) -> Fraction:
    """Return F from the counts of every order, rounded to 24 binary digits for 32-bit floats."""
    value = _f_score(row, settings)
    return single(value) if settings["dtype"] == "float32" else value


def _f_score(row: list[Triple], settings: Settings) -> Fraction:
    rule = settings["empty_order"]
    if settings["order_mean"] == "pooled":
        h, r, m = (sum(column) for column in zip(*row, strict=True))
        row = [(h, r, m)]
    orders = _counted(row, settings)
    if rule == "raise" and not all(m for _, _, m in orders):
        raise OracleError("division by 0")
    if not orders:
        return Fraction(0)
    scores = [order_scores(*triple, settings) for triple in orders]
    precision, recall, f = (sum(column, Fraction(0)) / len(scores) for column in zip(*scores, strict=True))
    if settings["order_mean"] in ("f-score", "pooled"):
        return f
    undefined = Fraction(0) if rule in ("effective", "zero") else EPSILON
    return _f(precision, recall, undefined, settings)


def order_scores(h: int, r: int, m: int, settings: Settings) -> tuple[Fraction, Fraction, Fraction]:
    """Return P, R and F of one order."""
    if settings["empty_order"] == "epsilon-score" and m == 0:
        return EPSILON, EPSILON, EPSILON  # m/0, or 0/0 in F
    missing = Fraction(0) if settings["empty_order"] == "zero" else EPSILON
    precision = Fraction(m, h) if h else missing
    recall = Fraction(m, r) if r else missing
    undefined = Fraction(0) if settings["empty_order"] in ("effective", "zero") else EPSILON
    return precision, recall, _f(precision, recall, undefined, settings)


def _f(precision: Fraction, recall: Fraction, undefined: Fraction, settings: Settings) -> Fraction:
    b2 = exact(settings["beta"]) ** 2
    denominator = b2 * precision + recall
    return (1 + b2) * precision * recall / denominator if denominator else undefined
