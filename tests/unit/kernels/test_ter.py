"""The kernel of TER counts what the plain search does, compiled and uncompiled; and its proof holds."""

from __future__ import annotations

import math
import random
from array import array
from itertools import product
from types import ModuleType
from typing import Any

import pytest

from samescore import Corpus
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import random_settings
from samescore.kernels import short_ter
from samescore.kernels import ter as imported
from samescore.metrics.edits.levenshtein import levenshtein
from samescore.metrics.edits.ter_java import edits_of_java
from samescore.metrics.edits.ter_shifts import Limits, edits
from samescore.metrics.numbering import number_units
from tests.oracle import ter as oracle
from tests.routes import compiled_metric
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

Words = list[str]
Pair = tuple[Words, Words]

KERNELS = [
    pytest.param(imported, id="as imported"),
    pytest.param(uncompiled("ter"), id="uncompiled"),
    pytest.param(short_ter, id="short, as imported"),
    pytest.param(uncompiled("short_ter"), id="short, uncompiled"),
]

#: max_shift_size, max_shift_distance, max_candidates and beam_width.
LIMITS = [
    Limits(10, 50, 1000, 25),
    Limits(10, 50, 1000, 1),
    Limits(10, 50, 1000, 2),
    Limits(10**6, 10**6, 10**6, 3),
    Limits(3, 2, 1000, 5),
    Limits(10, 50, 7, 10**6),
    Limits(10, 50, 1, 31),
    Limits(10, 50, 0, 25),
    Limits(0, 50, 1000, 4),
    Limits(10, 0, 1000, 63),
]


def _texts(letters: str, longest: int) -> list[Words]:
    return [list(text) for size in range(longest + 1) for text in product(letters, repeat=size)]


def _alike(rng: random.Random, words: Words, vocabulary: int) -> Words:
    """The words with a few left out, replaced or moved, and perhaps many more at an end."""
    text = [f"{rng.randrange(vocabulary)}" if rng.random() < 0.1 else word for word in words if rng.random() > 0.1]
    for _ in range(rng.randrange(4)):
        start, size = rng.randrange(len(text) + 1), rng.randrange(1, 6)
        phrase, text = text[start : start + size], text[:start] + text[start + size :]
        place = rng.randrange(len(text) + 1)
        text[place:place] = phrase
    more = [f"{rng.randrange(vocabulary)}" for _ in range(rng.choice([0, 0, 0, 5, 60]))]
    return more + text if rng.random() < 0.5 else text + more


def _pairs(seed: int, count: int, longest: int) -> list[Pair]:
    rng, pairs = random.Random(seed), []
    for _ in range(count):
        vocabulary = rng.choice([1, 2, 3, 5, 20, 1000])
        words = [f"{rng.randrange(vocabulary)}" for _ in range(rng.randrange(longest + 1))]
        if rng.random() < 0.3:
            other = [f"{rng.randrange(vocabulary)}" for _ in range(rng.randrange(longest + 1))]
        else:
            other = _alike(rng, words, vocabulary)
        pairs.append((words, other) if rng.random() < 0.5 else (other, words))
    return pairs


def _by_kernel(kernel: ModuleType, pairs: list[Pair], limits: Limits) -> list[tuple[int, int]]:
    """Edits and shifts of each pair; by the kernel for texts of any length what that for short ones leaves to it."""
    text = number_units(pairs)
    arguments = (
        limits.max_shift_size, limits.max_shift_distance, limits.max_candidates, limits.beam_width, False,
    )  # fmt: skip
    counted = array("q", [-1]) * (2 * len(pairs))
    if hasattr(kernel, "short_pairs"):
        counted, kernel = kernel.short_pairs(text, *arguments), imported
        left = [(h, r) for (h, r), shifts in zip(pairs, counted[1::2], strict=True) if shifts < 0]
        assert all(max(map(len, pair)) > short_ter.LONGEST or _may_leave_the_beam(*pair, limits) for pair in left)
    counted = kernel.pairs(text, *arguments, counted)
    return list(zip(counted[::2], counted[1::2], strict=True))


def _may_leave_the_beam(h: Words, r: Words, limits: Limits) -> bool:
    return (levenshtein(h, r) + abs(len(h) - len(r))) // 2 >= limits.beam_width


def _by_oracle(pair: Pair, limits: Limits, search: str = "tercom") -> tuple[int, int]:
    settings = {name: getattr(limits, name) for name in Limits.__struct_fields__}
    others = {"shifted": "hypothesis", "empty_hypothesis": "insertions", "search": search}
    others["beam"] = "cost" if limits.by_cost else "diagonal"
    return oracle.edits(*pair, {**settings, **others})


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("width", [1, 2, 3, 25])
def test_all_short_texts(kernel: ModuleType, width: int) -> None:
    limits = Limits(10, 50, 1000, width)
    pairs = [*product(_texts("ab", 5), _texts("ab", 4)), *product(_texts("abc", 2), _texts("abc", 4))]
    assert _by_kernel(kernel, pairs, limits) == [edits(h, r, limits) for h, r in pairs]


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("limits", LIMITS)
def test_random_texts(kernel: ModuleType, limits: Limits) -> None:
    pairs = _pairs(1, 60, 20) + _pairs(2, 12, 70)
    assert _by_kernel(kernel, pairs, limits) == [edits(h, r, limits) for h, r in pairs]


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5, 25])
def test_everything_tried_in_full(width: int) -> None:
    """Against the oracle, which tries every candidate and compares the whole texts."""
    limits = Limits(10, 50, 1000, width)
    pairs = [*product(_texts("ab", 3), _texts("ab", 3)), *_pairs(3, 60, 14)]
    assert _by_kernel(imported, pairs, limits) == [_by_oracle(pair, limits) for pair in pairs]


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("width", [1, 2, 4, 31, 32, 200])
def test_texts_of_very_unequal_length(kernel: ModuleType, width: int) -> None:
    """Steep diagonals: the beam gets wider, and each row begins several columns after the one above."""
    rng, limits = random.Random(width), Limits(3, 50, 30, width)
    sizes = [(1, 150), (2, 131), (3, 63), (5, 200), (70, 1), (130, 2), (200, 7), (63, 62), (62, 124), (125, 61)]
    texts = [([f"{rng.randrange(9)}" for _ in range(n)], [f"{rng.randrange(9)}" for _ in range(m)]) for n, m in sizes]
    assert _by_kernel(kernel, texts, limits) == [edits(h, r, limits) for h, r in texts]


@pytest.mark.parametrize("width", [25, 26, 31, 60, 400])
def test_long_texts(width: int) -> None:
    """Several machine words a row, with and without an effect of the beam."""
    rng, limits, pairs = random.Random(width), Limits(10, 50, 40, width), []
    for size, vocabulary in ((150, 30), (190, 4), (260, 500)):
        words = [f"{rng.randrange(vocabulary)}" for _ in range(size)]
        pairs += [(words, _alike(rng, words, vocabulary)), (words, rng.sample(words, size))]
    assert _by_kernel(imported, pairs, limits) == [edits(h, r, limits) for h, r in pairs]


@pytest.mark.parametrize("kernel", KERNELS)
def test_paths_along_the_edge_of_the_narrowest_beam(kernel: ModuleType) -> None:
    """All insertions before all deletions: no path of as many edits is farther from the diagonal."""
    words = [f"{i}" for i in range(70)]
    pairs = [(words + [f"x{i}" for i in range(k)], [f"y{i}" for i in range(k)] + words) for k in range(1, 25)]
    assert _by_kernel(kernel, pairs, Limits(10, 50, 1000, 25)) == [(2 * k, 0) for k in range(1, 25)]


#: Beam widths and pairs for which the beam makes a difference, and condition (1) fails by one; or a shift changes the
#: distance by exactly as much as a bound allows. Lines of digits; a dot stands for 60 words that both texts have.
_TIGHT = (
    (2, "2230", "21023"),
    (2, "10035", "34100"),
    (3, "3301", "021330"),
    (2, "520424", "415204"),
    (2, "011012", "0112201"),
    (2, "1120221", "211201"),
    (2, "22302223", "23223022"),
    (3, "002", "210"),
    (25, "112", "251"),
    (25, "2201", "022"),
    (2, "120.", "121."),
    (3, "10.1", "110."),
    (3, "3.20", "2.20"),
    (5, ".001", "00.1"),
    (5, ".350", "43.0"),
    (5, "001.", "0.001"),
)


@pytest.mark.parametrize("kernel", KERNELS)
def test_texts_at_the_limits_of_the_proof_are_counted_exactly(kernel: ModuleType) -> None:
    """Condition (1) and the bounds on what a shift gains, weakened by one in the kernel, would change the counts of these."""
    filled = [f"word {i}" for i in range(60)]
    for width, *lines in _TIGHT:
        h, r = ([word for c in line for word in (filled if c == "." else [c])] for line in lines)
        limits = Limits(10, 50, 1000, width)
        assert _by_kernel(kernel, [(h, r)], limits) == [edits(h, r, limits)], (width, lines)


def test_ten_thousand_words() -> None:
    """All words moved by one: 1 shift. And texts that no shift brings nearer."""
    words = [f"{i}" for i in range(10_000)]
    limits = Limits(10, 10**6, 1000, 25)
    pairs = [(words, words[1:] + words[:1]), (words, words[:-1]), (words, ["x"] * 9_000), (["x"] * 9_000, words)]
    assert _by_kernel(imported, pairs, limits) == [(1, 1), (1, 0), (10_000, 0), (10_000, 0)]


def test_texts_that_would_take_too_much_memory_are_left_to_the_plain_route() -> None:
    for longest, width in ((60_000, 25), (30_000, 10**6)):
        words = [f"{i}" for i in range(longest)]
        for text, is_counted in ((words, False), (words[: longest // 2], True)):
            arguments = number_units([[["a"], text]]), 10, 50, 1000, width, False
            counted = imported.pairs(*arguments, short_ter.short_pairs(*arguments))
            assert (counted is not None) == is_counted


def _small(distance: int, h: Words, r: Words, width: int) -> int:
    """The left side of the kernel's condition (1), less the right side, with the width of steep diagonals."""
    slope = len(r) / len(h) if h else 1
    if width < slope / 2:
        width = math.ceil(slope / 2 + width)
    return (distance + abs(len(h) - len(r))) // 2 - (width - 1)


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5])
def test_small_distances_are_those_without_a_beam(width: int) -> None:
    """The proof: where condition (1) holds, the oracle reads back the same path; one more edit, and it may not."""
    pairs = [*product(_texts("ab", 5), _texts("ab", 5)), *_pairs(4, 1500, 18)]
    held, differed = 0, []
    for h, r in pairs:
        complete = oracle.distance(h, r, "diagonal", 10**6)
        margin = _small(complete[0], h, r, width)
        if margin <= 0:
            held += 1
            assert oracle.distance(h, r, "diagonal", width) == complete, (h, r)
        elif margin == 1:
            differed.append(oracle.distance(h, r, "diagonal", width) != complete)
    assert held > 100
    assert any(differed)


def _counted_by(module: str, corpus: Corpus, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The statistics by the kernels, uncompiled if `module` is that."""
    if module == "uncompiled":
        monkeypatch.setattr("samescore.metrics.edits.ter.short_pairs", uncompiled("short_ter").short_pairs)
        monkeypatch.setattr("samescore.metrics.edits.ter.pairs", uncompiled("ter").pairs)
        monkeypatch.setattr("samescore.metrics.edits.ter.ter_rows", uncompiled("ter_rows").ter_rows)
    return compiled_metric("ter").compiled_statistics(corpus, settings)


@pytest.mark.parametrize("kernels", ["as imported", "uncompiled"])
def test_all_settings(kernels: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen, rng, compared = compiled_metric("ter"), random.Random(5), 0
    for corpus in inputs_for("ter", 300):
        s = chosen.counting(random_settings(chosen.settings, rng)).replace(search="tercom", beam="diagonal")
        assert isinstance(corpus, Corpus)
        if (
            not chosen.covers(s)
            or corpus.tokenized != (s.tokenizer == "given")
            or not all(segment.references for segment in corpus)
        ):
            continue
        counted = _counted_by(kernels, corpus, s, monkeypatch)
        if counted is not None:
            compared += 1
            assert counted == chosen.statistics(corpus, s), (corpus, s.signature)
    assert compared > 50


@pytest.mark.parametrize("shifted", ["hypothesis", "reference"])
@pytest.mark.parametrize("empty_hypothesis", ["insertions", "free"])
@pytest.mark.parametrize("reference_length", ["average", "closest"])
@pytest.mark.parametrize("kernels", ["as imported", "uncompiled"])
def test_several_references(
    kernels: str, shifted: str, empty_hypothesis: str, reference_length: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = compiled_metric("ter")
    s = chosen.counting(
        chosen.settings.from_mapping(
            {"shifted": shifted, "empty_hypothesis": empty_hypothesis, "reference_length": reference_length}
        )
    )
    texts = ["", "a", "c d a b", "x y z d", "a b c d e f", "b a"]
    corpus = Corpus.from_segments(
        [h for h in texts for _ in texts], [[r, "a b c d", q] for r in texts for q in texts[::-1]]
    )
    assert _counted_by(kernels, corpus, s, monkeypatch) == chosen.statistics(corpus, s)


def test_settings_that_share_steps_of_the_tokenizer() -> None:
    """All combinations of its knobs, one after the other on one corpus, which remembers what they have in common."""
    texts = ["Ann's \u4f60\u597d, 1,000.50.", "It's &amp;lt; THE\n-\u3002 end's.", "(a) \uff0c b's. 's", "x..y\nz  "]
    corpus = Corpus.from_segments(texts, [[text, texts[0], ""] for text in reversed(texts)])
    chosen = compiled_metric("ter")
    domains: dict[str, tuple[Any, ...]] = {
        "strip": ("none", "right"),
        "reference_passes": ("twice", "once"),
        "punctuation": ("keep", "remove"),
        "asian": (False, True),
        "tokenizer": ("tercom", "none"),
        "empty_references": ("keep", "drop"),
        "case": ("lower", "keep"),
    }
    for values in product(*domains.values()):
        s = chosen.counting(chosen.settings.from_mapping(dict(zip(domains, values, strict=True))))
        assert chosen.compiled_statistics(corpus, s) == chosen.statistics(corpus.part(0, len(corpus)), s), s.signature


@pytest.mark.parametrize("search", ["tercom", "tercom-java"])
@pytest.mark.parametrize("width", [1, 2, 4, 20])
def test_a_beam_by_cost_and_the_search_of_the_program(search: str, width: int) -> None:
    """Tables in bits where the beam makes no difference, the others in full, and texts longer than the beam is wide."""
    limits = Limits(3, 4, 10**6, width, by_cost=True)
    pairs = [*product(_texts("ab", 3), _texts("ab", 3)), *_pairs(width, 60, 10), *_pairs(width, 12, 26)]
    count = edits if search == "tercom" else edits_of_java
    assert [count(h, r, limits) for h, r in pairs] == [_by_oracle(pair, limits, search) for pair in pairs]
