"""jiwer's alignments and their results (``jiwer.process``)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from samescore.compat.native import Model, before
from samescore.verbs.scoring.alignments import align, counts_of, error_rate, operations

Transform = Callable[[Any], Any]

_TYPES = ("equal", "substitute", "insert", "delete")


@dataclass
class AlignmentChunk:
    """Consecutive edits of one `type`: ``equal``, ``substitute``, ``insert`` or ``delete``, with the units that they span.

    The type ``replace`` becomes ``substitute``. Raises `ValueError` for another type, and for an end before its start.
    """

    type: str
    ref_start_idx: int
    ref_end_idx: int
    hyp_start_idx: int
    hyp_end_idx: int

    def __post_init__(self) -> None:
        if self.type == "replace":
            self.type = "substitute"
        if self.type not in _TYPES:
            raise ValueError(f"type={self.type!r} does not exist; choose {', '.join(_TYPES)}")
        if self.ref_start_idx > self.ref_end_idx or self.hyp_start_idx > self.hyp_end_idx:
            raise ValueError(f"a chunk ends before its start: {self}")


@dataclass
class WordOutput:
    """The words and alignment of each segment, and the error rates and counts of all segments together."""

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    wer: float
    mer: float
    wil: float
    wip: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


@dataclass
class CharacterOutput:
    """The characters and alignment of each segment, and the error rate and counts of all segments together."""

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    cer: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


class Aligned:
    """Aligned references and hypotheses: their units, operations and counts, with the rates of a release.

    Raises `ValueError` if the transforms do not return lists of lists of strings or return different numbers of
    references and hypotheses; before 4.0 for an empty reference; and before 3.1 for an empty word.
    """

    def __init__(self, rates: Rates, reference: Any, hypothesis: Any, transforms: tuple[Transform, Transform]) -> None:
        texts = [reference] if isinstance(reference, str) else reference
        if rates.needs_references and any(len(text) == 0 for text in texts):
            raise ValueError("a reference is an empty string")
        self.references = _units(transforms[0](texts), "reference", need_units=rates.needs_references)
        self.hypotheses = _units(
            transforms[1]([hypothesis] if isinstance(hypothesis, str) else hypothesis), "hypothesis"
        )
        if len(self.references) != len(self.hypotheses):
            raise ValueError(
                f"there are {len(self.references)} references, but {len(self.hypotheses)} hypotheses, after the transforms"
            )
        if rates.needs_words and any("" in units for units in (*self.references, *self.hypotheses)):
            raise ValueError("a word is an empty string, after the transforms")
        self._rates = rates
        self._steps = [
            align(reference, hypothesis, rates.settings["mer"])
            for reference, hypothesis in zip(self.references, self.hypotheses, strict=True)
        ]
        self._counts = counts_of(b"".join(self._steps))
        self.hits, self.substitutions, self.deletions, self.insertions = self._counts

    def rate(self, metric: str) -> float:
        """Return ``wer``, ``mer``, ``wil`` or ``wip`` of all segments.

        As in jiwer, a rate that is not computed by a division is an integer. Raises `ZeroDivisionError` before 4.0 if there
        are no references after the transforms.
        """
        reference_units = self.hits + self.substitutions + self.deletions
        if self._rates.needs_references and not reference_units:
            raise ZeroDivisionError("there are no units to divide by")
        value = error_rate(self._counts, self._rates.settings[metric])
        divided = reference_units and (metric in ("wer", "mer") or self.hits + self.substitutions + self.insertions)
        return value if divided else int(value)

    @property
    def operations(self) -> list[list[tuple[str, int, int, int, int]]]:
        """The alignment of each segment: tuples of a kind of edit and the positions that it spans."""
        return [[*operations(steps)] for steps in self._steps]

    @property
    def alignments(self) -> list[list[AlignmentChunk]]:
        """The operations of each segment as jiwer's objects."""
        return [[AlignmentChunk(*operation) for operation in operations(steps)] for steps in self._steps]


class Rates:
    """The native error rates of a release."""

    def __init__(self, model: Model) -> None:
        self.release = model.release
        self.settings = {name: model.settings(name, name, {}) for name in ("wer", "mer", "wil", "wip")}
        #: Whether a reference without units is an error, and whether an empty word is an error.
        self.needs_references = before(model.release, "4")
        self.needs_words = before(model.release, "3.1")

    def words(self, reference: Any, hypothesis: Any, transforms: tuple[Transform, Transform]) -> WordOutput:
        """Return the result of jiwer's ``process_words``. Raises the errors of `Aligned` and `Aligned.rate`."""
        texts = Aligned(self, reference, hypothesis, transforms)
        return WordOutput(
            references=texts.references,
            hypotheses=texts.hypotheses,
            alignments=texts.alignments,
            wer=texts.rate("wer"),
            mer=texts.rate("mer"),
            wil=texts.rate("wil"),
            wip=texts.rate("wip"),
            hits=texts.hits,
            substitutions=texts.substitutions,
            insertions=texts.insertions,
            deletions=texts.deletions,
        )

    def characters(self, reference: Any, hypothesis: Any, transforms: tuple[Transform, Transform]) -> CharacterOutput:
        """Return the result of jiwer's ``process_characters``. Raises the errors of `Aligned` and `Aligned.rate`."""
        texts = Aligned(self, reference, hypothesis, transforms)
        return CharacterOutput(
            references=texts.references,
            hypotheses=texts.hypotheses,
            alignments=texts.alignments,
            cer=texts.rate("wer"),
            hits=texts.hits,
            substitutions=texts.substitutions,
            insertions=texts.insertions,
            deletions=texts.deletions,
        )


def _units(transformed: Any, side: str, *, need_units: bool = False) -> list[list[str]]:
    """Return `transformed`, the units of each text, after checking it.

    Raises `ValueError` unless it is a list of lists of strings, and with `need_units` for a text without units.
    """
    if not isinstance(transformed, list) or not all(map(_are_units, transformed)):
        raise ValueError(f"the transforms must turn each {side} into a list of strings, its words or characters")
    if need_units and not all(transformed):
        raise ValueError(f"a {side} has no words after the transforms")
    return transformed


def _are_units(units: Any) -> bool:
    return isinstance(units, list) and all(issubclass(kind, str) for kind in set(map(type, units)))
