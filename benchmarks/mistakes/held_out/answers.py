"""Exact match and F1 of short answers."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs

_MARKS = str.maketrans("", "", string.punctuation)


def normalized(text: str, how: str, bug: str) -> str:
    """Return the text in lower case: stripped, without ASCII punctuation (`bare`), with single spaces, or as in SQuAD."""
    if how == "stripped":
        return text.strip().lower()
    if bug == "white-space-collapsed-before-punctuation":
        return " ".join(text.lower().split()).translate(_MARKS)
    if bug == "articles-removed-before-lower-case":
        text = re.sub(r"\b(a|an|the)\b", " ", text)
    text = text.lower().translate(_MARKS)
    if how == "bare":
        return text
    if how == "squad" and bug != "articles-removed-before-lower-case":
        text = re.sub(r"\b(a|an|the)\b", " ", text)
    return " ".join(text.split())


def exact_match(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    how: str = "squad",
    first: bool = False,
    nothing_is_wrong: bool = False,
    scale: int = 1,
) -> float:
    """Return the share of answers that equal a gold answer, or the first one."""
    if not hypotheses or not all(references):
        raise ValueError("each of one or more answers needs gold answers")
    right = asked = 0
    for said, several in zip(hypotheses, references, strict=True):
        answer = normalized(said, how, bug)
        golds = list(several[:1] if first else several)
        if bug != "gold-answers-as-they-are":
            golds = [normalized(gold, how, bug) for gold in golds]
        if bug == "words-compared-as-sets":
            hits = [set(answer.split()) == set(gold.split()) for gold in golds]
        elif bug == "answer-looked-for-in-the-gold-text":
            hits = [answer in gold for gold in golds]
        elif bug == "gold-answer-looked-for-in-the-answer":
            hits = [gold in answer for gold in golds]
        else:
            hits = [answer == gold for gold in golds]
        if nothing_is_wrong and not said:
            hits = [False]
        if bug == "divided-by-all-gold-answers":
            right, asked = right + sum(hits), asked + len(hits)
        elif bug == "every-gold-answer-must-match":
            right, asked = right + all(hits), asked + 1
        else:
            right, asked = right + any(hits), asked + 1
    return scale * right / asked


def words_f1(answer: str, gold: str, both_empty: float, bug: str) -> tuple[float, float, float]:
    """Return F1, precision and recall of the words of an answer."""
    ours, theirs = Counter(answer.split()), Counter(gold.split())
    if bug == "text-not-split-into-words":
        ours, theirs = Counter(answer), Counter(gold)
    if not ours and not theirs:
        return both_empty, both_empty, both_empty
    if bug == "overlap-of-words-not-clipped":
        common = sum(count for word, count in ours.items() if word in theirs)
    else:
        common = sum((ours & theirs).values())
    if not common:
        return 0.0, 0.0, 0.0
    precision, recall = common / sum(ours.values()), common / sum(theirs.values())
    return 2 * precision * recall / (precision + recall), precision, recall


def answer_f1(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    how: str = "squad",
    first: bool = False,
    both_empty: float = 0,
    scale: int = 1,
) -> float:
    """Return the mean F1 against the best gold answer, or the first one."""
    if not hypotheses or not all(references):
        raise ValueError("each of one or more answers needs gold answers")
    total = precisions = recalls = 0.0
    for said, several in zip(hypotheses, references, strict=True):
        answer = normalized(said, how, bug)
        golds = [normalized(gold, how, bug) for gold in (several[:1] if first else several)]
        scores = [words_f1(answer, gold, both_empty, bug) for gold in golds]
        best = max(scores)
        total += sum(score[0] for score in scores) / len(scores) if bug == "mean-over-the-gold-answers" else best[0]
        precisions, recalls = precisions + best[1], recalls + best[2]
    if bug == "f1-of-the-mean-precision-and-recall":
        p, r = precisions / len(hypotheses), recalls / len(hypotheses)
        return scale * (2 * p * r / (p + r)) if p + r else 0.0
    return scale * total / len(hypotheses)


MATCH_CHOICES = {
    "g": Honest("lower case; 0 to 100", {"normalization": "lower", "scale": "100"}, Written(exact_match, {"how": "stripped", "scale": 100})),
    "h": Honest("the first gold answer; 0 to 100", {"references": "first", "scale": "100"}, Written(exact_match, {"first": True, "scale": 100})),
    "i": Honest("lower case without punctuation alone", {"normalization": "none", "ignore_case": True, "ignore_punctuation": True}, Written(exact_match, {"how": "bare"})),
    "j": Honest("articles kept; no answer is wrong", {"normalization": "squad-with-articles", "empty_prediction": "wrong"}, Written(exact_match, {"how": "spaced", "nothing_is_wrong": True})),
}  # fmt: skip

MATCH_BUGS = [
    ("every-gold-answer-must-match", "g"),
    ("articles-removed-before-lower-case", "h"),
    ("divided-by-all-gold-answers", "i"),
    ("white-space-collapsed-before-punctuation", "j"),
    ("gold-answer-looked-for-in-the-answer", "g"),
    ("gold-answers-as-they-are", "h"),
    ("words-compared-as-sets", "i"),
    ("answer-looked-for-in-the-gold-text", "j"),
]

F1_CHOICES = {
    "g": Honest("articles kept; 0 to 100", {"normalization": "squad-with-articles", "scale": "100"}, Written(answer_f1, {"how": "spaced", "scale": 100})),
    "h": Honest("the first gold answer; 1 for two empty answers", {"references": "first", "both_empty": "1"}, Written(answer_f1, {"first": True, "both_empty": 1})),
}  # fmt: skip

F1_BUGS = [
    ("mean-over-the-gold-answers", "g"),
    ("text-not-split-into-words", "h"),
    ("overlap-of-words-not-clipped", "g"),
    ("f1-of-the-mean-precision-and-recall", "h"),
]

PROGRAMS = [
    *programs("answers", "exact-match", MATCH_CHOICES, MATCH_BUGS, "jh", half="final"),
    *programs("answers", "answer-f1", F1_CHOICES, F1_BUGS, "g", half="final"),
]
