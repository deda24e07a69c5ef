"""Distinct-n and character F1, computed exactly by counting item by item."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, mean
from tests.oracle.text import SEPARATORS, tokenize

Settings = dict[str, Any]


def distinct(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return distinct n-grams over all n-grams or tokens, of the corpus or averaged over its texts."""
    texts = [_tokens(segment["hypothesis"], settings) for segment in data["segments"]]
    if not texts:
        raise OracleError("no segments")
    glue = {"tuple": None, "joined": "", "spaced": " "}[settings["ngram_key"]]
    n = settings["order"]
    grams: list[list[Any]] = []
    for tokens in texts:
        ngrams: list[Any] = [tokens[at : at + n] for at in range(len(tokens)) if at + n <= len(tokens)]
        grams.append(ngrams if glue is None else [glue.join(gram) for gram in ngrams])
    everything = [gram for ngrams in grams for gram in ngrams]
    counts = [len(_different(everything)), len(everything), sum(map(len, texts))]
    stages: dict[str, Any] = {"tokens": [[tokens] for tokens in texts], "counts": counts}
    scale = int(settings["scale"])
    if settings["average"] == "corpus":
        ratio = _distinct_ratio(counts, settings)
        return {"value": None if ratio is None else ratio * scale, "stages": stages}
    ratios = [
        _distinct_ratio([len(_different(ngrams)), len(ngrams), len(tokens)], settings)
        for ngrams, tokens in zip(grams, texts, strict=True)
    ]
    kept = [ratio * scale for ratio in ratios if ratio is not None]
    stages["sentences"] = [decimal_text(score) for score in kept]
    return {"value": mean(kept) if kept else None, "stages": stages}


def _tokens(line: Any, settings: Settings) -> list[str]:
    if settings["case"] == "lower":
        line = line.lower() if isinstance(line, str) else [token.lower() for token in line]
    return tokenize(line, settings["tokenizer"])


def _different(items: list[Any]) -> list[Any]:
    """Return the distinct items, in order of first occurrence."""
    return [item for at, item in enumerate(items) if item not in items[:at]]


def _distinct_ratio(counts: list[int], settings: Settings) -> Fraction | None:
    different, ngrams, tokens = counts
    whole = {"ngrams": ngrams, "tokens": tokens}[settings["denominator"]]
    if whole == 0:
        if settings["zero_division"] == "raise":
            raise OracleError("0/0")
        return Fraction(0) if settings["zero_division"] == "zero" else None
    return Fraction(different, whole)


def char_f1(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the F1 of the bags of characters."""
    if not data["segments"]:
        raise OracleError("no segments")
    lines = [
        [_characters(line, settings) for line in (segment["hypothesis"], *segment["references"])]
        for segment in data["segments"]
    ]
    rows = []
    for hypothesis, *references in lines:
        if not references:
            raise OracleError("no references")
        if settings["references"] == "first":
            references = references[:1]
        rows.append(max((_overlap(hypothesis, reference) for reference in references), key=_plain_f))
    counts = [sum(column) for column in zip(*rows, strict=True)]
    stages: dict[str, Any] = {"tokens": lines, "counts": counts}
    scale = int(settings["scale"])
    if settings["average"] == "corpus":
        return {"value": _measure(counts, settings) * scale, "stages": stages}
    scores = [_measure(row, settings) * scale for row in rows]
    stages["sentences"] = [decimal_text(score) for score in scores]
    return {"value": mean(scores), "stages": stages}


def _characters(line: Any, settings: Settings) -> str:
    text = "".join(line)
    if settings["case"] == "lower":
        text = text.lower()
    unwanted = {"keep": set(), "remove-spaces": {" "}, "remove": SEPARATORS}[settings["whitespace"]]
    return "".join(character for character in text if character not in unwanted)


def _overlap(hypothesis: str, reference: str) -> list[int]:
    """Return the number of common characters, crossed out one against one, and the lengths."""
    left, matches = list(reference), 0
    for character in hypothesis:
        if character in left:
            left.remove(character)
            matches += 1
    return [matches, len(hypothesis), len(reference)]


def _plain_f(row: list[int]) -> Fraction:
    m, h, r = row
    return Fraction(2 * m, h + r) if m else Fraction(0)


def _measure(row: list[int], settings: Settings) -> Fraction:
    m, h, r = row
    precision = Fraction(m, h) if h else None
    recall = Fraction(m, r) if r else None
    if settings["measure"] == "precision":
        value = precision
    elif settings["measure"] == "recall":
        value = recall
    else:
        value = _plain_f(row) if m else None  # P + R = 0, or one of them is 0/0
    if value is None:
        if settings["zero_division"] == "raise":
            raise OracleError("0/0")
        return Fraction(0)
    return value
