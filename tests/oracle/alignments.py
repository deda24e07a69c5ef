"""Alignments of two texts for error rates: hits, substitutions, deletions and insertions, with a rule for ties."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache

from tests.oracle.arithmetic import OracleError

Units = list[str]
#: H, S, D and I, and the divisor if it is not H + S + D.
Counts = tuple[int, ...]


def edit_counts(reference: Units, hypothesis: Units, rule: str) -> Counts:
    """Return H, S, D and I of the shortest edit script, or the cheapest one, that the rule prefers."""
    if rule == "no-empty-row":
        return _from_first_words(tuple(reference), tuple(hypothesis))
    if rule == "characters":
        return _by_characters(tuple(reference), tuple(hypothesis))
    if rule in _PREFERENCES:
        return _cheapest(tuple(reference), tuple(hypothesis), _PREFERENCES[rule])
    if rule == "most-hits":
        return _best_script(tuple(reference), tuple(hypothesis))
    matched = 0
    while reference and hypothesis and reference[0] == hypothesis[0]:
        reference, hypothesis, matched = reference[1:], hypothesis[1:], matched + 1
    while reference and hypothesis and reference[-1] == hypothesis[-1]:
        reference, hypothesis, matched = reference[:-1], hypothesis[:-1], matched + 1
    traced = _same_direction if rule == "same-direction" else _backwards
    h, s, d, i = traced(reference, hypothesis)
    return h + matched, s, d, i


#: The order of preference between equally cheap last steps, for each rule.
_PREFERENCES = {"sclite": ("pair", "insertion", "deletion"), "kaldialign": ("insertion", "deletion", "pair")}


@lru_cache(maxsize=64)
def _cheapest(reference: tuple[str, ...], hypothesis: tuple[str, ...], preferred: tuple[str, ...]) -> Counts:
    """Return the counts of the cheapest script, found from the ends: a substitution costs 4, an insertion or deletion 3."""

    @cache
    def cost(i: int, j: int) -> int:
        return min(ways(i, j).values(), default=0)

    def ways(i: int, j: int) -> dict[str, int]:
        """Return the total cost of the cheapest script with each last step."""
        made = {}
        if i and j:
            made["pair"] = cost(i - 1, j - 1) + (0 if reference[i - 1] == hypothesis[j - 1] else 4)
        if j:
            made["insertion"] = cost(i, j - 1) + 3
        if i:
            made["deletion"] = cost(i - 1, j) + 3
        return made

    for k in range(len(reference) + 1):  # no deep recursion
        for n in range(len(hypothesis) + 1):
            cost(k, n)
    i, j, pairs, hits = len(reference), len(hypothesis), 0, 0
    while i or j:
        options = ways(i, j)
        step = next(name for name in preferred if options.get(name) == cost(i, j))
        if step == "pair":
            pairs, hits = pairs + 1, hits + (reference[i - 1] == hypothesis[j - 1])
        i, j = i - (step != "insertion"), j - (step != "deletion")
    return hits, pairs - hits, len(reference) - pairs, len(hypothesis) - pairs


@lru_cache(maxsize=64)
def _by_characters(reference: tuple[str, ...], hypothesis: tuple[str, ...]) -> Counts:
    """Return the counts of the cheapest script, found from the ends: pairs cost 3/2 of the differing bytes, other words 1."""
    costs: dict[tuple[int, int], Fraction] = {}
    steps: dict[tuple[int, int], str] = {}
    for i in range(len(reference) + 1):
        for j in range(len(hypothesis) + 1):
            cost, step = Fraction(0), ""
            options = []
            if i and j:
                options.append(("pair", costs[i - 1, j - 1] + _share(reference[i - 1], hypothesis[j - 1])))
            if i:
                options.append(("deletion", costs[i - 1, j] + 1))
            if j:
                options.append(("insertion", costs[i, j - 1] + 1))
            for name, price in options:
                if not step or price <= cost - Fraction(1, 100):
                    cost, step = price, name
            costs[i, j], steps[i, j] = cost, step
    i, j, pairs, hits = len(reference), len(hypothesis), 0, 0
    while i or j:
        step = steps[i, j]
        if step == "pair":
            pairs, hits = pairs + 1, hits + (reference[i - 1] == hypothesis[j - 1])
        i, j = i - (step != "insertion"), j - (step != "deletion")
    return hits, pairs - hits, len(reference) - pairs, len(hypothesis) - pairs


@cache
def _share(word: str, other: str) -> Fraction:
    """Return 3/2 of the share of bytes to be edited; a word of 50 bytes is an error."""
    try:
        one, two = word.encode(), other.encode()
    except UnicodeEncodeError as problem:
        raise OracleError("half a surrogate pair") from problem
    if max(len(one), len(two)) >= 50:
        raise OracleError("a word of 50 bytes or more")
    row = list(range(len(two) + 1))
    for i, byte in enumerate(one, 1):
        above, row = row, [i]
        for j, compared in enumerate(two, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (byte != compared)))
    return Fraction(3 * row[-1], 2 * max(len(one), len(two), 1))


def _from_first_words(reference: tuple[str, ...], hypothesis: tuple[str, ...]) -> Counts:
    """Return the counts from a table that starts at the first words, traced back with a preference for pairs, then insertions.

    The first words match again if they are repeated.
    """
    if not reference or not hypothesis:
        return 0, 0, len(reference), len(hypothesis)
    edits: dict[tuple[int, int], int] = {}
    for i, left in enumerate(reference):
        for j, right in enumerate(hypothesis):
            differ = int(left != right)
            if i and j:
                edits[i, j] = min(edits[i - 1, j - 1] + differ, edits[i, j - 1] + 1, edits[i - 1, j] + 1)
            else:  # the only way in is along the border
                edits[i, j] = differ + (edits[i - 1, 0] if i else edits[0, j - 1] if j else 0)
    i, j, h, s, d, n = len(reference) - 1, len(hypothesis) - 1, 0, 0, 0, 0
    while i or j:
        differ = int(reference[i] != hypothesis[j])
        if i and j and edits[i, j] == edits[i - 1, j - 1] + differ:
            h, s, i, j = h + 1 - differ, s + differ, i - 1, j - 1
        elif j and (not i or edits[i, j] == edits[i, j - 1] + 1):
            again = int(not i and not differ)
            h, n, j = h + again, n + 1 - again, j - 1
        else:
            again = int(not j and not differ)
            h, d, i = h + again, d + 1 - again, i - 1
    same = int(reference[0] == hypothesis[0])
    return h + same, s + 1 - same, d, n


@lru_cache(maxsize=1 << 12)
def _best_script(reference: tuple[str, ...], hypothesis: tuple[str, ...]) -> Counts:
    """Return the counts of a shortest script with the most hits: each error costs more than all hits together save.

    The numbers of errors and of hits leave one possibility for those of substitutions, deletions and insertions.
    """
    error = len(reference) + 1
    above = [j * error for j in range(len(hypothesis) + 1)]
    for i, word in enumerate(reference, 1):
        row = [i * error]
        for j, other in enumerate(hypothesis):
            row.append(min(above[j] + (-1 if word == other else error), above[j + 1] + error, row[j] + error))
        above = row
    errors = -(-above[-1] // error)
    hits = errors * error - above[-1]
    d, n = errors + hits - len(hypothesis), errors + hits - len(reference)
    return hits, errors - d - n, d, n


def _backwards(reference: Units, hypothesis: Units) -> Counts:
    """Return the counts of a shortest script, found from the ends.

    A deletion is chosen if it is on a shortest path, and an insertion if the prefixes before both words are farther apart.
    """
    edits: dict[tuple[int, int], int] = {}
    for i in range(len(reference) + 1):
        for j in range(len(hypothesis) + 1):
            ways = [edits[i - 1, j] + 1] if i else []
            ways += [edits[i, j - 1] + 1] if j else []
            ways += [edits[i - 1, j - 1] + (reference[i - 1] != hypothesis[j - 1])] if i and j else []
            edits[i, j] = min(ways, default=0)
    i, j = len(reference), len(hypothesis)
    h = s = d = n = 0
    while i and j:
        if edits[i, j] == edits[i - 1, j] + 1:
            i, d = i - 1, d + 1
        elif edits[i - 1, j - 1] > edits[i, j - 1]:
            j, n = j - 1, n + 1
        else:
            i, j = i - 1, j - 1
            h, s = (h + 1, s) if reference[i] == hypothesis[j] else (h, s + 1)
    return h, s, d + i, n + j


def _same_direction(reference: Units, hypothesis: Units) -> tuple[int, int, int, int]:
    """Return the counts of the script that goes back to the start without turning, if it can, and pairs otherwise."""
    left = {(i, 0): i for i in range(len(reference) + 1)} | {(0, j): j for j in range(len(hypothesis) + 1)}
    for i, word in enumerate(reference, 1):
        for j, other in enumerate(hypothesis, 1):
            left[i, j] = min(left[i - 1, j] + 1, left[i, j - 1] + 1, left[i - 1, j - 1] + (word != other))
    i, j, turned = len(reference), len(hypothesis), ""
    counts = {"hit": 0, "pair": 0, "deletion": 0, "insertion": 0}
    while i or j:
        moves = {"insertion": (i, j - 1), "deletion": (i - 1, j), "pair": (i - 1, j - 1)}
        able = [name for name, cell in moves.items() if left.get(cell, -2) + 1 == left[i, j]]
        if turned not in able:
            if i and j and reference[i - 1] == hypothesis[j - 1]:
                turned = "hit"
            else:
                turned = next(name for name in ("pair", "insertion", "deletion") if name in able)
        counts[turned] += 1
        i, j = moves["pair" if turned == "hit" else turned]
        turned = turned if turned in ("insertion", "deletion") else ""
    return counts["hit"], counts["pair"], counts["deletion"], counts["insertion"]
