"""The metrics of evaluate backed by the native ones: functions of predictions and references.

Each returns a dictionary of results; ``wer`` and ``cer`` return a number. Each raises `ValueError` for disallowed
values, and the built-in errors that the script's packages raise.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from samescore.base.errors import InputError
from samescore.compat import rouge_score
from samescore.compat.evaluate.labels import accuracy, f1, matthews_correlation, precision, recall
from samescore.compat.evaluate.protocol import Compute
from samescore.compat.evaluate.tags import poseval, seqeval
from samescore.compat.native import with_native_errors
from samescore.compat.sacrebleu import CHRF, TER, corpus_bleu
from samescore.data.corpus import Corpus
from samescore.verbs.scoring.score import NativeScore, score

#: Releases of the packages behind the scripts.
_NLTK = "nltk==3.9.1"

#: The letter whose lower case is longer than the letter.
_GROWS = "\u0130"

Tokenizer = Callable[[str], Sequence[str]]


def _bleu(
    predictions: list[str],
    references: list[Any],
    tokenizer: Tokenizer | None = None,
    max_order: int = 4,
    smooth: bool = False,
) -> dict[str, Any]:
    """Return BLEU as TensorFlow's nmt computes it, by default with sacreBLEU's 13a tokenizer.

    The shortest reference determines the reference length.
    """
    knobs: dict[str, object] = {"max_order": max_order, "smoothing": "add-k" if smooth else "none"}
    scored = _scored(
        "bleu", "tf-nmt.hf_evaluate", "tf-nmt.compute_bleu", predictions, _nested(references), tokenizer, knobs
    )
    stages, added = scored.trace.stages, int(smooth)
    shares = zip(stages["matches"], stages["totals"], strict=True)
    return {
        "bleu": scored.value,
        "precisions": [(matches + added) / (total + added) if total + added else 0.0 for matches, total in shares],
        "brevity_penalty": stages["bp"],
        "length_ratio": stages["c"] / stages["r"],
        "translation_length": stages["c"],
        "reference_length": stages["r"],
    }


def _google_bleu(
    predictions: list[str],
    references: list[Any],
    tokenizer: Tokenizer | None = None,
    min_len: int = 1,
    max_len: int = 4,
) -> dict[str, Any]:
    """Return NLTK's GLEU, by default with sacreBLEU's 13a tokenizer."""
    like = f"{_NLTK}.corpus_gleu"
    knobs: dict[str, object] = {"min_order": min_len, "max_order": max_len}
    return {"google_bleu": _scored("gleu", like, like, predictions, _nested(references), tokenizer, knobs).value}


def _sacrebleu(
    predictions: list[str],
    references: list[Any],
    smooth_method: str = "exp",
    smooth_value: float | None = None,
    force: bool = False,
    lowercase: bool = False,
    tokenize: str | None = None,
    use_effective_order: bool = False,
) -> dict[str, Any]:
    """Return sacreBLEU's BLEU. Raises `ValueError` if predictions have different numbers of references."""
    chosen = {"tokenize": tokenize} if tokenize else {}
    made = corpus_bleu(
        predictions,
        _streams(references),
        smooth_method=smooth_method,
        smooth_value=smooth_value,
        force=force,
        lowercase=lowercase,
        use_effective_order=use_effective_order,
        **chosen,
    )
    return {
        name: getattr(made, name) for name in ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len")
    }


def _chrf(
    predictions: list[str],
    references: list[Any],
    char_order: int = CHRF.CHAR_ORDER,
    word_order: int = CHRF.WORD_ORDER,
    beta: int = CHRF.BETA,
    lowercase: bool = False,
    whitespace: bool = False,
    eps_smoothing: bool = False,
) -> dict[str, Any]:
    """Return sacreBLEU's chrF. Raises `ValueError` if predictions have different numbers of references."""
    metric = CHRF(char_order, word_order, beta, lowercase, whitespace, eps_smoothing)
    made = metric.corpus_score(predictions, _streams(references))
    return {name: getattr(made, name) for name in ("score", "char_order", "word_order", "beta")}


def _ter(
    predictions: list[str],
    references: list[Any],
    normalized: bool = False,
    ignore_punct: bool = False,
    support_zh_ja_chars: bool = False,
    case_sensitive: bool = False,
) -> dict[str, Any]:
    """Return sacreBLEU's TER. Raises `ValueError` if predictions have different numbers of references."""
    metric = TER(normalized, ignore_punct, support_zh_ja_chars, case_sensitive)
    made = metric.corpus_score(predictions, _streams(references))
    return {name: getattr(made, name) for name in ("score", "num_edits", "ref_length")}


class _Wrapped:
    """A tokenizer for rouge-score that calls a function."""

    def __init__(self, tokenize: Tokenizer) -> None:
        self.tokenize = tokenize


def _rouge(
    predictions: list[str],
    references: list[Any],
    rouge_types: list[str] | None = None,
    use_aggregator: bool = True,
    use_stemmer: bool = False,
    tokenizer: Tokenizer | None = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """Return rouge-score's F1 by type: the median of resampled means.

    Without `use_aggregator`, return a list of the texts' scores by type.
    """
    types = ["rouge1", "rouge2", "rougeL", "rougeLsum"] if rouge_types is None else rouge_types
    scorer = rouge_score.rouge_scorer.RougeScorer(
        types, use_stemmer, tokenizer=_Wrapped(tokenizer) if tokenizer else None
    )
    score_one = scorer.score_multi if isinstance(references[0], list) else scorer.score
    scores = [score_one(reference, prediction) for reference, prediction in zip(references, predictions, strict=True)]
    if not use_aggregator:
        return {name: [score[name].fmeasure for score in scores] for name in scores[0]}
    aggregator = rouge_score.scoring.BootstrapAggregator(seed=seed)
    for each in scores:
        aggregator.add_scores(each)
    return {name: made.mid.fmeasure for name, made in aggregator.aggregate().items()}


def _rate(metric: str) -> Compute:
    def compute(predictions: list[str], references: list[str], concatenate_texts: bool = False) -> Any:
        empty = "insertions" if concatenate_texts else "raise"
        like = f"hf-wer.{metric}"
        return _native(metric, like, _corpus(predictions, _nested(references)), {"empty_reference": empty}).value

    return compute


def _exact_match(
    predictions: list[str],
    references: list[str],
    regexes_to_ignore: list[str] | None = None,
    ignore_case: bool = False,
    ignore_punctuation: bool = False,
    ignore_numbers: bool = False,
) -> dict[str, Any]:
    """Return the share of predictions that equal their reference.

    Raises `NotImplementedError` with `ignore_case` if there are several predictions and a text has an ``İ``: there the
    script cuts off letters, depending on the longest text.
    """
    if ignore_case and len(predictions) > 1 and any(_GROWS in text for text in (*predictions, *references)):
        raise NotImplementedError(f"samescore.compat does not ignore the case of {_GROWS} among several texts")
    knobs: dict[str, object] = {
        "ignore_case": bool(ignore_case),
        "ignore_punctuation": bool(ignore_punctuation),
        "ignore_numbers": bool(ignore_numbers),
    }
    if regexes_to_ignore:
        knobs["ignore_patterns"] = regexes_to_ignore
    texts = _corpus(predictions, [[reference] for reference in references])
    return {"exact_match": _native("exact-match", "hf-evaluate.exact_match", texts, knobs).value}


def _meteor(
    predictions: list[str], references: list[Any], alpha: float = 0.9, beta: float = 3, gamma: float = 0.5
) -> dict[str, Any]:
    """Return NLTK's METEOR with NLTK's word tokenizer. Raises `LookupError` without the data punkt_tab and wordnet."""
    knobs = {"alpha": alpha, "beta": beta, "gamma": gamma, "tokenizer": "word-tokenize", "synonyms": "wordnet-stems"}
    return {"meteor": _native("meteor", "hf-meteor.meteor", _corpus(predictions, _nested(references)), knobs).value}


def _squad(predictions: list[Any], references: list[Any]) -> dict[str, Any]:
    """Return SQuAD's exact match and F1, in 0..100; a question without a prediction scores 0 and is named on stderr."""
    answers = {prediction["id"]: prediction["prediction_text"] for prediction in predictions}
    right = [list(reference["answers"]["text"]) for reference in references]
    wrong = "x" * (1 + max((len(text) for texts in right for text in texts), default=0))  # no right answer has it
    for reference in references:
        if reference["id"] not in answers:
            sys.stderr.write(f"Question {reference['id']} has no prediction and scores 0.\n")
    texts = _corpus([answers.get(reference["id"], wrong) for reference in references], right)
    return {
        "exact_match": _native("exact-match", "squad-v1.exact_match", texts, {}).value,
        "f1": _native("answer-f1", "squad-v1.f1", texts, {}).value,
    }


METRICS: dict[str, Compute] = {
    "accuracy": accuracy,
    "bleu": _bleu,
    "cer": _rate("cer"),
    "chrf": _chrf,
    "exact_match": _exact_match,
    "f1": f1,
    "google_bleu": _google_bleu,
    "matthews_correlation": matthews_correlation,
    "meteor": _meteor,
    "poseval": poseval,
    "precision": precision,
    "recall": recall,
    "rouge": _rouge,
    "sacrebleu": _sacrebleu,
    "seqeval": seqeval,
    "squad": _squad,
    "ter": _ter,
    "wer": _rate("wer"),
}


def _nested(references: list[Any]) -> list[list[str]]:
    """Return a list of references for each prediction; a list of texts becomes lists of one text."""
    return [[each] for each in references] if isinstance(references[0], str) else references


def _streams(references: list[Any]) -> list[list[str]]:
    """Return the first references of all predictions, the second ones, and so on, as sacreBLEU takes them.

    Raises `ValueError` if predictions have different numbers of references.
    """
    nested = _nested(references)
    if len({len(several) for several in nested}) > 1:
        raise ValueError("every prediction needs the same number of references")
    return [list(stream) for stream in zip(*nested, strict=True)]


def _scored(
    metric: str,
    like: str,
    of_tokens: str,
    predictions: list[str],
    references: list[list[str]],
    tokenizer: Tokenizer | None,
    knobs: dict[str, object],
) -> NativeScore:
    """Score the texts as `like` with sacreBLEU's 13a tokenizer, or their tokens by `tokenizer` as `of_tokens`."""
    if tokenizer is None:
        return _native(metric, like, _corpus(predictions, references), {**knobs, "tokenizer": "13a"})
    tokens = (
        [list(tokenizer(text)) for text in predictions],
        [[list(tokenizer(text)) for text in texts] for texts in references],
    )
    try:
        corpus = Corpus.from_tokens(*tokens)
    except InputError as problem:
        raise ValueError(str(problem)) from None
    return _native(metric, of_tokens, corpus, {**knobs, "tokenizer": "given"})


def _native(metric: str, like: str, data: Corpus, knobs: dict[str, object]) -> NativeScore:
    return with_native_errors(lambda: score(metric, data, like=like, **knobs))


def _corpus(predictions: list[str], references: list[list[str]]) -> Corpus:
    try:
        return Corpus.from_segments(predictions, references)
    except InputError as problem:
        raise ValueError(str(problem)) from None
