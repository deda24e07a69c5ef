"""The same of labels: of classes, of tokens, and of several annotators."""

from __future__ import annotations

from collections.abc import Sequence

from samescore.data.annotations import Annotations
from samescore.data.class_scores import ClassScores
from samescore.data.label_sets import LabelSets
from samescore.data.labels import Labels, ScoredLabels
from samescore.data.tagged import Tagged
from samescore.data.weighted_labels import WeightedLabels
from samescore.data.weighted_scores import WeightedScores
from samescore.generators.graded import Axioms, better, equal, repeatable

#: So many items of either class: more than a batch or a byte has.
_PAIRS = 513
#: So many items of either class at the end are wrong.
_WRONG = 100


def labels(positive: str = "1", negative: str = "0") -> Axioms:
    """Axioms of metrics that compare two lists of labels, of these two classes."""
    right, wrong = (positive, negative), (negative, positive)

    def pairs(count: int) -> list[str]:
        """Six labels, of which the first `count` pairs are right."""
        return [label for k in range(3) for label in (right if k < count else wrong)]

    many = [positive, negative] * _PAIRS
    gold, mixed = pairs(3), Labels(pairs(3), [*pairs(1)[:4], positive, positive])
    return {
        "every item counts": [
            better(Labels(gold, pairs(3)), Labels(gold, pairs(2)), "with errors in the last two items"),
            better(Labels(gold, pairs(2)), Labels(gold, pairs(1)), "with errors in the second two items, too"),
            better(Labels(gold, pairs(1)), Labels(gold, pairs(0)), "with errors in the first two items, too"),
            better(
                Labels(many, many),
                Labels(many, [*many[: -2 * _WRONG], *[negative, positive] * _WRONG]),
                f"with errors in the last {2 * _WRONG} of {len(many)} items",
            ),
        ],
        "the gold labels count": [better(Labels(gold, gold), Labels(pairs(0), gold), "with other gold labels")],
        "item order": [
            equal(mixed, Labels(mixed.gold[::-1], mixed.predicted[::-1]), "in reverse order"),
        ],
        "duplication": [equal(mixed, Labels(mixed.gold * 2, mixed.predicted * 2), "with everything twice")],
        **repeatable(mixed),
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
            scores.append((1 + 2 * (label if part < right_scores else 1 - label)) / 4 + scattered)
        return ScoredLabels(gold, scores)

    mixed = items(2)
    gold = [0, 1] * (_PAIRS * 2)
    right = [(1 + 2 * label) / 4 + k * 37 % len(gold) / (8 * len(gold)) for k, label in enumerate(gold)]
    return {
        "every item counts": [
            better(items(3), items(2), "with errors in every third item"),
            better(items(2), items(1), "with errors in two of three items"),
            better(items(1), items(0), "with errors in all items"),
            better(
                ScoredLabels(gold, right),
                ScoredLabels(gold, [*right[: -2 * _WRONG], *right[-1:-3:-1] * _WRONG]),
                f"with errors in the last {2 * _WRONG} of {len(gold)} items",
            ),
        ],
        "the gold labels count": [better(items(3), items(3, 0), "with other gold labels")],
        "item order": [equal(mixed, ScoredLabels(mixed.gold[::-1], mixed.scores[::-1]), "in reverse order")],
        "duplication": [equal(mixed, ScoredLabels(mixed.gold * 2, mixed.scores * 2), "with everything twice")],
        **repeatable(mixed),
    }


def tagged(scheme: str = "lenient", suffix: bool = False) -> Axioms:
    """Axioms of metrics of tag sequences."""
    whole = {"iob1": "II", "ioe1": "II", "ioe2": "IE", "iobes": "BE", "bmes": "BE", "bilou": "BL", "bioul": "BL"}
    prefixes = whole.get(scheme, "BI")
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
            better(of(rows, right), of(rows, right - 1), f"with {7 - right} entities missed")
            for right in range(6, 1, -1)
        ],
        "the gold labels count": [
            better(Tagged(gold, gold), Tagged(of(rows, 0).predicted_tags, gold), "with other gold tags")
        ],
        "item order": [equal(mixed, Tagged(gold[::-1], said[::-1]), "in reverse order")],
        "duplication": [equal(mixed, Tagged(gold * 2, said * 2), "with everything twice")],
        **repeatable(mixed),
    }


def annotated(sets: bool) -> Axioms:
    """Axioms of agreement, on labels that are numbers or `sets` of one number."""
    first = [1, 2, 3, 1, 2, 3]

    def agreeing(items: int) -> Annotations:
        """Two annotators who agree on the first `items` of six, and not on the others."""
        rows = [first, [*first[:items], *(label % 3 + 1 for label in first[items:])]]
        return Annotations([[[label] if sets else label for label in row] for row in rows])

    mixed = agreeing(3)
    one, other = mixed.annotations
    return {
        "every item counts": [
            better(agreeing(items), agreeing(items - 1), f"with {7 - items} items of different labels")
            for items in range(6, 2, -1)
        ],
        "item order": [equal(mixed, Annotations([one[::-1], other[::-1]]), "in reverse order")],
        "annotator order": [equal(mixed, Annotations([other, one]), "with the annotators exchanged")],
        **repeatable(mixed),
    }


def label_sets() -> Axioms:
    """Axioms of sets of labels."""
    gold = [["a", "b"], ["b"], ["a", "c"], ["c"], ["a"], ["b", "c"]]

    def right(items: int) -> LabelSets:
        """The first `items` of six are right; of the others no label is."""
        return LabelSets(gold, [*gold[:items], *([name for name in "abc" if name not in row] for row in gold[items:])])

    mixed = right(3)
    said = mixed.predicted_sets
    return {
        "every item counts": [
            better(right(items), right(items - 1), f"with {7 - items} wrong items") for items in range(6, 2, -1)
        ],
        "every label counts": [
            better(right(6), LabelSets(gold, [["a", "c"], *gold[1:]]), "with another second label in an item"),
            better(right(6), LabelSets(gold, [["b", "c"], *gold[1:]]), "with another first label in an item"),
        ],
        "item order": [equal(mixed, LabelSets(gold[::-1], said[::-1]), "in reverse order")],
        "duplication": [equal(mixed, LabelSets(gold * 2, said * 2), "with everything twice")],
        **repeatable(mixed),
    }


def weighted_scores() -> Axioms:
    """Axioms of scores with sample weights."""
    gold = [0, 1] * 6
    weights = [1, 0.5, 2, 0.25, 0.5, 1] * 2

    def right(items: int) -> WeightedScores:
        """The scores of the first `items` of twelve tell the classes apart, and those of the others mislead."""
        scores = [(8 + (12 + k) * (1 if (label == 1) == (k < items) else -1) / 3) / 16 for k, label in enumerate(gold)]
        return WeightedScores(gold, scores, weights)

    def heavy(weight: float) -> WeightedScores:
        """One of twelve items has a score that misleads, and this weight."""
        return WeightedScores(gold, right(11).item_scores, [*weights[:11], weight])

    mixed = right(6)
    said = mixed.item_scores
    return {
        "every item counts": [
            better(right(items), right(items - 1), f"with {13 - items} misleading scores") for items in range(12, 8, -1)
        ],
        "weights count": [better(heavy(0.5), heavy(4), "with more weight of a wrong item")],
        "item order": [equal(mixed, WeightedScores(gold[::-1], said[::-1], weights[::-1]), "in reverse order")],
        "duplication": [equal(mixed, WeightedScores(gold * 2, said * 2, weights * 2), "with everything twice")],
        **repeatable(mixed),
    }


def weighted_labels(positive: str, other: str) -> Axioms:
    """Axioms of labels with sample weights, in which two classes count."""
    gold = [positive, other] * 3
    weights = [1, 0.5, 2, 0.25, 0.5, 1]

    def right(items: int) -> WeightedLabels:
        """The first `items` of six are right, and the others wrong."""
        wrong = [positive if name == other else other for name in gold[items:]]
        return WeightedLabels(gold, [*gold[:items], *wrong], weights)

    def heavy(weight: float) -> WeightedLabels:
        """One of six items is wrong, and has this weight."""
        return WeightedLabels(gold, right(5).predicted_labels, [*weights[:5], weight])

    mixed = right(3)
    said = mixed.predicted_labels
    return {
        "every item counts": [
            better(right(items), right(items - 1), f"with {7 - items} wrong items") for items in range(6, 2, -1)
        ],
        "weights count": [better(heavy(0.5), heavy(4), "with more weight of a wrong item")],
        "item order": [equal(mixed, WeightedLabels(gold[::-1], said[::-1], weights[::-1]), "in reverse order")],
        "duplication": [equal(mixed, WeightedLabels(gold * 2, said * 2, weights * 2), "with everything twice")],
        **repeatable(mixed),
    }


def class_scores() -> Axioms:
    """Axioms of the scores of all classes: of twelve, so that the right one is not among the first ten of a wrong item."""
    names = list("abcdefghijkl")

    def right(items: int) -> ClassScores:
        """Item k is of class k. The gold class has the highest score in the first `items`, and the lowest in the others."""
        rows = []
        for k, name in enumerate(names):
            others = [other for other in names if other != name]
            ranked = [name, *others] if k < items else [*others, name]
            rows.append([(12 - ranked.index(other)) / 78 for other in names])
        return ClassScores(names, names, rows)

    mixed = right(6)
    rows = mixed.class_scores
    return {
        "every item counts": [
            better(right(items), right(items - 1), f"with {13 - items} wrong items") for items in range(12, 5, -1)
        ],
        "the gold labels count": [
            better(
                right(12), ClassScores(names, names[1:] + names[:1], right(12).class_scores), "with other gold labels"
            )
        ],
        "item order": [equal(mixed, ClassScores(names, names[::-1], rows[::-1]), "in reverse order")],
        "duplication": [equal(mixed, ClassScores(names, names * 2, rows * 2), "with everything twice")],
        **repeatable(mixed),
    }


def _turned(tag: str) -> str:
    return "-".join(reversed(tag.split("-")))
