"""`samescore.compat.nltk` against the installed NLTK: the same results, types, warnings and errors."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from conformance.nltk_calls import CALLS
from conformance.peers import need
from samescore.compat import compat
from samescore.compat.nltk import NEWEST
from samescore.generators.texts import corpora
from samescore.implementations import installed_package
from tests.wordnet import write_wordnet

_INPUTS = 200
_LETTERS = "ab c"
#: The values that are drawn for each argument.
_CHRF: dict[str, list[Any]] = {
    "min_len": [1, 2],
    "max_len": [6, 3, 2],
    "beta": [3.0, 2, 0.5],
    "ignore_whitespace": [True, False],
}
_GLEU: dict[str, list[Any]] = {"min_len": [1, 2], "max_len": [4, 2]}
_NIST: dict[str, list[Any]] = {"n": [5, 1, 2]}
_RIBES: dict[str, list[Any]] = {"alpha": [0.25, 1, 0.0], "beta": [0.10, 2]}
_WEIGHTS: list[Any] = [
    (0.25, 0.25, 0.25, 0.25),
    [0.25, 0.25, 0.25, 0.25],
    (1,),
    (0.5, 0.5),
    (0.1, 0.3, 0.5, 0.1),
    (0, 0, 0, 0, 1),
    [(0.5, 0.5), (1 / 3, 1 / 3, 1 / 3), (0.25, 0.25, 0.25, 0.25)],
    [(1, 0, 0, 0), (0.2, 0.2, 0.2, 0.2, 0.2)],
    [[0.25, 0.25, 0.25, 0.25], [0.7, 0.3]],
]


@pytest.fixture(scope="module")
def package() -> Any:
    """The installed package; skips the test if another release than the modelled one is installed."""
    installed = installed_package("nltk")
    need(installed)
    if installed.version != NEWEST:
        pytest.skip(f"NLTK {installed.version} is installed, and {NEWEST} is modelled")
    return _package()


@cache
def _package() -> Any:
    """The names of the installed package, where ``metrics`` is the package that is imported by this name."""
    parts = {name: import_module(f"nltk.{name}") for name in ("metrics", "translate", "pathsec")}
    return SimpleNamespace(**{**vars(import_module("nltk")), **parts})


offered = compat("nltk")


def _result(call: Callable[[], Any]) -> Any:
    """The result with its type and the classes of its warnings, or the class of the error."""
    with warnings.catch_warnings(record=True) as issued:
        warnings.simplefilter("always")
        try:
            made = repr(call())
        except Exception as problem:
            return type(problem)
    return made, [warning.category for warning in issued]


def _tokens(seed: int) -> Iterator[tuple[list[list[Any]], list[Any]]]:
    """References and hypotheses: words, characters of strings, or numbers."""
    rng = random.Random(seed)
    for corpus in corpora(_INPUTS, 3, seed):
        kind = rng.choice(["words", "words", "words", "characters", "numbers"])
        made = [_split(line, kind) for line in corpus.hypothesis_lines]
        yield [[_split(line, kind) for line in lines] for lines in corpus.reference_lines], made


def _split(line: Any, kind: str) -> Any:
    if kind == "characters":
        return line[:20]
    return line.split() if kind == "words" else [len(word) % 4 for word in line.split()]


def _compare(name: str, calls: Iterator[Callable[[Any], Any]], least: int) -> None:
    seen = set()
    for call in calls:
        theirs = _result(lambda: call(_package()))  # noqa: B023 - called at once
        assert _result(lambda: call(offered)) == theirs, (name, theirs)  # noqa: B023
        seen.add(str(theirs))
    assert len(seen) >= least


def _of(name: str) -> Callable[[Any], Any]:
    """A function that returns the function with a dotted name, such as ``translate.gleu_score.corpus_gleu``."""

    def found(home: Any) -> Any:
        for part in name.split("."):
            home = getattr(home, part)
        return home

    return found


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("translate.gleu_score.corpus_gleu", _GLEU),
        ("translate.nist_score.corpus_nist", _NIST),
        ("translate.ribes_score.corpus_ribes", _RIBES),
        ("translate.gleu_score.sentence_gleu", _GLEU),
        ("translate.nist_score.sentence_nist", _NIST),
        ("translate.ribes_score.sentence_ribes", _RIBES),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_functions_of_tokens(name: str, arguments: dict[str, list[Any]]) -> None:
    rng = random.Random(name)

    def calls() -> Iterator[Callable[[Any], Any]]:
        for references, hypotheses in _tokens(1):
            chosen = {argument: rng.choice(values) for argument, values in arguments.items()}
            if "sentence" in name and hypotheses:
                yield lambda home: _of(name)(home)(references[0], hypotheses[0], **chosen)  # noqa: B023
            elif "corpus" in name:
                yield lambda home: _of(name)(home)(references, hypotheses, **chosen)  # noqa: B023

    _compare(name, calls(), 30)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("name", ["corpus_bleu", "sentence_bleu"])
@pytest.mark.parametrize("method", [None, *(f"method{number}" for number in range(8))])
def test_bleu(name: str, method: str | None) -> None:
    rng = random.Random(f"{name}{method}")

    def calls() -> Iterator[Callable[[Any], Any]]:
        for references, hypotheses in _tokens(2):
            weights = rng.choice(_WEIGHTS)
            constants = {"epsilon": rng.choice([0.1, 0.5]), "alpha": rng.choice([5, 2.5]), "k": rng.choice([5, 3])}
            reweigh = rng.random() < 0.3 and not isinstance(weights[0], (tuple, list))
            if method == "method6" and isinstance(weights, tuple) and len(weights) < 3:
                continue

            def call(home: Any) -> Any:
                bleu = home.translate.bleu_score
                chosen = getattr(bleu.SmoothingFunction(**constants), method) if method else None  # noqa: B023
                given = (references[:1], hypotheses[:1]) if name == "sentence_bleu" else (references, hypotheses)  # noqa: B023
                if name == "sentence_bleu" and hypotheses:  # noqa: B023
                    given = (references[0], hypotheses[0])  # noqa: B023
                return getattr(bleu, name)(*given, weights, chosen, reweigh)  # noqa: B023

            if hypotheses or name == "corpus_bleu":
                yield call

    _compare(f"{name} {method}", calls(), 30)


@pytest.mark.usefixtures("package")
def test_parts_of_bleu() -> None:
    rng = random.Random(3)

    def calls() -> Iterator[Callable[[Any], Any]]:
        for references, hypotheses in _tokens(3):
            n, lengths = rng.choice([1, 2, 4]), (rng.randrange(9), rng.randrange(9))
            if hypotheses:
                yield lambda home: home.translate.bleu_score.modified_precision(references[0], hypotheses[0], n)  # noqa: B023
                yield lambda home: home.translate.bleu_score.closest_ref_length(iter(references[0]), lengths[1])  # noqa: B023
            yield lambda home: home.translate.bleu_score.brevity_penalty(*lengths)  # noqa: B023

    _compare("parts of BLEU", calls(), 60)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("name", ["corpus_chrf", "sentence_chrf"])
def test_chrf(name: str) -> None:
    rng = random.Random(name)

    def calls() -> Iterator[Callable[[Any], Any]]:
        for corpus in corpora(_INPUTS, 1, 4):
            kind = rng.choice(["text", "words"])
            texts = [line if kind == "text" else line.split() for line in map(str, corpus.hypothesis_lines)]
            references = [
                lines[0] if kind == "text" else str(lines[0]).split() for lines in corpus.reference_lines if lines
            ]
            chosen = {argument: rng.choice(values) for argument, values in _CHRF.items()}
            if name == "sentence_chrf" and texts and references:
                yield lambda home: home.translate.chrf_score.sentence_chrf(references[0], texts[0], **chosen)  # noqa: B023
            elif name == "corpus_chrf":
                yield lambda home: home.translate.chrf_score.corpus_chrf(references, texts, **chosen)  # noqa: B023

    _compare(name, calls(), 30)


@pytest.mark.filterwarnings("ignore")
def test_meteor(package: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_wordnet(tmp_path / "corpora" / "wordnet")
    monkeypatch.setenv("WNSEARCHDIR", str(folder))
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    monkeypatch.setattr(package.data, "path", [str(tmp_path)])
    reader = import_module("nltk.corpus.reader.wordnet").WordNetCorpusReader(str(folder), None)
    stemmers = import_module("nltk.stem.porter").PorterStemmer
    rng = random.Random(6)
    words = ["car", "Auto", "dogs", "hound", "running", "ran", "the", "children", "kid", "a", "quickly", "rapidly"]

    def calls() -> Iterator[Callable[[Any], Any]]:
        for _ in range(_INPUTS):
            lines = [[rng.choice(words) for _ in range(rng.randrange(8))] for _ in range(rng.randrange(4))]
            chosen: dict[str, Any] = {"wordnet": reader, "preprocess": rng.choice([str.lower, str])}
            chosen["stemmer"] = stemmers(rng.choice(["NLTK_EXTENSIONS", "MARTIN_EXTENSIONS", "ORIGINAL_ALGORITHM"]))
            chosen.update(alpha=rng.choice([0.9, 0.5]), beta=rng.choice([3, 0.8]), gamma=rng.choice([0.5, 0.2]))
            if lines:
                yield lambda home: home.translate.meteor_score.meteor_score(lines[1:], lines[0], **chosen)  # noqa: B023
                yield lambda home: home.translate.meteor_score.single_meteor_score(lines[-1], lines[0], **chosen)  # noqa: B023

    _compare("METEOR", calls(), 30)
    for wrong in (("a b", ["a"]), (["a"], "a b"), ([1], ["a"])):
        theirs = _result(lambda: package.translate.meteor_score.single_meteor_score(*wrong, wordnet=reader))  # noqa: B023
        assert theirs is TypeError
        assert _result(lambda: offered.translate.meteor_score.single_meteor_score(*wrong, wordnet=reader)) is theirs  # noqa: B023
    for file in reader._data_file_map.values():
        file.close()


def test_meteor_without_wordnet(package: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """WordNet is needed only for words that are left."""
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    missing = import_module("nltk.corpus.util").LazyCorpusLoader(
        "none", import_module("nltk.corpus.reader.wordnet").WordNetCorpusReader
    )
    results = [
        [
            _result(lambda: home.translate.meteor_score.meteor_score([reference], ["a", "cat"], wordnet=missing))  # noqa: B023
            for reference in (["a", "cats"], ["a"], ["x", "y"])
        ]
        for home in (package, offered)
    ]
    assert results[0] == results[1]
    assert results[0][1:] == [LookupError, LookupError]


def _sequences(rng: random.Random) -> tuple[Any, Any]:
    made = ["".join(rng.choice(_LETTERS) for _ in range(rng.randrange(9))) for _ in range(2)]
    kind = rng.choice(["text", "text", "list", "numbers"])
    if kind == "text":
        return made[0], made[1]
    return tuple([ord(letter) for letter in text] if kind == "numbers" else list(text) for text in made)  # type: ignore[return-value]


@pytest.mark.usefixtures("package")
def test_distances_of_sequences() -> None:
    rng = random.Random(7)

    def calls() -> Iterator[Callable[[Any], Any]]:
        for _ in range(4 * _INPUTS):
            pair, cost = _sequences(rng), rng.choice([1, 1, 2, 0, 3, 7, inf, 0.5, 1.0, 1.25, 0.1, 2.5])
            swapped = rng.random() < 0.5 and (isinstance(cost, int) or cost >= 2)
            yield lambda home: home.edit_distance(*pair, cost, swapped)  # noqa: B023
            yield lambda home: home.edit_distance_align(*pair, substitution_cost=cost)  # noqa: B023
            yield lambda home: home.metrics.distance.jaro_similarity(*pair)  # noqa: B023
            p, longest = rng.choice([0.1, 0.1, 0.25, 0.3]), rng.choice([4, 4, 2, 0, -1])
            yield lambda home: home.metrics.distance.jaro_winkler_similarity(*pair, p, longest)  # noqa: B023

    _compare("distances", calls(), 200)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("name", ["jaro_similarity", "edit_distance", "edit_distance_align"])
def test_long_sequences_are_errors(name: str) -> None:
    for length in (2000, 2001):
        theirs = _result(lambda: _of(f"metrics.distance.{name}")(_package())("ab" * 3, "a" * length))  # noqa: B023
        assert _result(lambda: _of(f"metrics.distance.{name}")(offered)("ab" * 3, "a" * length)) == theirs  # noqa: B023
        assert (theirs is ValueError) == (length > 2000)


@pytest.mark.usefixtures("package")
def test_distances_of_labels() -> None:
    rng = random.Random(8)

    def calls() -> Iterator[Callable[[Any], Any]]:
        for _ in range(_INPUTS):
            sets = [frozenset(rng.sample("abcd", rng.randrange(4))) for _ in range(2)]
            numbers = [rng.choice([1, 10, 2.5, -3]) for _ in range(2)]
            for name in ("jaccard_distance", "masi_distance", "binary_distance"):
                yield lambda home: _of(name)(home)(*sets)  # noqa: B023
            yield lambda home: home.binary_distance(*numbers)  # noqa: B023
            yield lambda home: home.interval_distance(*numbers)  # noqa: B023
            for name in ("presence", "fractional_presence"):
                yield lambda home: _of(name)(home)("a")(*sets)  # noqa: B023
            values = [rng.choice([1, "1", 1.0, None]) for _ in range(rng.randrange(4))]
            yield lambda home: home.accuracy([1, "1", 2][: max(len(values), 1)], values)  # noqa: B023

    _compare("labels", calls(), 20)
    wrong: list[Callable[[Any], Any]] = [
        lambda home: home.jaccard_distance("ab", {"a"}),
        lambda home: home.accuracy([], []),
    ]
    for call in wrong:
        assert issubclass(_result(lambda: call(offered)), _result(lambda: call(_package())))  # noqa: B023


@pytest.mark.filterwarnings("ignore:Security Violation")  # NLTK wants its tables to be in its own folders
def test_custom_distances(package: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package.pathsec, "ENFORCE", False)
    table = tmp_path / "distances"
    table.write_text("a\tb\t0.5\nb\tc\t1\na\ta\t0\n", "utf-8")
    theirs, ours = (home.custom_distance(str(table)) for home in (package, offered))
    results = [
        (_result(lambda: theirs(frozenset(x), frozenset(y))), _result(lambda: ours(frozenset(x), frozenset(y))))  # noqa: B023
        for x in "abc"
        for y in "abc"
    ]
    assert all(first == second for first, second in results)
    assert len({str(first) for first, _ in results}) == 4
    for home in (package, offered):
        with pytest.raises(OSError, match="missing"):
            home.custom_distance(str(tmp_path / "missing"))


#: Distances of labels, with labels that they take.
_DISTANCES: dict[str, list[Any]] = {
    "binary_distance": ["yes", "no", None, 3],
    "interval_distance": [1, 2, 5, -1],
    "jaccard_distance": [frozenset("a"), frozenset("ab"), frozenset("bc"), frozenset("abc")],
    "masi_distance": [frozenset("a"), frozenset("ab"), frozenset("bc"), frozenset("abc")],
}


def _triples(rng: random.Random, labels: list[Any], *, complete: bool) -> list[tuple[int, int, Any]]:
    """Labels of two or three coders, coder by coder; some are missing unless `complete`."""
    coders, items, some = rng.choice([2, 2, 3]), rng.randrange(1, 8), labels[: rng.randrange(1, 5)]
    triples = [(coder, item, rng.choice(some)) for coder in range(coders) for item in range(items)]
    return triples if complete else [triple for triple in triples if rng.random() < 0.8]


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("distance", list(_DISTANCES))
@pytest.mark.parametrize("name", ["alpha", "kappa", "multi_kappa", "pi", "S", "avg_Ao", "weighted_kappa"])
def test_agreement(name: str, distance: str) -> None:
    """Coders are numbers in order, because NLTK adds up in the order of a set, which depends on the hash seed otherwise."""
    interval = distance == "interval_distance"
    if (interval and name not in ("alpha", "weighted_kappa")) or (
        name == "weighted_kappa" and distance in ("jaccard_distance", "masi_distance")
    ):
        labels = _DISTANCES[distance]
        task = offered.AnnotationTask([("a", 1, labels[0]), ("b", 1, labels[1])], getattr(offered, distance))
        with pytest.raises(NotImplementedError, match=f"does not offer {distance}"):
            getattr(task, name)()
        return
    rng = random.Random(name)

    def calls() -> Iterator[Callable[[Any], Any]]:
        for _ in range(_INPUTS):
            triples = _triples(rng, _DISTANCES[distance], complete=name != "alpha")
            if name == "alpha":
                rng.shuffle(triples)
            yield lambda home: getattr(home.AnnotationTask(triples, getattr(home, distance)), name)()  # noqa: B023
        for name_of_pair in ("Ao", "kappa_pairwise", "weighted_kappa_pairwise"):
            if distance == "binary_distance":
                triples = _triples(rng, _DISTANCES[distance], complete=True)
                yield lambda home: getattr(home.AnnotationTask(triples), name_of_pair)(0, 1)  # noqa: B023
        yield lambda home: getattr(home.AnnotationTask([(0, 0, 1), (0, 1, 2)]), name)()
        yield lambda home: getattr(home.AnnotationTask(), name)()

    _compare(f"{name} {distance}", calls(), 20)


@pytest.mark.usefixtures("package")
def test_missing_labels() -> None:
    triples = [("a", 1, "x"), ("b", 1, None), ("c", 1, "x"), ("a", 2, "y"), ("b", 2, "x")]

    def calls() -> Iterator[Callable[[Any], Any]]:
        for missing in (None, [None], ["x"], [None, "x", "y"]):
            yield lambda home: home.AnnotationTask(triples, missing_values=missing).alpha()  # noqa: B023
            yield lambda home: sorted(map(str, home.AnnotationTask(triples, missing_values=missing).K))  # noqa: B023

    _compare("missing labels", calls(), 5)
    assert _result(lambda: _package().AnnotationTask(triples).kappa()) is RuntimeError
    assert _result(lambda: offered.AnnotationTask(triples).kappa()) is NotImplementedError  # a subclass


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
def test_what_users_write(call: Callable[[Any], Any]) -> None:
    assert _result(lambda: call(offered)) == _result(lambda: call(_package()))
