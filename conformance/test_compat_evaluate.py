"""`samescore.compat.evaluate` against the packages that the scripts of evaluate call, which are not part of the package."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

import pytest

from conformance.peers import need
from samescore.compat import evaluate
from samescore.generators.texts import corpora
from samescore.implementations import installed_package

_INPUTS = 150


def _inputs(seed: int) -> Iterator[tuple[list[str], list[list[str]]]]:
    """Texts with one reference each, or two."""
    for number, corpus in enumerate(corpora(_INPUTS, 2, seed)):
        if len(corpus) and all(corpus.reference_lines):
            size = 1 + number % 2 if all(len(lines) > 1 for lines in corpus.reference_lines) else 1
            yield (
                list(map(str, corpus.hypothesis_lines)),
                [list(map(str, lines[:size])) for lines in corpus.reference_lines],
            )


def _result(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as problem:
        return type(problem)


def _sacrebleu(home: Any, name: str, hypotheses: list[str], streams: list[list[str]], flag: bool) -> dict[str, Any]:
    if name == "sacrebleu":
        score = home.corpus_bleu(hypotheses, streams, lowercase=flag)
        keys = ["score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len"]
    elif name == "chrf":
        score, keys = (
            home.CHRF(6, 2, 2, flag).corpus_score(hypotheses, streams),
            ["score", "char_order", "word_order", "beta"],
        )
    else:
        score = home.TER(normalized=flag).corpus_score(hypotheses, streams)
        keys = ["score", "num_edits", "ref_length"]
    return {key: getattr(score, key) for key in keys}


@pytest.mark.parametrize("name", ["sacrebleu", "chrf", "ter"])
def test_metrics_of_sacrebleu(name: str) -> None:
    need(installed_package("sacrebleu"))
    home, seen = import_module("sacrebleu"), set()
    flag_of = {"sacrebleu": "lowercase", "chrf": "lowercase", "ter": "normalized"}
    for number, (hypotheses, references) in enumerate(_inputs(1)):
        flag = number % 3 == 0
        arguments = {flag_of[name]: flag, **({"word_order": 2} if name == "chrf" else {})}
        streams = [list(stream) for stream in zip(*references, strict=True)]
        expected = _sacrebleu(home, name, hypotheses, streams, flag)
        assert evaluate.load(name).compute(predictions=hypotheses, references=references, **arguments) == expected
        seen.add(str(expected))
    assert len(seen) > 40


def test_rouge_s_scores_and_their_aggregate() -> None:
    need(installed_package("rouge_score"))
    scorers, scoring = import_module("rouge_score.rouge_scorer"), import_module("rouge_score.scoring")
    numpy, types = import_module("numpy"), ["rouge1", "rougeL"]
    for number, (hypotheses, references) in enumerate(_inputs(2)):
        if number >= 20:
            break
        package = scorers.RougeScorer(types)
        scores = [package.score_multi(several, text) for several, text in zip(references, hypotheses, strict=True)]
        given = {"predictions": hypotheses, "references": references, "rouge_types": types}
        alone = evaluate.load("rouge").compute(**given, use_aggregator=False)
        assert alone == {name: [score[name].fmeasure for score in scores] for name in types}
        aggregator = scoring.BootstrapAggregator()
        for score in scores:
            aggregator.add_scores(score)
        numpy.random.seed(number)
        expected = {name: float(made.mid.fmeasure) for name, made in aggregator.aggregate().items()}
        assert evaluate.load("rouge", seed=number).compute(**given) == expected


def test_google_bleu_is_gleu_of_the_tokens() -> None:
    need(installed_package("nltk"))
    package, seen = import_module("nltk.translate.gleu_score"), set()
    for hypotheses, references in _inputs(3):
        tokens = [text.split() for text in hypotheses]
        expected = package.corpus_gleu([[text.split() for text in several] for several in references], tokens)
        made = evaluate.load("google_bleu").compute(predictions=hypotheses, references=references, tokenizer=str.split)
        assert made == {"google_bleu": expected}
        seen.add(expected)
    assert len(seen) > 40


_AVERAGES = ["binary", "macro", "micro", "weighted", None]
#: The functions of scikit-learn, with the values that are drawn for each argument.
_LABELS: dict[str, tuple[str, dict[str, list[Any]]]] = {
    "accuracy": ("accuracy_score", {"normalize": [True, False]}),
    "f1": ("f1_score", {"average": _AVERAGES, "pos_label": [0, 1], "labels": [None, [0, 1]]}),
    "precision": ("precision_score", {"average": _AVERAGES, "zero_division": ["warn", 0, 1]}),
    "recall": ("recall_score", {"average": _AVERAGES, "pos_label": [0, 1], "zero_division": ["warn", 0, 1]}),
    "matthews_correlation": ("matthews_corrcoef", {}),
}


def _listed(score: Any) -> Any:
    """A score as a float, or several as a list; one class has one score."""
    return score.tolist() if getattr(score, "size", 1) > 1 else float(score)


def _warned(call: Callable[[], Any]) -> tuple[Any, set[str]]:
    """The result of a call, and the texts of its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        return _result(call), {str(each.message) for each in caught}


@pytest.mark.parametrize("name", _LABELS)
def test_metrics_of_scikit_learn(name: str) -> None:
    need(installed_package("sklearn"))
    function, arguments = _LABELS[name]
    package, rng, seen = getattr(import_module("sklearn.metrics"), function), random.Random(name), set()
    for _ in range(_INPUTS * 2):
        size, classes = rng.randint(1, 7), rng.choice([2, 2, 3])
        gold, predicted = ([rng.randrange(classes) for _ in range(size)] for _ in range(2))
        chosen = {argument: rng.choice(values) for argument, values in arguments.items()}
        if rng.random() < 0.3:
            # Not all 0, where the releases of scikit-learn differ.
            chosen["sample_weight"] = [1.0, *(rng.choice([0.0, 0.5, 1.0, 2.0]) for _ in range(size - 1))]
        theirs = _warned(lambda: _listed(package(gold, predicted, **chosen)))  # noqa: B023 - called at once
        ours = _warned(
            lambda: _listed(evaluate.load(name).compute(predictions=predicted, references=gold, **chosen)[name])  # noqa: B023
        )
        assert ours == theirs, (gold, predicted, chosen)
        seen.add(str(theirs))
    assert len(seen) > 15


@pytest.mark.parametrize("scheme", [None, "IOB2", "IOBES"])
def test_metrics_of_tags(scheme: str | None) -> None:
    """As the scripts call them: seqeval's report without two of its averages, and scikit-learn's."""
    need(installed_package("seqeval"))
    package, reports, rng, seen = (
        import_module("seqeval.metrics"),
        import_module("sklearn.metrics"),
        random.Random(str(scheme)),
        set(),
    )
    chosen = None if scheme is None else getattr(import_module("seqeval.scheme"), scheme)
    mode = None if scheme is None else "strict"
    names = {"f1-score": "f1", "support": "number"}
    tags = ["O", "B-A", "I-A", "B-B", "I-B", *(() if scheme == "IOB2" else ("E-A", "S-B"))]
    for _ in range(_INPUTS):
        sides: tuple[list[list[str]], list[list[str]]] = ([], [])
        for length in (rng.randint(1, 5) for _ in range(rng.randint(1, 3))):
            for side in sides:
                side.append([rng.choice(tags) for _ in range(length)])
        gold, predicted = sides

        def theirs(gold: Any = gold, predicted: Any = predicted) -> Any:
            report = package.classification_report(
                gold, predicted, output_dict=True, scheme=chosen, mode=mode, zero_division="warn"
            )
            overall = report.pop("micro avg")
            del report["macro avg"], report["weighted avg"]
            return {name: {names.get(k, k): v for k, v in each.items()} for name, each in report.items()} | {
                "overall_precision": overall["precision"],
                "overall_recall": overall["recall"],
                "overall_f1": overall["f1-score"],
                "overall_accuracy": package.accuracy_score(gold, predicted),
            }

        given = {"predictions": predicted, "references": gold}
        ours = _warned(lambda: evaluate.load("seqeval").compute(**given, scheme=scheme, mode=mode))  # noqa: B023
        assert ours == _warned(theirs), (gold, predicted)
        flat = [[tag for sentence in side for tag in sentence] for side in sides]
        report = _warned(lambda: reports.classification_report(*flat, output_dict=True, zero_division="warn"))  # noqa: B023
        assert _warned(lambda: evaluate.load("poseval").compute(**given)) == report  # noqa: B023
        seen.add(str(ours))
    assert len(seen) > 20


def test_wer_adds_up_the_errors_of_jiwer() -> None:
    need(installed_package("jiwer"))
    package, seen = import_module("jiwer"), set()
    for hypotheses, references in _inputs(4):
        right = [several[0] for several in references]
        errors = total = 0
        for reference, hypothesis in zip(right, hypotheses, strict=True):
            made = package.process_words(reference, hypothesis)
            errors += made.substitutions + made.deletions + made.insertions
            total += made.substitutions + made.deletions + made.hits
        expected = errors / total if total else ZeroDivisionError
        assert _result(lambda: evaluate.load("wer").compute(predictions=hypotheses, references=right)) == expected  # noqa: B023
        seen.add(str(expected))
    assert len(seen) > 20
