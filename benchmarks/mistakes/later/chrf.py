"""chrF and chrF++, with one list of counts for each order."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs

#: The numbers of n-grams of the hypothesis, of the reference, and of matches.
Counts = tuple[int, int, int]


def words_of(text: str, bug: str) -> list[str]:
    """Return the words; a punctuation mark at the end, or else at the start, of a word becomes a separate word."""
    if bug == "punctuation-stays-on-words":
        return text.split()
    words = []
    for word in text.split():
        if len(word) > 1 and word[-1] in string.punctuation:
            words += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in string.punctuation:
            words += [word[0], word[1:]]
        else:
            words.append(word)
    return words


def all_ngrams(text: str, orders: range, word_order: int, keep_spaces: bool, bug: str) -> list[Counter[object]]:
    """Return the n-grams of each order: those of characters, then those of words."""
    letters = text if keep_spaces else "".join(text.split())
    counters: list[Counter[object]] = []
    for n in orders:
        if bug == "ngrams-within-words":
            counters.append(Counter(w[i : i + n] for w in text.split() for i in range(len(w) - n + 1)))
        else:
            counters.append(Counter(letters[i : i + n] for i in range(len(letters) - n + 1)))
    words = words_of(text, bug)
    of_words = [[tuple(words[i : i + n]) for i in range(len(words) - n + 1)] for n in range(1, word_order + 1)]
    return counters + [Counter(ngrams) for ngrams in of_words]


def compared(hypothesis: Sequence[Counter[object]], reference: Sequence[Counter[object]]) -> list[Counts]:
    """Return, for each order, the numbers of n-grams of both texts and of matches."""
    rows = []
    for one, other in zip(hypothesis, reference, strict=True):
        total = sum(other.values())
        rows.append((sum(one.values()) if total else 0, total, sum((one & other).values())))
    return rows


def f_score(rows: Sequence[Counts], beta: float, pooled: bool, every_order: bool, characters: int, bug: str) -> float:
    """Return F of the mean precision and recall over the orders that both texts have, or over `every_order`."""
    if pooled:
        rows = [tuple(map(sum, zip(*rows, strict=True)))]  # type: ignore[list-item]
    present = [row for row in rows if row[0] and row[1]]
    if not present:
        return 0.0
    orders = len(rows) if every_order else len(present)
    precision = sum(match / hypothesis for hypothesis, _, match in present) / orders
    recall = sum(match / reference for _, reference, match in present) / orders
    if bug == "geometric-mean-of-orders":
        precision = recall = 1.0
        for hypothesis, reference, match in present:
            precision *= (match / hypothesis) ** (1 / orders)
            recall *= (match / reference) ** (1 / orders)
    if bug == "characters-and-words-averaged-apart" and any(row[0] and row[1] for row in rows[characters:]):
        kinds = [[row for row in several if row[0] and row[1]] for several in (rows[:characters], rows[characters:])]
        precision = sum(sum(row[2] / row[0] for row in kind) / len(kind) for kind in kinds) / 2
        recall = sum(sum(row[2] / row[1] for row in kind) / len(kind) for kind in kinds) / 2
    if bug == "beta-on-the-wrong-side":
        precision, recall = recall, precision
    if not precision + recall:
        return 0.0
    if bug == "beta-missing-in-the-denominator":
        return (1 + beta**2) * precision * recall / (precision + recall)
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def chrf(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    orders: range = range(1, 7),
    word_order: int = 0,
    beta: float = 2.0,
    lower: bool = False,
    keep_spaces: bool = False,
    pooled: bool = False,
    every_order: bool = False,
    first_only: bool = False,
    by_sentence: bool = False,
    scale: float = 100.0,
) -> float:
    """Return the chrF of a corpus, each segment against the reference with the highest F, or the mean of the segments' chrF."""
    if not hypotheses or not all(references):
        raise ValueError("nothing to score")
    if bug == "segments-joined":
        hypotheses, references = [" ".join(hypotheses)], [[" ".join(several[0] for several in references)]]
    corpus, scores = [(0, 0, 0)] * (len(orders) + word_order), []
    for hypothesis, several in zip(hypotheses, references, strict=True):
        if lower:
            hypothesis, several = hypothesis.lower(), [reference.lower() for reference in several]
        counted = all_ngrams(hypothesis, orders, word_order, keep_spaces, bug)
        against = [all_ngrams(reference, orders, word_order, keep_spaces, bug) for reference in several]
        best: list[Counts] = []
        best_score = best_f = -1.0
        for other in against[:1] if first_only else against:
            rows = compared(counted, other)
            f = score = f_score(rows, beta, pooled, every_order, len(orders), bug)
            if bug == "best-reference-by-recall":
                score = sum(row[2] / row[1] for row in rows if row[1])
            if score > best_score:
                best, best_score, best_f = rows, score, f
        if bug == "references-pooled":
            best = pooled_references(counted, against)
            best_f = f_score(best, beta, pooled, every_order, len(orders), bug)
        corpus = [(a + d, b + e, c + f) for (a, b, c), (d, e, f) in zip(corpus, best, strict=True)]
        scores.append(best_f)
    if by_sentence:
        return scale * sum(scores) / len(scores)
    return scale * f_score(corpus, beta, pooled, every_order, len(orders), bug)


def pooled_references(
    hypothesis: Sequence[Counter[object]], several: Sequence[Sequence[Counter[object]]]
) -> list[Counts]:
    """Return the counts of each order against all references together."""
    rows = []
    for n, one in enumerate(hypothesis):
        pool: Counter[object] = Counter()
        for reference in several:
            pool += reference[n]
        rows.append((sum(one.values()), sum(pool.values()), sum((one & pool).values())))
    return rows


CHOICES = {
    "p": Honest("unigrams and bigrams of words too; lower case", {"word_order": 2, "case": "lower"}, Written(chrf, {"word_order": 2, "lower": True})),
    "q": Honest("beta 0.5; white space kept", {"beta": 0.5, "whitespace": "keep"}, Written(chrf, {"beta": 0.5, "keep_spaces": True})),
    "r": Honest("one count for all orders; 0 to 1", {"order_mean": "pooled", "scale": "1"}, Written(chrf, {"pooled": True, "scale": 1.0})),
    "s": Honest("bigrams to 4-grams", {"min_char_order": 2, "char_order": 4}, Written(chrf, {"orders": range(2, 5)})),
    "t": Honest("the mean of sentences; missing orders count as 0", {"average": "sentences", "empty_order": "zero"}, Written(chrf, {"by_sentence": True, "every_order": True})),
    "u": Honest("the first reference; lower case", {"references": "first", "case": "lower"}, Written(chrf, {"first_only": True, "lower": True})),
}  # fmt: skip

BUGS = [
    ("best-reference-by-recall", "q"),
    ("beta-on-the-wrong-side", "p"),
    ("beta-missing-in-the-denominator", "s"),
    ("geometric-mean-of-orders", "u"),
    ("ngrams-within-words", "r"),
    ("references-pooled", "t"),
    ("characters-and-words-averaged-apart", "p"),
    ("punctuation-stays-on-words", "p"),
    ("segments-joined", "u"),
]

PROGRAMS = programs("chrF", "chrf", CHOICES, BUGS, "qs")
