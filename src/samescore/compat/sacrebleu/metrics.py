"""sacreBLEU's classes BLEU, CHRF and TER backed by the native metrics (``sacrebleu.metrics``)."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar

from samescore.compat.native import before
from samescore.compat.sacrebleu.base import Metric, Streams
from samescore.compat.sacrebleu.scores import BLEUScore, CHRFScore, TERScore
from samescore.data.corpus import Corpus
from samescore.verbs.scoring.score import NativeScore

_LOG = logging.getLogger("sacrebleu")
#: Minimum number of hypotheses ending in " ." that causes a warning about tokenized hypotheses.
_TOKENIZED = 100


class BLEU(Metric):
    """BLEU with sacreBLEU's arguments, backed by the native ``bleu``.

    Raises `AssertionError` for an unknown smoothing method, and `KeyError` for an unknown tokenizer.
    """

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZER_DEFAULT = "13a"
    TOKENIZERS = ("none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab", "flores101", "flores200", "spBLEU-1K")
    #: The default tokenizer by target language, since 2.2; `TOKENIZER_DEFAULT` for the other languages.
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
        by_language = {} if before(self.model.release, "2.2") else self._BY_LANGUAGE
        usual = by_language.get(trg_lang, self.TOKENIZER_DEFAULT)
        self.tokenizer_signature = usual if tokenize is None else tokenize
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
        """Return BLEU from the matches and totals of each order, and the lengths of hypotheses and references.

        Raises `AssertionError` for an unknown smoothing method.
        """
        _check_smoothing(smooth_method)
        arguments = {
            "smooth_method": smooth_method,
            "smooth_value": _number(smooth_value),
            "max_ngram_order": index(max_ngram_order),
            "effective_order": bool(effective_order),
        }
        counts = (sys_len, ref_len, *correct[:max_ngram_order], *total[:max_ngram_order])
        scored = cls.model.score_counts("bleu", "corpus_bleu", counts, arguments)
        made = _bleu_score(scored, smooth_method, smooth_value)
        made.counts += correct[max_ngram_order:]
        made.totals += total[max_ngram_order:]
        return made

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Any:
        if not self.effective_order:
            _LOG.warning("sentence BLEU without effective_order is 0 for texts that lack a match of some order")
        return super().sentence_score(hypothesis, references)

    def texts(self, hypotheses: Sequence[str], references: Streams) -> Corpus:
        texts = super().texts(hypotheses, references)
        if not self._force and sum(line.endswith(" .") for line in texts.hypothesis_lines) >= _TOKENIZED:  # type: ignore[union-attr]
            _LOG.warning("%d or more hypotheses end in ' .': detokenize them, or pass force=True", _TOKENIZED)
        return texts

    def _arguments(self) -> dict[str, object]:
        return {
            "lowercase": bool(self.lowercase),
            "tokenize": self.tokenizer_signature,
            "smooth_method": self.smooth_method,
            "smooth_value": _number(self.smooth_value) if self.smooth_method in ("floor", "add-k") else None,
            "max_ngram_order": index(self.max_ngram_order),
            "effective_order": bool(self.effective_order),
        }

    def _result(self, scored: NativeScore) -> BLEUScore:
        return _bleu_score(scored, self.smooth_method, self.smooth_value)

    def _signature_fields(self) -> tuple[dict[str, object], dict[str, str]]:
        smoothing, default = self.smooth_method, self.SMOOTH_DEFAULTS[self.smooth_method]
        if default is not None:
            smoothing += f"[{default if self.smooth_value is None else self.smooth_value:.2f}]"
        fields: dict[str, object] = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "yes" if self.effective_order else "no",
            "tok": self.tokenizer_signature,
            "smooth": smoothing,
        }
        return fields, {"case": "c", "eff": "e", "tok": "tok", "smooth": "s"}


class CHRF(Metric):
    """chrF with sacreBLEU's arguments, backed by the native ``chrf``."""

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
        return {
            "char_order": index(self.char_order),
            "word_order": index(self.word_order),
            "beta": _number(self.beta),
            "lowercase": bool(self.lowercase),
            "whitespace": bool(self.whitespace),
            "eps_smoothing": bool(self.eps_smoothing),
        }

    def _result(self, scored: NativeScore) -> CHRFScore:
        return CHRFScore(scored.value, self.char_order, self.word_order, self.beta)

    def _signature_fields(self) -> tuple[dict[str, object], dict[str, str]]:
        fields: dict[str, object] = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "no" if self.eps_smoothing else "yes",
            "nc": self.char_order,
            "nw": self.word_order,
            "space": "yes" if self.whitespace else "no",
        }
        return fields, {"case": "c", "eff": "e", "nc": "nc", "nw": "nw", "space": "s"}


class TER(Metric):
    """TER with sacreBLEU's arguments, backed by the native ``ter``."""

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
        return {name: bool(getattr(self, name)) for name in names}

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


def _number(value: Any) -> float | int | None:
    """Return None and Python's integers unchanged, and any other number as a float."""
    return value if value is None or type(value) is int else float(value)


def _check_smoothing(method: str) -> None:
    if method not in BLEU.SMOOTH_DEFAULTS:
        raise AssertionError(f"smooth_method={method!r} does not exist; choose from {', '.join(BLEU.SMOOTH_DEFAULTS)}")


def _bleu_score(scored: NativeScore, method: str, value: float | None) -> BLEUScore:
    """Return the result object of a native score; its counts and totals include the smoothing by add-k."""
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
    """Return the precisions in percent. 100 times the native precisions could differ in the last bits."""
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
