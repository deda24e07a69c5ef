"""SARI, computed exactly (Xu et al., TACL 2016, section 4), and the variants of implementations.

Everything is computed from the counts of one n-gram at a time: in the source, the hypothesis, and the references.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text
from tests.oracle.text import tokenize, words

Data = dict[str, Any]
Settings = dict[str, Any]
Tokens = list[str]
#: The tokens of the source, of the hypothesis, and of each reference.
Segment = list[Tokens]
#: Numerator and denominator of precision, then of recall.
Ratios = tuple[Fraction, Fraction, Fraction, Fraction]

NOTHING = Fraction(0)


def score(data: Data, settings: Settings) -> dict[str, Any]:
    """Return the mean of three scores: of keeping, of deleting and of adding n-grams."""
    segments = [_tokens(row, settings) for row in data["rewrites"]]
    if not segments:
        if settings["empty_input"] == "raise":
            raise OracleError("no segments")
        return {"value": NOTHING if settings["empty_input"] == "zero" else None, "stages": {}}
    given = [words(row["source"]) for row in data["rewrites"]]
    scale = Fraction(settings["scale"])
    if settings["average"] == "corpus":
        scores = {name: scale * value for name, value in _operations(segments, given, settings).items()}
        stages = {"tokens": segments, "operations": {name: decimal_text(value) for name, value in scores.items()}}
        return {"value": sum(scores.values(), NOTHING) / 3, "stages": stages}
    each = [
        scale * sum(_operations([segment], [source], settings).values(), NOTHING) / 3
        for segment, source in zip(segments, given, strict=True)
    ]
    stages = {"tokens": segments, "sentences": [decimal_text(value) for value in each]}
    return {"value": sum(each, NOTHING) / len(each), "stages": stages}


def _tokens(row: Data, settings: Settings) -> Segment:
    def split(text: str, tokenizer: str) -> Tokens:
        if settings["case"] == "lower":
            text = text.lower()
        if settings["split"] == "white-space":
            return tokenize(text, tokenizer)
        if tokenizer != "none":
            text = " ".join(tokenize(text, tokenizer))
        return text.split(" ")

    how = settings["tokenizer"]
    source = split(row["source"], "none" if settings["source"] == "as-given" else how)
    return [source, *(split(line, how) for line in (row["hypothesis"], *row["references"]))]


def _operations(segments: list[Segment], given: list[Tokens], settings: Settings) -> dict[str, Fraction]:
    """Return the score of each operation, over all segments together."""
    of: dict[str, Callable[[Segment, Tokens, int, Settings], Ratios]] = {"keep": _keep, "delete": _delete, "add": _add}
    scores = {}
    for name, ratios in of.items():
        precisions, recalls, each = [], [], []
        for n in range(1, settings["max_order"] + 1):
            rows = [ratios(segment, source, n, settings) for segment, source in zip(segments, given, strict=True)]
            right_p, all_p, right_r, all_r = (sum(column, NOTHING) for column in zip(*rows, strict=True))
            precisions.append(_part(right_p, all_p, settings))
            recalls.append(_part(right_r, all_r, settings))
            each.append(_together(name, precisions[-1], recalls[-1], settings))
        p, r, f = (sum(values, NOTHING) / len(values) for values in (precisions, recalls, each))
        scores[name] = f if settings["order_mean"] == "scores" else _together(name, p, r, settings)
    return scores


def _together(name: str, p: Fraction, r: Fraction, settings: Settings) -> Fraction:
    if name == "delete" and settings["deletion"] == "precision":
        return p
    return 2 * p * r / (p + r) if p + r else NOTHING


def _part(some: Fraction, every: Fraction, settings: Settings) -> Fraction:
    return some / every if every else Fraction(settings["zero_division"])


def _ngrams(tokens: Tokens, n: int) -> list[tuple[str, ...]]:
    return [tuple(tokens[start : start + n]) for start in range(len(tokens) - n + 1)]


def _kinds(segment: Segment, n: int, settings: Settings) -> list[tuple[Fraction, Fraction, Fraction]]:
    """Return, for each distinct n-gram, its counts in the source, in the hypothesis and in the references."""
    source, hypothesis, *references = (_ngrams(tokens, n) for tokens in segment)
    long_enough = [grams for grams in references if grams]
    kinds = []
    for gram in set(source):
        if settings["counts"] == "binary":
            having = sum(1 for grams in long_enough if gram in grams)
            counts = [1, int(gram in hypothesis), Fraction(having, len(long_enough)) if having else 0]
        else:
            times = len(references)
            in_references = sum(grams.count(gram) for grams in references)
            counts = [times * source.count(gram), times * hypothesis.count(gram), in_references]
        kinds.append((Fraction(counts[0]), Fraction(counts[1]), Fraction(counts[2])))
    return kinds


def _ratio(pairs: Sequence[tuple[Fraction, Fraction]], how: str) -> tuple[Fraction, Fraction]:
    """Return the numerator and denominator from right and all occurrences of n-grams: as sums, or as sums of ratios."""
    pairs = [(right, every) for right, every in pairs if every > 0]
    if how == "types":
        return sum((right / every for right, every in pairs), NOTHING), Fraction(len(pairs))
    return sum((right for right, _ in pairs), NOTHING), sum((every for _, every in pairs), NOTHING)


def _keep(segment: Segment, _: Tokens, n: int, settings: Settings) -> Ratios:
    kinds = _kinds(segment, n, settings)
    precision = _ratio([(min(a, h, r), min(a, h)) for a, h, r in kinds], settings["precision"])
    recall = _ratio([(min(a, h, r), min(a, r)) for a, h, r in kinds], settings["keep_recall"])
    return (*precision, *recall)


def _delete(segment: Segment, _: Tokens, n: int, settings: Settings) -> Ratios:
    pairs, wanted = [], []
    for a, h, r in _kinds(segment, n, settings):
        deleted, needless = max(a - h, NOTHING), max(a - r, NOTHING)
        right = max(deleted - r, NOTHING) if settings["deleted_rightly"] == "difference" else min(deleted, needless)
        pairs.append((right, deleted))
        wanted.append(needless)
    right, every = _ratio(pairs, settings["precision"])
    number = sum(1 for count in wanted if count) if settings["precision"] == "types" else sum(wanted)
    return right, every, right, Fraction(number)


def _add(segment: Segment, given: Tokens, n: int, settings: Settings) -> Ratios:
    source, hypothesis, *references = (_ngrams(tokens, n) for tokens in segment)
    added = {gram for gram in hypothesis if gram not in source}
    wanted = {gram for grams in references for gram in grams if gram not in source}
    right = [gram for gram in added if gram in wanted]
    if settings["additions"] == "without-subsequences":
        known = [word for gram in source for token in gram for word in words(token)]
        right = [gram for gram in right if not _remains([w for token in gram for w in words(token)], known, given)]
    number = Fraction(len(right))
    return number, Fraction(len(added)), number, Fraction(len(wanted))


def _remains(gram: Tokens, known: Tokens, given: Tokens) -> bool:
    """Return whether deleting words from the source can leave this n-gram, and the source has an n-gram with each word."""
    if any(word not in known for word in gram):
        return False
    start = 0
    for word in gram:
        if word not in given[start:]:
            return False
        start = given.index(word, start) + 1
    return True
