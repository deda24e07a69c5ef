"""ROUGE-N, ROUGE-L and ROUGE-Lsum (Lin, "ROUGE: a package for automatic evaluation of summaries", 2004), exactly.

With m matches, h units in the hypothesis and r in the reference: R = m/r, P = m/h and
F = (1 + b^2) R P / (R + b^2 P), equations (2) to (4) of the paper.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, exact, mean
from tests.oracle.text import stem, tokenize

Settings = dict[str, Any]
Tokens = list[str]
#: m, h and r; or m and h for precision, then m and r for recall.
Triple = tuple[int, ...]


def score_n(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """ROUGE-N (section 2)."""
    return _score(data, settings, partial(_tokens, settings=settings), partial(count_n, n=settings["order"]))


def score_l(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """ROUGE-L of whole texts (section 3.1)."""
    return _score(data, settings, partial(_tokens, settings=settings), count_l)


def score_lsum(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """ROUGE-L of texts with one sentence a line (section 3.2)."""
    return _score(data, settings, partial(_sentences, settings=settings), partial(count_lsum, tie=settings["lcs_tie"]))


def _score(
    data: dict[str, Any], settings: Settings, read: Callable[[Any], Any], count: Callable[[Any, Any], Triple]
) -> dict[str, Any]:
    if not data["segments"]:
        raise OracleError("no segments")
    units = [[read(line) for line in (each["hypothesis"], *each["references"])] for each in data["segments"]]
    rows = []
    for hypothesis, *references in units:
        if not references:
            raise OracleError("a segment without references")
        rows.append(_choose([count(hypothesis, reference) for reference in references], settings))
    stages = {"tokens": units, "counts": list(_add(rows))}
    scale = Fraction(settings["scale"])
    if settings["average"] == "corpus":
        return {"value": measure(_add(rows), settings) * scale, "stages": stages}
    sentences = [measure(row, settings) * scale for row in rows]
    stages["sentences"] = [decimal_text(each) for each in sentences]
    return {"value": mean(sentences), "stages": stages}


def _add(rows: list[Triple]) -> Triple:
    return tuple(sum(column) for column in zip(*rows, strict=True))


def _choose(rows: list[Triple], settings: Settings) -> Triple:
    """Several references: the best F1 (the first of equals), the first, or the sum of the counts."""
    if settings["references"] == "first":
        return rows[0]
    if settings["references"] == "pooled":
        return _add(rows)
    if settings["references"] == "best-parts":
        m, h, _ = max(rows, key=lambda row: _parts(row)[0])
        other_m, _, r = max(rows, key=lambda row: _parts(row)[1])
        return m, h, other_m, r
    return max(rows, key=lambda row: f_score(row, b=Fraction(1)))


def _parts(row: Triple) -> tuple[Fraction, Fraction]:
    """Precision and recall."""
    m, h, *other_m, r = row
    return _ratio(m, h), _ratio(other_m[0] if other_m else m, r)


def measure(row: Triple, settings: Settings) -> Fraction:
    """The number that the settings ask for."""
    if settings["measure"] == "f":
        return f_score(row, b=exact(settings["beta"]))
    return _parts(row)[0 if settings["measure"] == "precision" else 1]


def f_score(row: Triple, b: Fraction) -> Fraction:
    """F, equation (4); 0 if nothing matches."""
    precision, recall = _parts(row)
    denominator = recall + b**2 * precision
    return (1 + b**2) * recall * precision / denominator if denominator else Fraction(0)


def _ratio(part: int, whole: int) -> Fraction:
    return Fraction(part, whole) if whole else Fraction(0)


# Texts.


def _tokens(line: str | Tokens, settings: Settings) -> Tokens:
    if isinstance(line, str) and settings["case"] == "lower":
        line = line.lower()
    return [stem(token, settings["stemmer"]) for token in tokenize(line, settings["tokenizer"])]


def _sentences(line: str, settings: Settings) -> list[Tokens]:
    return [_tokens(sentence, settings) for sentence in line.split("\n") if sentence]


# Counts of one pair of texts.


def count_n(hypothesis: Tokens, reference: Tokens, n: int) -> Triple:
    """Clipped matches of n-grams, and how many there are on each side."""
    ours, theirs = (
        Counter(tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1))
        for tokens in (hypothesis, reference)
    )
    matches = sum(min(count, theirs[ngram]) for ngram, count in ours.items())
    return matches, sum(ours.values()), sum(theirs.values())


def lcs_length(left: Tokens, right: Tokens) -> int:
    """Length of a longest common subsequence, by its recursive definition."""

    @cache
    def length(i: int, j: int) -> int:
        if i == 0 or j == 0:
            return 0
        if left[i - 1] == right[j - 1]:
            return length(i - 1, j - 1) + 1
        return max(length(i - 1, j), length(i, j - 1))

    return length(len(left), len(right))


def count_l(hypothesis: Tokens, reference: Tokens) -> Triple:
    """The longest common subsequence against the two lengths."""
    return lcs_length(hypothesis, reference), len(hypothesis), len(reference)


def lcs_positions(reference: Tokens, hypothesis: Tokens, tie: str) -> set[int]:
    """Where in `reference` one longest common subsequence lies, found from the ends backwards.

    Equal last tokens belong to it. Otherwise one of the texts loses its last token: the one whose
    loss costs nothing, and the `tie` text if neither costs anything.
    """
    reference, hypothesis = list(reference), list(hypothesis)
    positions = set()
    while reference and hypothesis:
        if reference[-1] == hypothesis[-1]:
            positions.add(len(reference) - 1)
            reference.pop()
            hypothesis.pop()
            continue
        without_reference = lcs_length(reference[:-1], hypothesis)
        without_hypothesis = lcs_length(reference, hypothesis[:-1])
        if without_reference == without_hypothesis:
            shorter = reference if tie == "reference" else hypothesis
        else:
            shorter = reference if without_reference > without_hypothesis else hypothesis
        shorter.pop()
    return positions


def count_lsum(hypothesis: list[Tokens], reference: list[Tokens], tie: str) -> Triple:
    """The union LCS of each reference sentence with all hypothesis sentences.

    A token is not a match more often than it occurs in either text (as in ROUGE 1.5.5; the paper
    does not say so).
    """
    left = Counter(token for sentence in hypothesis for token in sentence)
    h, r = sum(map(len, hypothesis)), sum(map(len, reference))
    matches = 0
    for sentence in reference:
        union: set[int] = set()
        for other in hypothesis:
            union |= lcs_positions(sentence, other, tie)
        for position in sorted(union):
            if left[sentence[position]]:
                left[sentence[position]] -= 1
                matches += 1
    return matches, h, r
