"""The base of sacreBLEU's metrics: references, checks of arguments, and signatures (``sacrebleu.metrics.base``)."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from samescore.compat.native import Model, before, corpus_of, one_segment
from samescore.compat.sacrebleu.scores import Score
from samescore.compat.sacrebleu.signatures import Signature
from samescore.compat.sacrebleu.significance import interval
from samescore.data.corpus import Corpus
from samescore.settings import Settings
from samescore.verbs.scoring.score import NativeScore

#: The newest release that is modelled.
NEWEST = "2.6.0"

Streams = Sequence[Sequence[str | None]]

#: Methods of sacreBLEU's classes that are not called here: a subclass that overrides one would have no effect.
_HOOKS = (
    "_preprocess_segment",
    "_extract_reference_info",
    "_extract_corpus_statistics",
    "_compute_segment_statistics",
    "_compute_score_from_stats",
    "_aggregate_and_compute",
)


class Metric:
    """A metric with its arguments; `references`, if given to the class, are used where a call passes None.

    Arguments are fixed when an object is made. Raises `TypeError` for a subclass that overrides a method that is not
    called here.
    """

    model: ClassVar[Model] = Model("sacrebleu", NEWEST)

    def __init_subclass__(cls) -> None:
        if hooks := [name for name in _HOOKS if name in vars(cls)]:
            raise TypeError(f"samescore.compat does not call {hooks[0]}, so {cls.__name__} would have no effect")

    def __init__(self, references: Streams | None) -> None:
        self._given = self._arguments()
        self._references = [] if references is None else [list(stream) for stream in references]
        self._resampled: dict[str, object] = {}
        self.num_refs: int | None = None
        if self._references:
            self._count_references(self._references)

    @property
    def tokenizer(self) -> Any:
        """Always raises `AttributeError`: tokenizers are not offered as objects, and cannot be replaced."""
        raise AttributeError("samescore.compat does not offer tokenizers as objects")

    def corpus_score(self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1) -> Any:
        """Return the score of a corpus with streams of references, by default the references given to the class.

        With `n_bootstrap` above 1, the score also has the mean of that number of resamples, and their interval. Raises
        `TypeError` for arguments that are not sequences of strings (`RuntimeError` before 2.2), `RuntimeError` if there
        are no references, `IndexError` for empty lists, and `ValueError` for data that the model does not cover.
        """
        self._check_corpus(hypotheses, references)
        streams = [] if references is None else [list(stream) for stream in references]
        texts = self.texts(hypotheses, streams)
        if streams:
            self._count_references(streams)
        scored = self._result(self.model.score(self._metric, self._entry_point, texts, self._given))
        if n_bootstrap > 1:
            scored._mean, scored._ci = interval(self, texts, int(n_bootstrap), "corpus_score_interval")
            self._resampled = {"bs": n_bootstrap, "seed": os.environ.get("SACREBLEU_SEED", "12345").lower()}
        return scored

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Any:
        """Return the score of one text with its references. Raises the errors of `corpus_score`."""
        self._check_sentence(hypothesis, references)
        texts = one_segment(hypothesis, references)
        self.num_refs = len(texts.reference_lines[0])
        return self._result(self.model.score(self._metric, self._entry_point, texts, self._given))

    def get_signature(self) -> Signature:
        """Return the signature of the latest score. Raises `ValueError` if nothing has been scored."""
        if self.num_refs is None:
            raise ValueError("the signature states the number of references: score something first")
        fields, short = self._signature_fields()
        references = "var" if self.num_refs < 0 else self.num_refs
        return Signature({"nrefs": references, **self._resampled, **fields}, short, self.model.release)

    @property
    def native_settings(self) -> Settings:
        """The settings of the native metric."""
        return self.model.settings(self._metric, self._entry_point, self._given)

    def texts(self, hypotheses: Sequence[str], references: Streams) -> Corpus:
        """Return hypotheses and streams of references as a corpus.

        As in sacreBLEU, lines beyond the shortest list are ignored. An empty `references` stands for the references
        given to the class. Raises `RuntimeError` if there are no references.
        """
        streams = references or self._references
        if not streams:
            raise RuntimeError("no references were passed, neither to the call nor to the class")
        lines = list(hypotheses)
        segments = min(len(lines), *map(len, streams))
        return corpus_of(lines[:segments], [stream[:segments] for stream in streams])

    def _count_references(self, references: Streams) -> None:
        counts = {sum(line is not None for line in lines) for lines in zip(*references, strict=False)}
        self.num_refs = counts.pop() if len(counts) == 1 else -1

    def _check_corpus(self, hypotheses: Any, references: Any) -> None:
        problem = ""
        if not isinstance(hypotheses, Sequence):
            problem = "hypotheses is not a sequence"
        elif not isinstance(hypotheses[0], str):
            problem = "the first hypothesis is not a string"
        elif any(line is None for line in hypotheses):
            problem = "a hypothesis is None"
        if references is not None:
            if not isinstance(references, Sequence):
                problem = "references is not a sequence of streams"
            elif not isinstance(references[0], Sequence):
                problem = "the first stream of references is not a sequence"
            elif not isinstance(references[0][0], str | None):
                problem = "the first reference is neither a string nor None"
        if problem:
            kind = RuntimeError if before(self.model.release, "2.2") else TypeError
            raise kind(f"{type(self).__name__}: {problem}")

    def _check_sentence(self, hypothesis: Any, references: Any) -> None:
        problem = ""
        if not isinstance(hypothesis, str):
            problem = "the hypothesis is not a string"
        elif isinstance(references, str) or not isinstance(references, Sequence):
            problem = "references is not a list of strings"
        elif not isinstance(references[0], str | None):
            problem = "the first reference is neither a string nor None"
        if problem:
            kind = RuntimeError if before(self.model.release, "2.2") else TypeError
            raise kind(f"{type(self).__name__}: {problem}")

    _metric: ClassVar[str]
    _entry_point: ClassVar[str]

    def _arguments(self) -> Mapping[str, object]:
        raise NotImplementedError

    def _result(self, scored: NativeScore) -> Score:
        raise NotImplementedError

    def _signature_fields(self) -> tuple[dict[str, object], dict[str, str]]:
        """Return the fields of the metric's settings, and the abbreviations of their names."""
        raise NotImplementedError
