"""ROUGE-N and ROUGE-L."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs


def letters_and_digits(text: str) -> list[str]:
    """Return the runs of letters a to z and digits."""
    return re.findall(r"[a-z0-9]+", text)


def tabulate(tokens: Sequence[str], n: int, bug: str) -> dict[str, int]:
    """Return the count of each n-gram, whose tokens are joined by spaces."""
    table: dict[str, int] = {}
    end = len(tokens) - n + 1 - (bug == "final-ngram-missing")
    for i in range(end):
        ngram = " ".join(tokens[i : i + n])
        table[ngram] = 1 if bug == "distinct-ngrams-alone" else table.get(ngram, 0) + 1
    return table


def shares(hypothesis: Sequence[str], reference: Sequence[str], n: int, bug: str) -> tuple[float, float]:
    """Return precision and recall of the n-grams, or of the longest common subsequence if `n` is 0."""
    if n == 0:
        length = common_length(hypothesis, reference, bug)
        if bug == "denominators-exchanged":
            return share(length, len(reference)), share(length, len(hypothesis))
        return share(length, len(hypothesis)), share(length, len(reference))
    ours, theirs = tabulate(hypothesis, n, bug), tabulate(reference, n, bug)
    found = 0
    for ngram, count in theirs.items():
        if ngram in ours:
            found += count if bug == "every-occurrence-in-the-reference-matches" else min(count, ours[ngram])
    return share(found, sum(ours.values())), share(found, sum(theirs.values()))


def share(part: int, whole: int) -> float:
    """Return the quotient, or 0 if `whole` is 0."""
    return part / whole if whole else 0.0


def common_length(one: Sequence[str], other: Sequence[str], bug: str) -> int:
    """Return the length of the longest common subsequence."""
    if bug == "subsequence-found-greedily":
        position = length = 0
        for word in one:
            if word in other[position:]:
                position = other.index(word, position) + 1
                length += 1
        return length
    longest = 0
    above = [0] * (len(other) + 1)
    for word in one:
        row = above if bug == "row-of-the-table-overwritten" else [0] * (len(other) + 1)
        for j, candidate in enumerate(other, start=1):
            if word == candidate:
                row[j] = above[j - 1] + 1
            elif bug == "substring-instead-of-subsequence":
                row[j] = 0
            else:
                row[j] = max(above[j], row[j - 1])
        above = row
        longest = max(longest, *row)
    return longest


def weighted_f(precision: float, recall: float, beta: float) -> float:
    """Return F of precision and recall; 0 if either is 0."""
    if not precision or not recall:
        return 0.0
    return (1 + beta**2) * precision * recall / (recall + beta**2 * precision)


def rouge(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    n: int = 0,
    split: Callable[[str], list[str]] = letters_and_digits,
    lowercase: bool = True,
    beta: float = 1,
    recall_only: bool = False,
    mean_of_references: bool = False,
    scale: int = 1,
) -> float:
    """Return the mean of ROUGE-N, or of ROUGE-L if `n` is 0, against the best reference by F1, or against all of them."""
    if not hypotheses or not all(references):
        raise ValueError("each of one or more hypotheses needs references")

    def tokens(text: str) -> list[str]:
        return split(text.lower() if lowercase else text)

    scores = []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        if bug == "references-joined-into-one":
            several = [" ".join(several)]
        pairs = [shares(tokens(hypothesis), tokens(reference), n, bug) for reference in several]
        if mean_of_references:
            scores.append(scale * sum(weighted_f(p, r, beta) for p, r in pairs) / len(pairs))
            continue
        precision, recall = max(pairs, key=lambda pair: weighted_f(pair[0], pair[1], 1))
        scores.append(scale * (recall if recall_only else weighted_f(precision, recall, beta)))
    return sum(scores) / len(scores)


N_CHOICES = {
    "g": Honest("bigrams; words at white space", {"order": 2, "tokenizer": "none"}, Written(rouge, {"n": 2, "split": str.split})),
    "h": Honest("recall; 0 to 100", {"measure": "recall", "scale": "100"}, Written(rouge, {"n": 1, "recall_only": True, "scale": 100})),
}  # fmt: skip

N_BUGS = [
    ("final-ngram-missing", "g"),
    ("references-joined-into-one", "h"),
    ("distinct-ngrams-alone", "g"),
    ("every-occurrence-in-the-reference-matches", "h"),
]

L_CHOICES = {
    "i": Honest("words at white space; case kept", {"tokenizer": "none", "case": "keep"}, Written(rouge, {"split": str.split, "lowercase": False})),
    "j": Honest("beta 2; the mean over references", {"beta": 2.0, "references": "mean"}, Written(rouge, {"beta": 2, "mean_of_references": True})),
}  # fmt: skip

L_BUGS = [
    ("substring-instead-of-subsequence", "i"),
    ("denominators-exchanged", "j"),
    ("subsequence-found-greedily", "i"),
    ("row-of-the-table-overwritten", "j"),
]

PROGRAMS = [
    *programs("ROUGE", "rouge-n", N_CHOICES, N_BUGS, "g", half="final"),
    *programs("ROUGE", "rouge-l", L_CHOICES, L_BUGS, "j", half="final"),
]
