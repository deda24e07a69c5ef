"""NLTK's BLEU backed by the native metric (``nltk.translate.bleu_score``)."""

from __future__ import annotations

import fractions
import sys
import warnings
from collections.abc import Callable, Iterable, Sequence, Sized
from typing import Any

from samescore.compat.nltk.base import Functions, References, Text, corpus_of
from samescore.data.corpus import Corpus
from samescore.verbs.scoring.score import NativeScore

Weights = Sequence[float]

_UNIFORM = (0.25, 0.25, 0.25, 0.25)


class Fraction(fractions.Fraction):
    """A fraction whose `numerator` and `denominator` are the given counts, with common factors kept."""

    __slots__ = ("_counts",)
    _counts: tuple[int, int]

    def __new__(cls, numerator: int, denominator: int) -> Fraction:
        made = super().__new__(cls, numerator, denominator)
        made._counts = numerator, denominator
        if sys.version_info < (3, 12):  # there NLTK's fractions compute and print with the counts, too
            for name, count in (("_numerator", numerator), ("_denominator", denominator)):
                setattr(made, name, count)
        return made

    @property
    def numerator(self) -> int:
        return self._counts[0]

    @property
    def denominator(self) -> int:
        return self._counts[1]

    def __reduce__(self) -> Any:
        return type(self), self._counts


def _method(number: int) -> Callable[..., Any]:
    """Return a method of `SmoothingFunction`, which BLEU recognizes by its name; calls raise `NotImplementedError`."""

    def method(self: SmoothingFunction, *_args: Any, **_kwargs: Any) -> Any:
        raise NotImplementedError(f"samescore.compat does not call method{number}: pass it as smoothing_function")

    method.__name__ = f"method{number}"
    return method


class SmoothingFunction:
    """Chen and Cherry's smoothing methods 0 to 7, to be passed to BLEU as ``SmoothingFunction().method1``.

    Method 0 does not smooth. Calling a method raises `NotImplementedError`, because the native metric does the
    smoothing.
    """

    def __init__(self, epsilon: float = 0.1, alpha: float = 5, k: float = 5) -> None:
        self.epsilon = epsilon
        self.alpha = alpha
        self.k = k

    method0 = _method(0)
    method1 = _method(1)
    method2 = _method(2)
    method3 = _method(3)
    method4 = _method(4)
    method5 = _method(5)
    method6 = _method(6)
    method7 = _method(7)


class BleuFunctions(Functions):
    """The BLEU functions of a release."""

    def sentence_bleu(
        self,
        references: References,
        hypothesis: Text,
        weights: Weights | Sequence[Weights] = _UNIFORM,
        smoothing_function: Callable[..., Any] | None = None,
        auto_reweigh: bool = False,
    ) -> Any:
        """Return BLEU of one text; see `corpus_bleu`."""
        return self.corpus_bleu([references], [hypothesis], weights, smoothing_function, auto_reweigh)

    def corpus_bleu(
        self,
        list_of_references: Sequence[References],
        hypotheses: Sequence[Text],
        weights: Weights | Sequence[Weights] = _UNIFORM,
        smoothing_function: Callable[..., Any] | None = None,
        auto_reweigh: bool = False,
    ) -> Any:
        """Return BLEU, in 0..1 for most smoothing methods, or a list of scores for a list of several tuples of weights.

        If no word matches, the score is the integer 0. Raises `AssertionError` for lists of different lengths;
        `ZeroDivisionError` for an empty corpus; `KeyError` for a text without references, or `ValueError` if the text
        is empty; `NotImplementedError` for a smoothing function other than a method of `SmoothingFunction`; and
        `ValueError` for more than 20 weights and for negative ones. Without smoothing, issues a `UserWarning` for each
        order without a match.
        """
        smoothing = _smoothing_arguments(smoothing_function)
        several = _several(weights)
        texts = _corpus(list_of_references, hypotheses)
        if len(several) > 1 and len(texts) == 1:
            texts = Corpus(texts.segments, tokenized=True)  # caches the counts, which all weights share
        orders = max(map(len, several))
        scores = [self._score(texts, weight, orders, smoothing, auto_reweigh) for weight in several]
        matches = scores[0].trace.stages["matches"]
        if not matches[0]:
            return 0 if len(several) == 1 else [0] * len(several)
        if smoothing["smoothing_function"] == "method0":
            _warn_of_zeros(matches)
        values = [scored.value for scored in scores]
        return values[0] if len(several) == 1 else values

    def _score(
        self, texts: Corpus, weight: Weights, orders: int, smoothing: dict[str, object], auto_reweigh: bool
    ) -> NativeScore:
        arguments: dict[str, object] = {"tokenizer": "given", **smoothing}
        if len(weight) < orders:  # orders without a weight still take part in the smoothing
            if auto_reweigh and weight == _UNIFORM:
                raise NotImplementedError("samescore.compat offers auto_reweigh for weights of one length")
            weight = (*weight, *[0.0] * (orders - len(weight)))
        if weight != _UNIFORM:
            arguments["weights"] = tuple(map(float, weight))
        elif auto_reweigh:
            arguments["auto_reweigh"] = True
        return self._model.score("bleu", "corpus_bleu", texts, arguments)

    def modified_precision(self, references: References, hypothesis: Text, n: int) -> Fraction:
        """Return the precision of order n as a fraction: clipped matches over the text's n-grams (at least 1).

        Raises `KeyError` for a text with n-grams but without references, and `ValueError` unless n is 1 to 20.
        """
        arguments = {"tokenizer": "given", "smoothing_function": "method0", "max_order": n}
        references, hypothesis = list(references), tuple(hypothesis)
        if not references and len(hypothesis) < n:
            references = [()]  # nothing is looked up in the references
        stages = self._model.score("bleu", "corpus_bleu", _corpus([references], [hypothesis]), arguments).trace.stages
        return Fraction(stages["matches"][-1], stages["totals"][-1])

    def closest_ref_length(self, references: Iterable[Sized], hyp_len: int) -> int:
        """Return the reference length that is closest to `hyp_len`, or the shorter of two that are equally close.

        Raises `ValueError` without references.
        """
        return min(map(len, references), key=lambda length: (abs(length - hyp_len), length))

    def brevity_penalty(self, closest_ref_len: int, hyp_len: int) -> float:
        """Return BLEU's brevity penalty, exp(1 - r/c) for a text no longer than its reference.

        The penalty is the integer 1 for a longer text, and the integer 0 for an empty text.
        """
        if hyp_len > closest_ref_len or not hyp_len:
            return int(hyp_len > closest_ref_len)
        row = (hyp_len, closest_ref_len, 1, hyp_len)
        scored = self._model.score_counts("bleu", "corpus_bleu", row, {"weights": (1.0,)})
        penalty: float = scored.trace.stages["bp"]
        return penalty


def _corpus(list_of_references: Sequence[References], hypotheses: Sequence[Text]) -> Corpus:
    texts = corpus_of(list_of_references, hypotheses)
    for hypothesis, references in zip(texts.hypothesis_lines, texts.reference_lines, strict=True):
        if not references:
            raise KeyError(hypothesis[:1]) if hypothesis else ValueError("a text has no references")
    return texts


def _several(weights: Any) -> list[Weights]:
    """Return a list of weight tuples; one sequence of numbers becomes a list of one item."""
    try:
        weights[0][0]
    except (TypeError, IndexError):
        return [tuple(weights) if type(weights) is not tuple and not isinstance(weights, list) else weights]
    return list(weights)


def _smoothing_arguments(function: Callable[..., Any] | None) -> dict[str, object]:
    if function is None:
        return {"smoothing_function": "method0"}
    of, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if not isinstance(of, SmoothingFunction) or getattr(function, "__func__", None) is not vars(SmoothingFunction).get(
        name
    ):
        raise NotImplementedError(
            "samescore.compat smooths only with methods of its own SmoothingFunction, which are the native metric's"
        )
    used = {"method1": "epsilon", "method4": "k", "method6": "alpha", "method7": "k"}.get(name)
    return {"smoothing_function": name, **({used: float(getattr(of, used))} if used else {})}


def _warn_of_zeros(matches: Sequence[int]) -> None:
    for order, count in enumerate(matches, 1):
        if not count:
            warnings.warn(
                f"\nThe hypothesis contains 0 counts of {order}-gram overlaps.\n"
                "A precision of 0 makes BLEU almost 0; pass a smoothing_function, or weights for fewer orders.",
                stacklevel=2,
            )


_NEWEST = BleuFunctions()
sentence_bleu = _NEWEST.sentence_bleu
corpus_bleu = _NEWEST.corpus_bleu
modified_precision = _NEWEST.modified_precision
closest_ref_length = _NEWEST.closest_ref_length
brevity_penalty = _NEWEST.brevity_penalty
