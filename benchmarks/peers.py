"""Call other packages directly, without samescore's adapters: from a caller's lists of strings to numbers.

The preparation that a package needs (tokens, dictionaries, references in a different order) is part of the measured call,
as for samescore. Packages are imported at the first call, so only the process that measures a package loads it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks.native import other_system
from benchmarks.texts import LabelColumns, ScoredColumns, Text

TextCall = Callable[[Text], list[float]]


def _mean(scores: list[float]) -> list[float]:
    return [sum(scores) / len(scores)]


def _references(text: Text) -> list[list[str]]:
    """Return the references of each segment."""
    return [list(references) for references in zip(*text.streams, strict=True)]


def sacrebleu_bleu(tokenizer: str) -> TextCall:
    def call(text: Text) -> list[float]:
        import sacrebleu

        return [sacrebleu.corpus_bleu(text.hypotheses, text.streams, tokenize=tokenizer, force=True).score]

    return call


def sacrebleu_sentence_bleu(text: Text) -> list[float]:
    from sacrebleu.metrics import BLEU

    metric = BLEU(effective_order=True, force=True)
    pairs = zip(text.hypotheses, zip(*text.streams, strict=True), strict=True)
    return _mean([metric.sentence_score(hypothesis, references).score for hypothesis, references in pairs])


def sacrebleu_chrf(word_order: int) -> TextCall:
    def call(text: Text) -> list[float]:
        import sacrebleu

        return [sacrebleu.corpus_chrf(text.hypotheses, text.streams, word_order=word_order).score]

    return call


def sacrebleu_ter(text: Text) -> list[float]:
    import sacrebleu

    return [sacrebleu.corpus_ter(text.hypotheses, text.streams).score]


def sacrebleu_test(metric: str, test: str) -> TextCall:
    def call(text: Text) -> list[float]:
        from sacrebleu.metrics import BLEU, CHRF, TER
        from sacrebleu.significance import PairedTest

        made: Any = {"bleu": BLEU, "chrf": CHRF, "ter": TER}[metric](references=text.streams)
        systems = [("first", text.hypotheses), ("second", other_system(text))]
        _, scores = PairedTest(systems, {metric: made}, text.streams, test_type=test)()
        (results,) = [column for name, column in scores.items() if name != "System"]
        return [float(results[1].p_value)]

    return call


def bleuscore_bleu(text: Text) -> list[float]:
    import bleuscore

    score: Any = bleuscore.compute(_references(text), text.hypotheses)["bleu"]
    return [score]


def fastchrf_chrf(text: Text) -> list[float]:
    import fastchrf

    scores = fastchrf.pairwise_chrf([[hypothesis] for hypothesis in text.hypotheses], _references(text))
    return _mean([max(row[0]) for row in scores])


def _words(text: Text) -> tuple[list[list[list[str]]], list[list[str]]]:
    """Return references and hypotheses as lists of words, as NLTK takes them."""
    references = [[reference.split() for reference in several] for several in zip(*text.streams, strict=True)]
    return references, [hypothesis.split() for hypothesis in text.hypotheses]


def nltk_bleu(text: Text) -> list[float]:
    from nltk.translate.bleu_score import corpus_bleu

    return [corpus_bleu(*_words(text))]


def nltk_sentence_bleu(text: Text) -> list[float]:
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    smoothing = SmoothingFunction().method3
    pairs = zip(*_words(text), strict=True)
    return _mean([sentence_bleu(several, words, smoothing_function=smoothing) for several, words in pairs])


def nltk_chrf(text: Text) -> list[float]:
    from nltk.translate.chrf_score import corpus_chrf

    return [corpus_chrf(text.streams[0], text.hypotheses)]


def nltk_gleu(text: Text) -> list[float]:
    from nltk.translate.gleu_score import corpus_gleu

    return [corpus_gleu(*_words(text))]


def nltk_nist(text: Text) -> list[float]:
    from nltk.translate.nist_score import corpus_nist

    return [corpus_nist(*_words(text))]


def nltk_ribes(text: Text) -> list[float]:
    from nltk.translate.ribes_score import corpus_ribes

    return [corpus_ribes(*_words(text))]


class _NoSynonyms:
    """A stand-in for WordNet, which is a separate download and does not have the generated words."""

    def synsets(self, _word: str) -> list[Any]:
        return []


def nltk_meteor(text: Text) -> list[float]:
    from nltk.translate.meteor_score import meteor_score

    wordnet = _NoSynonyms()
    return _mean([meteor_score(several, words, wordnet=wordnet) for several, words in zip(*_words(text), strict=True)])


def rouge_score_rouge(*kinds: str) -> TextCall:
    def call(text: Text) -> list[float]:
        from rouge_score.rouge_scorer import RougeScorer

        scorer = RougeScorer(list(kinds))
        pairs = zip(_references(text), text.hypotheses, strict=True)
        results = [scorer.score_multi(references, hypothesis) for references, hypothesis in pairs]
        return [_mean([result[kind].fmeasure for result in results])[0] for kind in kinds]

    return call


def rouge_rust_rouge(*kinds: str) -> TextCall:
    def call(text: Text) -> list[float]:
        import fast_rouge

        columns = fast_rouge.score_batch_flat(text.streams[0], text.hypotheses)
        return [_mean(getattr(columns, f"{kind}_fmeasure"))[0] for kind in kinds]

    return call


def rouge_rs_rouge_l(text: Text) -> list[float]:
    from rouge_rs import RougeLScorer

    scorer = RougeLScorer()
    pairs = zip(text.streams[0], text.hypotheses, strict=True)
    return _mean([scorer.score(reference, hypothesis).fmeasure for reference, hypothesis in pairs])


def rouge_metric_rouge(**options: Any) -> TextCall:
    def call(text: Text) -> list[float]:
        from rouge_metric import PyRouge

        scorer = PyRouge(**{"rouge_n": (), "rouge_l": False, **options})
        (numbers,) = scorer.evaluate(text.hypotheses, _references(text)).values()
        return [numbers["f"]]

    return call


def jiwer_wer(text: Text) -> list[float]:
    import jiwer

    return [jiwer.wer(text.streams[0], text.hypotheses)]


def jiwer_cer(text: Text) -> list[float]:
    import jiwer

    return [jiwer.cer(text.streams[0], text.hypotheses)]


def rapidfuzz_wer(text: Text) -> list[float]:
    from rapidfuzz.distance import Levenshtein

    edits = words = 0
    for reference, hypothesis in zip(text.streams[0], text.hypotheses, strict=True):
        reference_words = reference.split()
        edits += Levenshtein.distance(reference_words, hypothesis.split())
        words += len(reference_words)
    return [edits / words]


def rapidfuzz_cer(text: Text) -> list[float]:
    from rapidfuzz.distance import Levenshtein

    edits = characters = 0
    for reference, hypothesis in zip(text.streams[0], text.hypotheses, strict=True):
        reference = reference.strip()
        edits += Levenshtein.distance(reference, hypothesis.strip())
        characters += len(reference)
    return [edits / characters]


def rapidfuzz_distance(text: Text) -> list[float]:
    from rapidfuzz.distance import Levenshtein

    pairs = zip(text.streams[0], text.hypotheses, strict=True)
    return _mean([Levenshtein.distance(reference, hypothesis) for reference, hypothesis in pairs])


def pycocoevalcap_cider(text: Text) -> list[float]:
    from pycocoevalcap.cider.cider import Cider

    references = dict(enumerate(_references(text)))
    hypotheses = {i: [hypothesis] for i, hypothesis in enumerate(text.hypotheses)}
    return _mean([float(score) for score in Cider().compute_score(references, hypotheses)[1]])


def sklearn_mcc(labels: LabelColumns) -> list[float]:
    from sklearn.metrics import matthews_corrcoef

    return [float(matthews_corrcoef(labels.gold, labels.predicted))]


def sklearn_f1(labels: LabelColumns) -> list[float]:
    from sklearn.metrics import f1_score

    return [float(f1_score(labels.gold, labels.predicted, average="macro"))]


def sklearn_kappa(labels: LabelColumns) -> list[float]:
    from sklearn.metrics import cohen_kappa_score

    return [float(cohen_kappa_score(labels.gold, labels.predicted))]


def sklearn_auc(items: ScoredColumns) -> list[float]:
    from sklearn.metrics import roc_auc_score

    return [float(roc_auc_score(items.gold, items.scores))]


def as_arrays(columns: Any) -> Any:
    """Return the columns as NumPy arrays, which scikit-learn does not have to convert."""
    import numpy

    return type(columns)(*(numpy.asarray(column) for column in columns))
