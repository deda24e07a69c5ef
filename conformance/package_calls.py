"""Packages called by their own names, with their own arguments: without samescore's adapters."""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable, Sequence
from typing import Any

#: A package's own call: texts (or gold labels), references (or predicted labels), and the arguments of the case.
Call = Callable[..., Any]


def mean(scores: Sequence[float]) -> float:
    """The mean, added up as samescore's adapters do."""
    return sum(scores) / len(scores)


def of_tokens(call: Call) -> Call:
    """A call that takes tokens: words between white space."""

    def split(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> Any:
        lists = [[reference.split() for reference in several] for several in references]
        return call([text.split() for text in hypotheses], lists, **arguments)

    return split


def module(name: str) -> Any:
    """An imported module of a package."""
    return importlib.import_module(name)


def first(references: Sequence[Sequence[Any]]) -> list[Any]:
    """The first reference of each segment."""
    return [several[0] for several in references]


def sacrebleu_class(name: str, **usual: Any) -> Call:
    """A class of sacreBLEU, for a corpus."""

    def call(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
        scorer = getattr(module("sacrebleu.metrics"), name)(**usual, **arguments)
        return scorer.corpus_score(hypotheses, [first(references)]).score  # type: ignore[no-any-return]

    return call


def sacrebleu_class_by_sentence(name: str, **usual: Any) -> Call:
    """A class of sacreBLEU, sentence by sentence."""

    def call(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
        scorer = getattr(module("sacrebleu.metrics"), name)(**{**usual, **arguments})
        return mean([scorer.sentence_score(*pair).score for pair in zip(hypotheses, references, strict=True)])

    return call


def sacrebleu_function(name: str) -> Call:
    """A function of sacreBLEU; those with ``sentence_`` sentence by sentence."""

    def call(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
        function = getattr(module("sacrebleu"), name)
        if name.startswith("corpus"):
            return function(hypotheses, [first(references)], **arguments).score  # type: ignore[no-any-return]
        return mean([function(*pair, **arguments).score for pair in zip(hypotheses, references, strict=True)])

    return call


def nltk_function(within: str, name: str, *, single: bool = False, **usual: Any) -> Call:
    """A function of NLTK; those without ``corpus_`` sentence by sentence. `single`: it takes one reference."""

    def call(hypotheses: Sequence[Any], references: Sequence[Sequence[Any]], **arguments: Any) -> float:
        function = getattr(module(f"nltk.{within}"), name)
        lists = first(references) if single else references
        if name.startswith("corpus"):
            return function(lists, hypotheses, **usual, **arguments)  # type: ignore[no-any-return]
        pairs = zip(lists, hypotheses, strict=True)
        return mean([function(*pair, **usual, **arguments) for pair in pairs])

    return call


class NoWordNet:
    """A WordNet reader that knows no word."""

    def synsets(self, _: str) -> list[str]:
        return []


def nltk_lidstone(
    hypotheses: Sequence[Any], references: Sequence[Sequence[Any]], order: int = 2, gamma: float = 0.5
) -> float:
    padding, util = module("nltk.lm.preprocessing"), module("nltk.util")
    training, vocabulary = padding.padded_everygram_pipeline(order, first(references))
    model = module("nltk.lm").Lidstone(gamma, order)
    model.fit(training, vocabulary)
    padded = (list(util.ngrams(padding.pad_both_ends(text, n=order), order)) for text in hypotheses)
    return model.perplexity([gram for text in padded for gram in text])  # type: ignore[no-any-return]


def seqeval_f1(**usual: Any) -> Call:
    def call(gold: Sequence[Any], predicted: Sequence[Any], **arguments: Any) -> float:
        arguments.update(usual)
        if "scheme" in usual:
            arguments["scheme"] = getattr(module("seqeval.scheme"), usual["scheme"])
        return float(module("seqeval.metrics").f1_score(gold, predicted, **arguments))

    return call


def nervaluate_evaluate(gold: Sequence[Any], predicted: Sequence[Any], **arguments: Any) -> float:
    scheme = arguments.pop("scenario", "strict")
    types = sorted({tag[2:] for side in (gold, predicted) for tags in side for tag in tags})
    evaluator = module("nervaluate").Evaluator(gold, predicted, tags=types, loader="list", **arguments)
    return float(evaluator.evaluate()["overall"][scheme].f1)


def rouge_scorer(usual: str) -> Call:
    def call(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
        (name,) = names = arguments.pop("rouge_types", [usual])
        scorer = module("rouge_score.rouge_scorer").RougeScorer(names, **arguments)
        pairs = zip(first(references), hypotheses, strict=True)
        return mean([scorer.score(*pair)[name].fmeasure for pair in pairs])

    return call


def rouge_class(usual: str) -> Call:
    def call(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
        (name,) = names = arguments.pop("metrics", [usual])
        (measure,) = arguments.pop("stats", ["f"])
        scorer = module("rouge").Rouge(metrics=names, **arguments)
        pairs = zip(hypotheses, first(references), strict=True)
        return mean([scorer.get_scores(*pair)[0][name][measure] for pair in pairs])

    return call


def py_rouge_class(name: str) -> Call:
    def call(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
        scorer_class = module("samescore.implementations.adapters.py_rouge")._scorer()  # needs no trained splitter
        order = arguments.get("max_n", 1)
        usual = {"stemming": False, "max_n": order}
        scorer = scorer_class(metrics=[name], **{**usual, **arguments})
        key = f"rouge-{order}" if name == "rouge-n" else name
        pairs = zip(hypotheses, references, strict=True)
        return mean([scorer.get_scores([text], [several])[key]["f"] for text, several in pairs])

    return call


def rouge_metric_class(name: str) -> Call:
    def call(hypotheses: Sequence[Any], references: Sequence[Sequence[Any]], **arguments: Any) -> float:
        usual: dict[str, Any] = {"rouge_n": (), "rouge_l": False, "rouge_w": False, name: True}
        scorer = module("rouge_metric").PyRouge(**{**usual, **arguments})
        if name == "rouge_w":
            results = scorer.evaluate(hypotheses, references)
        else:
            lists = [[[text] for text in several] for several in references]
            results = scorer.evaluate_tokenized([[text] for text in hypotheses], lists)
        if isinstance(results, list):
            return mean([next(iter(result.values()))["f"] for result in results])
        return next(iter(results.values()))["f"]  # type: ignore[no-any-return]

    return call


def coco_class(within: str, name: str, *, sentences: bool) -> Call:
    def call(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
        scorer = getattr(module(f"pycocoevalcap.{within}"), name)(**arguments)
        texts, lists = {i: [h] for i, h in enumerate(hypotheses)}, dict(enumerate(references))
        quiet = {"verbose": 0} if name == "Bleu" else {}
        corpus, each = scorer.compute_score(lists, texts, **quiet)
        if name == "Bleu":
            corpus, each = corpus[-1], each[-1]
        return mean([float(score) for score in each]) if sentences else corpus

    return call


def jiwer_wer(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **names: str) -> float:
    transformations = {argument: getattr(module("jiwer").transformations, name) for argument, name in names.items()}
    return module("jiwer").wer(first(references), list(hypotheses), **transformations)  # type: ignore[no-any-return]


def kaldialign_rate(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
    sides = [line.split() for line in first(references)], [line.split() for line in hypotheses]
    return float(module("kaldialign").batch_error_rate(*sides, **arguments)["err_rate"])


def rapidfuzz_levenshtein(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
    distance = module("rapidfuzz.distance").Levenshtein.distance
    return mean([distance(*pair, **arguments) for pair in zip(first(references), hypotheses, strict=True)])


def anls_score(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
    function = module("anls").anls_score
    pairs = zip(hypotheses, references, strict=True)
    return mean([function(prediction=said, gold_labels=[*right], **arguments) for said, right in pairs])


def bleuscore_compute(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
    usual = {"max_order": 4, "smooth": False}
    return module("bleuscore").compute(references, hypotheses, **{**usual, **arguments})["bleu"]  # type: ignore[no-any-return]


def systems_of(data: Any) -> tuple[list[Any], list[Any]]:
    """What a test is called with: the numbers of both systems, or of the only one; or their texts, and the references."""
    if data.statistic == "mean":
        first_system, *others = ([*system.scores] for system in data.systems)
        return first_system, others[0] if others else []
    texts = [[str(segment.hypothesis) for segment in system] for system in data.systems]
    return texts, [segment.references[0] for segment in data.systems[0]]


def scipy_test(name: str, **usual: Any) -> Call:
    """The p-value of a test of SciPy between two systems' numbers."""

    def call(one: Sequence[float], other: Sequence[float], **arguments: Any) -> float:
        return float(getattr(module("scipy.stats"), name)(one, other, **{**usual, **arguments}).pvalue)

    return call


def scipy_sign_test(one: Sequence[float], other: Sequence[float], **arguments: Any) -> float:
    more, fewer = (
        sum(x > y for x, y in zip(one, other, strict=True)),
        sum(x < y for x, y in zip(one, other, strict=True)),
    )
    return float(module("scipy.stats").binomtest(more, more + fewer, 0.5, **arguments).pvalue)


def scipy_permutation_test(kind: str) -> Call:
    """The p-value of a difference of means, from the seed 12345."""

    def call(one: Sequence[float], other: Sequence[float], **arguments: Any) -> float:
        numpy, stats = module("numpy"), module("scipy.stats")
        usual = {"n_resamples": 9999, "rng": numpy.random.default_rng(12345), "vectorized": False}
        test = stats.permutation_test(
            (one, other), lambda x, y: numpy.mean(x) - numpy.mean(y), permutation_type=kind, **{**usual, **arguments}
        )
        return float(test.pvalue)

    return call


def scipy_bootstrap(reported: str) -> Call:
    """Half the width of an interval around a mean, or its standard error, from the seed 12345."""

    def call(numbers: Sequence[float], _: object, **arguments: Any) -> float:
        numpy, stats = module("numpy"), module("scipy.stats")
        usual = {"n_resamples": 1000, "method": "percentile", "random_state": numpy.random.default_rng(12345)}
        result = stats.bootstrap((numbers,), numpy.mean, **{**usual, **arguments})
        if reported == "standard_error":
            return float(result.standard_error)
        low, high = result.confidence_interval
        return 0.5 * float(high - low)

    return call


def scipy_proportion_ci(numbers: Sequence[float], _: object, **arguments: Any) -> float:
    alternative = arguments.pop("alternative", "two-sided")
    test = module("scipy.stats").binomtest(int(sum(numbers)), len(numbers), alternative=alternative)
    low, high = test.proportion_ci(**arguments, method="wilson")
    return 0.5 * float(high - low)


def scipy_correlation(name: str) -> Call:
    def call(metric: Sequence[float], human: Sequence[float], **arguments: Any) -> float:
        return float(getattr(module("scipy.stats"), name)(metric, human, **arguments).statistic)

    return call


def statsmodels_mcnemar(one: Sequence[float], other: Sequence[float], **arguments: Any) -> float:
    pairs = list(zip(one, other, strict=True))
    table = [[pairs.count((x, y)) for y in (1.0, 0.0)] for x in (1.0, 0.0)]
    return float(module("statsmodels.stats.contingency_tables").mcnemar(table, **arguments).pvalue)


def sacrebleu_paired_test(kind: str, reported: str) -> Call:
    """The p-value of the last of sacreBLEU's systems, or half the width of the first one's interval."""

    def call(systems: Sequence[Sequence[str]], references: Sequence[str], **arguments: Any) -> float:
        named = [(str(number), system) for number, system in enumerate(systems)]
        scorer = module("sacrebleu.metrics").BLEU()
        significance = module("sacrebleu.significance")
        test = significance.PairedTest(named, {"BLEU": scorer}, [references], kind, **{"n_samples": 1000, **arguments})
        results = next(column for name, column in test()[1].items() if name != "System")
        return float(results[-1].p_value if reported == "p_value" else results[0].ci)

    return call


def sacrebleu_interval(systems: Sequence[Sequence[str]], references: Sequence[str], **arguments: Any) -> float:
    scorer = module("sacrebleu.metrics").BLEU()
    return float(scorer.corpus_score(systems[0], [references], **{"n_bootstrap": 1000, **arguments})._ci)


def krippendorff_alpha() -> Call:
    def call(annotations: Sequence[Any], _: Sequence[Any], **arguments: Any) -> float:
        data = [[math.nan if label is None else label for label in row] for row in annotations]
        return float(module("krippendorff").alpha(data, **arguments))

    return call


def nltk_agreement(method: str) -> Call:
    def call(annotations: Sequence[Any], _: Sequence[Any], **arguments: Any) -> float:
        if "distance" in arguments:
            arguments["distance"] = getattr(module("nltk.metrics.distance"), arguments["distance"])
        labels = [
            (a, i, label) for a, row in enumerate(annotations) for i, label in enumerate(row) if label is not None
        ]
        data = [(a, i, frozenset(label) if isinstance(label, tuple) else label) for a, i, label in labels]
        return float(getattr(module("nltk.metrics.agreement").AnnotationTask(data, **arguments), method)())

    return call


def nltk_weighted_kappa(gold: Sequence[Any], predicted: Sequence[Any], distance: str = "binary_distance") -> float:
    data = [(side, item, label) for side, labels in enumerate((gold, predicted)) for item, label in enumerate(labels)]
    measure = getattr(module("nltk.metrics.distance"), distance)
    return float(module("nltk.metrics.agreement").AnnotationTask(data, distance=measure).weighted_kappa())


def statsmodels_fleiss_kappa() -> Call:
    def call(annotations: Sequence[Any], _: Sequence[Any], **arguments: Any) -> float:
        rater = module("statsmodels.stats.inter_rater")
        table, _categories = rater.aggregate_raters([list(item) for item in zip(*annotations, strict=True)])
        return float(rater.fleiss_kappa(table, **arguments))

    return call
