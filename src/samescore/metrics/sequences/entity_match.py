"""Entity match: compare predicted entities with gold by boundaries and types, with credit for overlaps.

It counts the outcomes of MUC-5 (correct, incorrect, partial, missed, spurious) under one of the four matching schemes
of SemEval-2013, task 9.1.
"""

from __future__ import annotations

from typing import ClassVar

from samescore.base.errors import MetricError
from samescore.base.outcome import Trace
from samescore.data.tagged import Tagged
from samescore.metrics.base import MetricFacts, Statistics, Total
from samescore.metrics.kept import Rowless
from samescore.metrics.sequences.entity_f1 import KeptTags
from samescore.metrics.sequences.overlaps import CANDIDATES, MATCHES, outcomes
from samescore.metrics.sequences.tag_runs import READINGS, TagRun, runs
from samescore.settings import Choice, Real, Settings, Stage, knob


class EntityMatchSettings(Settings):
    """The knobs of entity match. The defaults are nervaluate's, with its first result, ``strict``."""

    metric: ClassVar[str] = "entity-match"

    reading: str = knob(
        Stage.TOKENS,
        Choice(READINGS),
        "checked",
        "Tags that begin an entity. checked: B- and I-, and any other tag is an error; any: any tag except O",
    )
    match: str = knob(
        Stage.STATISTICS,
        Choice(MATCHES),
        "strict",
        "When a predicted entity is right. strict: same type and boundaries; exact: same boundaries; partial: "
        "same boundaries, or half right for an overlap; type: same type and any overlap",
    )
    candidates: str = knob(
        Stage.STATISTICS,
        Choice(CANDIDATES),
        "nearest",
        "Gold entity that a prediction is compared with if it overlaps several. nearest: the first, but with "
        "match=type the one of its type with the nearest boundaries, if any; first: the first; every: all of "
        "them, counted once each",
    )
    min_overlap: float = knob(
        Stage.STATISTICS,
        Real(0.0, 100.0),
        1.0,
        "Minimum percentage of a gold entity's tokens that a prediction must overlap (always at least one token)",
    )
    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "formula")),
        "raise",
        "Input without sentences. raise: an error; formula: the value of the formula with all counts 0",
    )
    half_credit: str = knob(
        Stage.COMBINATION,
        Choice(("always", "one-sentence")),
        "always",
        "Credit for a partial match. always: one half; one-sentence: one half if there is only one sentence, "
        "otherwise none",
    )
    measure: str = knob(
        Stage.COMBINATION,
        Choice(("f1", "precision", "recall")),
        "f1",
        "Reported measure. f1: 2 P R / (P + R); precision: precision; recall: recall. A value of 0/0 is 0",
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "Score of a perfect prediction")


class EntityMatch(Rowless[Tagged, EntityMatchSettings]):
    """F1, precision or recall of entities with partial matches, in 0..`scale`; 0 if a side has no entities.

    The trace has the five counts, and for each type its own counts and score, which compare only entities of that type.
    Raises `MetricError` for no sentences under ``empty_input=raise``, and for an entity that starts with a prefix other
    than B- or I- under ``reading=checked``. Source: Chinchor and Sundheim 1993, MUC-5 evaluation metrics; Segura-Bedmar
    et al. 2013, SemEval-2013 task 9.
    """

    name = "entity-match"
    title = "Entity match"
    takes = (Tagged,)
    settings = EntityMatchSettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("counts", "types", "per_type"),
        inputs="by-kind",
        growth=1,
        plausible={
            "match": MATCHES,
            "measure": ("f1", "precision", "recall"),
            "candidates": ("nearest", "every"),
            "half_credit": ("always", "one-sentence"),
        },
    )

    def counting(self, settings: EntityMatchSettings) -> EntityMatchSettings:
        """Return the default settings, because no setting affects the kept data."""
        return self.settings()

    def statistics(self, data: Tagged, settings: EntityMatchSettings) -> Statistics:
        return Statistics((), (), KeptTags(data.gold_tags, data.predicted_tags))

    def commutes(self, settings: EntityMatchSettings) -> bool:
        return True

    def combine(self, total: Total, settings: EntityMatchSettings) -> Trace:
        if not total.segments and settings.empty_input == "raise":
            raise MetricError(
                "the input has no sentences", hint="write one token with its two tags per line", kind="KeyError"
            )
        counts = [0] * 5
        by_type: dict[str, list[int]] = {}
        for gold_tags, predicted_tags in zip(total.kept.gold, total.kept.predicted, strict=True):
            gold, predicted = runs(gold_tags, settings.reading), runs(predicted_tags, settings.reading)
            _add_outcomes(counts, gold, predicted, settings)
            gold_of, predicted_of = _entities_by_type(gold), _entities_by_type(predicted)
            for name in gold_of | predicted_of:
                row = by_type.setdefault(name, [0] * 5)
                _add_outcomes(row, gold_of.get(name, []), predicted_of.get(name, []), settings)
        halves = settings.half_credit == "always" or total.segments == 1
        scale = 100 if settings.scale == "100" else 1
        types = {name: by_type[name] for name in sorted(by_type)}
        per_type = {name: scale * _score(row, halves, settings.measure) for name, row in types.items()}
        return Trace(
            scale * _score(counts, halves, settings.measure), {"counts": counts, "types": types, "per_type": per_type}
        )


def _entities_by_type(entities: list[TagRun]) -> dict[str, list[TagRun]]:
    by_type: dict[str, list[TagRun]] = {}
    for entity in entities:
        by_type.setdefault(entity.type, []).append(entity)
    return by_type


def _add_outcomes(
    counts: list[int], gold: list[TagRun], predicted: list[TagRun], settings: EntityMatchSettings
) -> None:
    """Add the number of entities of a sentence with each outcome to `counts`."""
    for place, count in enumerate(outcomes(gold, predicted, settings.match, settings.candidates, settings.min_overlap)):
        counts[place] += count


def _score(counts: list[int], halves: bool, measure: str) -> float:
    correct, incorrect, partial, missed, spurious = counts
    credit = correct + 0.5 * partial if halves else correct
    predicted, support = correct + incorrect + partial + spurious, correct + incorrect + partial + missed
    precision = credit / predicted if predicted else 0.0
    recall = credit / support if support else 0.0
    if measure == "precision":
        return precision
    if measure == "recall":
        return recall
    return 2 * (precision * recall) / (precision + recall) if precision + recall else 0.0


ENTITY_MATCH = EntityMatch()
