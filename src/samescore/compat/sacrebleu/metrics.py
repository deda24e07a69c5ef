"""sacreBLEU's classes BLEU, CHRF and TER over the native metrics (``sacrebleu.metrics``)."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from samescore.compat.native import Model, corpus_of, one_segment
from samescore.compat.sacrebleu.scores import BLEUScore, CHRFScore, Score, TERScore
from samescore.compat.sacrebleu.signatures import Signature
from samescore.compat.sacrebleu.significance import interval
from samescore.data.corpus import Corpus
from samescore.settings import Settings
from samescore.verbs.scoring.score import NativeScore

#: The newest release that is modelled.
NEWEST = "2.6.0"

Streams = Sequence[Sequence[str | None]]

_LOG = logging.getLogger("sacrebleu")
#: So many hypotheses that end in " ." are probably tokenized.
_TOKENIZED = 100


class Metric:
    """A metric with its arguments; `references`, if given to the class, are used where a call passes None."""

    model: ClassVar[Model] = Model("sacrebleu", NEWEST)

    def __init__(self, references: Streams | None) -> None:
        self._references = references
        self._resampled: dict[str, object] = {}
        self.num_refs: int | None = None
        if references is not None:
            self._count_references(references)

    def corpus_score(self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1) -> Any:
        """Return the score of a corpus against streams of references.

        With `n_bootstrap` above 1, the score also has the mean of so many resamples and their interval. Raises `TypeError`
        for arguments that are not sequences of strings, and `RuntimeError` if there are no references.
        """
        self._check_corpus(hypotheses, references)
        scored = self._score(hypotheses, references or self._references)
        if n_bootstrap > 1:
            texts = self.texts(hypotheses, references)
            scored._mean, scored._ci = interval(self, texts, n_bootstrap, "corpus_score_interval")
            self._resampled = {"bs": n_bootstrap, "seed": os.environ.get("SACREBLEU_SEED", "12345").lower()}
        return scored

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Any:
        """Return the score of one text against its references; raises `TypeError` for other arguments."""
        self._check_sentence(hypothesis, references)
        texts = one_segment(hypothesis, references)
        self.num_refs = len(texts.reference_lines[0])
        return self._result(self.model.score(self._metric, self._entry_point, texts, self._arguments()))

    def get_signature(self) -> Signature:
        """Return the signature of the latest score; raises `ValueError` before the first one."""
        if self.num_refs is None:
            raise ValueError("the signature states the number of references: score something first")
        fields, short = self._signature_fields()
        references = "var" if self.num_refs < 0 else self.num_refs
        return Signature({"nrefs": references, **self._resampled, **fields}, short, self.model.release)

    @property
    def native_settings(self) -> Settings:
        """The settings of the native metric."""
        return self.model.settings(self._metric, self._entry_point, self._arguments())

    def texts(self, hypotheses: Sequence[str], references: Streams | None) -> Corpus:
        """Return hypotheses and references as a corpus; sacreBLEU ignores what is beyond the shortest of them.

        Raises `RuntimeError` if there are no references.
        """
        streams = references or self._references
        if not streams:
            raise RuntimeError("no references were passed, neither to the call nor to the class")
        segments = min(len(hypotheses), *map(len, streams))
        return corpus_of(list(hypotheses[:segments]), [list(stream[:segments]) for stream in streams])

    def _score(self, hypotheses: Sequence[str], references: Streams | None) -> Score:
        texts = self.texts(hypotheses, references)
        if references:
            self._count_references(references)
        return self._result(self.model.score(self._metric, self._entry_point, texts, self._arguments()))

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
            raise TypeError(f"{type(self).__name__}: {problem}")

    def _check_sentence(self, hypothesis: Any, references: Any) -> None:
        problem = ""
        if not isinstance(hypothesis, str):
            problem = "the hypothesis is not a string"
        elif isinstance(references, str) or not isinstance(references, Sequence):
            problem = "references is not a list of strings"
        elif not isinstance(references[0], str | None):
            problem = "the first reference is neither a string nor None"
        if problem:
            raise TypeError(f"{type(self).__name__}: {problem}")

    _metric: ClassVar[str]
    _entry_point: ClassVar[str]

    def _arguments(self) -> Mapping[str, object]:
        raise NotImplementedError

    def _result(self, scored: NativeScore) -> Score:
        raise NotImplementedError

    def _signature_fields(self) -> tuple[dict[str, object], dict[str, str]]:
        """Return the fields of the metric's settings, and the abbreviations of their names."""
        raise NotImplementedError


class BLEU(Metric):
    """BLEU with sacreBLEU's arguments, over the native ``bleu``."""

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZER_DEFAULT = "13a"
    #: The tokenizer of a target language, if none is given.
    _BY_LANGUAGE: ClassVar[dict[str, str]] = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}

    _metric = "bleu"
    _entry_point = "corpus_bleu"

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = 4,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Streams | None = None,
    ) -> None:
        _check_smoothing(smooth_method)
        self._force = force
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_value = smooth_value
        self.smooth_method = smooth_method
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        self.tokenizer_signature = tokenize or self._BY_LANGUAGE.get(trg_lang, self.TOKENIZER_DEFAULT)
        try:
            self.model.settings(self._metric, self._entry_point, {"tokenize": self.tokenizer_signature})
        except ValueError:
            raise KeyError(self.tokenizer_signature) from None
        super().__init__(references)

    @classmethod
    def compute_bleu(
        cls,
        correct: list[int],
        total: list[int],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = 4,
    ) -> BLEUScore:
        """Return the score of the matches and totals of each order, and the lengths of hypotheses and references."""
        _check_smoothing(smooth_method)
        arguments = {
            "smooth_method": smooth_method,
            "smooth_value": smooth_value,
            "max_ngram_order": max_ngram_order,
            "effective_order": effective_order,
        }
        counts = (sys_len, ref_len, *correct[:max_ngram_order], *total[:max_ngram_order])
        scored = cls.model.score_counts("bleu", "corpus_bleu", counts, arguments)
        return _bleu_score(scored, smooth_method, smooth_value)

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Any:
        if not self.effective_order:
            _LOG.warning("sentence BLEU without effective_order is 0 for texts that lack a match of some order")
        return super().sentence_score(hypothesis, references)

    def _score(self, hypotheses: Sequence[str], references: Streams | None) -> Score:
        if not self._force and sum(line.endswith(" .") for line in hypotheses) >= _TOKENIZED:
            _LOG.warning("%d or more hypotheses end in ' .': detokenize them, or pass force=True", _TOKENIZED)
        return super()._score(hypotheses, references)

    def _arguments(self) -> dict[str, object]:
        return {
            "lowercase": self.lowercase,
            "tokenize": self.tokenizer_signature,
            "smooth_method": self.smooth_method,
            "smooth_value": self.smooth_value if self.smooth_method in ("floor", "add-k") else None,
            "max_ngram_order": self.max_ngram_order,
            "effective_order": self.effective_order,
        }

    def _result(self, scored: NativeScore) -> BLEUScore:
        return _bleu_score(scored, self.smooth_method, self.smooth_value)

    def _signature_fields(self) -> tuple[dict[str, object], dict[str, str]]:
        smoothing, default = self.smooth_method, self.SMOOTH_DEFAULTS[self.smooth_method]
        if default is not None:
            smoothing += f"[{default if self.smooth_value is None else self.smooth_value:.2f}]"
        fields: dict[str, object] = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": bool(self.effective_order),
            "tok": self.tokenizer_signature,
            "smooth": smoothing,
        }
        return fields, {"case": "c", "eff": "e", "tok": "tok", "smooth": "s"}


class CHRF(Metric):
    """chrF with sacreBLEU's arguments, over the native ``chrf``."""

    CHAR_ORDER = 6
    WORD_ORDER = 0
    BETA = 2

    _metric = "chrf"
    _entry_point = "corpus_chrf"

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: int = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Streams | None = None,
    ) -> None:
        self.char_order = char_order
        self.word_order = word_order
        self.beta = beta
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        super().__init__(references)

    def _arguments(self) -> dict[str, object]:
        names = ("char_order", "word_order", "beta", "lowercase", "whitespace", "eps_smoothing")
        return {name: getattr(self, name) for name in names}

    def _result(self, scored: NativeScore) -> CHRFScore:
        return CHRFScore(scored.value, self.char_order, self.word_order, self.beta)

    def _signature_fields(self) -> tuple[dict[str, object], dict[str, str]]:
        fields: dict[str, object] = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": not self.eps_smoothing,
            "nc": self.char_order,
            "nw": self.word_order,
            "space": bool(self.whitespace),
        }
        return fields, {"case": "c", "eff": "e", "nc": "nc", "nw": "nw", "space": "s"}


class TER(Metric):
    """TER with sacreBLEU's arguments, over the native ``ter``."""

    _metric = "ter"
    _entry_point = "corpus_ter"

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Streams | None = None,
    ) -> None:
        self.normalized = normalized
        self.no_punct = no_punct
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        super().__init__(references)

    def _arguments(self) -> dict[str, object]:
        names = ("normalized", "no_punct", "asian_support", "case_sensitive")
        return {name: getattr(self, name) for name in names}

    def _result(self, scored: NativeScore) -> TERScore:
        rows = scored.trace.stages["rows"].rows  # edits, shifts, reference words, references
        length = 0.0
        for _, _, words, references in rows:
            length += words / references  # in order, where `sum` compensates rounding errors since Python 3.12
        return TERScore(scored.value, sum(row[0] for row in rows), length)

    def _signature_fields(self) -> tuple[dict[str, object], dict[str, str]]:
        fields: dict[str, object] = {
            "case": "mixed" if self.case_sensitive else "lc",
            "tok": "tercom",
            "norm": self.normalized,
            "punct": not self.no_punct,
            "asian": self.asian_support,
        }
        return fields, {"case": "c", "tok": "t", "norm": "nr", "punct": "pn", "asian": "as"}


METRICS: dict[str, type[Metric]] = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}


def _check_smoothing(method: str) -> None:
    if method not in BLEU.SMOOTH_DEFAULTS:
        raise AssertionError(f"smooth_method={method!r} does not exist; choose from {', '.join(BLEU.SMOOTH_DEFAULTS)}")


def _bleu_score(scored: NativeScore, method: str, value: float | None) -> BLEUScore:
    """Return the result object of a native score; add-k adds to the counts of all orders but the first."""
    stages = scored.trace.stages
    counts, totals = list(stages["matches"]), list(stages["totals"])
    added: Any = BLEU.SMOOTH_DEFAULTS[method] if value is None else value
    if method == "add-k" and any(counts):
        for order in range(1, len(counts)):
            counts[order] += added
            totals[order] += added
            if not totals[order]:
                break
    precisions = _percentages(counts, totals, method, added) if any(counts) else [0.0] * len(counts)
    return BLEUScore(scored.value, counts, totals, precisions, stages["bp"], stages["c"], stages["r"])


def _percentages(counts: Sequence[float], totals: Sequence[float], method: str, added: float | None) -> list[float]:
    """Return the precisions in percent; the native ones are fractions, which are not a hundredth to the last bit."""
    percentages, halved = [0.0] * len(counts), 1.0
    for order, (matches, total) in enumerate(zip(counts, totals, strict=True)):
        if not total:
            break
        if matches:
            percentages[order] = 100.0 * matches / total
        elif method == "exp":
            halved *= 2
            percentages[order] = 100.0 / (halved * total)
        elif method == "floor" and added is not None:
            percentages[order] = 100.0 * added / total
    return percentages
