"""Exact match and answer F1 of short answers, each with several gold answers."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs

Normalize = Callable[[str, str], str]

ARTICLE = re.compile(r"\b(a|an|the)\b", re.UNICODE)


def squad(text: str, bug: str) -> str:
    """Return the text in lower case, without punctuation, articles and superfluous white space."""
    if bug == "articles-before-lower-case":
        text = ARTICLE.sub(" ", text).lower()
        return " ".join("".join(c for c in text if c not in string.punctuation).split())
    text = text.lower()
    if bug == "punctuation-at-the-ends-alone":
        text = text.strip(string.punctuation)
    else:
        text = "".join(c for c in text if c not in string.punctuation)
    if bug == "articles-inside-words":
        text = re.sub("a|an|the", " ", text)
    else:
        text = ARTICLE.sub(" ", text, count=1 if bug == "one-article-removed" else 0)
    return " ".join(text.split())


def trivia(text: str, _: str) -> str:
    """Return the text normalized as in TriviaQA, with punctuation marks, quotes and accents replaced by spaces."""
    text = text.replace("_", " ").lower()
    for mark in string.punctuation + "‘’´`":
        text = text.replace(mark, " ")
    return " ".join(ARTICLE.sub(" ", text).split())


def lowered(text: str, _: str) -> str:
    """Return the text in lower case."""
    return text.lower()


def stripped(text: str, _: str) -> str:
    """Return the text in lower case, without white space at its ends."""
    return text.strip().lower()


def exact_match(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    normalize: Normalize = squad,
    contained: bool = False,
    no_answer: str = "raise",
    scale: float = 1.0,
) -> float:
    """Return the share of answers that equal a gold answer, or contain one."""
    if not hypotheses:
        raise ValueError("no questions")
    right, count = 0, 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        answers = gold_answers(several, no_answer)
        said = normalize(hypothesis, bug)
        golds = [normalize(answer, bug) for answer in answers]
        if bug == "order-ignored":
            hits = [sorted(said.split()) == sorted(gold.split()) for gold in golds]
        elif not contained:
            hits = [said == gold for gold in golds]
        elif bug == "prediction-contained":
            hits = [said in gold for gold in golds]
        else:
            hits = [gold in said for gold in golds]
        right += sum(hits) if bug == "pairs-averaged" else any(hits)
        count += len(hits) if bug == "pairs-averaged" else 1
    return scale * right / count


def gold_answers(several: Sequence[str], no_answer: str) -> Sequence[str]:
    """Return the gold answers of a question; without any, none or an empty one, or raise `ValueError`, as `no_answer` says."""
    if several or no_answer == "zero":
        return several
    if no_answer == "empty":
        return [""]
    raise ValueError("a question has no gold answer")


def answer_f1(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    normalize: Normalize = squad,
    first_only: bool = False,
    sets: bool = False,
    characters: bool = False,
    both_empty: float = 0.0,
    no_answer: str = "raise",
    scale: float = 1.0,
) -> float:
    """Return the mean over questions of the highest F1 of words with a gold answer."""
    if not hypotheses:
        raise ValueError("no questions")
    parts = []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        answers = gold_answers(several, no_answer)
        if first_only:
            answers = answers[:1]
        if bug == "gold-answers-joined" and answers:
            answers = [" ".join(answers)]
        each = []
        for answer in answers:
            said, gold = normalize(hypothesis, bug), normalize(answer, bug)
            if characters:
                words, gold_words = list("".join(said.split())), list("".join(gold.split()))
            else:
                words, gold_words = said.split(), gold.split()
            if sets:
                words, gold_words = list(dict.fromkeys(words)), list(dict.fromkeys(gold_words))
            each.append(overlap(words, gold_words, both_empty, bug))
        best = max(each, key=lambda part: part[2], default=(0.0, 0.0, 0.0))
        if bug == "mean-of-references":
            best = (0.0, 0.0, sum(part[2] for part in each) / len(each))
        parts.append(best)
    if bug == "f-of-means":
        precision, recall = (sum(part[k] for part in parts) / len(parts) for k in (0, 1))
        return scale * 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return scale * sum(part[2] for part in parts) / len(parts)


def overlap(words: Sequence[str], gold: Sequence[str], both_empty: float, bug: str) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the words of an answer."""
    if not words and not gold:
        return both_empty, both_empty, both_empty
    same = sum((Counter(words) & Counter(gold)).values())
    if bug == "unclipped":
        same = sum(word in gold for word in words)
    if same == 0:
        return 0.0, 0.0, 0.0
    precision, recall = same / len(words), same / len(gold)
    if bug == "jaccard-for-f":
        return precision, recall, same / (len(words) + len(gold) - same)
    return precision, recall, 2 * precision * recall / (precision + recall)


CHOICES = {
    "p": Honest("normalized as TriviaQA; 0 to 100", {"normalization": "triviaqa", "scale": "100"}, Written(exact_match, {"normalize": trivia, "scale": 100.0})),
    "q": Honest("lower case alone", {"normalization": "none", "ignore_case": True}, Written(exact_match, {"normalize": lowered})),
    "r": Honest("gold answers as parts of answers; 0 to 100", {"match": "substring", "scale": "100"}, Written(exact_match, {"contained": True, "scale": 100.0})),
    "s": Honest("stripped, in lower case; no gold answer scores 0", {"normalization": "lower", "no_references": "zero"}, Written(exact_match, {"normalize": stripped, "no_answer": "zero"})),
    "t": Honest("no gold answer is an empty one; 0 to 100", {"no_references": "empty", "scale": "100"}, Written(exact_match, {"no_answer": "empty", "scale": 100.0})),
}  # fmt: skip

BUGS = [
    ("articles-before-lower-case", "t"),
    ("one-article-removed", "t"),
    ("punctuation-at-the-ends-alone", "t"),
    ("prediction-contained", "r"),
    ("pairs-averaged", "s"),
    ("order-ignored", "q"),
]

F1_CHOICES = {
    "p": Honest("normalized as TriviaQA; 0 to 100", {"normalization": "triviaqa", "scale": "100"}, Written(answer_f1, {"normalize": trivia, "scale": 100.0})),
    "q": Honest("sets of words; the first gold answer", {"overlap": "set", "references": "first"}, Written(answer_f1, {"sets": True, "first_only": True})),
    "r": Honest("two empty answers agree; 0 to 100", {"both_empty": "1", "scale": "100"}, Written(answer_f1, {"both_empty": 1.0, "scale": 100.0})),
    "s": Honest("characters; no gold answer scores 0", {"segmentation": "char", "no_references": "zero"}, Written(answer_f1, {"characters": True, "no_answer": "zero"})),
}  # fmt: skip

F1_BUGS = [
    ("f-of-means", "r"),
    ("mean-of-references", "p"),
    ("unclipped", "r"),
    ("gold-answers-joined", "p"),
    ("articles-inside-words", "q"),
    ("jaccard-for-f", "s"),
]

PROGRAMS = [
    *programs("exact match", "exact-match", CHOICES, BUGS, "rs"),
    *programs("exact match", "answer-f1", F1_CHOICES, F1_BUGS, "p"),
]
