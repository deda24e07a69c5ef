"""Exact match and answer F1 of answers to questions."""

from __future__ import annotations

import dataclasses
import re
import string
from collections import Counter
from collections.abc import Sequence

from benchmarks.mistakes.program import Honest, programs

_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclasses.dataclass(frozen=True)
class Answers:
    """The base class of exact match and answer F1: normalization, and the best of several gold answers."""

    squad: bool = True
    articles: bool = True
    first: bool = False
    scale: float = 1.0
    bug: str = ""

    def __call__(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        total, divisor = 0.0, 0
        for hypothesis, several in zip(hypotheses, references, strict=True):
            if self.first or self.bug == "first-reference":
                several = several[:1]
            elif self.bug == "last-reference":
                several = several[-1:]
            scores = [self.score(hypothesis, answer) for answer in several]
            total += min(scores) if self.bug == "all-for-any" else max(scores)
            divisor += len(several) if self.bug == "divided-by-answers" else 1
        return self.scale * total / divisor

    def normalize(self, text: str) -> str:
        if not self.squad:
            return text.strip() if self.bug == "case-kept" else text.strip().lower()
        if self.bug == "articles-before-lower-case":
            return " ".join(self.without_articles(text).lower().translate(_PUNCTUATION).split())
        if self.bug != "case-kept":
            text = text.lower()
        if self.bug != "punctuation-kept":
            text = text.translate(_PUNCTUATION)
        if self.articles and self.bug != "articles-kept":
            text = self.without_articles(text)
        return text.strip() if self.bug == "inner-spaces-kept" else " ".join(text.split())

    def without_articles(self, text: str) -> str:
        if self.bug == "articles-inside-words":
            return re.sub("(an|a|the)", " ", text)
        return re.sub(r"\b(a|an|the)\b", " ", text)

    def score(self, predicted: str, answer: str) -> float:
        raise NotImplementedError


class ExactMatch(Answers):
    """The share of answers that equal a gold answer."""

    def score(self, predicted: str, answer: str) -> float:
        p = predicted if self.bug == "prediction-as-it-is" else self.normalize(predicted)
        g = answer if self.bug == "gold-as-it-is" else self.normalize(answer)
        if self.bug == "answer-contained":
            return float(g in p)
        if self.bug == "prediction-contained":
            return float(p in g)
        if self.bug == "beginning-compared":
            return float(p.startswith(g))
        if self.bug == "order-ignored":
            return float(sorted(p.split()) == sorted(g.split()))
        return float(p == g)


class AnswerF1(Answers):
    """The mean F1 of the words of answers."""

    def score(self, predicted: str, answer: str) -> float:
        p, g = self.normalize(predicted).split(), self.normalize(answer).split()
        if self.bug == "distinct-words":
            p, g = sorted(set(p)), sorted(set(g))
        shared = sum((Counter(p) & Counter(g)).values())
        if self.bug == "unclipped":
            shared = sum(word in g for word in p)
        if not shared:
            return 0.0
        precision, recall = shared / len(p), shared / len(g)
        if self.bug == "arithmetic-mean-of-precision-and-recall":
            return (precision + recall) / 2
        if self.bug == "jaccard-for-f":
            return shared / (len(p) + len(g) - shared)
        if self.bug == "recall-for-f":
            return recall
        return 2 * precision * recall / (precision + recall)


_LOWER, _ARTICLES = {"normalization": "lower"}, {"normalization": "squad-with-articles"}

CHOICES = {
    "a": Honest("lower case alone; 0 to 100", {**_LOWER, "scale": "100"}, ExactMatch(squad=False, scale=100.0)),
    "b": Honest("articles stay; 0 to 100", {**_ARTICLES, "scale": "100"}, ExactMatch(articles=False, scale=100.0)),
    "c": Honest("the first gold answer; 0 to 100", {"references": "first", "scale": "100"}, ExactMatch(first=True, scale=100.0)),
    "d": Honest("articles stay; the first gold answer", {**_ARTICLES, "references": "first"}, ExactMatch(articles=False, first=True)),
}  # fmt: skip

BUGS = [
    ("gold-as-it-is", "a"),
    ("articles-kept", "c"),
    ("prediction-as-it-is", "b"),
    ("answer-contained", "c"),
    ("case-kept", "d"),
    ("prediction-contained", "a"),
    ("punctuation-kept", "c"),
    ("beginning-compared", "d"),
    ("articles-before-lower-case", "c"),
    ("order-ignored", "b"),
    ("divided-by-answers", "a"),
    ("all-for-any", "b"),
    ("inner-spaces-kept", "c"),
    ("last-reference", "a"),
]

F1_CHOICES = {
    "a": Honest("lower case alone; 0 to 100", {**_LOWER, "scale": "100"}, AnswerF1(squad=False, scale=100.0)),
    "b": Honest("articles stay; the first gold answer", {**_ARTICLES, "references": "first"}, AnswerF1(articles=False, first=True)),
    "c": Honest("the first gold answer; 0 to 100", {"references": "first", "scale": "100"}, AnswerF1(first=True, scale=100.0)),
}  # fmt: skip

F1_BUGS = [
    ("distinct-words", "a"),
    ("unclipped", "b"),
    ("arithmetic-mean-of-precision-and-recall", "a"),
    ("jaccard-for-f", "b"),
    ("recall-for-f", "a"),
    ("articles-inside-words", "c"),
]

PROGRAMS = [
    *programs("exact match", "exact-match", CHOICES, BUGS, right="bc"),
    *programs("exact match", "answer-f1", F1_CHOICES, F1_BUGS, right="a"),
]
