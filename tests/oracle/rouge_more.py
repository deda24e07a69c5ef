"""ROUGE-W, ROUGE-S and ROUGE-SU (Lin 2004, sections 3.3 and 4), exactly; ROUGE-W's powers to 60 digits."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal, exact
from tests.oracle.rouge import Triple, need_something, score_with
from tests.oracle.rouge_text import Settings, Tokens, read_sentences, read_tokens


def score_w(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return ROUGE-W (section 3.3)."""
    w = exact(settings["weight"])
    read = read_tokens if settings["sentences"] == "whole" else read_sentences
    if settings["sentences"] == "line" and settings["hits"] == "wlcs":
        raise OracleError("two texts only")
    return score_with(data, settings, read, count_w, root=w, root_in_choice=w)


def score_s(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return ROUGE-S (section 4) and, with the knob `unigrams`, ROUGE-SU (section 4.1)."""
    return score_with(data, settings, read_tokens, count_s)


def f(k: int | Decimal, w: Fraction) -> Decimal:
    """Return the weighting function, k^w."""
    return decimal(k) ** decimal(w) if k else Decimal(0)


def weight_of_best(x: Tokens, y: Tokens, w: Fraction) -> Any:
    """Return the paper's dynamic program as two mutually dependent functions of i and j: c, the weight, and l, the run."""

    @cache
    def run(i: int, j: int) -> int:
        return run(i - 1, j - 1) + 1 if i and j and x[i - 1] == y[j - 1] else 0

    @cache
    def weight(i: int, j: int) -> Decimal:
        if i == 0 or j == 0:
            return Decimal(0)
        if x[i - 1] == y[j - 1]:
            k = run(i - 1, j - 1)
            return weight(i - 1, j - 1) + f(k + 1, w) - f(k, w)
        return max(weight(i - 1, j), weight(i, j - 1))

    return weight


def marked(x: Tokens, y: Tokens, w: Fraction) -> set[int]:
    """Return the positions in x of the heaviest subsequence, traced back from the ends; for ties, step back in x."""
    weight = weight_of_best(x, y, w)
    i, j, positions = len(x), len(y), set()
    while i and j:
        if x[i - 1] == y[j - 1]:
            i, j = i - 1, j - 1
            positions.add(i)
        elif weight(i - 1, j) - weight(i, j - 1) > Decimal("-1e-40"):  # equal but for the 60th digit
            i -= 1
        else:
            j -= 1
    return positions


def count_w(hypothesis: Any, reference: Any, settings: Settings) -> Triple:
    """Return the weight of the matches, f of the hypothesis' length, and the denominator of recall."""
    w = exact(settings["weight"])
    h, r = ([text] if settings["sentences"] == "whole" else text for text in (hypothesis, reference))
    need_something([token for sentence in r for token in sentence], settings)
    once = sum((f(len(sentence), w) for sentence in r), Decimal(0))
    if settings["hits"] == "wlcs":
        hits = weight_of_best(r[0], h[0], w)(len(r[0]), len(h[0]))
    else:
        hits = runs(h, r, w, settings["hits"] == "runs-unless-1" and w == 1)
    return hits, f(sum(map(len, h)), w), once if settings["recall_base"] == "once" else f(once, w)


def runs(h: list[Tokens], r: list[Tokens], w: Fraction, plain: bool) -> Decimal:
    """Return the weight of runs as in ROUGE-1.5.5: runs of matched tokens that are still available in the hypothesis."""
    left = Counter(token for sentence in h for token in sentence)
    hits = Decimal(0)
    for sentence in r:
        marks = [False] * (len(sentence) + 1)
        for other in h:
            for position in marked(sentence, other, w):
                marks[position] = True
        pending = 0
        for position, token in enumerate(sentence):
            if marks[position] and left[token]:
                left[token] -= 1
                pending += 1
                if plain:
                    hits += 1
                elif not marks[position + 1]:
                    hits += f(pending, w)
                    pending = 0
    return hits


def count_s(hypothesis: Tokens, reference: Tokens, settings: Settings) -> Triple:
    """Return clipped matches of skip-bigrams (and unigrams), and their numbers in each text."""
    need_something(hypothesis, settings)
    need_something(reference, settings)
    h_units, r_units = (units(text, settings) for text in (hypothesis, reference))
    return (
        sum(min(count, r_units[unit]) for unit, count in h_units.items()),
        sum(h_units.values()),
        sum(r_units.values()),
    )


def units(text: Tokens, settings: Settings) -> Counter[Any]:
    """Return the counts of skip-bigrams with at most `skip` words between them, and of unigrams if they count."""
    far, bigrams = settings["skip"], Counter[Any]()
    for i, j in combinations(range(len(text)), 2):
        if far < 0 or j - i - 1 <= far:
            bigrams[text[i], text[j]] += 1
    if "unigrams" in settings:
        for i, token in enumerate(text):
            if settings["unigrams"] == "all" or i + 1 < len(text):
                bigrams[token] += 1
    return bigrams
