"""Error rates by kernels: the counts of the plain functions, compiled (where they are) and uncompiled."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Sequence
from itertools import product
from types import ModuleType
from typing import Any

import pytest

from samescore import Corpus
from samescore.kernels import characters, edit_counts, edit_distance, spaces
from samescore.kernels.numbered import Numbered
from samescore.metrics import evaluate
from samescore.metrics.edits.alignments import align
from samescore.metrics.edits.distance import distance, largest
from samescore.metrics.edits.wer_units import units
from samescore.metrics.numbering import number_units
from samescore.text.classes import dropped_characters
from tests.routes import compiled_metric
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

Segment = list[list[str]]

#: Characters that split words, or look as if they did, in several tokenizers; few, so that texts are alike.
ALPHABETS = (
    "ab \t\n\u00a0\u3000",
    "abc  ",
    "a\u0100\u0161\U0001f600 \u2028\x1c",
    "abcdefgh ",
    "\x00a\x01 \x85\u200b\u00df\u0130",
)


def _text(rng: random.Random, longest: int) -> str:
    return "".join(rng.choices(rng.choice(ALPHABETS), k=rng.choice([0, 1, 2, 5, 9, longest])))


def _texts(count: int, seed: int, longest: int = 60) -> tuple[list[str], list[tuple[str, ...]]]:
    """Hypotheses, and one to three references of each; many are alike."""
    rng = random.Random(seed)
    hypotheses, references = [], []
    for _ in range(count):
        hypothesis = _text(rng, longest)
        others = [_text(rng, longest) for _ in range(rng.choice([1, 1, 2, 3]))]
        if rng.random() < 0.5:
            others[-1] = "".join(
                rng.choice("ab ") if rng.random() < 0.2 else c for c in hypothesis if rng.random() < 0.9
            )
        hypotheses.append(hypothesis)
        references.append(tuple(others))
    return hypotheses, references


def _segments(count: int, longest: int, seed: int) -> Iterator[Segment]:
    """A hypothesis and its references over few units, so that there are many shortest edit scripts."""
    rng = random.Random(seed)
    for _ in range(count):
        vocabulary = [str(n) for n in range(rng.choice([1, 2, 2, 3, 4, 8, 30, 300]))]
        lines = [rng.choices(vocabulary, k=rng.randrange(longest)) for _ in range(rng.choice([2, 2, 3, 4]))]
        if rng.random() < 0.5:
            copied = [rng.choice(vocabulary) if rng.random() < 0.2 else unit for unit in lines[0] if rng.random() < 0.9]
            lines[rng.randrange(1, len(lines))] = copied
        yield lines


def _plain_counts(segment: Segment, rule: str) -> list[int]:
    aligned = [align(reference, segment[0], rule) for reference in segment[1:]]
    return min(aligned, key=lambda counts: sum(counts[1:]))


def _check_counts(kernel: ModuleType, segments: list[Segment]) -> None:
    text = number_units(segments)
    for rule in ("most-hits", "deletions-last"):
        cells = kernel.error_counts(text, rule == "most-hits", array("q", [-1]) * (4 * len(segments))).tolist()
        for i, segment in enumerate(segments):
            assert cells[4 * i : 4 * i + 4] == _plain_counts(segment, rule), (rule, segment)


#: Pairs whose most hits change where a place that no path leads to is taken for one; one pair in a thousand is such.
_SEPARATE_PATHS = (
    ("010122032001", "223211030121"),
    ("211002202", "2220121000"),
    ("0210022101110121202", "01001110102010201"),
    ("0101000011011111010", "1111111100010000"),
    ("1001000122123203", "201113200022"),
)


@pytest.mark.parametrize("most_words", [edit_counts.MOST_WORDS, 1, 40])
def test_counts_are_those_of_the_plain_functions(most_words: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where only some of the table's rows are in memory at a time."""
    segments = [*_segments(1500, 12, 1), *_segments(150, 90, 2), *_segments(25, 400, 3)]
    pairs = [[list(line) for line in pair] for pair in _SEPARATE_PATHS]
    segments += pairs + [pair[::-1] for pair in pairs]
    monkeypatch.setattr(edit_counts, "MOST_WORDS", most_words)
    _check_counts(edit_counts, segments)
    source = uncompiled("edit_counts")
    monkeypatch.setattr(source, "MOST_WORDS", most_words)
    _check_counts(source, [*segments[::8], *segments[-2 * len(pairs) :], *_segments(3, 300, 4)])


def test_counts_of_thousands_of_units() -> None:
    rng = random.Random(5)
    length = 10_000 if edit_counts.COMPILED else 1_000
    reference = rng.choices("abcd", k=length)
    edited = [rng.choice("abcd") if rng.random() < 0.3 else unit for unit in reference if rng.random() < 0.95]
    segments = [
        [edited, reference],
        [reference[: length // 3], edited[length // 2 :]],
        [["x"] * (length - 90), reference],
        [[], reference],
    ]
    _check_counts(edit_counts, segments)


def test_all_short_texts_over_two_units() -> None:
    texts = [list(text) for length in range(7) for text in product("ab", repeat=length)]
    _check_counts(edit_counts, [[hypothesis, *texts[i : i + 1]] for hypothesis in texts for i in range(len(texts))])


def _check_distances(kernel: ModuleType, segments: list[Segment]) -> None:
    text = number_units(segments)
    for operations in ("levenshtein", "osa"):
        cells = kernel.distances(text, operations == "osa").tolist()
        for i, (hypothesis, *references) in enumerate(segments):
            rows = [
                [distance(reference, hypothesis, operations, 1), largest(len(reference), len(hypothesis), 1)]
                for reference in references
            ]
            expected = min(rows, key=lambda row: row[0])
            assert cells[2 * i : 2 * i + 2] == expected, (operations, hypothesis, references)


def _swapped(segments: Iterator[Segment]) -> Iterator[Segment]:
    """Segments in which many neighbours of the hypothesis change places."""
    rng = random.Random(6)
    for lines in segments:
        hypothesis = list(lines[-1])
        for i in range(len(hypothesis) - 1):
            if rng.random() < 0.3:
                hypothesis[i : i + 2] = hypothesis[i + 1], hypothesis[i]
        yield [hypothesis, *lines[1:]]


def test_distances_are_those_of_the_plain_functions() -> None:
    segments = [*_segments(600, 12, 1), *_swapped(_segments(600, 12, 2)), *_swapped(_segments(80, 300, 3))]
    _check_distances(edit_distance, segments)
    _check_distances(uncompiled("edit_distance"), segments[::4])


def test_distances_of_thousands_of_units() -> None:
    length = 10_000 if edit_distance.COMPILED else 1_000
    rng = random.Random(7)
    reference = rng.choices("abcd", k=length)
    swapped = next(_swapped(iter([[reference, reference]])))[0]
    _check_distances(edit_distance, [[swapped, reference], [reference[::2], swapped], [[], reference], [reference, []]])


def _plain_units(hypotheses: list[str], references: Sequence[tuple[str, ...]], settings: Any) -> Numbered:
    pairs = zip(hypotheses, references, strict=True)
    return number_units([[units(line, settings) for line in (hypothesis, *lines)] for hypothesis, lines in pairs])


@pytest.mark.parametrize("kernel", [spaces, uncompiled("spaces")], ids=["as imported", "uncompiled"])
@pytest.mark.parametrize("part", [spaces.PART, 1, 200])
def test_words_between_spaces(kernel: ModuleType, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "PART", part)
    settings = compiled_metric("wer").settings()
    texts = _texts(200, 1)
    assert kernel.number_words_between_spaces(*texts) == _plain_units(*texts, settings)
    every = ["".join(text) for length in range(5) for text in product("a \t\u2003\u2019", repeat=length)]
    references = [(text, "aaaaaaaaaaaa aaaaaaaa aaaaaaab") for text in reversed(every)]
    assert kernel.number_words_between_spaces(every, references) == _plain_units(every, references, settings)


@pytest.mark.parametrize("kernel", [spaces, uncompiled("spaces")], ids=["as imported", "uncompiled"])
def test_one_segment_is_numbered_like_many(kernel: ModuleType) -> None:
    settings = compiled_metric("wer").settings()
    hypotheses, references = _texts(200, 3)
    every = ["".join(text) for length in range(5) for text in product("a \t\u2003\u2019", repeat=length)]
    hypotheses += [*every, "b a", "a b" * 500, ""]
    references += [(text, "aa a a") for text in reversed(every)] + [("a b c", "c"), ("b a" * 300,), ()]
    for hypothesis, lines in zip(hypotheses, references, strict=True):
        one = [hypothesis], [lines]
        assert kernel.number_words_between_spaces(*one) == _plain_units(*one, settings)


@pytest.mark.parametrize("kernel", [spaces, uncompiled("spaces")], ids=["as imported", "uncompiled"])
def test_white_space_is_that_of_python(kernel: ModuleType) -> None:
    """Any two of the same character between two words: one word with them in it, or two words."""
    texts = [f"a{chr(code) * 2}b" for code in range(0x3100)]
    counts = kernel.number_words_between_spaces(texts, [("",)] * len(texts)).sizes.tolist()
    assert counts == [2 if chr(code).isspace() else 1 for code in range(0x3100)]


@pytest.mark.parametrize("kernel", [characters, uncompiled("characters")], ids=["as imported", "uncompiled"])
@pytest.mark.parametrize(("most_used", "part"), [(characters.MOST_USED, characters.PART), (10, 1), (10, 50)])
def test_characters(kernel: ModuleType, most_used: int, part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "MOST_USED", most_used)
    monkeypatch.setattr(kernel, "PART", part)
    texts = _texts(200, 2)
    texts[0].append("a\ud800 \U0010ffffa\udfff")  # halves of surrogate pairs are characters of their own
    texts[1].append(("\udfff\ud800", ""))
    for whitespace in ("keep", "remove"):
        settings = compiled_metric("cer").settings.from_mapping({"whitespace": whitespace})
        assert kernel.number_characters(*texts, dropped_characters(whitespace)) == _plain_units(*texts, settings)


_KNOBS: dict[str, tuple[Any, ...]] = {
    "case": ("keep", "lower"),
    "references": ("first", "best"),
    "empty_references": ("keep", "raise"),
    "tokenizer": ("spaces", "none"),
    "alignment": ("deletions-last", "most-hits"),
    "whitespace": ("strip", "keep", "remove"),
}


@pytest.mark.parametrize("name", ["wer", "cer", "mer", "wil", "wip"])
def test_statistics_under_every_knob(name: str) -> None:
    chosen = compiled_metric(name)
    knobs = {knob.name for knob in chosen.settings.knobs()} & _KNOBS.keys()
    hypotheses, references = _texts(60, 3)
    corpora = [
        Corpus.from_segments(hypotheses, references),
        Corpus.from_segments(["a B b"], [["a b b", "a b"]]),
        Corpus.from_segments(["a"], [["b", " "]]),
        Corpus.from_segments(["a"], [["b", ""]]),
    ]
    counted = 0
    for values in product(*(_KNOBS[knob] for knob in sorted(knobs))):
        settings = chosen.settings.from_mapping(dict(zip(sorted(knobs), values, strict=True)))
        assert chosen.covers(settings)
        for corpus in corpora:
            compiled = chosen.compiled_statistics(corpus, chosen.counting(settings))
            if compiled is not None:
                counted += 1
                assert compiled == chosen.statistics(corpus, chosen.counting(settings)), settings.signature
    assert counted >= 2 ** len(knobs)
    given = chosen.settings.from_mapping({"tokenizer": "given"} if "tokenizer" in knobs else {})
    tokens = Corpus.from_tokens([["a b", "c"]], [[["a b", "", "c"]]])
    compiled = chosen.compiled_statistics(tokens, given)
    assert compiled is None if name == "cer" else compiled == chosen.statistics(tokens, given)


def test_distances_under_every_knob() -> None:
    chosen = compiled_metric("edit-distance")
    hypotheses, references = _texts(60, 3)
    corpus = Corpus.from_segments(hypotheses, references)
    longest = max(map(len, (*hypotheses, *(line for lines in references for line in lines))))
    domains: dict[str, tuple[Any, ...]] = {
        "case": ("keep", "lower"),
        "tokenizer": ("characters", "none"),
        "operations": ("levenshtein", "osa"),
        "references": ("first", "best"),
        "max_length": (0, longest // 2, 2 * longest),
    }
    for values in product(*domains.values()):
        settings = chosen.settings.from_mapping(dict(zip(domains, values, strict=True)))
        assert chosen.covers(settings)
        compiled = chosen.compiled_statistics(corpus, chosen.counting(settings))
        if values[-1] == longest // 2 and "characters" in values:
            assert compiled is None, "the Python code refuses a text that is too long"
        else:
            assert compiled == chosen.statistics(corpus, chosen.counting(settings)), settings.signature


def test_a_corpus_as_one_text_is_aligned_alike_by_both_routes(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(4)
    lines = [" ".join(rng.choices("abc", k=6)) for _ in range(40)]
    corpus = Corpus.from_segments(lines, [[line.replace("a", "b", 1)] for line in lines])
    for name, knobs in (("wer", {}), ("mer", {"alignment": "deletions-last"}), ("cer", {})):
        settings = compiled_metric(name).settings.from_mapping({"segments": "concatenated", **knobs})
        outcomes = []
        for serves in (True, False):
            monkeypatch.setattr("samescore.metrics.edits.wer.kernels_enabled", lambda serves=serves: serves)
            outcomes.append(evaluate(compiled_metric(name), corpus, settings).stages["counts"])
        assert outcomes[0] == outcomes[1]
        assert sum(outcomes[0]) > 0
