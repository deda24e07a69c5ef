"""Generate pairs of systems to compare, with texts, labels or numbers."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from samescore.catalogue.wrong_items import Misreading, Plain, changes_in_field
from samescore.data.comparison import MEAN, Comparison, Numbers
from samescore.data.corpus import Corpus
from samescore.data.labels import Labels
from samescore.generators.drawn_lines import LETTERS
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import BAD, COPIES, VARIED, Axioms, better, equal, repeatable
from samescore.generators.invented import MOST_REFERENCES, invent_word
from samescore.generators.sizes import item_count
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


_WORDS = ["the", "a", "cat", "dog", "sat", "ran", "on", "in", "red", "house", "fast"]
#: The metrics that sacreBLEU computes; one resample takes microseconds.
_TRANSLATION = ("bleu", "chrf", "ter")
_OF_TEXTS: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {}) for name in _TRANSLATION * 2),
    ("bleu", {"average": "sentences"}),
    ("wer", {}),
    ("rouge-l", {}),
    ("distinct", {}),
)


_OF_PACKAGES: tuple[tuple[str, dict[str, Any]], ...] = (
    *((name, {}) for name in _TRANSLATION * 2),
    ("bleu", {"smoothing": "add-k", "add_k": 0.5}),
)


def comparisons(
    count: int, max_references: int = 0, seed: int = 0, statistics: Sequence[str] = ()
) -> Iterator[Comparison]:
    """Yield `count` comparisons of two systems by one of `statistics` (empty: any): texts, labels or numbers.

    About one in eight compares a system with itself, and some have a single segment.
    """
    rng = random.Random(seed)
    of_texts = [entry for entry in _OF_PACKAGES if entry[0] in statistics] if statistics else _OF_TEXTS
    for number in range(count):
        if not of_texts or (number % 4 == 3 and not statistics):
            yield numbers(
                rng, rng.choice([0, 1, 2, 4, 8, 16, 60] if statistics else [1, 2, 4, 8]), odd=bool(statistics)
            )
        elif number % 8 == 6 and not statistics:
            yield _label_comparison(rng)
        elif number == 0 and "ter" in statistics:
            yield _rounding_comparison()
        else:
            statistic, settings = rng.choice(of_texts)
            yield texts(rng, statistic, settings, _WORDS, max_references or 2)


def texts(
    rng: random.Random, statistic: str, settings: dict[str, Any], words: Sequence[str], max_references: int
) -> Comparison:
    """Return two systems' texts of 1 to 12 segments that are similar to their references.

    Every segment has the same number of references. In one of eight comparisons the systems are equal, and in one of
    eight they differ in a single word: then many resamples have the same difference as the whole.
    """
    several = rng.randint(1, max_references)
    references = [[_sentence(rng, words)] for _ in range(rng.choice([1, 2, 3, 5, 8, 12]))]
    for of_segment in references:
        of_segment += [_similar_sentence(rng, of_segment[0], words) for _ in range(several - 1)]
    noise = rng.choice([0.1, 0.3, 0.6])
    systems = [
        [_similar_sentence(rng, of_segment[0], words, share) for of_segment in references] for share in (0.3, noise)
    ]
    copied = rng.random()
    if copied < 0.125:
        systems[1] = systems[0]
    elif copied < 0.25:
        first = [of_segment[0] for of_segment in references]
        systems = [first, [[*first[0][:-1], "x"], *first[1:]]]
    lines = [[" ".join(line) for line in system] for system in systems]
    joined = [[" ".join(line) for line in of_segment] for of_segment in references]
    return Comparison(statistic, [Corpus.from_segments(system, joined) for system in lines], settings)


def numbers(rng: random.Random, size: int, *, odd: bool = False) -> Comparison:
    """Return two systems' `size` numbers: multiples of 1/8 with many ties, or judgements of 0 and 1.

    With `odd`, some are tenths or thousandths, whose sums are rounded, and a few are nan.
    """
    grain = rng.choice([1, 1, 8, 10, 1000] if odd else [1, 8, 8])
    first = [rng.randint(0, grain) / grain for _ in range(size)]
    if odd and first and rng.random() < 0.05:
        first[-1] = math.nan
    second = first if rng.random() < 0.125 else [rng.randint(0, grain) / grain for _ in range(size)]
    return Comparison(MEAN, [Numbers(first), Numbers(second)])


def _rounding_comparison() -> Comparison:
    """Return systems that differ in one of six words: resamples deviate from their mean by about the score."""
    references = [["c d e"], ["a b c"]]
    systems = [["c d e", "a b c"], ["c d x", "a b c"]]
    return Comparison("ter", [Corpus.from_segments(system, references) for system in systems])


def _label_comparison(rng: random.Random) -> Comparison:
    gold = rng.choices(["a", "b", "c"], k=rng.choice([2, 5, 12]))
    systems = [[name if rng.random() < 0.7 else rng.choice("abc") for name in gold] for _ in range(2)]
    return Comparison(rng.choice(["accuracy", "kappa", "f1"]), [Labels(gold, system) for system in systems])


def _sentence(rng: random.Random, words: Sequence[str]) -> list[str]:
    return [rng.choice(words) for _ in range(rng.choice([1, 3, 5, 8, 12]))]


def _similar_sentence(
    rng: random.Random, sentence: Sequence[str], words: Sequence[str], share: float = 0.3
) -> list[str]:
    """Return the sentence with about `share` of its words replaced by others of `words`, sometimes without its last word."""
    changed = [rng.choice(words) if rng.random() < share else word for word in sentence]
    return changed[:-1] if len(changed) > 1 and rng.random() < share / 2 else changed


def _fresh_data(target: Target, rng: random.Random, _turn: int) -> Comparison:
    """Return two systems' texts of invented words, or numbers, with a statistic that the entry point supports."""
    statistic = rng.choice(target.statistics or (MEAN, MEAN, *_TRANSLATION))
    if statistic == MEAN:
        return numbers(rng, rng.choice([2, 4, 8, 16]))
    words = [invent_word(rng) for _ in range(rng.choice([8, 40]))]
    return texts(rng, statistic, {}, words, target.max_references or MOST_REFERENCES)


def _large_data(target: Target, rng: random.Random, number: int) -> Comparison | None:
    """Return two systems' many numbers; None if the entry point compares only texts, which are too slow to resample."""
    if target.statistics and MEAN not in target.statistics:
        return None
    return numbers(rng, min(item_count(number), 257))


def _graded_pairs(target: Target) -> Axioms:
    statistic = target.statistics[0] if target.statistics else MEAN
    return _test_axioms(statistic) if target.metric.name == "p-value" else _interval_axioms(statistic)


def _test_axioms(statistic: str) -> Axioms:
    """Return axioms for tests of two systems, by the mean of numbers or by a metric of texts.

    A system is right in some of eight segments. The clearer the difference between systems, the lower is p.
    """

    def compared(*systems: str) -> Comparison:
        return _comparison_of(statistic, *systems)

    sure, less_sure, unsure = (compared("11110000", other) for other in ("00010000", "00010001", "00110001"))
    return {
        "every segment counts": [
            better(sure, less_sure, "if the second system is right in the last segment, too"),
            better(less_sure, unsure, "if it is right in the third, too"),
        ],
        "the first system counts": [
            better(less_sure, compared("11010000", "00010001"), "if the first system is wrong in the third segment")
        ],
        "the second system counts": [
            better(less_sure, compared("11110000", "01010001"), "if the second system is right in the second segment")
        ],
        **repeatable(less_sure),
    }


def _interval_axioms(statistic: str) -> Axioms:
    """Return axioms for the interval or the standard error of the first system.

    With one right segment in eight, both bounds are lower than with four, and closer to each other.
    """

    def of(first: str, second: str = "00010000") -> Comparison:
        return _comparison_of(statistic, first, second)

    return {
        "every segment counts": [
            better(of("00000001"), of("11010001"), "if three more segments are right"),
            better(of("10000000"), of("10111000"), "if three others are right"),
        ],
        "wrong segments count": [better(of("00000010"), of("01111010"), "if four fewer segments are wrong")],
        "other systems do not count": [
            equal(of("11010000"), of("11010000", "11111110"), "for a better second system"),
            equal(of("11010000"), of("11010000", "11010000"), "for a copy as the second system"),
        ],
        **repeatable(of("11010001")),
    }


def _comparison_of(statistic: str, *systems: str) -> Comparison:
    """Return systems of eight segments, right where marked ``1``, for the mean of numbers or a metric of texts."""
    references = [f"{first} {second}" for first, second in zip(COPIES * 3, VARIED * 3, strict=True)][:8]
    if statistic == MEAN:
        return Comparison(statistic, [Numbers(list(map(int, right))) for right in systems])
    wrong = [BAD[k % 3] for k in range(8)]
    lines = [[good if r == "1" else bad for r, good, bad in zip(s, references, wrong, strict=True)] for s in systems]
    return Comparison(statistic, [Corpus.from_streams(system, references) for system in lines])


def strategy() -> SearchStrategy[Comparison]:
    """Return a strategy for two systems of up to six segments: multiples of 1/4, or texts for BLEU, chrF or TER."""
    from samescore.generators.drawing import st

    quarters = st.integers(0, 8).map(lambda count: count / 4)
    pairs = st.lists(st.tuples(quarters, quarters), min_size=1, max_size=6)
    numbers = pairs.map(
        lambda drawn: Comparison(MEAN, [Numbers([a for a, _ in drawn]), Numbers([b for _, b in drawn])])
    )
    lines = st.lists(st.sampled_from(LETTERS), min_size=1, max_size=6).map(" ".join)
    triples = st.lists(st.tuples(lines, lines, lines), min_size=1, max_size=6)

    def of_texts(drawn: list[tuple[str, str, str]], statistic: str) -> Comparison:
        references = [[reference] for *_, reference in drawn]
        systems = [Corpus.from_segments([row[k] for row in drawn], references) for k in (0, 1)]
        return Comparison(statistic, systems)

    texts = st.builds(of_texts, triples, st.sampled_from(["bleu", "chrf", "ter"]))
    return st.one_of(numbers, texts)


def _segment_count(system: Plain) -> int:
    """Return the number of segments, items or numbers of a system."""
    return max(len(column) for column in system.values() if isinstance(column, list))


#: Edge cases of comparisons of systems; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "one-segment": lambda plain: 1 in map(_segment_count, plain["systems"]),
    "equal-systems": lambda plain: len(plain["systems"]) > 1 and plain["systems"][0] == plain["systems"][1],
    "numbers": lambda plain: plain["statistic"] == "mean",
    "texts": lambda plain: "segments" in plain["systems"][0],
}


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = changes_in_field(
    "systems",
    {
        "systems-exchanged": lambda systems: systems[::-1],
        "first-system-twice": lambda systems: [systems[0]] * len(systems),
        "last-system-twice": lambda systems: [systems[-1]] * len(systems),
    },
)


GENERATOR = Generator(
    inputs=lambda target, count, seed: comparisons(count, target.max_references, seed, target.statistics),
    fresh=_fresh_data,
    large=_large_data,
    graded=_graded_pairs,
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
