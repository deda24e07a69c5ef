"""Entity F1 of tag sequences: an entity is correct if its tokens and its type are predicted.

For each type, tp entities are on both sides, predicted entities in the predictions, and support entities in gold.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import ClassVar

import msgspec

from samescore.base.errors import MetricError, SettingsError
from samescore.base.outcome import Trace
from samescore.data.tagged import Sentences, Tagged
from samescore.metrics.base import MetricFacts, Statistics, Total
from samescore.metrics.kept import Rowless
from samescore.metrics.labels.confusion import ClassCounts
from samescore.metrics.sequences.chunks import chunk_counts, each_token, hyphenated_entities
from samescore.metrics.sequences.continuations import merge_continuations
from samescore.metrics.sequences.readings import read
from samescore.metrics.sequences.spans import SCHEMES, Entity, check_prefixes, lenient, strict
from samescore.metrics.summation import numpy_sum
from samescore.settings import BoolDomain, Choice, Settings, Stage, knob


class EntitySettings(Settings):
    """The knobs of entity F1. The defaults are seqeval's."""

    metric: ClassVar[str] = "entity-f1"

    scheme: str = knob(
        Stage.TOKENS,
        Choice(("lenient", *SCHEMES, "conlleval", "typed", "tokens", "tags", "bio", "bioul", "bmes", "iob-runs")),
        "lenient",
        "How tags are read as entities. lenient: any tags, where a tag that does not fit begins an entity; "
        "iob1, iob2, ioe1, ioe2, iobes, bilou: only entities that are complete in this scheme, and other "
        "prefixes are an error; conlleval: begin and end by the tables of conlleval.pl; typed: begin at B and "
        "S, end at E and S, and a tag without a type is an error; tokens: every token whose tag is not O; "
        "tags: every token, including O, so tags are classes; bio: begin at B, or at an I without a preceding "
        "entity of its type, where the type follows the second character and other first characters are an "
        "error; bioul: from B to L, or U, with the type of the L, and incomplete entities are an error; bmes: "
        "begin at B and S, continue with M and E of the same type, and any other tag, including O, is an "
        "entity; iob-runs: begin at any tag except O, continue with I and L of the same type, and skip "
        "entities without a type (an error for a single token)",
    )
    suffix: bool = knob(Stage.TOKENS, BoolDomain(), False, "Read the prefix at the end of a tag, as in PER-B")
    types: str = knob(
        Stage.TOKENS,
        Choice(("first-hyphen", "last-hyphen")),
        "first-hyphen",
        "Type of a tag (only with scheme=lenient). first-hyphen: the text after the first hyphen that follows "
        "the prefix, or with suffix the text before the last hyphen; last-hyphen: the text after the last "
        "hyphen (or the whole tag if there is none), or with suffix the text before the first hyphen",
    )
    prefixes: str = knob(
        Stage.TOKENS,
        Choice(("any", "iob", "iobes")),
        "any",
        "Tags that are allowed (only with scheme=lenient). any: any tag; iob: O, and tags that begin with B- "
        "or I-; iobes: also tags that begin with E- or S-, and B, I, E and S alone",
    )
    continuations: str = knob(
        Stage.TOKENS,
        Choice(("separate", "merged")),
        "separate",
        "Types that begin with C-. separate: treat them like other types; merged: merge C-X with all entities "
        "of the sentence whose type contains X into one entity of type X, from the first token to the last",
    )
    empty_input: str = knob(
        Stage.STATISTICS,
        Choice(("raise", "raise-no-tokens", "formula")),
        "raise",
        "Input without sentences. raise: an error; raise-no-tokens: an error, also for sentences without "
        "tokens; formula: the value of the formula with all counts 0",
    )
    average: str = knob(
        Stage.AGGREGATION,
        Choice(("micro", "macro", "weighted")),
        "micro",
        "Aggregation over types. micro: score of the summed counts; macro: mean over the types in gold or "
        "predictions; weighted: the same, weighted by support",
    )
    zero_division: str = knob(
        Stage.SMOOTHING,
        Choice(("0", "1", "1e-13", "undefined"), (("nan", "undefined"),)),
        "0",
        "Value of a precision or recall of 0/0, and of a weighted mean without entities. 0: 0; 1: 1; 1e-13: "
        "add 1e-13 to the denominators of precision, recall and F1, so 0/0 is 0; undefined: 0, but the score "
        "is undefined without any entity",
    )
    measure: str = knob(
        Stage.COMBINATION,
        Choice(("f1", "precision", "recall")),
        "f1",
        "Reported measure. f1: harmonic mean of precision and recall (0 if both are 0); precision: precision; "
        "recall: recall",
    )
    f_form: str = knob(
        Stage.COMBINATION,
        Choice(("fractions", "percentages", "counts")),
        "fractions",
        "Formula for F1. fractions: from precision and recall as fractions; percentages: from precision and "
        "recall as percentages; counts: 2 tp / (predicted + gold)",
        rounding=True,
        former=("operands",),
    )
    scale: str = knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "Score of a perfect prediction")

    def check_together(self) -> None:
        if self.suffix and self.scheme not in ("lenient", *SCHEMES):
            raise SettingsError(
                f"scheme={self.scheme} reads prefixes only", hint="set suffix=false, or a different scheme"
            )
        if self.continuations == "merged" and self.scheme in ("conlleval", "typed", "tokens", "tags"):
            raise SettingsError(
                f"scheme={self.scheme} does not merge continuations",
                hint="set continuations=separate, or a different scheme",
            )
        if self.f_form == "counts" and self.zero_division == "1e-13":
            raise SettingsError(
                "zero_division=1e-13 changes precision and recall, which f_form=counts does not use",
                hint="set a different zero_division",
            )


#: The amount that AllenNLP adds to denominators.
_EPSILON = 1e-13


class KeptTags(msgspec.Struct, frozen=True):
    """The tags of both sides, in order; all are kept, as an end without a start may belong to an earlier sentence."""

    grows: ClassVar[str] = "the tags of both sides"

    gold: Sentences
    predicted: Sentences

    @property
    def segments(self) -> int:
        """The number of sentences."""
        return len(self.gold)

    @property
    def memory(self) -> int:
        return 16 * sum(map(len, self.gold)) + 112 * len(self.gold)

    def merge(self, following: KeptTags) -> KeptTags:
        return KeptTags(self.gold + following.gold, self.predicted + following.predicted)


class EntityF1(Rowless[Tagged, EntitySettings]):
    """Entity F1, precision or recall, in 0..1 or 0..100; the macro average of no types is undefined.

    Under ``zero_division=undefined``, any score without entities is undefined, too. Raises `MetricError` for no
    sentences under ``empty_input=raise``, for no tokens under ``raise-no-tokens``, for a prefix that a strict scheme or
    ``prefixes`` does not include, for a tag without a type under ``scheme=typed``, and for a tag that does not fit
    under ``bio``, ``bioul`` or ``iob-runs``. Source: Nakayama 2018, seqeval; Tjong Kim Sang and Buchholz 2000.
    """

    name = "entity-f1"
    title = "Entity F1"
    takes = (Tagged,)
    settings = EntitySettings
    facts = MetricFacts(
        lowest=0,
        highest=1,
        higher_is_better=True,
        stages=("entities", "per_type"),
        inputs="by-kind",
        growth=1,
        plausible={
            "scheme": ("lenient", "iob2", "iobes", "bilou", "conlleval"),
            "average": ("micro", "macro", "weighted"),
            "measure": ("f1", "precision", "recall"),
        },
    )

    def counting(self, settings: EntitySettings) -> EntitySettings:
        """Return the default settings, because no setting affects the kept data."""
        return self.settings()

    def statistics(self, data: Tagged, settings: EntitySettings) -> Statistics:
        return Statistics((), (), KeptTags(data.gold_tags, data.predicted_tags))

    def commutes(self, settings: EntitySettings) -> bool:
        return settings.scheme not in ("lenient", "conlleval")

    def combine(self, total: Total, settings: EntitySettings) -> Trace:
        none = not any(total.kept.gold) if settings.empty_input == "raise-no-tokens" else not total.segments
        if none and settings.empty_input != "formula":
            raise MetricError(
                "the input has no sentences" if settings.empty_input == "raise" else "the input has no tokens",
                hint="write one token with its two tags per line",
                kind="TypeError",
            )
        counts = _counts(total.kept, settings)
        per_type = {name: _score(of_one, settings) for name, of_one in counts.items()}
        stages = {
            "entities": {name: [c.tp, c.predicted, c.support] for name, c in counts.items()},
            "per_type": {name: _scale_score(score, settings) for name, score in per_type.items()},
        }
        return Trace(
            _scale_score(_averaged(list(counts.values()), list(per_type.values()), settings), settings), stages
        )


def _counts(kept: KeptTags, settings: EntitySettings) -> dict[str, ClassCounts]:
    """Return the counts of every type that occurs on either side, sorted by code point.

    Raises `MetricError` for invalid tags.
    """
    if settings.scheme == "conlleval":
        return chunk_counts(kept.gold, kept.predicted)
    return _counts_by_type(read_entities(kept.gold, settings), read_entities(kept.predicted, settings))


def read_entities(sentences: Sentences, settings: EntitySettings) -> set[Entity]:
    """Return the entities in tagged sentences under these settings. Raises `MetricError` for invalid tags."""
    found = _entities(sentences, settings)
    return merge_continuations(found) if settings.continuations == "merged" else found


def _entities(sentences: Sentences, settings: EntitySettings) -> set[Entity]:
    match settings.scheme:
        case "lenient":
            check_prefixes(sentences, settings.prefixes, settings.suffix)
            return lenient(sentences, settings.suffix, settings.types)
        case "typed":
            return hyphenated_entities(sentences)
        case "tokens" | "tags":
            return each_token(sentences, outside=settings.scheme == "tags")
        case "bio" | "bioul" | "bmes" | "iob-runs":
            return read(sentences, settings.scheme)
    return strict(sentences, settings.scheme, settings.suffix)


def _counts_by_type(gold: set[Entity], predicted: set[Entity]) -> dict[str, ClassCounts]:
    right, said, there = (Counter(type_ for *_, type_ in side) for side in (gold & predicted, predicted, gold))
    return {name: ClassCounts(right[name], said[name], there[name]) for name in sorted({*said, *there})}


def _score(c: ClassCounts, settings: EntitySettings) -> float:
    """Return precision, recall or F1: a percentage if ``f_form`` is percentages, else a share."""
    precision, recall = _share(c.tp, c.predicted, settings), _share(c.tp, c.support, settings)
    if settings.measure == "precision":
        return precision
    if settings.measure == "recall":
        return recall
    if settings.f_form == "counts":
        return 2 * c.tp / (c.predicted + c.support) if c.predicted + c.support else _score_without_entities(settings)
    added = _f_unit(settings) * _EPSILON if settings.zero_division == "1e-13" else 0
    return 2 * precision * recall / (precision + recall + added or 1)


def _share(part: int, of: int, settings: EntitySettings) -> float:
    if settings.zero_division == "1e-13":
        return _f_unit(settings) * part / (of + _EPSILON)
    return _f_unit(settings) * part / of if of else _f_unit(settings) * _score_without_entities(settings)


def _score_without_entities(settings: EntitySettings) -> float:
    return float(settings.zero_division == "1")


def _f_unit(settings: EntitySettings) -> int:
    return 100 if settings.f_form == "percentages" else 1


def _scale_score(score: float, settings: EntitySettings) -> float:
    if settings.f_form == "percentages":
        return score if settings.scale == "100" else score / 100
    return 100 * score if settings.scale == "100" else score


def _averaged(types: list[ClassCounts], scores: list[float], settings: EntitySettings) -> float:
    predicted, support = sum(c.predicted for c in types), sum(c.support for c in types)
    if settings.zero_division == "undefined" and not (predicted or support):
        return math.nan
    if settings.average == "micro":
        return _score(ClassCounts(sum(c.tp for c in types), predicted, support), settings)
    if settings.average == "macro":
        return numpy_sum(scores) / len(scores) if scores else math.nan
    if not support:
        undefined = float(settings.zero_division == "1" and not (predicted and settings.measure != "recall"))
        return 100 * undefined if settings.f_form == "percentages" else undefined
    return numpy_sum([score * c.support for score, c in zip(scores, types, strict=True)]) / support


ENTITY_F1 = EntityF1()
