"""Answers with supporting facts, computed exactly for each question."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle.answers import normalize
from tests.oracle.arithmetic import OracleError, decimal_text, mean
from tests.oracle.text import words

Settings = dict[str, Any]


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean over the questions that count."""
    scores, kept, sums = [], [], [0] * 9
    for asked in data["supported_answers"]:
        answer, facts = asked["answer"], asked["facts"]
        needed = {"joint": [answer, facts], "answer": [answer], "facts": [facts]}[settings["part"]]
        of_words = _answer_counts(answer or "", asked["gold_answer"], settings)
        of_words[3] = of_words[3] and answer is not None
        of_facts = _fact_counts(facts or [], asked["gold_facts"])
        scores.append(Fraction(0) if None in needed else _score(of_words, of_facts, settings))
        kept.append({"zero": True, "leave-out": None not in needed}[settings["missing"]])
        row = [*of_words, *of_facts, answer is None, facts is None]
        sums = [a + int(b) for a, b in zip(sums, row, strict=True)]
    counted = [one for one, is_kept in zip(scores, kept, strict=True) if is_kept]
    if not counted:
        raise OracleError("no question counts")
    return {"value": mean(counted), "stages": {"counts": sums, "sentences": [decimal_text(one) for one in scores]}}


def _answer_counts(said: str, right: str, settings: Settings) -> list[Any]:
    """Return the numbers of shared, predicted and right words, and whether the answers are the same."""
    said, right = (normalize(text, settings["normalization"]) for text in (said, right))
    left, shared = words(right), 0
    for word in words(said):
        if word in left:
            left.remove(word)
            shared += 1
    whole = {"whole": {"yes", "no", "noanswer"}, "words": set()}[settings["yes_no"]]
    if said != right and whole & {said, right}:
        shared = 0
    return [shared, len(words(said)), len(words(right)), said == right]


def _fact_counts(said: list[Any], right: list[Any]) -> list[int]:
    """Return the numbers of distinct shared, predicted and right facts."""
    said, right = ([fact for at, fact in enumerate(facts) if fact not in facts[:at]] for facts in (said, right))
    return [sum(fact in right for fact in said), len(said), len(right)]


def _score(of_words: list[Any], of_facts: list[int], settings: Settings) -> Fraction:
    precision, recall, same = Fraction(1), Fraction(1), True
    if settings["part"] in ("joint", "answer"):
        precision *= _share(of_words[0], of_words[1])
        recall *= _share(of_words[0], of_words[2])
        same = of_words[3]
    if settings["part"] in ("joint", "facts"):
        none = of_facts[1] == of_facts[2] == 0
        precision *= Fraction(settings["no_facts"]) if none else _share(of_facts[0], of_facts[1])
        recall *= Fraction(settings["no_facts"]) if none else _share(of_facts[0], of_facts[2])
        same = same and of_facts == [of_facts[1]] * 3
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else Fraction(0)
    return {"f1": f1, "em": Fraction(same), "precision": precision, "recall": recall}[settings["measure"]]


def _share(part: int, whole: int) -> Fraction:
    return Fraction(part, whole) if whole else Fraction(0)
