"""sacreBLEU's functions backed by the native metrics, such as ``sacrebleu.corpus_bleu``."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.compat.sacrebleu.base import Streams
from samescore.compat.sacrebleu.metrics import BLEU, CHRF, TER
from samescore.compat.sacrebleu.scores import BLEUScore, CHRFScore, TERScore


class Functions:
    """The functions of a release, which use the metric classes of that release."""

    def __init__(self, bleu: type[BLEU] = BLEU, chrf: type[CHRF] = CHRF, ter: type[TER] = TER) -> None:
        self._bleu, self._chrf, self._ter = bleu, chrf, ter

    def corpus_bleu(
        self,
        hypotheses: Sequence[str],
        references: Streams,
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        force: bool = False,
        lowercase: bool = False,
        tokenize: str | None = BLEU.TOKENIZER_DEFAULT,
        use_effective_order: bool = False,
    ) -> BLEUScore:
        """Return BLEU of a corpus with streams of references. Raises the errors of `BLEU` and `Metric.corpus_score`."""
        metric = self._bleu(
            lowercase, force, tokenize, smooth_method, smooth_value, effective_order=use_effective_order
        )
        scored: BLEUScore = metric.corpus_score(hypotheses, references)
        return scored

    def raw_corpus_bleu(
        self, hypotheses: Sequence[str], references: Streams, smooth_value: float | None = 0.1
    ) -> BLEUScore:
        """Return BLEU of already tokenized texts, with floor smoothing and effective order; see `corpus_bleu`."""
        return self.corpus_bleu(hypotheses, references, "floor", smooth_value, True, False, "none", True)

    def sentence_bleu(
        self,
        hypothesis: str,
        references: Sequence[str],
        smooth_method: str = "exp",
        smooth_value: float | None = None,
        lowercase: bool = False,
        tokenize: str | None = BLEU.TOKENIZER_DEFAULT,
        use_effective_order: bool = True,
    ) -> BLEUScore:
        """Return BLEU of one text with its references. Raises the errors of `BLEU` and `Metric.sentence_score`."""
        metric = self._bleu(
            lowercase, False, tokenize, smooth_method, smooth_value, effective_order=use_effective_order
        )
        scored: BLEUScore = metric.sentence_score(hypothesis, references)
        return scored

    def corpus_chrf(
        self,
        hypotheses: Sequence[str],
        references: Streams,
        char_order: int = CHRF.CHAR_ORDER,
        word_order: int = CHRF.WORD_ORDER,
        beta: int = CHRF.BETA,
        remove_whitespace: bool = True,
        eps_smoothing: bool = False,
    ) -> CHRFScore:
        """Return chrF of a corpus with streams of references. Raises the errors of `Metric.corpus_score`."""
        metric = self._chrf(char_order, word_order, beta, False, not remove_whitespace, eps_smoothing)
        scored: CHRFScore = metric.corpus_score(hypotheses, references)
        return scored

    def sentence_chrf(
        self,
        hypothesis: str,
        references: Sequence[str],
        char_order: int = CHRF.CHAR_ORDER,
        word_order: int = CHRF.WORD_ORDER,
        beta: int = CHRF.BETA,
        remove_whitespace: bool = True,
        eps_smoothing: bool = False,
    ) -> CHRFScore:
        """Return chrF of one text with its references. Raises the errors of `Metric.sentence_score`."""
        metric = self._chrf(char_order, word_order, beta, False, not remove_whitespace, eps_smoothing)
        scored: CHRFScore = metric.sentence_score(hypothesis, references)
        return scored

    def corpus_ter(
        self,
        hypotheses: Sequence[str],
        references: Streams,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> TERScore:
        """Return TER of a corpus with streams of references. Raises the errors of `Metric.corpus_score`."""
        metric = self._ter(normalized, no_punct, asian_support, case_sensitive)
        scored: TERScore = metric.corpus_score(hypotheses, references)
        return scored

    def sentence_ter(
        self,
        hypothesis: str,
        references: Sequence[str],
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> TERScore:
        """Return TER of one text with its references. Raises the errors of `Metric.sentence_score`."""
        metric = self._ter(normalized, no_punct, asian_support, case_sensitive)
        scored: TERScore = metric.sentence_score(hypothesis, references)
        return scored
