"""The edge matrix: how many golden vectors of each metric have each edge case?

An edge case is recognised from the input alone.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from samescore.catalogue.vectors import Vector, select
from samescore.data.annotations import Annotations
from samescore.data.class_scores import ClassScores
from samescore.data.comparison import Comparison
from samescore.data.corpus import Corpus
from samescore.data.label_sets import LabelSets
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.ratings import Ratings
from samescore.data.rewrites import Rewrites
from samescore.data.sampled_responses import SampledResponses
from samescore.data.supported_answers import SupportedAnswers
from samescore.data.tagged import Tagged
from samescore.data.weighted_labels import WeightedLabels
from samescore.data.weighted_scores import WeightedScores
from samescore.metrics import METRIC_NAMES, metric
from samescore.verbs.golden.edges_weighted import WEIGHTED_LABELS, WEIGHTED_SCORES

Plain = dict[str, Any]

#: Spaces outside ASCII, and characters that only some programs treat as spaces.
_EXOTIC = re.compile("[\x1c-\x1f\x85\xa0\u1680\u180e\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]")
#: Scripts that put no spaces between words: Thai, Lao, Khmer, Japanese, Chinese.
_UNSEGMENTED = re.compile("[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


def _tokens(line: Any) -> list[str]:
    return line.split() if isinstance(line, str) else list(line)


def _text(line: Any) -> str:
    return line if isinstance(line, str) else " ".join(line)


def _pairs(plain: Plain) -> list[tuple[list[str], list[list[str]]]]:
    return [(_tokens(s["hypothesis"]), [_tokens(r) for r in s["references"]]) for s in plain["segments"]]


def _texts(plain: Plain) -> list[str]:
    return [_text(line) for s in plain["segments"] for line in (s["hypothesis"], *s["references"])]


def _any_pair(holds: Callable[[list[str], list[list[str]]], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(holds(h, refs) for h, refs in _pairs(plain))


def _any_text(holds: Callable[[str], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(map(holds, _texts(plain)))


def _tied(hypothesis: list[str], references: list[list[str]]) -> bool:
    """Two references of different lengths, equally far from the hypothesis."""
    lengths = {len(reference) for reference in references}
    return any(2 * len(hypothesis) - length in lengths for length in lengths if length != len(hypothesis))


def _apart(hypothesis: list[str], references: list[list[str]]) -> bool:
    return bool(hypothesis) and any(references) and not any(set(hypothesis) & set(r) for r in references)


#: Edge cases of texts.
TEXT: dict[str, Callable[[Plain], bool]] = {
    "no-segments": lambda plain: not plain["segments"],
    "empty-hypothesis": _any_pair(lambda h, refs: not h and any(refs)),
    "empty-reference": _any_pair(lambda h, refs: bool(h) and any(not r for r in refs)),
    "both-empty": _any_pair(lambda h, refs: not h and bool(refs) and not any(refs)),
    "one-token": _any_pair(lambda h, _: len(h) == 1),
    "shorter-than-order": _any_pair(lambda h, _: 1 < len(h) < 4),
    "duplicates": _any_pair(lambda h, _: any(count > 1 for count in Counter(h).values())),
    "length-tie": _any_pair(_tied),
    "zero-overlap": _any_pair(_apart),
    "unsegmented-script": _any_text(lambda text: bool(_UNSEGMENTED.search(text))),
    "combining-characters": _any_text(lambda text: any(map(unicodedata.combining, text))),
    "exotic-spaces": _any_text(lambda text: bool(_EXOTIC.search(text))),
}


def _counts(plain: Plain) -> list[list[int]]:
    if "confusion" in plain:
        return [list(row) for row in plain["confusion"]]
    names = sorted({*map(str, plain["gold"]), *map(str, plain["predicted"])})
    pairs = Counter(zip(map(str, plain["gold"]), map(str, plain["predicted"]), strict=True))
    return [[pairs[gold, predicted] for predicted in names] for gold in names]


def sides(plain: Plain) -> tuple[list[int], list[int]]:
    """How often each class occurs in gold, and among the predictions."""
    rows = _counts(plain)
    return [sum(row) for row in rows], [sum(column) for column in zip(*rows, strict=True)]


#: Edge cases of class labels.
LABELS: dict[str, Callable[[Plain], bool]] = {
    "no-items": lambda plain: not sum(map(sum, _counts(plain))),
    "one-item": lambda plain: sum(map(sum, _counts(plain))) == 1,
    "one-class": lambda plain: sum(map(bool, map(sum, _counts(plain)))) == 1,
    "class-never-predicted": lambda plain: any(g and not p for g, p in zip(*sides(plain), strict=True)),
    "class-only-predicted": lambda plain: any(p and not g for g, p in zip(*sides(plain), strict=True)),
    "all-wrong": lambda plain: bool(_counts(plain)) and not any(row[k] for k, row in enumerate(_counts(plain))),
    "many-classes": lambda plain: len(_counts(plain)) > 2,
    "beyond-2^31": lambda plain: any(count > 2**31 for row in _counts(plain) for count in row),
    "beyond-2^63": lambda plain: sum(map(sum, _counts(plain))) ** 2 > 2**63,
}

#: Edge cases of a classifier's scores.
SCORED: dict[str, Callable[[Plain], bool]] = {
    "no-items": lambda plain: not plain["gold"],
    "one-class": lambda plain: len(set(plain["gold"])) == 1,
    "tied-scores": lambda plain: len(set(plain["scores"])) < len(plain["scores"]),
    "all-tied": lambda plain: len(plain["scores"]) > 1 and len(set(plain["scores"])) == 1,
}

#: Edge cases of a language model's log-probabilities.
LOGPROBS: dict[str, Callable[[Plain], bool]] = {
    "no-sequences": lambda plain: not plain["logprobs"],
    "empty-sequence": lambda plain: any(not sequence for sequence in plain["logprobs"]),
    "one-token": lambda plain: any(len(sequence) == 1 for sequence in plain["logprobs"]),
    "different-lengths": lambda plain: len({len(sequence) for sequence in plain["logprobs"]}) > 1,
    "probability-one": lambda plain: any(value == 0 for sequence in plain["logprobs"] for value in sequence),
}

#: Edge cases of multiple-choice items.
CHOICES: dict[str, Callable[[Plain], bool]] = {
    "no-items": lambda plain: not plain["items"],
    "one-choice": lambda plain: any(len(item["choices"]) == 1 for item in plain["items"]),
    "empty-choice": lambda plain: any(not choice for item in plain["items"] for choice in item["choices"]),
    "tied-scores": lambda plain: any(len(set(item["logprobs"])) < len(item["logprobs"]) for item in plain["items"]),
    "unsegmented-script": lambda plain: any(
        _UNSEGMENTED.search(choice) for item in plain["items"] for choice in item["choices"]
    ),
}


def _rated(plain: Plain) -> list[tuple[Any, Any]]:
    """The pairs of a metric's score and a human one."""
    sides = []
    for name in ("metric_scores", "human_scores"):
        table = plain[name]
        sides.append([x for row in (table if table and isinstance(table[0], list) else [table]) for x in row])
    return list(zip(*sides, strict=True))


def _repeats(values: list[Any]) -> bool:
    known = [x for x in values if x is not None]
    return len(set(known)) < len(known)


#: Edge cases of a metric's scores beside human ones.
RATINGS: dict[str, Callable[[Plain], bool]] = {
    "no-pairs": lambda plain: not _rated(plain),
    "one-pair": lambda plain: len(_rated(plain)) == 1,
    "constant-metric": lambda plain: len(_rated(plain)) > 1 and len({x for x, _ in _rated(plain)}) == 1,
    "constant-people": lambda plain: len(_rated(plain)) > 1 and len({y for _, y in _rated(plain)}) == 1,
    "metric-ties": lambda plain: _repeats([x for x, _ in _rated(plain)]),
    "human-ties": lambda plain: _repeats([y for _, y in _rated(plain)]),
    "joint-ties": lambda plain: len(set(_rated(plain))) < len(_rated(plain)),
    "missing": lambda plain: any(None in pair for pair in _rated(plain)),
    "infinite": lambda plain: any(isinstance(x, str) for pair in _rated(plain) for x in pair),
    "several-systems": lambda plain: (
        isinstance(plain["metric_scores"][:1], list)
        and len(plain["metric_scores"]) > 1
        and isinstance(plain["metric_scores"][0], list)
    ),
}


def _tags(plain: Plain, side: str) -> list[str]:
    return [tag for sentence in plain[side] for tag in sentence]


def _types(plain: Plain, side: str) -> set[str]:
    """What follows the first hyphen of each tag."""
    return {tag.partition("-")[2] for tag in _tags(plain, side) if "-" in tag}


#: Edge cases of tag sequences.
TAGGED: dict[str, Callable[[Plain], bool]] = {
    "no-sentences": lambda plain: not plain["gold_tags"],
    "empty-sentence": lambda plain: [] in plain["gold_tags"],
    "no-entities": lambda plain: {"O"} == {*_tags(plain, "gold_tags"), *_tags(plain, "predicted_tags")},
    "several-sentences": lambda plain: len(plain["gold_tags"]) > 1,
    "type-never-predicted": lambda plain: bool(_types(plain, "gold_tags") - _types(plain, "predicted_tags")),
    "type-only-predicted": lambda plain: bool(_types(plain, "predicted_tags") - _types(plain, "gold_tags")),
    "no-type": lambda plain: bool({"B", "I"} & {*_tags(plain, "gold_tags")}),
    "single-token-prefix": lambda plain: any(tag[0] in "SU" for tag in _tags(plain, "gold_tags")),
    "unknown-prefix": lambda plain: any(tag[0] not in "IOBESUL" for tag in _tags(plain, "predicted_tags")),
}


def _rewritten(holds: Callable[[str, str, list[str]], bool]) -> Callable[[Plain], bool]:
    """Does it hold of the source, the hypothesis and the references of a segment?"""
    return lambda plain: any(holds(row["source"], row["hypothesis"], row["references"]) for row in plain["rewrites"])


#: Edge cases of rewrites.
REWRITES: dict[str, Callable[[Plain], bool]] = {
    "no-segments": lambda plain: not plain["rewrites"],
    "several-segments": lambda plain: len(plain["rewrites"]) > 1,
    "no-references": _rewritten(lambda _, __, refs: not refs),
    "several-references": _rewritten(lambda _, __, refs: len(refs) > 1),
    "unchanged": _rewritten(lambda source, h, _: bool(source) and source == h),
    "nothing-kept": _rewritten(lambda source, h, _: bool(h) and not set(source.split()) & set(h.split())),
    "empty-source": _rewritten(lambda source, _, __: not source),
    "empty-hypothesis": _rewritten(lambda _, h, __: not h),
    "empty-reference": _rewritten(lambda _, __, refs: "" in refs),
    "shorter-than-order": _rewritten(lambda source, _, __: 0 < len(source.split()) < 4),
    "duplicates": _rewritten(lambda source, _, __: len(set(source.split())) < len(source.split())),
    "double-space": _rewritten(lambda source, h, _: "  " in source + h),
}

#: Edge cases of annotations.
ANNOTATIONS: dict[str, Callable[[Plain], bool]] = {
    "no-items": lambda plain: not any(plain["annotations"]),
    "one-annotator": lambda plain: len(plain["annotations"]) == 1,
    "several-annotators": lambda plain: len(plain["annotations"]) > 2,
    "missing": lambda plain: any(None in row for row in plain["annotations"]),
    "one-label": lambda plain: (
        len({str(label) for row in plain["annotations"] for label in row if label is not None}) == 1
    ),
    "numbers": lambda plain: any(isinstance(label, (int, float)) for row in plain["annotations"] for label in row),
    "sets": lambda plain: any(isinstance(label, list) for row in plain["annotations"] for label in row),
}

#: Edge cases of sets of labels.
LABEL_SETS: dict[str, Callable[[Plain], bool]] = {
    "no-items": lambda plain: not plain["gold_sets"],
    "several-items": lambda plain: len(plain["gold_sets"]) > 1,
    "empty-gold": lambda plain: [] in plain["gold_sets"],
    "empty-predicted": lambda plain: [] in plain["predicted_sets"],
    "both-empty": lambda plain: ([], []) in zip(plain["gold_sets"], plain["predicted_sets"], strict=True),
    "several-labels": lambda plain: any(len(row) > 1 for row in plain["gold_sets"]),
}


def _some_row(holds: Callable[[list[float]], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(holds([float(score) for score in row]) for row in plain["class_scores"])


#: Edge cases of the scores of all classes.
CLASS_SCORES: dict[str, Callable[[Plain], bool]] = {
    "no-items": lambda plain: not plain["gold"],
    "one-item": lambda plain: len(plain["gold"]) == 1,
    "one-class": lambda plain: len(set(plain["gold"])) == 1,
    "absent-class": lambda plain: bool(plain["gold"]) and set(plain["gold"]) < set(plain["classes"]),
    "two-classes": lambda plain: len(plain["classes"]) == 2,
    "many-classes": lambda plain: len(plain["classes"]) > 3,
    "tied-scores": _some_row(lambda row: len(set(row)) < len(row)),
    "no-probability": _some_row(lambda row: min(row) < 0 or max(row) > 1),
    "not-summing-to-1": _some_row(lambda row: abs(sum(row) - 1) > 1e-3),
}


def _some_question(holds: Callable[[Plain], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(map(holds, plain["supported_answers"]))


#: Edge cases of answers with supporting facts.
SUPPORTED_ANSWERS: dict[str, Callable[[Plain], bool]] = {
    "no-questions": lambda plain: not plain["supported_answers"],
    "several-questions": lambda plain: len(plain["supported_answers"]) > 1,
    "no-prediction": _some_question(lambda asked: asked["answer"] is None or asked["facts"] is None),
    "empty-answer": _some_question(lambda asked: asked["answer"] == ""),
    "no-facts": _some_question(lambda asked: not asked["facts"] and not asked["gold_facts"]),
    "several-facts": _some_question(lambda asked: len(asked["gold_facts"]) > 1),
}


def _some_responses(holds: Callable[[Plain], bool]) -> Callable[[Plain], bool]:
    return lambda plain: any(map(holds, plain["sampled_responses"]))


#: Edge cases of sampled responses.
SAMPLED_RESPONSES: dict[str, Callable[[Plain], bool]] = {
    "no-questions": lambda plain: not plain["sampled_responses"],
    "several-questions": lambda plain: len(plain["sampled_responses"]) > 1,
    "one-response": _some_responses(lambda asked: len(asked["responses"]) == 1),
    "tied-responses": _some_responses(lambda asked: len(_votes(asked)) > 1 and len(set(_votes(asked))) == 1),
    "first-not-majority": _some_responses(
        lambda asked: asked["responses"].count(asked["responses"][0]) < max(_votes(asked))
    ),
    "empty-response": _some_responses(lambda asked: "" in asked["responses"]),
    "no-right-answer": _some_responses(lambda asked: not asked["references"]),
    "several-right-answers": _some_responses(lambda asked: len(asked["references"]) > 1),
    "responses-of-unequal-number": lambda plain: (
        len({len(asked["responses"]) for asked in plain["sampled_responses"]}) > 1
    ),
}


def _votes(asked: Plain) -> list[int]:
    """How often each response to a question was given."""
    return [asked["responses"].count(response) for response in set(asked["responses"])]


#: Edge cases of comparisons of systems.
COMPARISONS: dict[str, Callable[[Plain], bool]] = {
    "one-segment": lambda plain: 1 in map(_segments, plain["systems"]),
    "equal-systems": lambda plain: len(plain["systems"]) > 1 and plain["systems"][0] == plain["systems"][1],
    "numbers": lambda plain: plain["statistic"] == "mean",
    "texts": lambda plain: "segments" in plain["systems"][0],
}


def _segments(system: Plain) -> int:
    """The number of segments, items or numbers of a system."""
    return max(len(column) for column in system.values() if isinstance(column, list))


_BY_KIND: tuple[tuple[type, dict[str, Callable[[Plain], bool]]], ...] = (
    (Corpus, TEXT),
    (Labels, LABELS),
    (ScoredLabels, SCORED),
    (TokenLogProbs, LOGPROBS),
    (Choices, CHOICES),
    (Ratings, RATINGS),
    (Rewrites, REWRITES),
    (Tagged, TAGGED),
    (Annotations, ANNOTATIONS),
    (LabelSets, LABEL_SETS),
    (ClassScores, CLASS_SCORES),
    (WeightedLabels, WEIGHTED_LABELS),
    (WeightedScores, WEIGHTED_SCORES),
    (SupportedAnswers, SUPPORTED_ANSWERS),
    (SampledResponses, SAMPLED_RESPONSES),
    (Comparison, COMPARISONS),
)

#: Pairs of vectors that differ in the order of segments, or of references, only.
PERMUTED = ("permuted-segments", "permuted-references")


def _permuted(vectors: Sequence[Vector], case: str) -> int:
    """Vectors with a twin of the same settings whose segments, or references, stand in another order."""
    twins: dict[str, set[str]] = {}
    for vector in vectors:
        segments = vector.input.get("segments")
        if segments is None:
            continue
        if case == "permuted-segments":
            key: Any = sorted(json.dumps(segment) for segment in segments)
        else:
            key = [
                (segment["hypothesis"], sorted(json.dumps(r) for r in segment["references"])) for segment in segments
            ]
        name = json.dumps([key, vector.settings], sort_keys=True)
        twins.setdefault(name, set()).add(json.dumps(segments))
    return sum(len(orders) for orders in twins.values() if len(orders) > 1)


def matrix(name: str) -> dict[str, int]:
    """How many vectors of a metric have each edge case of its kind of input."""
    chosen, vectors = metric(name), [vector for vector in select([name]) if "rule" not in vector.input]
    cases = next(cases for kind, cases in _BY_KIND if kind in chosen.takes)
    of_text = "segments" if cases is TEXT else ""
    counts = {
        case: sum(holds(v.input) for v in vectors if of_text in v.input or not of_text) for case, holds in cases.items()
    }
    return counts | {case: _permuted(vectors, case) for case in PERMUTED} if cases is TEXT else counts


def holes() -> list[str]:
    """The edge cases without a vector, a line each."""
    return [
        f"{name}: no vector for the edge case {case}"
        for name in METRIC_NAMES
        for case, count in matrix(name).items()
        if not count
    ]
