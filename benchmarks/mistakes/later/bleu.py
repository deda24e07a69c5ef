"""BLEU, with Moses-like and plain tokens."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs


def mteval_words(line: str) -> list[str]:
    """Return the tokens of the script mteval-v13a."""
    line = line.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, character in (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")):
        line = line.replace(entity, character)
    line = f" {line} "
    line = re.sub(r"([\{-\~\[-\` -\&\(-\+\:-\@\/])", r" \1 ", line)
    line = re.sub(r"([^0-9])([\.,])", r"\1 \2 ", line)
    line = re.sub(r"([\.,])([^0-9])", r" \1 \2", line)
    line = re.sub(r"([0-9])(-)", r"\1 \2 ", line)
    return line.split()


def characters(line: str) -> list[str]:
    """Return all characters except white space."""
    return [character for character in line if not character.isspace()]


def ngrams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    """Return the count of each n-gram."""
    counts: Counter[tuple[str, ...]] = Counter()
    for i in range(len(tokens) - n + 1):
        counts[tuple(tokens[i : i + n])] += 1
    return counts


def clipped_matches(hypothesis: Sequence[str], references: Sequence[Sequence[str]], n: int, bug: str) -> int:
    """Return the number of matches of n-grams, each clipped to its maximum count in one reference."""
    counts = ngrams(hypothesis, n)
    of_references = [ngrams(reference, n) for reference in references]
    if bug == "clipped-by-one-reference":
        return max(sum((counts & reference).values()) for reference in of_references)
    matches = 0
    for ngram, count in counts.items():
        allowed = [reference[ngram] for reference in of_references]
        matches += min(count, sum(allowed) if bug == "clipped-to-the-sum" else max(allowed))
    return matches


def effective_length(length: int, reference_lengths: Sequence[int], longest: bool, bug: str) -> int:
    """Return the reference length that counts: the longest or the closest."""
    if bug == "reference-length-is-a-difference":
        return min(abs(reference - length) for reference in reference_lengths)
    if longest:
        return max(reference_lengths)
    return min(reference_lengths, key=lambda reference: (abs(reference - length), reference))


def bleu(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    tokenize: Callable[[str], list[str]] = mteval_words,
    lower: bool = False,
    max_n: int = 4,
    longest: bool = False,
    floor: float = 0.0,
    effective: bool = False,
    by_sentence: bool = False,
    scale: float = 100.0,
) -> float:
    """Return BLEU of a corpus, or the mean of the sentences' BLEU."""
    if not hypotheses or not all(references):
        raise ValueError("nothing to score")
    if by_sentence:
        scores = [
            bleu([hypothesis], [several], bug=bug, tokenize=tokenize, lower=lower, longest=longest, floor=floor)
            for hypothesis, several in zip(hypotheses, references, strict=True)
        ]
        return sum(scores) / len(scores) * scale / 100
    matches, totals = [0] * max_n, [0] * max_n
    c = r = 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        if lower:
            hypothesis, several = hypothesis.lower(), [reference.lower() for reference in several]
        tokens, reference_tokens = tokenize(hypothesis), [tokenize(reference) for reference in several]
        for n in range(1, max_n + 1):
            matches[n - 1] += clipped_matches(tokens, reference_tokens, n, bug)
            totals[n - 1] += max(len(tokens) - n + 1, 0)
        if bug == "lengths-in-characters":
            length, reference_lengths = len(hypothesis), [len(reference) for reference in several]
        else:
            length, reference_lengths = len(tokens), [len(reference) for reference in reference_tokens]
        c += length
        r += effective_length(length, reference_lengths, longest, bug)
    if not any(matches):
        return 0.0
    precisions = smoothed(matches, totals, floor, bug)
    if effective:
        precisions = precisions[: sum(total > 0 for total in totals)]
    if not all(precisions):
        return 0.0
    return scale * penalty(c, r, bug) * geometric_mean(precisions, bug)


def smoothed(matches: Sequence[int], totals: Sequence[int], floor: float, bug: str) -> list[float]:
    """Return the precision of each order; orders without a match count `floor` or, if it is 0, 1/2, 1/4 and so on in turn."""
    precisions, share = [], 1.0
    for match, total in zip(matches, totals, strict=True):
        if total == 0:
            precisions.append(0.0)
        elif match == 0:
            if share == 1.0 or bug != "halved-once-only":
                share /= 2
            precisions.append((floor or share) / total)
        else:
            precisions.append(match / total)
    return precisions


def geometric_mean(precisions: Sequence[float], bug: str) -> float:
    """Return the geometric mean of the precisions."""
    orders = len(precisions)
    if bug == "weights-of-four-orders":
        orders = 4
    if bug == "last-order-missing":
        precisions = precisions[:-1]
    if bug == "logarithm-of-another-base":
        return math.exp(sum(math.log10(precision) for precision in precisions) / orders)
    return math.exp(sum(math.log(precision) for precision in precisions) / orders)


def penalty(c: int, r: int, bug: str) -> float:
    """Return the brevity penalty for `c` words where the references have `r`."""
    if c >= r and bug != "brevity-penalty-not-capped":
        return 1.0
    if bug == "brevity-ratio-inverted":
        return math.exp(1 - c / r)
    return math.exp(1 - r / c)


CHOICES = {
    "p": Honest("words at white space; the longest reference", {"tokenizer": "none", "reference_length": "longest"}, Written(bleu, {"tokenize": str.split, "longest": True})),
    "q": Honest("characters in lower case", {"tokenizer": "char", "case": "lower"}, Written(bleu, {"tokenize": characters, "lower": True})),
    "r": Honest("words at white space; up to trigrams", {"tokenizer": "none", "max_order": 3}, Written(bleu, {"tokenize": str.split, "max_n": 3})),
    "s": Honest("lower case; 0 to 1", {"case": "lower", "scale": "1"}, Written(bleu, {"lower": True, "scale": 1.0})),
    "t": Honest("lower case; the mean of sentences", {"case": "lower", "average": "sentences"}, Written(bleu, {"lower": True, "by_sentence": True})),
    "u": Honest("words at white space; orders that exist", {"tokenizer": "none", "effective_order": True}, Written(bleu, {"tokenize": str.split, "effective": True})),
    "v": Honest("words at white space; 0.01 matches for none", {"tokenizer": "none", "smoothing": "floor", "floor_value": 0.01}, Written(bleu, {"tokenize": str.split, "floor": 0.01})),
}  # fmt: skip

BUGS = [
    ("brevity-ratio-inverted", "s"),
    ("reference-length-is-a-difference", "u"),
    ("clipped-by-one-reference", "r"),
    ("clipped-to-the-sum", "q"),
    ("lengths-in-characters", "s"),
    ("weights-of-four-orders", "r"),
    ("logarithm-of-another-base", "v"),
    ("halved-once-only", "t"),
    ("brevity-penalty-not-capped", "v"),
    ("last-order-missing", "p"),
]

PROGRAMS = programs("BLEU", "bleu", CHOICES, BUGS, "pt")
