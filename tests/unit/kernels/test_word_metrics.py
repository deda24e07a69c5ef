"""Kernels of metrics over words: the plain functions' counts and scores, compiled (where they are) and uncompiled."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice, pairwise, product
from types import ModuleType
from typing import Any

import pytest

from samescore import Corpus
from samescore.base.errors import MetricError, SettingsError
from samescore.base.outcome import Trace
from samescore.data.corpus import Segment
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_value
from samescore.kernels import (
    corpus_ngrams,
    gleu,
    kinds,
    meteor,
    ngram_units,
    porter,
    ribes,
    rouge_rows,
    shared_characters,
    vocabulary,
    words,
)
from samescore.metrics import metric
from samescore.metrics.aggregation import MeanOfSegments
from samescore.metrics.kept import KeptWords, WordsMetric
from samescore.metrics.nist import NIST
from samescore.metrics.numbering import number_units
from samescore.metrics.rows import Rows
from samescore.metrics.summation import COMPENSATED
from samescore.settings import Settings
from tests.routes import compiled_metric
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

#: The modules that use kernels, the names under which they have them, and the kernels.
_USED = {
    "samescore.metrics.nist": (corpus_ngrams, kinds),
    "samescore.metrics.cider": (corpus_ngrams, kinds),
    "samescore.metrics.char_f1": (shared_characters,),
    "samescore.metrics.distinct": (ngram_units, rouge_rows),
    "samescore.metrics.gleu": (gleu,),
    "samescore.metrics.meteor": (meteor,),
    "samescore.metrics.qa.answer_f1": (rouge_rows, words),
    "samescore.metrics.ribes": (ribes,),
    "samescore.metrics.numbering": (vocabulary,),
    "samescore.text.porter": (porter,),
    "samescore.kernels.words": (vocabulary,),
}
_METRICS = ("answer-f1", "char-f1", "distinct", "gleu", "ribes", "meteor", "nist", "cider")
_HOSTILE = (
    "",
    " ",
    "\u3000",
    "a",
    "a\0",  # with the hash of the one before
    "A",
    "\u0130",
    "\ud800",
    "\U0001f600",
    "é",
    "e\u0301",
    "ﬁ",
    "&amp;",
    "\x1c",
    "the",
    "running",
    "runs",
)


@pytest.fixture(params=["as imported", "uncompiled"])
def kernels(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernels as they are imported, or without a compiler."""
    if request.param == "as imported":
        return
    for user, modules in _USED.items():
        for module in modules:
            _replace(monkeypatch, user, module)


def _replace(monkeypatch: pytest.MonkeyPatch, user: str, module: ModuleType) -> None:
    plain = uncompiled(module.__name__.rpartition(".")[2])
    for name, function in vars(module).items():
        if callable(function) and getattr(function, "__module__", "") == module.__name__ and not name.startswith("_"):
            monkeypatch.setattr(f"{user}.{name}", getattr(plain, name), raising=False)


def _hostile(count: int, longest: int) -> Iterator[Corpus]:
    rng = random.Random(count)
    for _ in range(count):
        words = rng.sample(_HOSTILE, rng.randint(1, len(_HOSTILE)))

        def line(words: list[str] = words) -> str:
            return " ".join(rng.choices(words, k=rng.choice((0, 1, 2, 5, rng.randint(0, longest)))))

        yield Corpus(
            tuple(Segment(line(), tuple(line() for _ in range(rng.randint(1, 3)))) for _ in range(rng.randint(0, 6)))
        )


def _inputs(name: str) -> list[Any]:
    return [*islice(inputs_for(name, 8), 8), *_hostile(15, 30)]


def _settings(name: str, count: int) -> list[Any]:
    """Settings that have every common value of every knob between them, and random ones."""
    rng, kind = random.Random(0), metric(name).settings
    choices: list[dict[str, Any]] = [{}]
    choices += [{knob.name: value} for knob in kind.knobs() for value in knob.alternatives(knob.default)]
    while len(choices) < count:
        choices.append({knob.name: random_value(rng, knob) for knob in kind.knobs() if rng.random() < 0.5})
    made = []
    for values in choices:
        if "given" not in values.values():
            with suppress(SettingsError):  # knobs that cannot be combined
                made.append(kind(**values))
    return made


def _outcome(combine: Callable[[KeptWords, Any], Trace], kept: KeptWords, settings: Settings) -> str:
    """A score with its stages, or the error, as text that is equal for equal floats."""
    try:
        trace = combine(kept, settings)
    except (MetricError, ArithmeticError) as problem:
        return repr(problem)
    return repr((trace.value, dict(trace.stages)))


@pytest.mark.parametrize("name", _METRICS)
@pytest.mark.usefixtures("kernels")
def test_kernels_count_as_the_plain_functions_do(name: str) -> None:
    chosen = compiled_metric(name)
    counted = 0
    for s, data in product({chosen.counting(s) for s in _settings(name, 40)}, _inputs(name)):
        fresh = Corpus(data.segments, data.tokenized)
        compiled = chosen.compiled_statistics(fresh, s) if chosen.covers(s) else None
        if compiled is not None:
            counted += 1
            assert compiled == chosen.statistics(fresh, s), (s, data)
    assert counted > 100


@pytest.mark.parametrize("name", ["nist", "cider"])
@pytest.mark.usefixtures("kernels")
def test_kernels_combine_as_the_plain_functions_do(name: str) -> None:
    chosen = metric(name)
    assert isinstance(chosen, WordsMetric)
    combined = 0
    for s in _settings(name, 40):
        for data in _inputs(name):
            kept = KeptWords.tokenized(data, s)
            if kept.segments:
                combined += 1
                plain, compiled = (
                    _outcome(route, kept, s) for route in (chosen.combine_words, chosen.compiled_combine_words)
                )
                assert compiled == plain, (s, data)
    assert combined > 100


def _row(rng: random.Random, name: str) -> list[int]:
    """Counts of METEOR or RIBES, often none, or as many as there are words."""
    h, r = (rng.choice([0, 1, 2, 7, 40, 10_000, rng.randint(0, 60)]) for _ in range(2))
    aligned = rng.choice([0, min(h, r), rng.randint(0, min(h, r))])
    if name == "meteor":
        return [aligned, rng.choice([min(aligned, 1), aligned, rng.randint(min(aligned, 1), aligned)]), h, r]
    pairs = aligned * (aligned - 1) // 2
    return [rng.choice([0, pairs, rng.randint(0, pairs)]), aligned, h, rng.choice([r, r, r, -1])]


@pytest.mark.parametrize("name", ["meteor", "ribes"])
@pytest.mark.usefixtures("kernels")
def test_kernels_score_as_the_plain_functions_do(name: str) -> None:
    rng, chosen = random.Random(7), metric(name)
    assert isinstance(chosen, MeanOfSegments)
    for s in _settings(name, 80):
        rows = Rows.of([_row(rng, name) for _ in range(20)])
        scores = chosen.compiled_segment_scores(rows, s)
        assert scores is not None
        assert list(map(repr, scores)) == [repr(float(chosen.segment_score(row, s))) for row in rows], s
        assert chosen.compiled_segment_scores([], s) is None


def _many_words(segments: int) -> Corpus:
    rng = random.Random(segments)

    def line() -> str:
        return " ".join(f"w{int(rng.paretovariate(0.4)) % 5000}" for _ in range(rng.randint(0, 25)))

    return Corpus.from_segments([line() for _ in range(segments)], [[line(), line()] for _ in range(segments)])


@pytest.mark.parametrize("segments", [40, 400, 4000])
def test_a_vocabulary_grows(segments: int) -> None:
    """More words than one part of a text has, and than its first table has room for."""
    data, s = _many_words(segments), NIST.settings()
    assert KeptWords.split(data, s) == KeptWords.tokenized(data, s)


@pytest.mark.parametrize("name", ["nist", "cider"])
def test_tables_grow(name: str) -> None:
    chosen = metric(name)
    assert isinstance(chosen, WordsMetric)
    for s in (chosen.settings(), chosen.settings().replace(references="first")):
        kept = KeptWords.tokenized(_many_words(400), s)
        assert _outcome(chosen.compiled_combine_words, kept, s) == _outcome(chosen.combine_words, kept, s)


@pytest.mark.parametrize("module", [kinds, uncompiled("kinds")], ids=["as imported", "uncompiled"])
@pytest.mark.parametrize("most", [1, 7, 3000])
def test_kinds_are_numbered_in_order(module: ModuleType, most: int) -> None:
    rng = random.Random(most)
    first, second = (array("i", [rng.randint(0, most) for _ in range(4000)]) for _ in range(2))
    left, right, names = module.kinds(first, second)
    numbers: dict[tuple[int, int], int] = {}
    expected = [numbers.setdefault((a, b), len(numbers)) if a else -1 for a, b in zip(first, second, strict=True)]
    assert names.tolist() == expected
    assert list(zip(left, right, strict=True)) == list(numbers)


@pytest.mark.parametrize("module", [kinds, uncompiled("kinds")], ids=["as imported", "uncompiled"])
@pytest.mark.parametrize("compensated", [False, True])
def test_products_are_added_as_sum_adds_them(module: ModuleType, compensated: bool) -> None:
    """The builtin of this interpreter, and both of its algorithms, which differ here."""
    values = array("d", [1e16, 1.0, -1e16, 0.1])
    names, times, ends = array("i", [0, 1, 2, 3, 3, 3]), array("i", [1, 1, 1, 1, 1, 1]), array("q", [0, 3, 6, 6])
    expected = [0.0, 1.0 if compensated else 0.0, 0.30000000000000004, 0.0]
    assert module.products(values, names, times, ends, compensated).tolist() == expected
    if compensated == COMPENSATED:
        assert [sum([1e16, 1.0, -1e16]), sum([0.1, 0.1, 0.1])] == expected[1:3]


@pytest.mark.parametrize("module", [ngram_units, uncompiled("ngram_units")], ids=["as imported", "uncompiled"])
@pytest.mark.parametrize("order", [1, 2, 3, 20])
def test_ngrams_are_numbered_within_segments(module: ModuleType, order: int) -> None:
    """Many of the n-grams of a segment are those of the one before, and some lines are shorter than an n-gram."""
    rng = random.Random(order)
    lines = [[[rng.randint(0, 2) for _ in range(rng.choice([0, 1, 5, 90]))] for _ in range(3)] for _ in range(30)]
    units = module.ngrams(number_units(lines), order)
    expected = number_units([[list(zip(*(line[i:] for i in range(order)), strict=False)) for line in s] for s in lines])
    assert units == expected
    whole = number_units([[line for segment in lines for line in segment]])
    words: dict[int, int] = {}
    texts = [[words.setdefault(word, len(words)) for word in line] for segment in lines for line in segment]
    grams = dict.fromkeys(gram for text in texts for gram in zip(*(text[i:] for i in range(order)), strict=False))
    assert module.different_ngrams(whole, order).tolist() == [word for gram in grams for word in gram]


@pytest.mark.parametrize("key", ["tuple", "joined", "spaced"])
def test_different_ngrams_of_parts_merge_into_those_of_the_whole(key: str) -> None:
    data, s = _many_words(40), metric("distinct").settings(order=2, ngram_key=key)
    whole = metric("distinct").statistics(data, s).kept
    for cut in (0, 1, 13, 40):
        first, second = (
            metric("distinct").statistics(part, s).kept for part in (data.part(0, cut), data.part(cut, 40))
        )
        assert first.merge(second) == whole
    separator = {"tuple": "\n", "joined": "", "spaced": " "}[key]
    lines = [str(line).split() for line in data.hypothesis_lines]
    assert len(whole) == len({separator.join(pair) for words in lines for pair in pairwise(words)})


def test_kept_words_of_parts_merge_into_those_of_the_whole() -> None:
    data, s = _many_words(30), NIST.settings()
    whole = KeptWords.tokenized(data, s)
    for cut in (0, 1, 13, 30):
        first, second = (KeptWords.tokenized(part, s) for part in (data.part(0, cut), data.part(cut, 30)))
        assert first.merge(second) == whole
    assert whole.memory < 1000 * 30
