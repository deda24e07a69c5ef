"""Packages' own arguments: a package called with them returns what the native metric does under the settings they mean.

The text of a case is Python's as well as samescore's: Python makes arguments of it for the package, samescore makes
settings of it (`samescore.implementations.sides`), and the two numbers must be equal. The tables that samescore reads
them by are `[profile.arguments]` of ``conformance/profiles/``; each of their arguments has a case here.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from conformance.package_calls import (
    Call,
    NoWordNet,
    bleuscore_compute,
    coco_class,
    f1_product,
    first,
    module,
    nltk_function,
    nltk_lidstone,
    of_tokens,
    py_rouge_class,
    rapidfuzz_levenshtein,
    rouge_class,
    rouge_metric_class,
    rouge_scorer,
    sacrebleu_class,
    sacrebleu_class_by_sentence,
    sacrebleu_function,
    sklearn_function,
    torchmetrics_function,
)
from conformance.peers import need
from samescore import Corpus, Labels, Raised, Score
from samescore.data.kinds import Data
from samescore.implementations import installed_package, modelled, package_names
from samescore.implementations.sides import side
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import Outcome, same_outcome

_TEXTS = (
    Corpus.from_segments(
        ["The cat sat on the mat.", "It cost 1,000.50 Euros (in  2010)!", "no no no", "the running cats, the Cats"],
        [["the Cat sat on a mat."], ["It costs 1,000.50 euros (in 2010) !"], ["no"], ["cats are running; cats"]],
    ),
    Corpus.from_segments(
        ["A B c d e f g h", "他说 你好世界，再见。", "x y", "one two three four five"],
        [["a b c d E f h g"], ["他 说你好 世界，再见！"], ["x z"], ["two one three five four six"]],
    ),
)
_REPEATED = Corpus.from_segments(
    ["the cat the dog the cat sat down", "the cat ran and ran and sat"],
    [["the cat the dog the cow sat down"], ["the cat ran and the dog ran and sat"]],
)
_LABELS = (
    Labels(["a", "b", "b", "c", "c", "a", "b"], ["a", "b", "c", "c", "b", "b", "b"]),
    Labels(["a", "a", "b", "b"], ["a", "c", "b", "b"]),
)
_BINARY = (Labels([1, 0, 1, 1, 0], [1, 1, 0, 1, 0]), Labels([0, 0], [0, 0]))
_RANKS = (Labels([0, 1, 2, 2, 1, 0], [0, 2, 2, 1, 0, 0]), Labels([1, 2, 0, 2], [2, 2, 0, 1]))


_BLEU = (
    "lowercase=True",
    "lowercase=False",
    "tokenize='intl'",
    "tokenize='zh'",
    "tokenize='char'",
    "tokenize='none'",
    "tokenize=None",
    "smooth_method='floor'",
    "smooth_method='floor', smooth_value=0.5",
    "smooth_value=2, smooth_method='add-k'",
    "smooth_method='none'",
    "smooth_method='exp', smooth_value=3",
    "force=True",
)
_CHRF = ("char_order=4", "word_order=2", "beta=1", "beta=3", "eps_smoothing=True", "eps_smoothing=False")
_CHRF_CLASS = ("lowercase=True", "whitespace=True", "whitespace=False", "word_order=1, beta=0, lowercase=True")
_TER = (
    "normalized=True",
    "no_punct=True",
    "case_sensitive=True",
    "asian_support=True, normalized=True",
    "normalized=False, no_punct=False, asian_support=False, case_sensitive=False",
)
_NLTK_BLEU = (
    "weights=(0.5, 0.5)",
    "weights=[0.7, 0.2, 0.1]",
    "weights=(1/3, 1/3, 1/3)",
    "weights=(1,)",
    "weights=(0.25, 0.25, 0.25, 0.25)",
    "auto_reweigh=True",
    "smoothing_function=None",
    *(f"smoothing_function=SmoothingFunction().method{number}" for number in range(8)),
    "smoothing_function=SmoothingFunction(epsilon=0.5).method1",
    "smoothing_function=SmoothingFunction(k=3).method4, auto_reweigh=False",
    "smoothing_function=bleu_score.SmoothingFunction(alpha=2).method6",
)
_ZERO = ("zero_division=0", "zero_division=1", "zero_division=0.0", "zero_division='warn'")
_AVERAGED = (
    "average='macro'",
    "average='micro'",
    "average='weighted'",
    "average=None, labels=['b']",
    "average='macro', labels=['a', 'b']",
    "average='weighted', labels=['b']",
    "average=None, labels=['missing'], zero_division=1",
    "average=None, labels=['missing'], zero_division=0",
)
_LIMITS = (
    "limit_length=True, length_limit=3, length_limit_type='words'",
    "limit_length=True, length_limit=9, length_limit_type='bytes'",
    "limit_length=False",
    "apply_avg=False, apply_best=True",
    "apply_avg=True, apply_best=False",
    "alpha=0.2",
    "stemming=False",
)
_STEMMER = ("use_stemmer=True", "use_stemmer=False")
_MULTIPLE = ("multi_ref_mode='best'", "multi_ref_mode='average'", "mode='individual'", "mode='average'", "alpha=0.2")
_TORCH_BLEU = ("n_gram=2", "smooth=True", "smooth=False", "n_gram=2, weights=[0.7, 0.3]", "weights=None")

#: For each entry point: its inputs, its own call, and cases.
CASES: dict[str, list[tuple[Sequence[Data], Call, Sequence[str]]]] = {
    "sacrebleu.corpus_bleu": [
        (
            _TEXTS,
            sacrebleu_class("BLEU"),
            (*_BLEU, "max_ngram_order=2", "effective_order=True", "effective_order=False"),
        ),
        (_TEXTS, sacrebleu_function("corpus_bleu"), (*_BLEU, "use_effective_order=True")),
    ],
    "sacrebleu.sentence_bleu": [
        (
            _TEXTS,
            sacrebleu_class_by_sentence("BLEU", effective_order=True),
            (*_BLEU, "max_ngram_order=2", "effective_order=False"),
        ),
        (_TEXTS, sacrebleu_function("sentence_bleu"), (*_BLEU[:-1], "use_effective_order=False")),
    ],
    "sacrebleu.corpus_chrf": [
        (_TEXTS, sacrebleu_class("CHRF"), (*_CHRF, *_CHRF_CLASS)),
        (_TEXTS, sacrebleu_function("corpus_chrf"), (*_CHRF, "remove_whitespace=False", "remove_whitespace=True")),
    ],
    "sacrebleu.sentence_chrf": [
        (_TEXTS, sacrebleu_class_by_sentence("CHRF"), (*_CHRF, *_CHRF_CLASS)),
        (_TEXTS, sacrebleu_function("sentence_chrf"), (*_CHRF, "remove_whitespace=False")),
    ],
    "sacrebleu.corpus_ter": [
        (_TEXTS, sacrebleu_class("TER"), _TER),
        (_TEXTS, sacrebleu_function("corpus_ter"), _TER),
    ],
    "sacrebleu.sentence_ter": [(_TEXTS, sacrebleu_function("sentence_ter"), _TER)],
    "nltk.corpus_bleu": [(_TEXTS, of_tokens(nltk_function("translate.bleu_score", "corpus_bleu")), _NLTK_BLEU)],
    "nltk.sentence_bleu": [(_TEXTS, of_tokens(nltk_function("translate.bleu_score", "sentence_bleu")), _NLTK_BLEU)],
    **{
        f"nltk.{level}_chrf": [
            (
                _TEXTS,
                nltk_function("translate.chrf_score", f"{level}_chrf", single=True),
                ("min_len=2", "max_len=4", "beta=1.0", "ignore_whitespace=False", "ignore_whitespace=True"),
            )
        ]
        for level in ("corpus", "sentence")
    },
    **{
        f"nltk.{level}_gleu": [
            (
                _TEXTS,
                of_tokens(nltk_function("translate.gleu_score", f"{level}_gleu")),
                ("min_len=2", "max_len=2", "min_len=1, max_len=3"),
            )
        ]
        for level in ("corpus", "sentence")
    },
    **{
        f"nltk.{level}_nist": [
            ((_REPEATED,), of_tokens(nltk_function("translate.nist_score", f"{level}_nist")), ("n=1", "n=2"))
        ]
        for level in ("corpus", "sentence")
    },
    **{
        f"nltk.{level}_ribes": [
            (_TEXTS, of_tokens(nltk_function("translate.ribes_score", f"{level}_ribes")), ("alpha=0.5", "beta=0.5"))
        ]
        for level in ("corpus", "sentence")
    },
    **{
        f"nltk.{name}": [
            (
                _TEXTS,
                of_tokens(
                    nltk_function("translate.meteor_score", name, single=name.startswith("single"), wordnet=NoWordNet())
                ),
                ("preprocess=str", "preprocess=str.lower", "alpha=0.5", "beta=1", "gamma=0.2"),
            )
        ]
        for name in ("meteor_score", "single_meteor_score")
    },
    "nltk.lidstone_perplexity": [(_TEXTS, of_tokens(nltk_lidstone), ("order=2", "gamma=0.5", "order=3, gamma=0.1"))],
    "nltk.edit_distance": [
        (
            _TEXTS,
            nltk_function("metrics.distance", "edit_distance", single=True),
            ("substitution_cost=2", "transpositions=True", "transpositions=False"),
        )
    ],
    "sklearn.accuracy_score": [(_LABELS, sklearn_function("accuracy_score"), ("normalize=True", "normalize=False"))],
    **{
        f"sklearn.{name}_score": [
            (_LABELS, sklearn_function(f"{name}_score"), _AVERAGED),
            (_BINARY, sklearn_function(f"{name}_score"), ("pos_label=1", "pos_label=0", "average='binary'", *_ZERO)),
        ]
        for name in ("precision", "recall", "f1")
    },
    "sklearn.fbeta_score": [
        (_LABELS, sklearn_function("fbeta_score"), [f"beta=2, {text}" for text in _AVERAGED]),
        (_BINARY, sklearn_function("fbeta_score"), [f"beta=0.5, {text}" for text in ("pos_label=0", *_ZERO)]),
    ],
    "sklearn.f1_score_product": [(_LABELS, f1_product, ("labels=['a', 'b']", "labels=['missing']", *_ZERO))],
    "sklearn.balanced_accuracy_score": [
        (_LABELS[:1], sklearn_function("balanced_accuracy_score"), ("adjusted=True", "adjusted=False"))
    ],
    "sklearn.cohen_kappa_score": [
        (_RANKS, sklearn_function("cohen_kappa_score"), ("weights=None", "weights='linear'", "weights='quadratic'"))
    ],
    "rouge_score.rougeN": [
        (
            _TEXTS,
            rouge_scorer("rouge1"),
            (*_STEMMER, "rouge_types=['rouge2'], use_stemmer=True", "rouge_types=['rouge3']"),
        )
    ],
    "rouge_score.rougeL": [(_TEXTS, rouge_scorer("rougeL"), _STEMMER)],
    "rouge_score.rougeLsum": [(_TEXTS, rouge_scorer("rougeLsum"), _STEMMER)],
    "rouge.rouge-n": [
        (
            _TEXTS,
            rouge_class("rouge-1"),
            ("exclusive=True", "exclusive=False", "metrics=['rouge-2']", "stats=['r']", "stats=['p']"),
        )
    ],
    "rouge.rouge-l": [(_TEXTS, rouge_class("rouge-l"), ("exclusive=True", "exclusive=False", "stats=['r']"))],
    "py_rouge.rouge-n": [(_TEXTS, py_rouge_class("rouge-n"), (*_LIMITS, "max_n=2"))],
    **{
        f"py_rouge.{name}": [(_TEXTS, py_rouge_class(name), (*limits, "weight_factor=2.0"))]
        for name, limits in (("rouge-l", _LIMITS), ("rouge-w", [text for text in _LIMITS if "best=True" not in text]))
    },
    **{
        f"rouge_metric.{name}": [
            (_TEXTS, of_tokens(rouge_metric_class(name)), (*_MULTIPLE, "skip_gap=2", "skip_gap=None"))
        ]
        for name in ("rouge_s", "rouge_su")
    },
    "rouge_metric.rouge_w": [(_TEXTS, rouge_metric_class("rouge_w"), (*_MULTIPLE, "rouge_w_weight=2.0"))],
    "pycocoevalcap.bleu": [(_TEXTS, coco_class("bleu.bleu", "Bleu", sentences=False), ("n=2", "n=4"))],
    "pycocoevalcap.sentence_bleu": [(_TEXTS, coco_class("bleu.bleu", "Bleu", sentences=True), ("n=1", "n=3"))],
    "pycocoevalcap.cider": [(_TEXTS, coco_class("cider.cider", "Cider", sentences=True), ("sigma=3.0", "n=4"))],
    "rapidfuzz.Levenshtein": [(_TEXTS, rapidfuzz_levenshtein, ("weights=(1, 1, 2)", "weights=(1,1,1)"))],
    "bleuscore.compute": [
        (_TEXTS, bleuscore_compute, ("max_order=2", "smooth=True", "smooth=False", "ref_len_method='closest'"))
    ],
    "torchmetrics.bleu_score": [(_TEXTS, torchmetrics_function("bleu_score"), _TORCH_BLEU)],
    "torchmetrics.sacre_bleu_score": [
        (
            _TEXTS,
            torchmetrics_function("sacre_bleu_score"),
            (*_TORCH_BLEU, "lowercase=True", "tokenize='intl'", "tokenize='char', lowercase=False"),
        )
    ],
    "torchmetrics.chrf_score": [
        (
            _TEXTS,
            torchmetrics_function("chrf_score"),
            ("n_char_order=4", "n_word_order=0", "beta=1.0", "lowercase=True", "whitespace=True", "whitespace=False"),
        )
    ],
    "torchmetrics.translation_edit_rate": [
        (
            _TEXTS,
            torchmetrics_function("translation_edit_rate"),
            ("normalize=True", "no_punctuation=True", "lowercase=False", "asian_support=True, normalize=True"),
        )
    ],
    "torchmetrics.rouge_l": [
        (_TEXTS, torchmetrics_function("rouge_score", rouge_keys="rougeL"), (*_STEMMER, "accumulate='best'"))
    ],
    "torchmetrics.rouge_n": [
        (
            _TEXTS,
            torchmetrics_function("rouge_score", rouge_keys="rouge1"),
            (*_STEMMER, "rouge_keys='rouge2', accumulate='best'"),
        )
    ],
}

#: The fields of sacreBLEU's signatures, which are read like arguments.
_FIELDS = ("case", "eff", "tok", "smooth", "nc", "nw", "space", "norm", "punct", "asian")


def _python(text: str) -> dict[str, Any]:
    """What Python makes of the text of a case: the arguments for the package."""
    known: dict[str, Any] = {}
    if "SmoothingFunction" in text:
        bleu_score = module("nltk.translate.bleu_score")
        known = {"SmoothingFunction": bleu_score.SmoothingFunction, "bleu_score": bleu_score}
    return eval(f"dict({text})", known)  # type: ignore[no-any-return]  # noqa: S307 - the texts are written above


def _plain(data: Data) -> tuple[list[Any], list[Any]]:
    if isinstance(data, Labels):
        return list(data.gold), list(data.predicted)
    assert isinstance(data, Corpus)
    return [str(segment.hypothesis) for segment in data], [list(segment.references) for segment in data]


def _answer(call: Call, data: Data, text: str) -> Outcome:
    """What a package returns."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return Score(call(*_plain(data), **_python(text)))
        except (ZeroDivisionError, AssertionError) as problem:  # NLTK's methods 6 and 7, on few words
            return Raised(type(problem).__name__)


def _settings(name: str, text: str) -> Any:
    """What samescore makes of the text of a case: complete settings, under the profile of the installed version."""
    package = installed_package(name.partition(".")[0])
    profile = package.file.entry_point(name.partition(".")[2], package.version if package.covered else None)
    assert profile is not None
    common = {"average": "corpus"} if name == "nltk.lidstone_perplexity" else {}
    ((settled,), _) = side(f"{name}({text})").settled([profile], common)
    return settled.settings


@pytest.mark.parametrize("name", CASES)
def test_an_argument_means_what_its_package_does(name: str) -> None:
    package = installed_package(name.partition(".")[0])
    need(package)
    profile = package.file.entry_point(name.partition(".")[2], package.version if package.covered else None)
    assert profile is not None
    noticed = False
    for inputs, call, texts in CASES[name]:
        for text in texts:
            settings, usual = _settings(name, text), _settings(name, "")
            for data in inputs:
                native = native_outcome(data, settings)
                answer = _answer(call, data, text)
                shown = f"{name}({text}): {settings.short_signature}\npackage {answer}\nnative {native}"
                assert same_outcome(native, answer, max_ulps=profile.ulps), shown
                noticed |= not same_outcome(native, native_outcome(data, usual), max_ulps=profile.ulps)
    assert noticed, "no argument changes the number"


@pytest.mark.parametrize("name", CASES)
def test_every_case_is_understood(name: str) -> None:
    for _, _, texts in CASES[name]:
        for text in texts:
            _settings(name, text)


def _arguments() -> Iterator[Any]:
    for package in package_names():
        for profile in modelled(package).file.current(None):
            for name in profile.arguments:
                if profile.arguments[name].knob in profile.fixed:
                    continue  # there is nothing to choose
                yield pytest.param(
                    f"{package}.{profile.entry_point}", name, id=f"{package}.{profile.entry_point}({name})"
                )


@pytest.mark.parametrize(("entry_point", "argument"), list(_arguments()))
def test_every_argument_has_a_case(entry_point: str, argument: str) -> None:
    if argument in _FIELDS and entry_point.startswith("sacrebleu."):
        return
    texts = " ".join(text for _, _, texts in CASES[entry_point] for text in texts)
    assert re.search(rf"\b{argument}=", texts), f"{entry_point} has no case for {argument}"


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_the_fields_of_a_signature_mean_what_sacrebleu_prints(name: str) -> None:
    need(installed_package("sacrebleu"))
    entry_point = f"sacrebleu.corpus_{name.lower()}"
    corpus = _TEXTS[0]
    hypotheses, references = _plain(corpus)
    seen = set()
    for text in CASES[entry_point][0][2]:
        if "smooth_value" in text or "force" in text:
            continue  # printed in brackets after the method, or not at all
        scorer = getattr(module("sacrebleu.metrics"), name)(**_python(text))
        scorer.corpus_score(hypotheses, [first(references)])
        printed = dict(field.split(":") for field in scorer.get_signature().format().split("|"))
        fields = {key: value.partition("[")[0] for key, value in printed.items() if key in _FIELDS}
        fields = {key: value for key, value in fields.items() if (name, key) != ("TER", "tok")}
        settings = _settings(entry_point, text)
        written = ", ".join(f"{key}={value}" for key, value in fields.items())
        beta = f", beta={settings.beta}" if name == "CHRF" else ""  # printed as a part of the metric's name
        order = f", max_ngram_order={settings.max_order}" if name == "BLEU" else ""  # never printed
        assert _settings(entry_point, written + beta + order) == settings, (text, printed)
        seen |= {f"{key}={value}" for key, value in fields.items()}
    assert len(seen) > 5, seen
