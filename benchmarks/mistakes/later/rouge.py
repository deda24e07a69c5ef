"""ROUGE-N and ROUGE-L: precision, recall and F of each pair, then of several references, then of the segments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs

#: Precision, recall and F.
Parts = tuple[float, float, float]
Formula = Callable[[float, float], float]


def rouge_words(text: str) -> list[str]:
    """Return the runs of letters a to z and digits of the lower-cased text."""
    return re.findall("[a-z0-9]+", text.lower())


def plain_words(text: str) -> list[str]:
    """Return the lower-cased words between white space."""
    return text.lower().split()


def f_beta(precision: float, recall: float, beta: float = 1.0) -> float:
    """Return F with recall `beta` times as important as precision."""
    below = recall + beta * beta * precision
    return (1 + beta * beta) * precision * recall / below if below else 0.0


def f_alpha(precision: float, recall: float, alpha: float = 0.8) -> float:
    """Return F with the weight `alpha` of precision."""
    below = (1 - alpha) * precision + alpha * recall
    return precision * recall / below if below else 0.0


def f_half(precision: float, recall: float) -> float:
    """Return F with beta 0.5."""
    return f_beta(precision, recall, 0.5)


def f_12(precision: float, recall: float) -> float:
    """Return F with beta 1.2."""
    return f_beta(precision, recall, 1.2)


def ngrams_of(tokens: Sequence[str], n: int, bug: str) -> Counter[tuple[str, ...]]:
    """Return the count of each n-gram."""
    lengths = range(1, n + 1) if bug == "lower-orders-counted" else [n]
    return Counter(tuple(tokens[i : i + m]) for m in lengths for i in range(len(tokens) - m + 1))


def n_parts(
    hypothesis: Sequence[str], reference: Sequence[str], n: int, distinct: bool, formula: Formula, bug: str
) -> Parts:
    """Return precision, recall and F of the n-grams of a pair."""
    one, other = ngrams_of(hypothesis, n, bug), ngrams_of(reference, n, bug)
    if distinct:
        one, other = Counter(set(one)), Counter(set(other))
    match = sum(min(count, other[ngram]) for ngram, count in one.items())
    in_hypothesis, in_reference = sum(one.values()), sum(other.values())
    if bug == "distinct-totals":
        in_hypothesis, in_reference = len(one), len(other)
    if bug == "divided-by-words":
        in_hypothesis, in_reference = len(hypothesis), len(reference)
    precision = match / in_hypothesis if in_hypothesis else 0.0
    recall = match / in_reference if in_reference else 0.0
    f = formula(precision, recall)
    if bug == "geometric-mean-of-precision-and-recall":
        f = (precision * recall) ** 0.5
    if bug == "jaccard-for-f":
        union = sum((one | other).values())
        f = match / union if union else 0.0
    return precision, recall, f


def common_subsequence(one: Sequence[str], other: Sequence[str], bug: str) -> int:
    """Return the length of the longest common subsequence."""
    if bug == "greedy-subsequence":
        place = length = 0
        for token in one:
            if token in other[place:]:
                place = list(other).index(token, place) + 1
                length += 1
        return length
    first = 1 if bug == "first-word-skipped" else 0
    table = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i in range(first, len(one)):
        for j in range(first, len(other)):
            if one[i] == other[j]:
                above = table[i][j + 1] if bug == "match-added-to-the-cell-above" else table[i][j]
                table[i + 1][j + 1] = above + 1
            elif bug == "one-neighbour-on-a-mismatch":
                table[i + 1][j + 1] = table[i][j + 1]
            else:
                table[i + 1][j + 1] = max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def l_parts(hypothesis: Sequence[str], reference: Sequence[str], formula: Formula, bug: str) -> Parts:
    """Return precision, recall and F of the longest common subsequence of a pair."""
    if bug == "characters-for-words":
        hypothesis, reference = " ".join(hypothesis), " ".join(reference)
    if not hypothesis or not reference:
        return 0.0, 0.0, 0.0
    length = common_subsequence(hypothesis, reference, bug)
    precision, recall = length / len(hypothesis), length / len(reference)
    if bug == "denominators-swapped":
        precision, recall = recall, precision
    return precision, recall, formula(precision, recall)


def of_references(several: Sequence[Parts], choice: str, formula: Formula, bug: str) -> Parts:
    """Return the parts of a segment, chosen or averaged from its parts against each reference."""
    if bug == "last-reference":
        return several[-1]
    if choice == "first":
        return several[0]
    if choice == "mean":
        p, r, f = (sum(values) / len(several) for values in zip(*several, strict=True))
        return p, r, f
    if choice == "best parts":
        precision, recall = max(parts[0] for parts in several), max(parts[1] for parts in several)
        return precision, recall, formula(precision, recall)
    if choice == "best recall":
        return max(several, key=lambda parts: parts[1])
    return max(several, key=lambda parts: f_beta(parts[0], parts[1]))


def averaged(segments: Sequence[Parts], measure: int, of_means: bool, formula: Formula) -> float:
    """Return the mean of a measure over segments, or F of the mean precision and the mean recall."""
    if of_means:
        precision, recall = (sum(parts[k] for parts in segments) / len(segments) for k in (0, 1))
        return formula(precision, recall)
    return sum(parts[measure] for parts in segments) / len(segments)


def rouge_n(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    n: int = 1,
    tokenize: Callable[[str], list[str]] = rouge_words,
    distinct: bool = False,
    choice: str = "best",
    measure: int = 2,
    of_means: bool = False,
    formula: Formula = f_beta,
) -> float:
    """Return ROUGE-N; `measure` is the index of the score in `Parts`."""
    if not hypotheses or not all(references):
        raise ValueError("nothing to score")
    segments = []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        words = tokenize(hypothesis)
        pairs = [n_parts(words, tokenize(reference), n, distinct, formula, bug) for reference in several]
        if bug == "pairs-averaged":
            segments += pairs
        else:
            segments.append(of_references(pairs, choice, formula, bug))
    return averaged(segments, measure, of_means, formula)


def rouge_l(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    tokenize: Callable[[str], list[str]] = rouge_words,
    choice: str = "best",
    measure: int = 2,
    of_means: bool = False,
    formula: Formula = f_beta,
    scale: float = 1.0,
) -> float:
    """Return ROUGE-L of whole texts; `measure` is the index of the score in `Parts`."""
    if not hypotheses or not all(references):
        raise ValueError("nothing to score")
    segments = []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        words = tokenize(hypothesis)
        pairs = [l_parts(words, tokenize(reference), formula, bug) for reference in several]
        segments.append(of_references(pairs, choice, formula, bug))
    return scale * averaged(segments, measure, of_means, formula)


CHOICES = {
    "p": Honest("trigrams; the first reference", {"order": 3, "references": "first"}, Written(rouge_n, {"n": 3, "choice": "first"})),
    "q": Honest("words at white space; precision", {"tokenizer": "none", "measure": "precision"}, Written(rouge_n, {"tokenize": plain_words, "measure": 0})),
    "r": Honest("bigrams; F of mean precision and recall", {"order": 2, "average": "means"}, Written(rouge_n, {"n": 2, "of_means": True})),
    "s": Honest("distinct words at white space", {"tokenizer": "none", "counting": "distinct"}, Written(rouge_n, {"tokenize": plain_words, "distinct": True})),
    "t": Honest("words at white space; alpha 0.8", {"tokenizer": "none", "f_form": "alpha", "alpha": 0.8}, Written(rouge_n, {"tokenize": plain_words, "formula": f_alpha})),
    "u": Honest("bigrams; the reference of the highest recall", {"order": 2, "references": "best-recall"}, Written(rouge_n, {"n": 2, "choice": "best recall"})),
    "v": Honest("bigrams; the mean over references", {"order": 2, "references": "mean"}, Written(rouge_n, {"n": 2, "choice": "mean"})),
}  # fmt: skip

BUGS = [
    ("geometric-mean-of-precision-and-recall", "s"),
    ("distinct-totals", "q"),
    ("lower-orders-counted", "p"),
    ("divided-by-words", "r"),
    ("last-reference", "u"),
    ("jaccard-for-f", "t"),
    ("pairs-averaged", "v"),
]

L_CHOICES = {
    "p": Honest("best parts of any reference; beta 1.2", {"references": "best-parts", "beta": 1.2}, Written(rouge_l, {"choice": "best parts", "formula": f_12})),
    "q": Honest("words at white space; alpha 0.8", {"tokenizer": "none", "f_form": "alpha", "alpha": 0.8}, Written(rouge_l, {"tokenize": plain_words, "formula": f_alpha})),
    "r": Honest("words at white space; the mean over references", {"tokenizer": "none", "references": "mean"}, Written(rouge_l, {"tokenize": plain_words, "choice": "mean"})),
    "s": Honest("beta 0.5; 0 to 100", {"beta": 0.5, "scale": "100"}, Written(rouge_l, {"formula": f_half, "scale": 100.0})),
    "t": Honest("words at white space; F of mean precision and recall", {"tokenizer": "none", "average": "means"}, Written(rouge_l, {"tokenize": plain_words, "of_means": True})),
    "u": Honest("the first reference; recall", {"references": "first", "measure": "recall"}, Written(rouge_l, {"choice": "first", "measure": 1})),
}  # fmt: skip

L_BUGS = [
    ("denominators-swapped", "s"),
    ("greedy-subsequence", "r"),
    ("one-neighbour-on-a-mismatch", "t"),
    ("first-word-skipped", "u"),
    ("match-added-to-the-cell-above", "p"),
    ("characters-for-words", "q"),
]

PROGRAMS = [
    *programs("ROUGE", "rouge-n", CHOICES, BUGS, "u"),
    *programs("ROUGE", "rouge-l", L_CHOICES, L_BUGS, "pt"),
]
