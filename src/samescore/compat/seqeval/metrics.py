"""seqeval's functions backed by the native entity F1 (``seqeval.metrics.sequence_labeling`` and ``seqeval.metrics.v1``)."""

from __future__ import annotations

import warnings
from collections.abc import Collection
from typing import Any

from samescore.base.errors import MetricError
from samescore.compat.native import Model, with_native_errors
from samescore.compat.seqeval.schemes import Token, name_of
from samescore.compat.seqeval.scores import EntityScores, Scores, Tags, check_consistent_length
from samescore.verbs.scoring.entities import TaggedEntity, detected_scheme, entities

_ALL = ("precision", "recall", "f-score")
_PREFIXES = ("B", "I", "E", "S")


class V1:
    """The functions of ``seqeval.metrics.v1``, which read entities under a scheme."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def precision_recall_fscore_support(
        self,
        y_true: Tags,
        y_pred: Tags,
        *,
        average: str | None = None,
        warn_for: Collection[str] = _ALL,
        beta: float = 1.0,
        sample_weight: Any = None,
        zero_division: Any = "warn",
        scheme: Any = None,
        suffix: bool = False,
    ) -> Scores:
        """Return precision, recall, F and support of entities under a scheme, with scores in 0..1.

        Without an `average`, each is an array with a value for each entity type; with one, each is a number.
        `sample_weight` has no effect. Raises `TypeError` for inputs that are not lists of lists or have no sentences,
        and for a scheme that is not a class; `ValueError` for different lengths, an unknown average, a negative `beta`,
        and a prefix that the scheme lacks; `KeyError` for a prefix that no scheme has; `IndexError` for an empty tag;
        and `NotImplementedError` for other schemes and for `beta` other than 1 and infinity. Source:
        ``seqeval.metrics.v1.precision_recall_fscore_support``.
        """
        found = self._read(y_true, y_pred, name_of(scheme), suffix, zero_division)
        return found.scores(average, beta, warn_for)

    def classification_report(
        self,
        y_true: Tags,
        y_pred: Tags,
        *,
        sample_weight: Any = None,
        digits: int = 2,
        output_dict: bool = False,
        zero_division: Any = "warn",
        suffix: bool = False,
        scheme: Any = None,
    ) -> Any:
        """Return a report of precision, recall, F1 and support, as text or with `output_dict` as dictionaries.

        A scheme of None is inferred from the gold tags. Raises the errors of `precision_recall_fscore_support`, and
        `ValueError` if no scheme fits, or if a text would have no entities. Source:
        ``seqeval.metrics.v1.classification_report``.
        """
        if isinstance(scheme, type) and scheme.__name__ != Token.__name__:
            name = name_of(scheme)
        else:
            check_consistent_length(y_true, y_pred)
            name = _detected(y_true, suffix)
        found = self._read(y_true, y_pred, name, suffix, zero_division)
        return found.report(digits, output_dict=output_dict)

    def unique_labels(self, y_true: Tags, y_pred: Tags, scheme: Any, suffix: bool = False) -> list[str]:
        """Return the sorted types of all gold and predicted entities under a scheme.

        Raises the errors of `precision_recall_fscore_support` for tags and schemes. Source:
        ``seqeval.metrics.v1.unique_labels``.
        """
        sides = (_entities(self._model, side, suffix, scheme=name_of(scheme)) for side in (y_true, y_pred))
        return sorted({entity.type for side in sides for entity in side})

    def _read(self, gold: Tags, predicted: Tags, scheme: str, suffix: bool, zero: Any) -> EntityScores:
        return EntityScores(self._model, gold, predicted, scheme=scheme, suffix=suffix, zero=zero)


class SequenceLabeling:
    """The functions of ``seqeval.metrics.sequence_labeling``, which read entities leniently, or under a scheme."""

    def __init__(self, model: Model, v1: V1) -> None:
        self._model, self._v1 = model, v1

    def accuracy_score(self, y_true: Any, y_pred: Any) -> float:
        """Return the share of gold tags that equal the predicted tag at their position, in 0..1.

        Gold tags without a predicted tag count as wrong; surplus predicted tags are ignored. Raises `ZeroDivisionError`
        if there are no gold tags. Source: ``seqeval.metrics.accuracy_score``.
        """
        gold, predicted = _flat(y_true, y_pred)
        return sum(one == other for one, other in zip(gold, predicted, strict=False)) / len(gold)

    def precision_score(
        self,
        y_true: Tags,
        y_pred: Tags,
        *,
        average: str | None = "micro",
        suffix: bool = False,
        mode: str | None = None,
        sample_weight: Any = None,
        zero_division: Any = "warn",
        scheme: Any = None,
    ) -> Any:
        """Return the precision of entities, in 0..1; with ``average=None``, an array of the precision of each type.

        Entities are read strictly only with ``mode="strict"`` and a `scheme`. Raises the errors of
        `V1.precision_recall_fscore_support`. Source: ``seqeval.metrics.precision_score``.
        """
        return self._scores(y_true, y_pred, average, suffix, mode, zero_division, scheme, "precision")[0]

    def recall_score(
        self,
        y_true: Tags,
        y_pred: Tags,
        *,
        average: str | None = "micro",
        suffix: bool = False,
        mode: str | None = None,
        sample_weight: Any = None,
        zero_division: Any = "warn",
        scheme: Any = None,
    ) -> Any:
        """Return the recall of entities, in 0..1, with the arguments and errors of `precision_score`.

        Source: ``seqeval.metrics.recall_score``.
        """
        return self._scores(y_true, y_pred, average, suffix, mode, zero_division, scheme, "recall")[1]

    def f1_score(
        self,
        y_true: Tags,
        y_pred: Tags,
        *,
        average: str | None = "micro",
        suffix: bool = False,
        mode: str | None = None,
        sample_weight: Any = None,
        zero_division: Any = "warn",
        scheme: Any = None,
    ) -> Any:
        """Return F1 of entities, in 0..1, with the arguments and errors of `precision_score`.

        Source: ``seqeval.metrics.f1_score``.
        """
        return self._scores(y_true, y_pred, average, suffix, mode, zero_division, scheme, "f-score")[2]

    def _scores(
        self,
        gold: Tags,
        predicted: Tags,
        average: str | None,
        suffix: bool,
        mode: str | None,
        zero: Any,
        scheme: Any,
        score: str,
    ) -> Scores:
        strict = mode == "strict" and scheme
        found = self._read(gold, predicted, name_of(scheme) if strict else "lenient", suffix, zero)
        return found.scores(average, 1, (score,))

    def precision_recall_fscore_support(
        self,
        y_true: Tags,
        y_pred: Tags,
        *,
        average: str | None = None,
        warn_for: Collection[str] = _ALL,
        beta: float = 1.0,
        sample_weight: Any = None,
        zero_division: Any = "warn",
        suffix: bool = False,
    ) -> Scores:
        """Return precision, recall, F and support of leniently read entities; see `V1.precision_recall_fscore_support`.

        Source: ``seqeval.metrics.sequence_labeling.precision_recall_fscore_support``.
        """
        return self._read(y_true, y_pred, "lenient", suffix, zero_division).scores(average, beta, warn_for)

    def performance_measure(self, y_true: Any, y_pred: Any) -> dict[str, int]:
        """Return counts of tags: TP (equal, not O), FP (wrong, predicted not O), FN (wrong, predicted O), TN (both O).

        Surplus tags of the longer side are ignored. Source: ``seqeval.metrics.performance_measure``.
        """
        pairs = [*zip(*_flat(y_true, y_pred), strict=False)]
        return {
            "TP": sum(gold == said != "O" for gold, said in pairs),
            "FP": sum(gold != said != "O" for gold, said in pairs),
            "FN": sum(gold != "O" and said == "O" for gold, said in pairs),
            "TN": sum(gold == said == "O" for gold, said in pairs),
        }

    def classification_report(
        self,
        y_true: Tags,
        y_pred: Tags,
        digits: int = 2,
        suffix: bool = False,
        output_dict: bool = False,
        mode: str | None = None,
        sample_weight: Any = None,
        zero_division: Any = "warn",
        scheme: Any = None,
    ) -> Any:
        """Return a report of precision, recall, F1 and support, as text or with `output_dict` as dictionaries.

        With ``mode="strict"``, equal to `V1.classification_report`. Otherwise entities are read leniently, and `scheme`
        has no effect. Raises the errors of `V1.classification_report`. Source:
        ``seqeval.metrics.classification_report``.
        """
        if mode == "strict":
            return self._v1.classification_report(
                y_true,
                y_pred,
                digits=digits,
                output_dict=output_dict,
                zero_division=zero_division,
                suffix=suffix,
                scheme=scheme,
            )
        return self._read(y_true, y_pred, "lenient", suffix, zero_division).report(digits, output_dict=output_dict)

    def get_entities(self, seq: Any, suffix: bool = False) -> list[tuple[str, int, int]]:
        """Return the type, first and last position of each entity in tags, or in sentences of tags, read leniently.

        Positions count across sentences, and the end of each sentence counts as one position. Issues a `UserWarning`
        for malformed tags. Raises `IndexError` for an empty tag. Source:
        ``seqeval.metrics.sequence_labeling.get_entities``.
        """
        sentences = seq if any(isinstance(part, list) for part in seq) else [seq]
        _warn_of_tags(sentences, suffix)
        starts, following = [], 0
        for sentence in sentences:
            starts.append(following)
            following += len(sentence) + 1
        return [
            (entity.type, starts[entity.first[0]] + entity.first[1], starts[entity.last[0]] + entity.last[1])
            for entity in _entities(self._model, sentences, suffix)
        ]

    def _read(self, gold: Tags, predicted: Tags, scheme: str, suffix: bool, zero: Any) -> EntityScores:
        found = EntityScores(self._model, gold, predicted, scheme=scheme, suffix=suffix, zero=zero)
        if scheme == "lenient":
            _warn_of_tags([*gold, *predicted], suffix)
        return found


def _entities(model: Model, sentences: Tags, suffix: bool, scheme: str = "") -> list[TaggedEntity]:
    if any(not tag for sentence in sentences for tag in sentence):
        raise IndexError("a tag is empty")
    like = model.like("f1_score_strict" if scheme else "f1_score", {})
    knobs = {"scheme": scheme} if scheme else {}
    return with_native_errors(lambda: entities(sentences, like=like, suffix=bool(suffix), **knobs))


def _detected(gold: Tags, suffix: bool) -> str:
    """Return the scheme that the gold tags follow. Raises `ValueError` if they follow none."""
    try:
        return detected_scheme(gold, suffix)
    except MetricError as problem:
        raise ValueError(f"This scheme is not supported: {problem.message}") from None


def _flat(gold: Any, predicted: Any) -> tuple[list[str], list[str]]:
    if any(isinstance(part, list) for part in gold):
        return [tag for tags in gold for tag in tags], [tag for tags in predicted for tag in tags]
    return gold, predicted


def _warn_of_tags(sentences: Tags, suffix: bool) -> None:
    for tag in dict.fromkeys(tag for sentence in sentences for tag in sentence):
        prefix, hyphen = (tag[-1:], tag[-2:-1]) if suffix else (tag[:1], tag[1:2])
        if tag not in ("O", *_PREFIXES) and not (prefix in _PREFIXES and hyphen == "-"):
            warnings.warn(f"{tag} seems not to be NE tag.", UserWarning, stacklevel=4)
