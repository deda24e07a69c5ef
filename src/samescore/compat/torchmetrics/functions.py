"""The text functions of torchmetrics backed by the native metrics, as of a release.

Each returns a `Scalar`, or a dictionary, list or tuple of results. Texts are a string or a list of strings. The
functions raise `ValueError` for lists of different lengths and for disallowed arguments, and `TypeError` for other
types. The error rates ignore the surplus texts of the longer list, as the package does.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

from samescore.base.errors import InputError
from samescore.compat.native import Model, with_native_errors
from samescore.data.corpus import Corpus
from samescore.verbs.scoring.score import score

#: The newest release that is modelled.
NEWEST = "1.9.0"
#: The names of the functions.
NAMES = (
    "bleu_score",
    "char_error_rate",
    "chrf_score",
    "edit_distance",
    "match_error_rate",
    "rouge_score",
    "sacre_bleu_score",
    "squad",
    "translation_edit_rate",
    "word_error_rate",
    "word_information_lost",
    "word_information_preserved",
)

Texts = str | Sequence[str]
_ROUGE = {"rougeL": ("rouge-l", "rouge_l"), "rougeLsum": ("rouge-lsum", "rouge_lsum")}
_ROUGE_N = tuple(f"rouge{order}" for order in range(1, 10))
_MEASURES = {"fmeasure": "f", "precision": "precision", "recall": "recall"}


class Scalar(float):
    """A float in place of a tensor without dimensions."""

    __slots__ = ()

    def item(self) -> float:
        """Return the number as a plain float."""
        return float(self)


class Functions:
    """The functions, as of the release of `model`."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def bleu_score(
        self,
        preds: Texts,
        target: Sequence[Texts],
        n_gram: int = 4,
        smooth: bool = False,
        weights: Sequence[float] | None = None,
    ) -> Scalar:
        """Return BLEU of texts with a list of references each, in 0..1; `weights` has a number for each order.

        Without `weights`, all orders weigh the same. Raises `ValueError` for a different number of weights.
        """
        arguments = {"n_gram": n_gram, "smooth": bool(smooth), "weights": _checked_weights(weights, n_gram)}
        return self._score("bleu", "bleu_score", _corpus(_listed(preds), [*map(_listed, target)]), arguments)

    def sacre_bleu_score(
        self,
        preds: Sequence[str],
        target: Sequence[Sequence[str]],
        n_gram: int = 4,
        smooth: bool = False,
        tokenize: str = "13a",
        lowercase: bool = False,
        weights: Sequence[float] | None = None,
    ) -> Scalar:
        """Return BLEU of texts with sacreBLEU's tokenizer `tokenize`, in 0..1; see `bleu_score`."""
        arguments = {
            "n_gram": n_gram,
            "smooth": bool(smooth),
            "tokenize": tokenize,
            "lowercase": bool(lowercase),
            "weights": _checked_weights(weights, n_gram),
        }
        return self._score("bleu", "sacre_bleu_score", _corpus(preds, target), arguments)

    def chrf_score(
        self,
        preds: Texts,
        target: Sequence[Texts],
        n_char_order: int = 6,
        n_word_order: int = 2,
        beta: float = 2.0,
        lowercase: bool = False,
        whitespace: bool = False,
        return_sentence_level_score: bool = False,
    ) -> Scalar | tuple[Scalar, list[Scalar]]:
        """Return chrF, in 0..1; with `return_sentence_level_score`, also the score of each text, if there are texts.

        Raises `ValueError` for an order of characters below 1, an order of words below 0, and a negative `beta`.
        """
        if n_char_order < 1 or n_word_order < 0 or beta < 0:
            raise ValueError("n_char_order must be 1 or more, n_word_order and beta must be 0 or more")
        arguments = {
            "n_char_order": n_char_order,
            "n_word_order": n_word_order,
            "beta": float(beta),
            "lowercase": bool(lowercase),
            "whitespace": bool(whitespace),
        }
        texts = _nested_corpus(preds, target)
        return self._with_sentences("chrf", "chrf_score", texts, arguments, return_sentence_level_score)

    def translation_edit_rate(
        self,
        preds: Texts,
        target: Sequence[Texts],
        normalize: bool = False,
        no_punctuation: bool = False,
        lowercase: bool = True,
        asian_support: bool = False,
        return_sentence_level_score: bool = False,
    ) -> Scalar | tuple[Scalar, list[Scalar]]:
        """Return TER as a fraction; with `return_sentence_level_score`, also the TER of each text, if there are texts.

        Raises `ValueError` for other options that are not True or False.
        """
        arguments = {
            "normalize": normalize,
            "no_punctuation": no_punctuation,
            "lowercase": lowercase,
            "asian_support": asian_support,
        }
        for name, value in arguments.items():
            if not isinstance(value, bool):
                raise ValueError(f"{name} is {value!r:.80}, but must be True or False")
        texts = _nested_corpus(preds, target)
        return self._with_sentences("ter", "translation_edit_rate", texts, arguments, return_sentence_level_score)

    def word_error_rate(self, preds: Texts, target: Texts) -> Scalar:
        """Return the word error rate as a fraction; nan if the references have no words."""
        return self._rate("wer", "word_error_rate", preds, target)

    def char_error_rate(self, preds: Texts, target: Texts) -> Scalar:
        """Return the character error rate as a fraction; nan if the references are empty."""
        return self._rate("cer", "char_error_rate", preds, target)

    def match_error_rate(self, preds: Texts, target: Texts) -> Scalar:
        """Return the match error rate, in 0..1; nan if all texts are empty."""
        return self._rate("mer", "match_error_rate", preds, target)

    def word_information_lost(self, preds: Texts, target: Texts) -> Scalar:
        """Return the word information lost, in 0..1; nan if one side has no words."""
        return self._rate("wil", "word_information_lost", preds, target)

    def word_information_preserved(self, preds: Texts, target: Texts) -> Scalar:
        """Return the word information preserved, in 0..1; nan if one side has no words."""
        return self._rate("wip", "word_information_preserved", preds, target)

    def edit_distance(
        self, preds: Texts, target: Texts, substitution_cost: int = 1, reduction: str | None = "mean"
    ) -> Scalar | list[int]:
        """Return the mean or the sum of the texts' edit distances of characters; 0 without texts.

        With `reduction` ``none`` or None, return a list of the distances. Raises `ValueError` for other reductions.
        """
        hypotheses, references = _listed(preds), _listed(target)
        texts = _corpus(hypotheses, [[reference] for reference in references])
        if reduction not in ("mean", "sum", "none", None):
            raise ValueError(f"reduction is {reduction!r:.80}, but must be mean, sum or none")
        if not len(texts):
            return Scalar(0)
        arguments: dict[str, object] = {"substitution_cost": substitution_cost}
        if reduction in ("mean", "sum"):
            return self._score("edit-distance", "edit_distance", texts, {**arguments, "reduction": reduction})
        return [
            int(self._score("edit-distance", "edit_distance", segment, {**arguments, "reduction": "sum"}))
            for segment in _segments(texts)
        ]

    def rouge_score(
        self,
        preds: Texts,
        target: Texts | Sequence[Sequence[str]],
        accumulate: str = "best",
        use_stemmer: bool = False,
        normalizer: Any = None,
        tokenizer: Any = None,
        rouge_keys: str | tuple[str, ...] = ("rouge1", "rouge2", "rougeL", "rougeLsum"),
    ) -> dict[str, Scalar]:
        """Return F1, precision and recall of each key, in 0..1, by names such as ``rouge1_fmeasure``.

        Raises `ValueError` for an unknown key, and `NotImplementedError` for a `normalizer` or `tokenizer`.
        """
        if normalizer or tokenizer:
            raise NotImplementedError("samescore.compat offers no normalizer and tokenizer of rouge_score")
        keys = rouge_keys if isinstance(rouge_keys, tuple) else (rouge_keys,)
        for key in keys:
            if key not in _ROUGE and key not in _ROUGE_N:
                raise ValueError(f"{key!r:.80} is not a key of ROUGE; choose rouge1 to rouge9, rougeL or rougeLsum")
        references: Sequence[Any] = [target] if isinstance(target, str) else target
        if all(isinstance(reference, str) for reference in references):
            references = [references] if isinstance(preds, str) else [[reference] for reference in references]
        texts = _corpus(_listed(preds), references)
        scores = {}
        for key in keys:
            metric, entry_point = _ROUGE.get(key, ("rouge-n", "rouge_n"))
            arguments: dict[str, object] = {"use_stemmer": bool(use_stemmer), "accumulate": accumulate}
            if metric == "rouge-n":
                arguments["rouge_keys"] = key
            for name, measure in _MEASURES.items():
                scores[f"{key}_{name}"] = self._score(metric, entry_point, texts, arguments, measure=measure)
        return scores

    def squad(
        self,
        preds: Mapping[str, Any] | Sequence[Mapping[str, Any]],
        target: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    ) -> dict[str, Scalar]:
        """Return the exact match and F1 of answers, in 0..100.

        A question without a prediction scores 0, with a warning. Raises `KeyError` for a mapping without ``id``,
        ``prediction_text`` or ``answers``.
        """
        answers = {
            given["id"]: given["prediction_text"] for given in ([preds] if isinstance(preds, Mapping) else preds)
        }
        questions = [target] if isinstance(target, Mapping) else list(target)
        right = [list(question["answers"]["text"]) for question in questions]
        wrong = "x" * (1 + max((len(text) for texts in right for text in texts), default=0))  # no right answer has it
        for question in questions:
            if question["id"] not in answers:
                warnings.warn(f"question {question['id']} has no prediction and scores 0", stacklevel=2)
        texts = _corpus([answers.get(question["id"], wrong) for question in questions], right)
        return {
            "exact_match": self._score("exact-match", "squad_exact_match", texts, {}),
            "f1": self._score("answer-f1", "squad_f1", texts, {}),
        }

    def _rate(self, metric: str, entry_point: str, preds: Texts, target: Texts) -> Scalar:
        pairs = list(zip(_listed(preds), _listed(target), strict=False))  # the package ignores the rest
        texts = _corpus([hypothesis for hypothesis, _ in pairs], [[reference] for _, reference in pairs])
        return self._score(metric, entry_point, texts, {})

    def _with_sentences(
        self, metric: str, entry_point: str, texts: Corpus, arguments: Mapping[str, object], sentences: bool
    ) -> Scalar | tuple[Scalar, list[Scalar]]:
        whole = self._score(metric, entry_point, texts, arguments)
        if not sentences or not len(texts):
            return whole
        return whole, [self._score(metric, entry_point, segment, arguments) for segment in _segments(texts)]

    def _score(
        self, metric: str, entry_point: str, texts: Corpus, arguments: Mapping[str, object], **knobs: object
    ) -> Scalar:
        like = self._model.like(entry_point, arguments)
        return Scalar(with_native_errors(lambda: score(metric, texts, like=like, **knobs).value))


def _listed(texts: Texts) -> list[str]:
    return [texts] if isinstance(texts, str) else list(texts)


def _segments(texts: Corpus) -> list[Corpus]:
    return [texts.part(place, place + 1) for place in range(len(texts))]


def _checked_weights(weights: Sequence[float] | None, orders: int) -> tuple[float, ...] | None:
    if weights is None:
        return None
    if len(weights) != orders:
        raise ValueError(f"there are {len(weights)} weights, but n_gram is {orders}")
    return tuple(map(float, weights))


def _nested_corpus(preds: Texts, target: Sequence[Texts]) -> Corpus:
    """Return a corpus; strings in `target` are one reference for each text, or all references of a single text."""
    hypotheses, references = _listed(preds), list(target)
    if all(isinstance(reference, str) for reference in references):
        references = [references] if len(hypotheses) == 1 else [[reference] for reference in references]  # type: ignore[list-item]
    return _corpus(hypotheses, references)


def _corpus(hypotheses: Sequence[str], references: Sequence[Any]) -> Corpus:
    """Return a corpus. Raises `ValueError` for different lengths, and `TypeError` for texts that are not strings."""
    if len(hypotheses) != len(references):
        raise ValueError(f"there are {len(hypotheses)} texts, but references for {len(references)}")
    try:
        return Corpus.from_segments(list(hypotheses), [list(several) for several in references])
    except InputError as problem:
        raise TypeError(str(problem)) from None
