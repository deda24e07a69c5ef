"""Cases on which many mistakes change the score: texts with several references each, and items of several classes.

Short inputs are clear, but most wrong programs score them right. Here words are repeated, exchanged, missing and added at
both ends; references differ in length and in quality; articles and punctuation occur in all positions; scores are tied in
mixed order; some classes occur only in gold, and others only in predictions.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from tests.oracle.cases import Case, cases_of, labels, scored, text

TOPIC = "telling"

#: Sentences, with a perfect one, a short one and a long one; the best reference is the second, the last or the first.
TRANSLATIONS = text(
    ("the cat sat quietly on the mat , and the dog slept .", "on the mat the cat sat , and the dog was asleep .",
     "the cat sat on the mat quietly , and the dog slept .", "a cat sat ."),
    ("he has not gone home yet", "he has gone not home yet , I think", "has he not yet gone home ?", "he has not gone yet home"),
    ("the dog saw the the cat again and again", "the dog saw the cat again", "again and again the dog saw it .",
     "one day the dog and the cat saw the mat again and the dog slept on it"),
    ("Yes , of course we can do that for you today .", "of course we can", "Yes .", "Yes , we can do it for you today , of course ."),
    ("a new day", "this is the first morning of a new day for them", "the day is new", "it was a new day at last"),
    ("nothing is as it was before the war", "nothing is as it was before the war", "everything changed", "nothing was the same"),
)  # fmt: skip
#: The same kinds of words for metrics of short texts: one reference at a time, exchanged neighbours, other ends.
EDITS = text(
    ("he gone has home not yet", "he has gone home not yet"),
    ("so the cat sat on mat the today", "the cat sat on the mat"),
    ("b c a d f e g", "a b c d e f g h"),
    ("again again and again", "again and again he said it again", "and again"),
    ("one two three four five six", "two three one four six five", "one two four three"),
    ("a long answer that says much more than it should", "short answer", "a long answer"),
    ("the end", "in the end"),
)
#: Answers to questions: articles, punctuation, order, case and parts of answers, with the right one in different places.
ANSWERS = text(
    ("the cat and the dog", "a cat and a dog", "two animals"),
    ("dog and cat", "cat and dog"),
    ("an apple, a pear", "an apple a pear", "pear"),
    ("the U.S.A.", "USA", "the United States of America"),
    ("well-known", "well known", "wellknown"),
    ("don't know", "do not know", "I don't know", "dont know"),
    ("New  York", "new york"),
    ("THE ARTS", "arts", "the fine arts"),
    ("a theory of the mind", "theory of mind", "of the mind"),
    ("42 years", "42", "42 years old"),
    ("in 1999.", "1999", "in 1999", "the year 1999"),
    ("(blue)", "blue", "red or blue"),
    ("mat on the cat", "the cat on the mat"),
    ("yes", "no", "maybe", "yes"),
    ("anthem", "them", "anthem"),
    ("Smith, John", "John Smith"),
    ("nothing", "something"),
    ("a", "an", "the"),
    ("left,right", "left right", "left, right"),
    ("Paris France", "Paris", "France", "Paris, France"),
    ("the the end", "the end of the", "end"),
)
#: 30 items of the classes a, b and c, and of d, which is never predicted; e is predicted only.
_GOLD = list("aaaaaaaaabbbbbbbbccccccabcddab")
_PREDICTED = list("aaaaabcaebbbacbbeccbcacabcabcb")
CLASSES = labels(_GOLD, _PREDICTED)
#: 14 items of three classes in gold, of which the first is never predicted; x is predicted only.
FEW = labels(list("ppqqqqrrrrrqqr"), list("qrqqrqrrxrrqxq"))
#: 20 items of four classes, most of them of one.
UNEVEN = labels(list("mmmmmmmmmmmnnooomkmm"), list("mmmnmmmmommnmomommkm"))
#: 26 items of two classes: 9 hits, 4 misses, 3 false alarms.
TWO_CLASSES = labels(
    [1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0],
    [1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0],
)
#: 24 items of two classes, most of them wrong.
OPPOSED = labels(
    [1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0],
    [0, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1],
)
#: Ratings from 1 to 12, not all of which occur: as numbers 2 < 11, as text 11 < 2; first 4, then 11.
RATINGS = labels(
    [4, 11, 2, 7, 4, 1, 11, 2, 7, 7, 4, 2, 1, 11, 4, 7, 2, 2, 12, 4, 7, 11],
    [4, 7, 2, 7, 2, 1, 12, 4, 7, 4, 4, 2, 2, 11, 7, 7, 2, 1, 12, 11, 4, 11],
)
#: Fewer ratings, first 9, then 10; and ratings on which the annotators disagree.
SMALL_SCALE = labels([9, 10, 9, 3, 3, 10, 9, 3, 9, 10, 5], [10, 10, 9, 3, 5, 9, 9, 3, 3, 10, 5])
DISAGREEMENT = labels([3, 1, 2, 3, 1, 2, 2, 1, 3, 1, 4, 2], [1, 3, 2, 1, 2, 4, 1, 3, 2, 4, 1, 3])
#: 18 items: scores tied between the classes in either order, ties at the top and at the end.
RANKED = scored(
    [1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0],
    [0.95, 0.95, 0.83, 0.71, 0.71, 0.71, 0.62, 0.54, 0.54, 0.47, 0.36, 0.36, 0.28, 0.21, 0.21, 0.13, 0.05, 0.05],
)
#: 16 items of which those of class 1 have the lower scores.
REVERSED = scored(
    [0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1],
    [0.97, 0.88, 0.88, 0.76, 0.64, 0.64, 0.52, 0.52, 0.49, 0.37, 0.37, 0.33, 0.26, 0.18, 0.18, 0.04],
)

#: 12 items, the highest of them negative; 14 items, most of them tied.
NEGATIVE_FIRST = scored(
    [0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0], [0.99, 0.91, 0.8, 0.8, 0.77, 0.58, 0.58, 0.58, 0.41, 0.33, 0.2, 0.1]
)
MOSTLY_TIED = scored(
    [1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 0],
    [0.7, 0.7, 0.7, 0.7, 0.45, 0.45, 0.45, 0.45, 0.45, 0.15, 0.15, 0.15, 0.15, 0.02],
)

_WHAT = "Many mistakes change the score of this input."


def _telling(metric: str, name: str, data: dict[str, object], settings: dict[str, Any], flags: str = "basic") -> Case:
    return cases_of(metric, kind="exact")(
        f"telling-{name}", _WHAT, data, settings, "the definition, in exact arithmetic", flags
    )


def _parts(metric: str, name: str, data: dict[str, Any], size: int, settings: dict[str, Any]) -> list[Case]:
    """Return a case for every `size` segments of a text."""
    segments = data["segments"]
    return [
        _telling(metric, f"{name}-{start // size + 1}", {"segments": segments[start : start + size]}, settings)
        for start in range(0, len(segments), size)
    ]


_MEAN = {"average": "sentences"}
# fmt: off
CASES = [
    *(_telling(metric, "translations", TRANSLATIONS, {}) for metric in ("bleu", "chrf", "ter", "gleu", "nist", "meteor", "ribes")),
    *(_telling(metric, "translations", TRANSLATIONS, {}) for metric in ("rouge-n", "rouge-l", "rouge-lsum", "rouge-w")),
    *(_telling(metric, "sentences", TRANSLATIONS, _MEAN, "averaging") for metric in ("chrf", "ter")),
    _telling("rouge-n", "bigrams", TRANSLATIONS, {"order": 2}),
    _telling("bleu", "first-orders", TRANSLATIONS, {"max_order": 2, "smoothing": "none"}),
    _telling("chrf", "words", TRANSLATIONS, {"word_order": 2}, "word-order"),
    *(_telling(metric, "edits", EDITS, {}) for metric in ("wer", "cer", "mer", "wil", "wip", "edit-distance", "ter", "rouge-l",
                                                         "meteor")),
    *(_telling(metric, "nearest", EDITS, {"references": "best"}, "references") for metric in ("wer", "cer")),
    *(_telling(metric, "mean", EDITS, _MEAN, "averaging") for metric in ("wer", "cer")),
    *(_telling(metric, "answers", ANSWERS, {}) for metric in ("exact-match", "answer-f1", "char-f1", "drop-f1")),
    *(_telling(metric, "answers-as-they-are", ANSWERS, {"normalization": "none"}, "answer-normalization")
      for metric in ("exact-match", "answer-f1")),
    *(_telling(metric, f"{average}", CLASSES, {"average": average}, "class-average")
      for metric in ("f1", "precision", "recall", "jaccard") for average in ("macro", "weighted", "micro")),
    *(_telling(metric, "classes", CLASSES, {}) for metric in ("mcc", "kappa", "accuracy", "balanced-accuracy")),
    *(_telling(metric, "two-classes", TWO_CLASSES, {}) for metric in ("f1", "precision", "recall", "jaccard", "mcc", "kappa",
                                                                     "accuracy", "balanced-accuracy")),
    *(_telling(metric, "opposed", OPPOSED, {}) for metric in ("mcc", "kappa", "f1")),
    *(_telling("kappa", f"ratings-{weighting}", RATINGS, {"weighting": weighting}) for weighting in ("none", "linear", "quadratic")),
    *(_telling(metric, "ranked", RANKED, {}, "tied-scores") for metric in ("roc-auc", "average-precision")),
    *(_telling(metric, "reversed", REVERSED, {}, "tied-scores") for metric in ("roc-auc", "average-precision")),
    _telling("roc-auc", "first-part", RANKED, {"max_fpr": 0.4}, "tied-scores"),
    *(_telling(metric, "ranked", RANKED, {}) for metric in ("brier", "log-loss")),
    *chain(*(_parts(metric, "translations", TRANSLATIONS, 2, {}) for metric in ("bleu", "chrf", "ter", "rouge-n", "rouge-l",
                                                                                "meteor"))),
    *chain(*(_parts(metric, "edits", EDITS, 2, {}) for metric in ("wer", "ter", "rouge-l", "meteor"))),
    *chain(*(_parts(metric, "answers", ANSWERS, 3, {}) for metric in ("exact-match", "answer-f1"))),
    *(_telling(metric, f"{name}-{average}", data, {"average": average}, "class-average")
      for metric in ("f1", "precision", "recall") for average in ("macro", "weighted")
      for name, data in (("few", FEW), ("uneven", UNEVEN))),
    *(_telling(metric, name, data, {}) for metric in ("mcc", "kappa") for name, data in (("few", FEW), ("uneven", UNEVEN))),
    *(_telling("kappa", f"{name}-{weighting}", data, {"weighting": weighting}) for weighting in ("linear", "quadratic")
      for name, data in (("small-scale", SMALL_SCALE), ("disagreement", DISAGREEMENT))),
    _telling("mcc", "disagreement", DISAGREEMENT, {}),
    *(_telling(metric, name, data, {}, "tied-scores") for metric in ("roc-auc", "average-precision")
      for name, data in (("negative-first", NEGATIVE_FIRST), ("mostly-tied", MOSTLY_TIED))),
]
# fmt: on
