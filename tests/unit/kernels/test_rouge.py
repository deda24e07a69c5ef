"""Every ROUGE by both routes: the same rows and, bit for bit, the same scores."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from typing import Any

import pytest

from samescore import Corpus
from samescore.base.errors import MetricError, SettingsError
from samescore.generators.inputs import inputs_for
from samescore.metrics.base import Statistics
from samescore.metrics.compiled import CompiledCounting
from samescore.metrics.float32 import single
from samescore.metrics.rouge import f_measure, lsum, n_l, numbering, scores, skip, weighted
from samescore.metrics.rouge.settings import SEVERAL
from samescore.metrics.rows import Rows
from tests.routes import compiled_metric
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

METRICS = ("rouge-n", "rouge-l", "rouge-lsum", "rouge-w", "rouge-s", "rouge-su")

#: The knobs that statistics depend on, each with the values that are tried.
COUNTING: dict[str, tuple[Any, ...]] = {
    "case": ("lower", "ascii", "keep"),
    "length_limit": (0, 7, 60),
    "length_unit": ("characters", "words"),
    "tokenizer": ("rouge", "rouge-cased", "rouge-nltk", "none", "spaces", "13a", "zh", "char"),
    "stemmer": ("none", "porter-nltk", "porter-martin", "porter-original"),
    "references": ("best", "best-recall", "best-parts", "mean", "jackknife", "first", "pooled"),
    "sentences": ("whole", "line", "full-stop", "full-stop-words", "chinese"),
    "order": (1, 2, 3, 5),
    "counting": ("clipped", "distinct"),
    "totals": ("counted", "length"),
    "empty_text": ("zero", "raise"),
    "lcs_tie": ("reference", "hypothesis"),
    "union": ("clipped", "distinct", "every"),
    "weight": (1.0, 1.2, 2.0, 100.0),
    "hits": ("wlcs", "runs", "runs-unless-1"),
    "recall_base": ("once", "twice"),
    "skip": (-1, 0, 1, 4, 9, 1_000_000),
    "unigrams": ("all", "but-last"),
    "dtype": ("float64", "float32"),
}
#: The knobs that scores depend on.
SCORING: dict[str, tuple[Any, ...]] = {
    "average": ("sentences", "resampled", "means", "corpus"),
    "measure": ("f", "precision", "recall"),
    "f_form": ("beta", "alpha", "epsilon", "ratio"),
    "beta": (1.0, 0.0, 1.2, 1e6),
    "alpha": (0.5, 0.0, 0.3, 1.0),
    "digits": ("all", "5"),
    "scale": ("1", "100"),
    "references": ("best", "best-parts", "mean", "jackknife"),
    "totals": ("counted", "length"),
    "weight": (1.0, 1.2, 2.0),
    "dtype": ("float64", "float32"),
}


@pytest.fixture(params=["imported", "uncompiled"])
def kernels(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The kernels as they are imported, or from their sources."""
    if request.param == "uncompiled":
        for user, names in (
            (n_l, ("ngram_units", "ngrams", "skip_bigrams", "subsequences", "unigrams")),
            (skip, ("skip_bigrams", "unigrams")),
            (lsum, ("sentence_unions", "subsequences")),
            (scores, ("rouge_rows",)),
        ):
            for name in names:
                monkeypatch.setattr(user, name, uncompiled(name))
        for user, name, function in (
            (n_l, "rouge_rows", "triples"),
            (n_l, "rouge_rows", "ngram_totals"),
            (n_l, "rouge_rows", "distinct_totals"),
            (skip, "rouge_rows", "triples"),
            (skip, "rouge_rows", "ngram_totals"),
            (lsum, "rouge_rows", "triples"),
            (lsum, "rouge_rows", "ngram_totals"),
            (lsum, "rouge_rows", "distinct_totals"),
            (weighted, "weighted_subsequences", "weights"),
            (weighted, "weighted_subsequences", "weights_of_runs"),
            (weighted, "weighted_subsequences", "weighted_triples"),
            (numbering, "rouge_words", "number_words"),
        ):
            monkeypatch.setattr(user, function, getattr(uncompiled(name), function))
    return str(request.param)


def _names(chosen: CompiledCounting[Any, Any]) -> set[str]:
    return {knob.name for knob in chosen.settings.knobs()}


def _settings(chosen: CompiledCounting[Any, Any], knobs: dict[str, Any]) -> Any:
    """Settings with those of the knobs that the metric has; None if they exclude each other."""
    known = {name: value for name, value in knobs.items() if name in _names(chosen)}
    try:
        return chosen.settings.from_mapping(known)
    except SettingsError:
        return None


def _drawn(
    chosen: CompiledCounting[Any, Any], knobs: dict[str, tuple[Any, ...]], count: int, seed: int
) -> Iterator[Any]:
    """Settings with one knob changed, for every value of every knob; then `count` settings at random."""
    for name, values in knobs.items():
        if name in _names(chosen):
            yield from filter(None, (_settings(chosen, {name: value}) for value in values))
    rng = random.Random(seed)
    for _ in range(count):
        drawn = _settings(chosen, {name: rng.choice(values) for name, values in knobs.items()})
        if drawn is not None:
            yield drawn


def _plain(chosen: CompiledCounting[Any, Any], data: Corpus, settings: Any) -> Statistics | None:
    try:
        return chosen.statistics(data, settings)
    except (MetricError, ArithmeticError):
        return None


def _by_kernels(chosen: CompiledCounting[Any, Any], data: Corpus, settings: Any) -> Statistics | None:
    try:
        return chosen.compiled_statistics(data, settings)
    except ArithmeticError:
        return None


def _corpora(name: str, kernels: str) -> list[Any]:
    inputs = list(inputs_for(name, 40 if kernels == "imported" else 12, seed=5))
    lines = [
        "The cat sat.\nOn the mat, the cat sat.\n\n",
        "a b c d e f",
        "",
        "\n \n.",
        "\u212aing \u0130s\nking is. \u00e9",
    ]
    odd = Corpus.from_segments(lines, [[lines[k - 1], lines[k], "a b c a b c"] for k in range(len(lines))])
    return [*inputs, odd, Corpus.from_segments([], []), Corpus.from_segments(["a"], [[]])]


@pytest.mark.parametrize("name", METRICS)
def test_rows(name: str, kernels: str) -> None:
    chosen = compiled_metric(name)
    seen = 0
    data = [corpus for corpus in _corpora(name, kernels) if not corpus.tokenized]
    for k, settings in enumerate(_drawn(chosen, COUNTING, 60, seed=1)):
        s = chosen.counting(settings)
        if not chosen.covers(s):
            continue
        for corpus in data if k % 3 == 0 else data[k % len(data) :: 7]:
            plain, made = _plain(chosen, corpus, s), _by_kernels(chosen, corpus, s)
            if s.no_references == "leave-out" and not all(corpus.reference_lines):
                assert made is None
            elif made is not None or plain is not None:
                assert made == plain, (settings, corpus)
                seen += 1
    assert seen > 100


@pytest.mark.parametrize("name", METRICS)
def test_scores(name: str, kernels: str) -> None:
    """The kernel's scores have the bits of the plain ones, or there are none where plain ones are an error."""
    chosen = compiled_metric(name)
    assert isinstance(chosen, scores.Rouge)
    seen = 0
    for settings in _drawn(chosen, SCORING, 60, seed=2):
        for corpus in _corpora(name, kernels)[3 : 43 if kernels == "imported" else 9]:
            rows = None if corpus.tokenized else _plain(chosen, corpus, chosen.counting(settings))
            if rows is None or not rows.rows:
                continue
            if settings.references not in SEVERAL:  # which have no means of P and R
                root = chosen.root(settings)
                pairs = zip(*scores._precisions_recalls(rows.rows, root), strict=True)
                plain_pairs = [f_measure.precision_recall(row, root) for row in rows.rows]
                assert [tuple(map(_bits, pair)) for pair in pairs] == [tuple(map(_bits, pair)) for pair in plain_pairs]
            made = chosen._scores_by_kernel(rows.rows, settings, 100)
            try:
                plain = [100 * chosen._score(row, settings) for row in rows.rows]
            except MetricError:
                assert made is None
                continue
            if made is not None:
                assert list(map(_bits, made)) == list(map(_bits, plain)), settings
                seen += 1
    assert seen > 50


@pytest.mark.usefixtures("kernels")
def test_weights_that_fall_within_a_row() -> None:
    """A match after a short run may weigh less than the run before it; words that the hypothesis lacks follow."""
    rng = random.Random(4)
    texts = [[_text(rng, 12, words, 0) for words in (4, 6)] for _ in range(100)]
    corpus = Corpus.from_segments(
        ["a b c d c", *(h for h, _ in texts)], [["a b c z"], *([f"{r} z z {r} z"] for _, r in texts)]
    )
    chosen = compiled_metric("rouge-w")
    s = chosen.counting(_settings(chosen, {"weight": 2.0}))
    assert chosen.compiled_statistics(corpus, s) == chosen.statistics(corpus, s)


def test_references_with_equal_single_precision_scores() -> None:
    """The F1 of the second reference is higher, but not in 32 bits, where the first of them counts."""
    rng, pair, known = random.Random(0), None, dict[float, tuple[int, int]]()
    while pair is None:
        r, m = rng.randrange(3000, 7000), rng.randrange(2000, 3000)
        f = 2 * m / (3000 + r)
        other = known.setdefault(single(f), (r, m))
        if 2 * other[1] / (3000 + other[0]) < f:
            pair = other, (r, m)
    corpus = Corpus.from_segments(["a " * 3000], [["a " * m + "b " * (r - m) for r, m in pair]])
    chosen, rows = compiled_metric("rouge-n"), {}
    for arithmetic in ("float64", "float32"):
        s = chosen.counting(_settings(chosen, {"dtype": arithmetic}))
        rows[arithmetic] = chosen.compiled_statistics(corpus, s)
        assert rows[arithmetic] == chosen.statistics(corpus, s)
    assert rows["float64"] != rows["float32"]


def _bits(number: float) -> bytes:
    return struct.pack("d", number)


def _text(rng: random.Random, length: int, words: int, breaks: float) -> str:
    """A text of words drawn from a few, some of which end a line."""
    return " ".join(f"w{rng.randrange(words)}" + ("\n" if rng.random() < breaks else "") for _ in range(length))


@pytest.mark.parametrize("words", [2, 30, 700])
@pytest.mark.parametrize("name", METRICS)
def test_lengths(name: str, words: int, kernels: str) -> None:
    """Texts on both sides of the sizes at which a kernel changes what it does, such as 62 words."""
    rng, chosen = random.Random(words), compiled_metric(name)
    sizes = [1, 2, 61, 62, 63, 64, 123, 124, 125, 126, 187]
    if kernels == "imported" and name != "rouge-w":
        sizes += [400, 1000]
    hypotheses = [_text(rng, n, words, 0.01) for n in sizes]
    references = [[_text(rng, m, words, 0.01) for m in (n, sizes[-1 - k])] for k, n in enumerate(sizes)]
    references[2][0] = hypotheses[2] + " x " + hypotheses[3]
    corpus = Corpus.from_segments(hypotheses, references)
    knobs: tuple[dict[str, Any], ...] = ({}, {"lcs_tie": "hypothesis"}, {"union": "every"}, {"order": 2}, {"order": 4})
    if name == "rouge-w":
        knobs = {}, {"hits": "runs"}, {"hits": "runs", "sentences": "line"}
    elif name in ("rouge-s", "rouge-su"):
        knobs = {}, {"skip": 0}, {"skip": 70}
    for values in knobs:
        s = chosen.counting(_settings(chosen, values))
        assert chosen.compiled_statistics(corpus, s) == chosen.statistics(corpus, s)


@pytest.mark.parametrize("name", METRICS)
def test_long_texts(name: str) -> None:
    """Ten thousand words: the Python code, where it is quick enough, counts the same."""
    rng, chosen = random.Random(3), compiled_metric(name)
    corpus = Corpus.from_segments([_text(rng, 10000, 3000, 0.05)], [[_text(rng, 9000, 3000, 0.05)]])
    s = chosen.counting(_settings(chosen, {"sentences": "line", "hits": "runs"} if name == "rouge-w" else {"skip": 40}))
    made = chosen.compiled_statistics(corpus, s)
    assert made is not None
    assert isinstance(made.rows, Rows) == (name != "rouge-w")
    if name in ("rouge-n", "rouge-l", "rouge-s", "rouge-su"):
        assert made == chosen.statistics(corpus, s)
