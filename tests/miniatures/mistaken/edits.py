"""Small programs of WER, TER and answer F1 with their own choices, and with a mistake if one is named."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

Scorer = Callable[[list[str], list[list[str]]], float]

WER = {
    "hypothesis": "divided-by-hypothesis",
    "longer": "divided-by-longer",
    "no insertions": "insertions-ignored",
    "lcs": "no-substitutions",
    "positions": "same-positions",
    "exchange": "adjacent-exchange",
    "twice": "substitutions-twice",
    "capped": "segments-capped",
    "per segment": "errors-per-segment",
    "accuracy": "complement",
    "borders": "borders-zero",
}


def wer(mistake: str = "", *, lower: bool = False, marks: bool = True, scale: float = 1) -> Scorer:
    """Return a scorer of the word error rate of a corpus; `marks` says whether punctuation is kept."""

    def words(text: str) -> list[str]:
        text = text.lower() if lower else text
        return (text if marks else re.sub(r"[^\w\s]", "", text)).split()

    def counts(h: list[str], r: list[str]) -> tuple[int, int, int]:
        """Return the numbers of substitutions, deletions and insertions."""
        if mistake == "positions":
            return sum(a != b for a, b in zip(h, r, strict=False)), max(0, len(r) - len(h)), max(0, len(h) - len(r))
        price = 2 if mistake == "lcs" else 1
        table = [[(0, 0, 0, 0)] * (len(h) + 1) for _ in range(len(r) + 1)]
        for i in range(len(r) + 1):
            for j in range(len(h) + 1):
                ways = []
                if i and j:
                    cost, s, d, k = table[i - 1][j - 1]
                    ways.append((cost, s, d, k) if r[i - 1] == h[j - 1] else (cost + price, s + 1, d, k))
                if i:
                    cost, s, d, k = table[i - 1][j]
                    ways.append((cost + 1, s, d + 1, k))
                if j:
                    cost, s, d, k = table[i][j - 1]
                    ways.append((cost + 1, s, d, k + 1))
                if mistake == "exchange" and i > 1 and j > 1 and r[i - 2 : i] == h[j - 2 : j][::-1]:
                    cost, s, d, k = table[i - 2][j - 2]
                    ways.append((cost + 1, s + 1, d, k))
                if mistake == "borders" and not (i and j):
                    ways = [(0, 0, 0, 0)]
                table[i][j] = min(ways) if ways else (0, 0, 0, 0)
        cost, s, d, k = table[-1][-1]
        return (0, d + s, k + s) if mistake == "lcs" else (s, d, k)

    def score(hypotheses: list[str], references: list[list[str]]) -> float:
        errors, length, rates = 0, 0, []
        for hypothesis, several in zip(hypotheses, references, strict=True):
            h, r = words(hypothesis), words(several[0])
            s, d, k = counts(h, r)
            wrong = s * (2 if mistake == "twice" else 1) + d + (0 if mistake == "no insertions" else k)
            below = {"hypothesis": len(h), "longer": max(len(h), len(r))}.get(mistake, len(r))
            errors, length = errors + wrong, length + below
            rates.append(min(1.0, wrong / len(r)) if r else float(bool(wrong)))
        if mistake == "capped":
            return scale * sum(rates) / len(rates)
        if mistake == "per segment":
            return scale * errors / len(hypotheses)
        rate = errors / length if length else float(errors)
        return scale * (1 - rate if mistake == "accuracy" else rate)

    return score


ANSWER_F1 = {
    "sets": "word-sets",
    "arithmetic": "arithmetic-f",
    "no two": "f-without-factor",
    "last": "last-answer-alone",
    "unclipped": "unclipped",
}


def answer_f1(mistake: str = "", *, lower: bool = True, scale: float = 1) -> Scorer:
    """Return a scorer of the F1 of the words of answers, normalized as in SQuAD."""

    def words(text: str) -> list[str]:
        text = text.lower() if lower else text
        text = "".join(c for c in text if c not in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
        return re.sub(r"\b(a|an|the)\b", " ", text).split()

    def one(predicted: str, right: str) -> float:
        p, r = Counter(words(predicted)), Counter(words(right))
        if mistake == "sets":
            p, r = Counter(set(p)), Counter(set(r))
        shared = sum(p[w] for w in p if w in r) if mistake == "unclipped" else sum((p & r).values())
        if not shared:
            return 0.0
        precision, recall = shared / sum(p.values()), shared / sum(r.values())
        if mistake == "arithmetic":
            return (precision + recall) / 2
        return (1 if mistake == "no two" else 2) * precision * recall / (precision + recall)

    def score(hypotheses: list[str], references: list[list[str]]) -> float:
        pairs = zip(hypotheses, references, strict=True)
        scores = [one(p, rs[-1]) if mistake == "last" else max(one(p, r) for r in rs) for p, rs in pairs]
        return scale * sum(scores) / len(scores)

    return score
