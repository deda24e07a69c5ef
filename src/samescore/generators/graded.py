"""Pairs of inputs of which it is known, without a score, that the first is better or that both are equally good.

Where the first is better, the two differ in one part only: the last segment, the references, the gold labels. So a
metric that ignores this part, or that is a constant, does not tell them apart. An error in a text replaces a word by one
of the same length, so a metric of lengths does not see it either.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Literal

from samescore.data import comparison
from samescore.data.annotations import Annotations
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.ratings import Ratings
from samescore.data.tagged import Tagged

Lines = Sequence[str]

_REFERENCES = (
    ("the cat sat on the mat near the old door", "a cat was sitting on the mat by the door"),
    ("there is a dog in the garden behind our house", "a dog is in our garden behind the house"),
    ("they went home early because it rained all day long", "since it rained the whole day they went home early"),
)
_COPIES = tuple(lines[0] for lines in _REFERENCES)
#: Copies with another last word.
_NEAR = (
    "the cat sat on the mat near the old roof",
    "there is a dog in the garden behind our shore",
    "they went home early because it rained all day slow",
)
_BAD = ("the the mat of a", "dog garden some is big", "home they rain on went")
#: References that have no word in common with the copies, two for each segment.
_UNRELATED = (
    ("you can put any red box for us new cups", "my own bus did not run past ten blue ships"),
    ("every so few men run up from beside what lake", "every so few cows run up from beside my river"),
    ("some take milk never without if he walks per hut", "some like milk never without if he walks per cup"),
)
_SYLLABLES = [consonant + vowel for consonant in "bdfghklmnprstvz" for vowel in "aeiou"]
#: Texts of 24 words, none of which occurs twice; and texts in which the first twelve occur twice.
_VARIED = tuple(" ".join(_SYLLABLES[start : start + 24]) for start in (0, 24, 48))
_REPETITIVE = tuple(" ".join(line.split()[:12] * 2) for line in _VARIED)


@dataclasses.dataclass(frozen=True, slots=True)
class Comparison:
    """Two inputs, and how their scores must compare; `what` says in words how the second differs from the first."""

    relation: Literal["better", "not worse", "equal"]
    first: Data
    second: Data
    what: str


#: The comparisons of each axiom, by its name.
Axioms = dict[str, list[Comparison]]


def _better(first: Data, second: Data, what: str) -> Comparison:
    return Comparison("better", first, second, what)


def _equal(first: Data, second: Data, what: str) -> Comparison:
    return Comparison("equal", first, second, what)


def _repeatable(data: Data) -> Axioms:
    return {"repeatable": [_equal(data, data, "when it is asked again")]}


def corpora(*, several: bool, tokens: bool = False) -> Axioms:
    """Axioms of metrics that compare hypotheses with references; `several` references a segment, or one.

    With `tokens`, the corpora hold tokens instead of text.
    """
    references = _REFERENCES if several else [lines[:1] for lines in _REFERENCES]
    unrelated = _UNRELATED if several else [lines[:1] for lines in _UNRELATED]

    def corpus(hypotheses: Lines, refs: Sequence[Lines] = references) -> Corpus:
        return _corpus(hypotheses, refs, tokens)

    def copied(count: int) -> Corpus:
        """The first `count` hypotheses are copies, and the others nearly so."""
        return corpus((*_COPIES[:count], *_NEAR[count:]))

    mixed = (_COPIES[0], _NEAR[1], _BAD[2])
    axioms: Axioms = {
        "every segment counts": [
            _better(copied(3), copied(2), "with an error in the last segment"),
            _better(copied(2), copied(1), "with another error in the second segment"),
            _better(copied(1), copied(0), "with another error in the first segment"),
        ],
        "more matches are better": [_better(copied(2), corpus(_BAD), "for bad hypotheses")],
        "parts of a text count": [_better(copied(0), corpus(_BAD), "for worse hypotheses, without one that is exact")],
        "the references count": [_better(corpus(_COPIES), corpus(_COPIES, unrelated), "for unrelated references")],
        "segments are compared with their own references": [
            _better(corpus(_COPIES), corpus(_COPIES, _rotated(references)), "with the references of other segments")
        ],
        "empty is worst": [Comparison("not worse", corpus(_BAD), corpus(("", "", "")), "for empty hypotheses")],
        "segment order": [_equal(corpus(mixed), corpus(mixed[::-1], references[::-1]), "in reverse order")],
        "duplication": [_equal(corpus(mixed), corpus(mixed * 2, [*references, *references]), "with everything twice")],
        **_repeatable(corpus(mixed)),
    }
    if several:
        reverse = [lines[::-1] for lines in references]
        axioms["reference order"] = [_equal(corpus(mixed), corpus(mixed, reverse), "with the references reversed")]
        without_first = [(second, first) for first, second in _UNRELATED]
        matching_first = [(copy, first) for copy, (first, _) in zip(_COPIES, _UNRELATED, strict=True)]
        matching_second = [lines[::-1] for lines in matching_first]
        axioms["every reference counts"] = [
            _better(corpus(_COPIES, matching_first), corpus(_COPIES, without_first), "if the first does not match"),
            _better(corpus(_COPIES, matching_second), corpus(_COPIES, unrelated), "if the second does not match"),
        ]
    return axioms


def hypotheses(*, tokens: bool = False) -> Axioms:
    """Axioms of metrics that look at hypotheses alone, and count distinct n-grams."""

    def corpus(lines: Lines, refs: Sequence[Lines] = _REFERENCES) -> Corpus:
        return _corpus(lines, refs, tokens)

    def varied(count: int) -> Corpus:
        """In the first `count` texts no word occurs twice."""
        return corpus((*_VARIED[:count], *_REPETITIVE[count:]))

    mixed = (_VARIED[0], _REPETITIVE[1], _REPETITIVE[2])
    return {
        "every segment counts": [
            _better(varied(3), varied(2), "with repetitions in the last segment"),
            _better(varied(2), varied(1), "with repetitions in the second segment, too"),
            _better(varied(1), varied(0), "with repetitions in the first segment, too"),
        ],
        "the references do not count": [_equal(corpus(mixed), corpus(mixed, _UNRELATED), "with other references")],
        "empty is worst": [Comparison("not worse", varied(0), corpus(("", "", "")), "for empty hypotheses")],
        "segment order": [_equal(corpus(mixed), corpus(mixed[::-1], _REFERENCES[::-1]), "in reverse order")],
        "duplication": [_equal(corpus(mixed), corpus(mixed * 2, _REFERENCES * 2), "with everything twice")],
        **_repeatable(corpus(mixed)),
    }


def labels(positive: str = "1", negative: str = "0") -> Axioms:
    """Axioms of metrics that compare two lists of labels, of these two classes."""
    right, wrong = (positive, negative), (negative, positive)

    def pairs(count: int) -> list[str]:
        """Six labels, of which the first `count` pairs are right."""
        return [label for k in range(3) for label in (right if k < count else wrong)]

    gold, mixed = pairs(3), Labels(pairs(3), [*pairs(1)[:4], positive, positive])
    return {
        "every item counts": [
            _better(Labels(gold, pairs(3)), Labels(gold, pairs(2)), "with errors in the last two items"),
            _better(Labels(gold, pairs(2)), Labels(gold, pairs(1)), "with errors in the second two items, too"),
            _better(Labels(gold, pairs(1)), Labels(gold, pairs(0)), "with errors in the first two items, too"),
        ],
        "the gold labels count": [_better(Labels(gold, gold), Labels(pairs(0), gold), "with other gold labels")],
        "item order": [
            _equal(mixed, Labels(mixed.gold[::-1], mixed.predicted[::-1]), "in reverse order"),
        ],
        "duplication": [_equal(mixed, Labels(mixed.gold * 2, mixed.predicted * 2), "with everything twice")],
        **_repeatable(mixed),
    }


#: How many scored labels there are: enough for a threshold that is chosen on half of them.
_ITEMS = 96


def scored_labels() -> Axioms:
    """Axioms of metrics that compare gold labels with scores."""

    def items(right_scores: int, right_labels: int = 3) -> ScoredLabels:
        """Every third item makes a part; as many parts have scores, or gold labels, that tell the classes apart."""
        gold, scores = [], []
        for i in range(_ITEMS):
            part, label = i % 3, i // 3 % 2
            gold.append(label if part < right_labels else 1 - label)
            scattered = i * 37 % _ITEMS / (8 * _ITEMS)  # no two scores are equal
            scores.append((label if part < right_scores else 1 - label) + scattered)
        return ScoredLabels(gold, scores)

    mixed = items(2)
    return {
        "every item counts": [
            _better(items(3), items(2), "with errors in every third item"),
            _better(items(2), items(1), "with errors in two of three items"),
            _better(items(1), items(0), "with errors in all items"),
        ],
        "the gold labels count": [_better(items(3), items(3, 0), "with other gold labels")],
        "item order": [_equal(mixed, ScoredLabels(mixed.gold[::-1], mixed.scores[::-1]), "in reverse order")],
        "duplication": [_equal(mixed, ScoredLabels(mixed.gold * 2, mixed.scores * 2), "with everything twice")],
        **_repeatable(mixed),
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
            _better(sequences(3), sequences(2), "with a less likely token in the last sequence"),
            _better(sequences(2), sequences(1), "with a less likely token in the second sequence, too"),
            _better(sequences(1), sequences(0), "with a less likely token in the first sequence, too"),
        ],
        "sequence order": [_equal(mixed, TokenLogProbs(mixed.sequences[::-1], texts[::-1]), "in reverse order")],
        "duplication": [_equal(mixed, TokenLogProbs(mixed.sequences * 2, texts * 2), "with everything twice")],
        **_repeatable(mixed),
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
            _better(Choices(questions(3)), Choices(mixed), "with another answer to the last question"),
            _better(Choices(mixed), Choices(questions(1)), "with another answer to the second question, too"),
            _better(Choices(questions(1)), Choices(questions(0)), "with another answer to the first question, too"),
        ],
        "the gold answers count": [
            _better(Choices(questions(3)), Choices(questions(3, gold=2)), "with other gold answers")
        ],
        "item order": [_equal(Choices(mixed), Choices(mixed[::-1]), "in reverse order")],
        "duplication": [_equal(Choices(mixed), Choices(mixed * 2), "with everything twice")],
        **_repeatable(Choices(mixed)),
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
            _better(sure, less_sure, "if the second system is right in the last segment, too"),
            _better(less_sure, unsure, "if it is right in the third, too"),
        ],
        "the first system counts": [
            _better(less_sure, compared("11010000", "00010001"), "if the first system is wrong in the third segment")
        ],
        "the second system counts": [
            _better(less_sure, compared("11110000", "01010001"), "if the second system is right in the second segment")
        ],
        **_repeatable(less_sure),
    }


def intervals(statistic: str = comparison.MEAN) -> Axioms:
    """Axioms of intervals and standard errors, which are those of the first system.

    Of one right segment in eight, both bounds are lower than of four, and nearer to each other.
    """

    def of(first: str, second: str = "00010000") -> comparison.Comparison:
        return _compared(statistic, first, second)

    return {
        "every segment counts": [
            _better(of("00000001"), of("11010001"), "if three more segments are right"),
            _better(of("10000000"), of("10111000"), "if three others are right"),
        ],
        "wrong segments count": [_better(of("00000010"), of("01111010"), "if four fewer segments are wrong")],
        "other systems do not count": [
            _equal(of("11010000"), of("11010000", "11111110"), "for a better second system"),
            _equal(of("11010000"), of("11010000", "11010000"), "for a copy as the second system"),
        ],
        **_repeatable(of("11010001")),
    }


def _compared(statistic: str, *systems: str) -> comparison.Comparison:
    """Systems that are right in some of eight segments, under the mean of numbers or under a metric of texts."""
    references = [f"{first} {second}" for first, second in zip(_COPIES * 3, _VARIED * 3, strict=True)][:8]
    if statistic == comparison.MEAN:
        return comparison.Comparison(statistic, [comparison.Numbers(list(map(int, right))) for right in systems])
    wrong = [_BAD[k % 3] for k in range(8)]
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
            _better(table(3), table(2), "with two scores exchanged at the end"),
            _better(table(2), table(1), "with two others exchanged, too"),
            _better(table(1), table(0), "with the first two exchanged, too"),
        ],
        "the human scores count": [
            _better(table(3), Ratings(table(3).metric_scores[0], human[::-1]), "with other human scores")
        ],
        "item order": [_equal(mixed, Ratings(metric[::-1], people[::-1]), "in reverse order")],
        "duplication": [_equal(mixed, Ratings(metric * 2, people * 2), "with everything twice")],
        **_repeatable(mixed),
    }


def tagged(scheme: str = "lenient", suffix: bool = False) -> Axioms:
    """Axioms of metrics of tag sequences."""
    prefixes = {"iob1": "II", "ioe1": "II", "ioe2": "IE", "iobes": "BE", "bilou": "BL"}.get(scheme, "BI")
    entities = [[f"{prefixes[0]}-{name}", f"{prefixes[1]}-{name}", "O"] for name in ("PER", "LOC", "PER")]
    rows = [entity * 2 for entity in entities]

    def of(sentences: Sequence[Sequence[str]], right: int) -> Tagged:
        """The first `right` of the six entities are predicted, and not the others."""
        said = [[*row] for row in sentences]
        for entity in range(right, 6):
            start = 3 * (entity % 2)
            said[entity // 2][start : start + 2] = ["O", "O"]
        written = [[[_turned(tag) if suffix else tag for tag in row] for row in side] for side in (sentences, said)]
        return Tagged(*written)

    mixed = of(rows, 3)
    gold, said = mixed.gold_tags, mixed.predicted_tags
    return {
        "every item counts": [
            _better(of(rows, right), of(rows, right - 1), f"with {7 - right} entities missed")
            for right in range(6, 1, -1)
        ],
        "the gold labels count": [
            _better(Tagged(gold, gold), Tagged(of(rows, 0).predicted_tags, gold), "with other gold tags")
        ],
        "item order": [_equal(mixed, Tagged(gold[::-1], said[::-1]), "in reverse order")],
        "duplication": [_equal(mixed, Tagged(gold * 2, said * 2), "with everything twice")],
        **_repeatable(mixed),
    }


def annotated() -> Axioms:
    """Axioms of agreement."""
    first = [1, 2, 3, 1, 2, 3]

    def agreeing(items: int) -> Annotations:
        """Two annotators who agree on the first `items` of six, and not on the others."""
        return Annotations([first, [*first[:items], *(label % 3 + 1 for label in first[items:])]])

    mixed = agreeing(3)
    one, other = mixed.annotations
    return {
        "every item counts": [
            _better(agreeing(items), agreeing(items - 1), f"with {7 - items} items of different labels")
            for items in range(6, 2, -1)
        ],
        "item order": [_equal(mixed, Annotations([one[::-1], other[::-1]]), "in reverse order")],
        "annotator order": [_equal(mixed, Annotations([other, one]), "with the annotators exchanged")],
        **_repeatable(mixed),
    }


def _turned(tag: str) -> str:
    return "-".join(reversed(tag.split("-")))


def _corpus(lines: Lines, references: Sequence[Lines], tokens: bool) -> Corpus:
    if tokens:
        return Corpus.from_tokens([line.split() for line in lines], [[r.split() for r in refs] for refs in references])
    return Corpus.from_segments(list(lines), [list(refs) for refs in references])


def _rotated(references: Sequence[Lines]) -> list[Lines]:
    return [*references[1:], references[0]]
