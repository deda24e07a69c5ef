"""`samescore.compat` against the installed packages: the same result objects, texts, signatures and errors."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import zip_longest
from typing import Any

import pytest

from conformance.peers import need
from samescore.compat import sacrebleu as offered
from samescore.compat.rouge_score import rouge_scorer, scoring, tokenizers
from samescore.generators.texts import corpora
from samescore.implementations import installed_package

_INPUTS = 300
#: The values that are drawn for each argument.
_BLEU: dict[str, list[Any]] = {
    "smooth_method": ["exp", "floor", "add-k", "none"],
    "smooth_value": [None, 0.05, 1.5],
    "lowercase": [False, True],
    "tokenize": ["13a", "intl", "char", "zh", "none"],
    "use_effective_order": [False, True],
}
_CHRF: dict[str, list[Any]] = {
    "char_order": [6, 3],
    "word_order": [0, 2],
    "beta": [2, 1, 3],
    "remove_whitespace": [True, False],
    "eps_smoothing": [False, True],
}
_TER: dict[str, list[Any]] = {
    name: [False, True] for name in ("normalized", "no_punct", "asian_support", "case_sensitive")
}
_CLASSES: list[tuple[str, dict[str, list[Any]]]] = [
    ("BLEU", {**{name: _BLEU[name] for name in ("smooth_method", "lowercase", "tokenize")}, "max_ngram_order": [4, 2]}),
    ("CHRF", {"char_order": [6, 2], "word_order": [0, 2], "lowercase": [False, True], "whitespace": [False, True]}),
    ("TER", _TER),
]


@pytest.fixture(scope="module")
def package() -> Any:
    need(installed_package("sacrebleu"))
    return import_module("sacrebleu")


def _inputs(seed: int) -> Iterator[tuple[list[Any], list[list[Any]]]]:
    """Hypotheses, and streams of up to three references, some of which lack lines."""
    for corpus in corpora(_INPUTS, 3, seed):
        if len(corpus) and all(corpus.reference_lines):
            streams = [list(stream) for stream in zip_longest(*corpus.reference_lines)]
            yield list(corpus.hypothesis_lines), streams


def _result(call: Callable[[], Any]) -> Any:
    """Everything in a result object and its text, or the class of the error."""
    try:
        made = call()
    except Exception as problem:
        return type(problem)
    return str(made), {name: value for name, value in vars(made).items() if not name.startswith("_")}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("corpus_bleu", _BLEU), ("corpus_chrf", _CHRF), ("corpus_ter", _TER)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_functions_of_corpora(name: str, arguments: dict[str, list[Any]], package: Any) -> None:
    rng, scores = random.Random(name), set()
    for hypotheses, streams in _inputs(1):
        chosen = {argument: rng.choice(values) for argument, values in arguments.items()}
        expected = _result(lambda: getattr(package, name)(hypotheses, streams, **chosen))  # noqa: B023 - called at once
        assert _result(lambda: getattr(offered, name)(hypotheses, streams, **chosen)) == expected, (chosen, streams)  # noqa: B023
        scores.add(str(expected))
    assert len(scores) > 50


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("sentence_bleu", {**_BLEU}), ("sentence_chrf", _CHRF), ("sentence_ter", _TER)],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_functions_of_sentences(name: str, arguments: dict[str, list[Any]], package: Any) -> None:
    rng, scores = random.Random(name), set()
    for hypotheses, streams in _inputs(2):
        references = [line for line in (stream[0] for stream in streams) if line is not None]
        chosen = {argument: rng.choice(values) for argument, values in arguments.items()}
        expected = _result(lambda: getattr(package, name)(hypotheses[0], references, **chosen))  # noqa: B023
        assert _result(lambda: getattr(offered, name)(hypotheses[0], references, **chosen)) == expected  # noqa: B023
        scores.add(str(expected))
    assert len(scores) > 40


@pytest.mark.parametrize(("name", "arguments"), _CLASSES, ids=[name for name, _ in _CLASSES])
def test_classes_and_their_signatures(name: str, arguments: dict[str, list[Any]], package: Any) -> None:
    rng, seen = random.Random(name), set()
    for hypotheses, streams in _inputs(3):
        chosen = {argument: rng.choice(values) for argument, values in arguments.items()}
        kept = {} if rng.random() < 0.5 else {"references": streams}
        theirs, ours = (getattr(home, name)(**chosen, **kept) for home in (package, offered))
        given = None if kept else streams
        expected = _result(lambda: theirs.corpus_score(hypotheses, given))  # noqa: B023
        assert _result(lambda: ours.corpus_score(hypotheses, given)) == expected  # noqa: B023
        if not isinstance(expected, type):
            for short in (False, True):
                assert ours.get_signature().format(short) == theirs.get_signature().format(short)
            score, other = ours.corpus_score(hypotheses, given), theirs.corpus_score(hypotheses, given)
            written = {"width": rng.choice([0, 2, 5]), "signature": str(ours.get_signature())}
            for form in ({"is_json": True}, {"score_only": True}, {}):
                assert score.format(**written, **form) == other.format(**written, **form)
            seen.add(written["signature"])
    assert len(seen) >= 8


@pytest.mark.parametrize("kind", ["bs", "ar"])
def test_paired_tests(kind: str, package: Any) -> None:
    from sacrebleu.significance import PairedTest

    rng = random.Random(kind)
    words = ["the", "a", "cat", "dog", "sat", "ran", "on", "in", "mat", "house"]
    references = [" ".join(rng.choices(words, k=9)) for _ in range(40)]
    systems = [
        (f"system {number}", [" ".join(w if rng.random() > 0.2 else "x" for w in line.split()) for line in references])
        for number in range(3)
    ]
    metrics = ("BLEU", "CHRF", "TER")
    theirs = PairedTest(systems, {m: getattr(package, m)() for m in metrics}, [references], kind, n_samples=200)()
    ours = offered.PairedTest(systems, {m: getattr(offered, m)() for m in metrics}, [references], kind, n_samples=200)()
    assert {name: str(signature) for name, signature in ours[0].items()} == {n: str(s) for n, s in theirs[0].items()}
    assert ours[1]["System"] == theirs[1].pop("System")
    for name, results in theirs[1].items():
        assert [vars(result) for result in ours[1][name]] == [vars(result) for result in results]


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_bootstrap_intervals(name: str, package: Any) -> None:
    lines = ["the cat sat on the mat", "a dog ran in the house", "so it goes on"]
    theirs, ours = getattr(package, name)(), getattr(offered, name)()
    expected = theirs.corpus_score(["the cat sat on a mat", "a dog", "so it"], [lines], n_bootstrap=100)
    made = ours.corpus_score(["the cat sat on a mat", "a dog", "so it"], [lines], n_bootstrap=100)
    assert (made._mean, made._ci, str(made)) == (expected._mean, expected._ci, str(expected))
    assert str(ours.get_signature()) == str(theirs.get_signature())


_WRONG: list[Callable[[Any], Any]] = [
    lambda home: home.corpus_bleu([1], [["a"]]),
    lambda home: home.corpus_bleu(["a", None], [["a", "b"]]),
    lambda home: home.corpus_bleu(["a"], [[1]]),
    lambda home: home.corpus_bleu(["a"], [1]),
    lambda home: home.corpus_bleu(["a"], 1),
    lambda home: home.corpus_bleu(["a"], [["a"]], smooth_method="other"),
    lambda home: home.sentence_bleu(["a"], ["a"]),
    lambda home: home.sentence_bleu("a", "a"),
    lambda home: home.sentence_bleu("a", [1]),
    lambda home: home.BLEU().corpus_score(["a"], None),
    lambda home: home.BLEU().get_signature(),
    lambda home: home.BLEU(tokenize="other"),
    lambda home: home.BLEU(tokenize="13a', lowercase='true"),
    lambda home: home.BLEU().sentence_score("a", []),
    lambda home: home.BLEU.compute_bleu([1], [1], 1, 1, smooth_method="other"),
]


@pytest.mark.parametrize("call", _WRONG, ids=range(len(_WRONG)))
def test_errors_have_the_class_of_the_package_s(call: Callable[[Any], Any], package: Any) -> None:
    expected = _result(lambda: call(package))
    assert isinstance(expected, type)
    assert _result(lambda: call(offered)) is expected


def test_scores_of_counts(package: Any) -> None:
    rng = random.Random(5)
    for _ in range(500):
        totals = sorted((rng.randrange(12) for _ in range(4)), reverse=True)
        counts = [rng.randint(0, total) for total in totals]
        lengths = (totals[0] + rng.randrange(3), rng.randrange(15))
        chosen: dict[str, Any] = {"smooth_method": rng.choice(_BLEU["smooth_method"])}
        chosen["effective_order"] = rng.random() < 0.5
        expected = _result(lambda: package.BLEU.compute_bleu(list(counts), list(totals), *lengths, **chosen))  # noqa: B023
        assert _result(lambda: offered.BLEU.compute_bleu(list(counts), list(totals), *lengths, **chosen)) == expected  # noqa: B023


@pytest.mark.parametrize("use_stemmer", [False, True])
def test_rouge_scorer(use_stemmer: bool) -> None:
    need(installed_package("rouge_score"))
    package = import_module("rouge_score.rouge_scorer")
    types = ["rouge1", "rouge2", "rouge9", "rougeL", "rougeLsum"]
    theirs, ours = (home.RougeScorer(types, use_stemmer) for home in (package, rouge_scorer))
    seen = set()
    for corpus in corpora(_INPUTS, 3, 4):
        for prediction, targets in zip(corpus.hypothesis_lines, corpus.reference_lines, strict=True):
            if targets:
                expected = theirs.score(targets[0], prediction)
                assert repr(ours.score(targets[0], prediction)) == repr(expected)
                assert repr(ours.score_multi(targets, prediction)) == repr(theirs.score_multi(targets, prediction))
                seen.add(str(expected))
    assert len(seen) > 100


class _Characters:
    def tokenize(self, text: str) -> list[str]:
        return list(text)


@pytest.mark.parametrize("tokenizer", ["default", "characters"])
def test_rouge_with_tokenizers(tokenizer: str) -> None:
    need(installed_package("rouge_score"))
    homes = [
        (import_module("rouge_score.rouge_scorer"), import_module("rouge_score.tokenizers")),
        (rouge_scorer, tokenizers),
    ]
    types = ["rouge1", "rouge3", "rougeL", "rougeLsum"]
    theirs, ours = (
        scorers.RougeScorer(
            types, tokenizer=_Characters() if tokenizer == "characters" else made.DefaultTokenizer(True)
        )
        for scorers, made in homes
    )
    seen = set()
    for corpus in corpora(_INPUTS, 1, 6):
        for prediction, targets in zip(corpus.hypothesis_lines, corpus.reference_lines, strict=True):
            for target in targets:
                expected = theirs.score(target, prediction)
                assert repr(ours.score(target, prediction)) == repr(expected)
                seen.add(str(expected))
            default, package = (made.DefaultTokenizer(True).tokenize(prediction) for _, made in homes)
            assert default == package
    assert len(seen) > 50


@pytest.mark.parametrize("seed", [0, 7])
def test_rouge_s_intervals(seed: int) -> None:
    need(installed_package("rouge_score"))
    package, numpy = import_module("rouge_score.scoring"), import_module("numpy")
    rng = random.Random(seed)
    for _ in range(10):
        theirs = package.BootstrapAggregator(0.9, 50)
        ours = scoring.BootstrapAggregator(0.9, 50, seed=seed)
        for _ in range(rng.randint(1, 12)):
            given = {name: scoring.Score(rng.random(), rng.random(), rng.random()) for name in ("rouge1", "rougeL")}
            theirs.add_scores(given)
            ours.add_scores(given)
        numpy.random.seed(seed)
        expected = {
            name: tuple(tuple(map(float, bound)) for bound in made) for name, made in theirs.aggregate().items()
        }
        assert {name: tuple(map(tuple, made)) for name, made in ours.aggregate().items()} == expected


@pytest.mark.parametrize("name", ["rougen", "rouge0", "rouge10", ""])
def test_rouge_types_that_do_not_exist(name: str) -> None:
    need(installed_package("rouge_score"))
    for home in (import_module("rouge_score.rouge_scorer"), rouge_scorer):
        with pytest.raises(ValueError, match=r"[Ii]nvalid rouge type|positive n|is not a type of ROUGE"):
            home.RougeScorer([name]).score("a", "a")


class _Text(str):
    __slots__ = ()


_LINES = ["the cat sat on the mat", "a dog ran in"]
_STREAMS = [["the cat sat on a mat", "a dog ran"], ["cat on the mat", "the dog ran in"]]
#: Calls that a user of the package may write, whose results must be equal.
_CALLS: list[Callable[[Any], Any]] = [
    lambda home: home.corpus_bleu(_LINES, _STREAMS, lowercase=1),
    lambda home: home.corpus_bleu(_LINES, _STREAMS, use_effective_order="no"),
    lambda home: home.CHRF(whitespace="False").corpus_score(_LINES, _STREAMS),
    lambda home: home.CHRF(lowercase=0).corpus_score(_LINES, _STREAMS),
    lambda home: home.CHRF(lowercase=False).corpus_score(_LINES, _STREAMS),
    lambda home: home.CHRF(beta=0.5).corpus_score(_LINES, _STREAMS),
    lambda home: home.TER(normalized=1).corpus_score(_LINES, _STREAMS),
    lambda home: home.corpus_ter(_LINES, _STREAMS, True, True, True, True),
    lambda home: home.sentence_ter(_LINES[0], ["the cat"], True),
    lambda home: home.corpus_bleu(tuple(map(_Text, _LINES)), _STREAMS),
    lambda home: home.sentence_bleu(_Text(_LINES[0]), [_Text("the cat sat on a mat")]),
    lambda home: home.BLEU(references=(iter(stream) for stream in _STREAMS)).corpus_score(deque(_LINES), None),
    lambda home: home.corpus_chrf(deque(_LINES), deque(map(tuple, _STREAMS))),
    lambda home: home.corpus_bleu(_LINES, [[*_STREAMS[0], "more"]]),
    lambda home: home.corpus_bleu([*_LINES, "more"], _STREAMS),
    lambda home: home.BLEU(trg_lang="zh").corpus_score(["你好世界吗"], [["你好世界呢"]]),
    lambda home: home.BLEU(max_ngram_order=2).corpus_score(_LINES, _STREAMS, 1),
    lambda home: home.BLEU.compute_bleu([3, 2, 1, 0], [4, 3, 2, 1], 4, 5, max_ngram_order=2),
]


@pytest.mark.parametrize("call", _CALLS, ids=range(len(_CALLS)))
def test_what_users_write(call: Callable[[Any], Any], package: Any) -> None:
    expected = _result(lambda: call(package))
    assert not isinstance(expected, type)
    assert _result(lambda: call(offered)) == expected


@pytest.mark.usefixtures("package")
def test_intervals_of_given_scores() -> None:
    made = []
    for home in (import_module("sacrebleu.metrics.base"), import_module("samescore.compat.sacrebleu.scores")):
        score = home.Score("name", 50.0)
        score.estimate_ci([home.Score("name", float(value * value % 97)) for value in range(200)])
        made.append((score._mean, score._ci, str(score)))
    assert made[0] == made[1]


def test_signatures_of_kept_references(package: Any) -> None:
    signatures = []
    for home in (package, offered):
        streams = [list(stream) for stream in _STREAMS]
        metric = home.CHRF(references=streams)
        streams[0][:] = ["x", "y"]
        scores = [metric.corpus_score(_LINES, given) for given in (None, [_STREAMS[0]], None)]
        signatures.append((*map(str, scores), str(metric.get_signature()), metric.get_signature().info))
    assert signatures[0] == signatures[1]


@pytest.mark.parametrize("seed", ["0", "7", "007"])
def test_seeds(seed: str, package: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", seed)
    scores = [home.CHRF().corpus_score(_LINES, _STREAMS, 20) for home in (package, offered)]
    assert str(scores[0]) == str(scores[1])
    theirs, ours = (
        home.PairedTest([("a", _LINES)], {"BLEU": kind()}, _STREAMS, "bs", 20)()
        for home, kind in ((import_module("sacrebleu.significance"), package.BLEU), (offered, offered.BLEU))
    )
    assert repr(ours[1]["BLEU"]) == re.sub(r"np\.float\d+\(([^)]*)\)", r"\1", repr(theirs[1]["BLEU"]))
    assert str(ours[0]["BLEU"]) == str(theirs[0]["BLEU"])
