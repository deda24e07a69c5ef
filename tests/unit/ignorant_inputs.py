"""Inputs as implementations that ignore a part of them see them; the axioms must detect each of these."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from samescore import (
    Annotations,
    Choices,
    ClassScores,
    Comparison,
    InstructedResponses,
    Labels,
    LabelSets,
    Ratings,
    Rewrites,
    SampledResponses,
    ScoredLabels,
    SupportedAnswers,
    Tagged,
    TokenLogProbs,
    Verdicts,
)
from samescore.data.kinds import Data, from_plain

_FIXED = "the cat sat on the mat near the old door"


def _plain(change: Callable[[dict[str, Any]], None]) -> Callable[[Data], Data]:
    """Return a function that returns an input with `change` applied to its JSON form."""

    def changed(data: Data) -> Data:
        plain = data.plain()
        change(plain)
        return from_plain(plain)

    return changed


def _each(change: Callable[[dict[str, Any]], None]) -> Callable[[Data], Data]:
    """Return a function that applies `change` to each segment or question of an input."""

    def every(plain: dict[str, Any]) -> None:
        fields = ("segments", "items", "rewrites", "supported_answers", "sampled_responses", "instructed_responses")
        for part in next((plain[field] for field in fields if field in plain), ()):
            change(part)

    return _plain(every)


def _only(part: slice) -> Callable[[Data], Data]:
    """Return a function that returns an input with only some of its segments, items or sequences."""

    def some(plain: dict[str, Any]) -> None:
        for field, parts in plain.items():
            if isinstance(parts, list):
                plain[field] = parts[part]

    return _plain(some)


def _letters(line: str) -> str:
    return " ".join("x" * len(word) for word in line.split())


def _set(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda part: part.update(fields)


def _lengths(segment: dict[str, Any]) -> None:
    segment["hypothesis"] = _letters(segment["hypothesis"])
    segment["references"] = [_letters(line) for line in segment["references"]]


def _cut(segment: dict[str, Any], words: int) -> None:
    segment["hypothesis"] = " ".join(segment["hypothesis"].split()[:words])
    segment["references"] = [" ".join(line.split()[:words]) for line in segment["references"]]


def _reference(part: slice) -> Callable[[Data], Data]:
    return _each(lambda segment: segment.update(references=segment["references"][part]))


def _alternating(plain: dict[str, Any], field: str, values: Sequence[Any]) -> None:
    plain[field] = [values[i % 2] for i in range(len(plain[field]))]


def _in_systems(part: slice) -> Callable[[Data], Data]:
    """Return a function that returns a comparison with only some segments of both systems."""
    return _plain(lambda plain: [system.update(scores=system["scores"][part]) for system in plain["systems"]])  # type: ignore[arg-type]


def _columns(plain: dict[str, Any], part: slice) -> None:
    plain.update({side: [row[part] for row in rows] for side, rows in plain.items()})


def _rows(plain: dict[str, Any], part: slice) -> None:
    plain.update({field: values[part] for field, values in plain.items() if field != "classes"})


def _sides(plain: dict[str, Any], part: slice) -> None:
    plain.update({field: values[part] for field, values in plain.items()})


def _rating(plain: dict[str, Any], side: str) -> None:
    """Rate every other output 100 on this side, and the others 0."""
    plain[side] = [[100 * (i % 2) for i in range(len(row))] for row in plain[side]]


def _fixed_tags(plain: dict[str, Any], side: str) -> None:
    """Make every other token of this side an entity."""
    plain[side] = [["B-PER" if i % 2 else "O" for i in range(len(row))] for row in plain[side]]


OF_TEXTS = {
    "only the first segment": _only(slice(1)),
    "only the last segment": _only(slice(-1, None)),
    "only lengths": _each(_lengths),
    "only references": _each(_set(hypothesis=_FIXED)),
}
OF_REFERENCES = {
    "only hypotheses": _each(_set(references=[_FIXED])),
    "only the first reference": _reference(slice(1)),
    "only the last reference": _reference(slice(-1, None)),
}
OF_LARGE_TEXTS = {
    "only 64 segments": _only(slice(64)),
    "only 128 words": _each(lambda segment: _cut(segment, 128)),
    "only 128 references": _reference(slice(128)),
}
#: Parts that an implementation may ignore, for kinds of input that are more than columns.
_SPECIAL: dict[type, dict[str, Callable[[Data], Data]]] = {
    Labels: {
        "only the first items": _only(slice(2)),
        "only the last items": _only(slice(-2, None)),
        "only 512 items": _only(slice(512)),
        "only gold": _plain(lambda plain: _alternating(plain, "predicted", "10")),
        "only predicted": _plain(lambda plain: _alternating(plain, "gold", "10")),
    },
    ScoredLabels: {
        "only the first items": _only(slice(8)),
        "only 1,024 items": _only(slice(1024)),
        "only gold": _plain(lambda plain: _alternating(plain, "scores", (0.25, 0.75))),
        "only scores": _plain(lambda plain: _alternating(plain, "gold", (0, 1))),
    },
    TokenLogProbs: {
        "only the first sequence": _only(slice(1)),
        "only the last sequence": _only(slice(-1, None)),
        "only lengths": _plain(lambda plain: plain.update(logprobs=[[-1.0] * len(row) for row in plain["logprobs"]])),
    },
    Comparison: {
        "only the first system": _plain(lambda plain: plain.update(systems=[plain["systems"][0]] * 2)),
        "only the second system": _plain(lambda plain: plain.update(systems=[plain["systems"][1]] * 2)),
        "only the first segments": _in_systems(slice(4)),
        "only the last segments": _in_systems(slice(4, None)),
    },
    Ratings: {
        "only the first items": _plain(lambda plain: _columns(plain, slice(3))),
        "only the last items": _plain(lambda plain: _columns(plain, slice(-3, None))),
        "only the metric": _plain(lambda plain: _rating(plain, "human_scores")),
        "only people": _plain(lambda plain: _rating(plain, "metric_scores")),
    },
    Rewrites: {
        **OF_TEXTS,
        **OF_REFERENCES,
        "only hypotheses and references": _each(_set(source=_FIXED)),
    },
    SampledResponses: {
        "only the first question": _only(slice(1)),
        "only the last question": _only(slice(-1, None)),
        "only the last response": _each(lambda asked: asked.update(responses=asked["responses"][-1:])),
        "only responses": _each(_set(references=[_FIXED])),
        "only right answers": _each(_set(responses=[_FIXED])),
    },
    Verdicts: {
        "only the first question": _only(slice(1)),
        "only the last question": _only(slice(-1, None)),
        "only the first sample": _plain(lambda plain: plain.update(verdicts=[row[:1] for row in plain["verdicts"]])),
        "only the last sample": _plain(lambda plain: plain.update(verdicts=[row[-1:] for row in plain["verdicts"]])),
        "only the numbers of samples": _plain(
            lambda plain: plain.update(verdicts=[[1] * len(row) for row in plain["verdicts"]])
        ),
    },
    InstructedResponses: {
        "only the first prompt": _only(slice(1)),
        "only the last prompt": _only(slice(-1, None)),
        "only responses": _each(
            lambda prompt: prompt.update(kwargs=[{}], instruction_id_list=["punctuation:no_comma"])
        ),
        "only instructions": _each(_set(response=_FIXED)),
        "no arguments": _each(lambda prompt: prompt.update(kwargs=[{"keywords": ["dog"]}, {}])),
    },
    SupportedAnswers: {
        "only the first question": _only(slice(1)),
        "only the last question": _only(slice(-1, None)),
        "only answers": _each(_set(facts=[["a", 0]], gold_facts=[["a", 0]])),
        "only facts": _each(_set(answer=_FIXED, gold_answer=_FIXED)),
        "only predictions": _each(_set(gold_answer=_FIXED, gold_facts=[["a", 0]])),
        "only right answers": _each(_set(answer=_FIXED, facts=[["a", 0]])),
    },
    ClassScores: {
        "only the first items": _plain(lambda plain: _rows(plain, slice(4))),
        "only the last items": _plain(lambda plain: _rows(plain, slice(-4, None))),
        "only gold": _plain(lambda plain: plain.update(class_scores=[[0.5, 0.25, *[0.025] * 10]] * len(plain["gold"]))),
        "only scores": _plain(lambda plain: _alternating(plain, "gold", "ab")),
    },
    LabelSets: {
        "only the first items": _only(slice(3)),
        "only the last items": _only(slice(-3, None)),
        "only the first label": _plain(
            lambda plain: plain.update(
                {side: [row[:1] for row in plain[side]] for side in ("gold_sets", "predicted_sets")}
            )
        ),
    },
    Annotations: {
        "only the first items": _plain(lambda plain: _columns(plain, slice(3))),
        "only the last items": _plain(lambda plain: _columns(plain, slice(-3, None))),
    },
    Tagged: {
        "only the first sentence": _only(slice(1)),
        "only the last sentence": _only(slice(-1, None)),
        "only gold": _plain(lambda plain: _fixed_tags(plain, "predicted_tags")),
        "only predicted": _plain(lambda plain: _fixed_tags(plain, "gold_tags")),
    },
    Choices: {
        "only the first item": _only(slice(1)),
        "only the last item": _only(slice(-1, None)),
        "only log-likelihoods": _each(_set(gold=0)),
        "only gold": _each(_set(logprobs=[-1.0, -2.0, -3.0])),
    },
}


def ignorant_of(kind: type[Data]) -> dict[str, Callable[[Data], Data]]:
    """Return functions that remove parts of a kind of input which an implementation may ignore: some entries, or a field."""
    fields = {f"without {field}": _plain(partial(_constant, field=field)) for field in kind.FIELDS}
    entries = {"only the first entries": _entries(slice(2)), "only the last entries": _entries(slice(-2, None))}
    return _SPECIAL.get(kind, {**entries, **fields})


def _constant(plain: dict[str, Any], field: str) -> None:
    """Replace the values of a field by its first and last values, in turn."""
    _alternating(plain, field, (plain[field][0], plain[field][-1]))


def _entries(part: slice) -> Callable[[Data], Data]:
    return lambda data: data.of_entries(data.entries()[part])
