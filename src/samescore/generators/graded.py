"""Pairs of inputs of which it is known, without a score, that the first is better or that both are equally good.

Where the first is better, the two differ in one part only: the last segment, the references, the gold labels. So a
metric that ignores this part, or that is a constant, does not tell them apart. An error in a text replaces a word by one
of the same length, so a metric of lengths does not see it either.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Literal, TypeVar

from samescore.data import comparison
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.ratings import Ratings

Lines = Sequence[str]
_Any = TypeVar("_Any")

REFERENCES = (
    ("the cat sat on the mat near the old door", "a cat was sitting on the mat by the door"),
    ("there is a dog in the garden behind our house", "a dog is in our garden behind the house"),
    ("they went home early because it rained all day long", "since it rained the whole day they went home early"),
)
COPIES = tuple(lines[0] for lines in REFERENCES)
#: Copies with another last word.
NEAR = (
    "the cat sat on the mat near the old roof",
    "there is a dog in the garden behind our shore",
    "they went home early because it rained all day slow",
)
BAD = ("the the mat of a", "dog garden some is big", "home they rain on went")
#: References that have no word in common with the copies, two for each segment.
UNRELATED = (
    ("you can put any red box for us new cups", "my own bus did not run past ten blue ships"),
    ("every so few men run up from beside what lake", "every so few cows run up from beside my river"),
    ("some take milk never without if he walks per hut", "some like milk never without if he walks per cup"),
)
_SYLLABLES = [consonant + vowel for consonant in "bdfghklmnprstvz" for vowel in "aeiou"]
#: Texts of 24 words, none of which occurs twice; and texts in which the first twelve occur twice.
_VARIED = tuple(" ".join(_SYLLABLES[start : start + 24]) for start in (0, 24, 48))
_REPETITIVE = tuple(" ".join(line.split()[:12] * 2) for line in _VARIED)


#: Segments, words of a text and references of a large input: more than a batch, a byte or a usual limit has.
_MANY, _LONG, _MOST_REFERENCES = 129, 257, 300
#: So many of the segments, or of the words, at the end have errors.
_END = 43


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """Two inputs, and how their scores must compare; `what` says in words how the second differs from the first."""

    relation: Literal["better", "not worse", "equal"]
    first: Data
    second: Data
    what: str


#: The comparisons of each axiom, by its name.
Axioms = dict[str, list[Comparison]]


def better(first: Data, second: Data, what: str) -> Comparison:
    """The first is better than the second."""
    return Comparison("better", first, second, what)


def equal(first: Data, second: Data, what: str) -> Comparison:
    """Both are equally good."""
    return Comparison("equal", first, second, what)


def repeatable(data: Data) -> Axioms:
    """The same input gives the same score again."""
    return {"repeatable": [equal(data, data, "when it is asked again")]}


def corpora(*, several: bool, tokens: bool = False) -> Axioms:
    """Axioms of metrics that compare hypotheses with references; `several` references a segment, or one.

    With `tokens`, the corpora hold tokens instead of text.
    """
    references = REFERENCES if several else [lines[:1] for lines in REFERENCES]
    unrelated = UNRELATED if several else [lines[:1] for lines in UNRELATED]

    def corpus(hypotheses: Lines, refs: Sequence[Lines] = references) -> Corpus:
        return _corpus(hypotheses, refs, tokens)

    def copied(count: int) -> Corpus:
        """The first `count` hypotheses are copies, and the others nearly so."""
        return corpus((*COPIES[:count], *NEAR[count:]))

    mixed = (COPIES[0], NEAR[1], BAD[2])
    many = [f"{COPIES[k % 3]} {_SYLLABLES[k // 3]}" for k in range(_MANY)]
    ends = [f"{NEAR[k % 3]} {_SYLLABLES[-1 - k // 3]}" for k in range(_MANY)]
    many_copies = [[line] for line in many]
    long = " ".join(f"{_SYLLABLES[k % len(_SYLLABLES)]}{k}" for k in range(_LONG))
    longest = [*references[1:], [long] * len(references[0])]
    changed = " ".join([*long.split()[: _LONG - _END], *_SYLLABLES[:_END]])
    axioms: Axioms = {
        "every segment counts": [
            better(copied(3), copied(2), "with an error in the last segment"),
            better(copied(2), copied(1), "with another error in the second segment"),
            better(copied(1), copied(0), "with another error in the first segment"),
            better(
                corpus(many, many_copies),
                corpus([*many[:-_END], *ends[-_END:]], many_copies),
                f"with errors in the last {_END} of {_MANY} segments",
            ),
        ],
        "more matches are better": [better(copied(2), corpus(BAD), "for bad hypotheses")],
        "parts of a text count": [
            better(copied(0), corpus(BAD), "for worse hypotheses, without one that is exact"),
            better(
                corpus((*COPIES[1:], long), longest),
                corpus((*COPIES[1:], changed), longest),
                f"with errors in the last {_END} of {_LONG} words",
            ),
        ],
        "the references count": [better(corpus(COPIES), corpus(COPIES, unrelated), "for unrelated references")],
        "segments are compared with their own references": [
            better(corpus(COPIES), corpus(COPIES, rotated(references)), "with the references of other segments")
        ],
        "empty is worst": [Comparison("not worse", corpus(BAD), corpus(("", "", "")), "for empty hypotheses")],
        "segment order": [equal(corpus(mixed), corpus(mixed[::-1], references[::-1]), "in reverse order")],
        "duplication": [equal(corpus(mixed), corpus(mixed * 2, [*references, *references]), "with everything twice")],
        **repeatable(corpus(mixed)),
    }
    if several:
        reverse = [lines[::-1] for lines in references]
        axioms["reference order"] = [equal(corpus(mixed), corpus(mixed, reverse), "with the references reversed")]
        pool = (UNRELATED[0] * _MOST_REFERENCES)[: _MOST_REFERENCES - 1]
        without_first = [(second, first) for first, second in UNRELATED]
        matching_first = [(copy, first) for copy, (first, _) in zip(COPIES, UNRELATED, strict=True)]
        matching_second = [lines[::-1] for lines in matching_first]
        axioms["every reference counts"] = [
            better(corpus(COPIES, matching_first), corpus(COPIES, without_first), "if the first does not match"),
            better(corpus(COPIES, matching_second), corpus(COPIES, unrelated), "if the second does not match"),
            better(
                corpus(COPIES, [(*pool, copy) for copy in COPIES]),
                corpus(COPIES, [(*pool, other) for other in (BAD[0], *COPIES[1:])]),
                f"if the last of {_MOST_REFERENCES} does not match",
            ),
        ]
    return axioms


def hypotheses(*, tokens: bool = False) -> Axioms:
    """Axioms of metrics that look at hypotheses alone, and count distinct n-grams."""

    def corpus(lines: Lines, refs: Sequence[Lines] = REFERENCES) -> Corpus:
        return _corpus(lines, refs, tokens)

    def varied(count: int) -> Corpus:
        """In the first `count` texts no word occurs twice."""
        return corpus((*_VARIED[:count], *_REPETITIVE[count:]))

    mixed = (_VARIED[0], _REPETITIVE[1], _REPETITIVE[2])
    return {
        "every segment counts": [
            better(varied(3), varied(2), "with repetitions in the last segment"),
            better(varied(2), varied(1), "with repetitions in the second segment, too"),
            better(varied(1), varied(0), "with repetitions in the first segment, too"),
        ],
        "the references do not count": [equal(corpus(mixed), corpus(mixed, UNRELATED), "with other references")],
        "empty is worst": [Comparison("not worse", varied(0), corpus(("", "", "")), "for empty hypotheses")],
        "segment order": [equal(corpus(mixed), corpus(mixed[::-1], REFERENCES[::-1]), "in reverse order")],
        "duplication": [equal(corpus(mixed), corpus(mixed * 2, REFERENCES * 2), "with everything twice")],
        **repeatable(corpus(mixed)),
    }


def log_probabilities() -> Axioms:
    """Axioms of metrics of the log-probabilities of tokens."""
    texts = ("so it goes", "there it was", "as you like")

    def sequences(likely: int) -> TokenLogProbs:
        """Three sequences, of which the first `likely` end in a likelier token."""
        return TokenLogProbs([[-1.5, -0.75, -0.5 if k < likely else -2.5] for k in range(3)], texts)

    mixed = sequences(2)
    return {
        "every sequence counts": [
            better(sequences(3), sequences(2), "with a less likely token in the last sequence"),
            better(sequences(2), sequences(1), "with a less likely token in the second sequence, too"),
            better(sequences(1), sequences(0), "with a less likely token in the first sequence, too"),
        ],
        "sequence order": [equal(mixed, TokenLogProbs(mixed.sequences[::-1], texts[::-1]), "in reverse order")],
        "duplication": [equal(mixed, TokenLogProbs(mixed.sequences * 2, texts * 2), "with everything twice")],
        **repeatable(mixed),
    }


def choices() -> Axioms:
    """Axioms of metrics of the log-likelihoods of answers to choose from."""

    def questions(right: int, gold: int = 1) -> list[dict[str, object]]:
        """Three questions, to which the first `right` answers are the likeliest ones if `gold` is 1."""
        return [
            {
                "choices": ["yes", "may", "no!"],
                "logprobs": [-2.0, -1.0, -3.0] if k < right else [-1.0, -2.0, -3.0],
                "unconditional": [-1.0, -1.0, -1.0],
                "gold": gold,
            }
            for k in range(3)
        ]

    mixed = questions(2)
    return {
        "every item counts": [
            better(Choices(questions(3)), Choices(mixed), "with another answer to the last question"),
            better(Choices(mixed), Choices(questions(1)), "with another answer to the second question, too"),
            better(Choices(questions(1)), Choices(questions(0)), "with another answer to the first question, too"),
        ],
        "the gold answers count": [
            better(Choices(questions(3)), Choices(questions(3, gold=2)), "with other gold answers")
        ],
        "item order": [equal(Choices(mixed), Choices(mixed[::-1]), "in reverse order")],
        "duplication": [equal(Choices(mixed), Choices(mixed * 2), "with everything twice")],
        **repeatable(Choices(mixed)),
    }


def systems(statistic: str = comparison.MEAN) -> Axioms:
    """Axioms of tests of two systems, under the mean of numbers or under a metric of texts.

    A system is right in some of eight segments; of a surer difference, p is lower.
    """

    def compared(*systems: str) -> comparison.Comparison:
        return _compared(statistic, *systems)

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


def intervals(statistic: str = comparison.MEAN) -> Axioms:
    """Axioms of intervals and standard errors, which are those of the first system.

    Of one right segment in eight, both bounds are lower than of four, and nearer to each other.
    """

    def of(first: str, second: str = "00010000") -> comparison.Comparison:
        return _compared(statistic, first, second)

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


def _compared(statistic: str, *systems: str) -> comparison.Comparison:
    """Systems that are right in some of eight segments, under the mean of numbers or under a metric of texts."""
    references = [f"{first} {second}" for first, second in zip(COPIES * 3, _VARIED * 3, strict=True)][:8]
    if statistic == comparison.MEAN:
        return comparison.Comparison(statistic, [comparison.Numbers(list(map(int, right))) for right in systems])
    wrong = [BAD[k % 3] for k in range(8)]
    lines = [[good if r == "1" else bad for r, good, bad in zip(s, references, wrong, strict=True)] for s in systems]
    return comparison.Comparison(statistic, [Corpus.from_streams(system, references) for system in lines])


def ratings() -> Axioms:
    """Axioms of metrics that compare a metric's scores with human ones."""
    human = [30.0, 0.0, 60.0, 120.0, 90.0, 150.0]

    def table(right: int) -> Ratings:
        """One system; the metric orders the first `right` pairs of neighbours as people do."""
        metric = [y / 8 for y in human]
        for first in range(2 * right, len(metric), 2):
            metric[first], metric[first + 1] = metric[first + 1], metric[first]
        return Ratings(metric, human)

    mixed = table(2)
    metric, people = mixed.metric_scores[0], mixed.human_scores[0]
    return {
        "every item counts": [
            better(table(3), table(2), "with two scores exchanged at the end"),
            better(table(2), table(1), "with two others exchanged, too"),
            better(table(1), table(0), "with the first two exchanged, too"),
        ],
        "the human scores count": [
            better(table(3), Ratings(table(3).metric_scores[0], human[::-1]), "with other human scores")
        ],
        "item order": [equal(mixed, Ratings(metric[::-1], people[::-1]), "in reverse order")],
        "duplication": [equal(mixed, Ratings(metric * 2, people * 2), "with everything twice")],
        **repeatable(mixed),
    }


def _corpus(lines: Lines, references: Sequence[Lines], tokens: bool) -> Corpus:
    if tokens:
        return Corpus.from_tokens([line.split() for line in lines], [[r.split() for r in refs] for refs in references])
    return Corpus.from_segments(list(lines), [list(refs) for refs in references])


def rotated(references: Sequence[_Any]) -> list[_Any]:
    """Those of the next segment for each segment."""
    return [*references[1:], references[0]]
