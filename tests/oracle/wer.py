"""WER, CER, and Morris et al.'s MER, WIL and WIP (Interspeech 2004), exactly, from H, S, D and I."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from math import floor
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, mean, single
from tests.oracle.text import SEPARATORS, WHITE_SPACE, strip_right, tokenize, words
from tests.oracle.transforms import transformed

Settings = dict[str, Any]
Units = list[str]
#: H, S, D and I, and what they are divided by where it is not H + S + D.
Counts = tuple[int, ...]
Rate = Callable[[Counts, Settings], "Fraction | None"]


def wer(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """The word error rate."""
    return _score(data, settings, _error_rate)


def cer(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """The character error rate."""
    return _score(data, settings, _error_rate)


def mer(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """The match error rate: errors among all matches and errors."""
    return _score(data, settings, _match_error_rate)


def wip(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Word information preserved."""
    return _score(data, settings, _preserved)


def wil(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Word information lost."""
    return _score(data, settings, _lost)


def _score(data: dict[str, Any], settings: Settings, rate: Rate) -> dict[str, Any]:
    if not data["segments"] and settings["no_segments"] == "raise":
        raise OracleError("no segments")
    texts = [
        [units(line, settings) for line in (segment["hypothesis"], *segment["references"])]
        for segment in data["segments"]
    ]
    if any(len(segment) < 2 for segment in texts):
        raise OracleError("a segment without references")
    aligned = texts
    if settings["segments"] == "concatenated":
        chosen = [_chosen(hypothesis, references, settings) for hypothesis, *references in texts]
        aligned = [[_as_one([segment[0] for segment in texts], settings), _as_one(chosen, settings)]]
    rule = _rule(settings)
    if settings["empty_references"] == "raise":
        if any(line == "" for segment in data["segments"] for line in segment["references"]):
            raise OracleError("an empty reference")
        if not all(_chosen(pair[0], pair[1:], settings) for pair in aligned):
            raise OracleError("a reference without units")
    aligned = aligned or [[[], []]]
    rows = [_row(_chosen(pair[0], pair[1:], settings), pair[0], rule, settings) for pair in aligned]
    total = [sum(column) for column in zip(*rows, strict=True)]
    scale = Fraction(settings["scale"])

    def presented(score: Fraction) -> Fraction:
        ten_thousand = 10**4 if settings.get("digits") == "4" else 0
        return (
            Fraction(floor(score * scale * ten_thousand + Fraction(1, 2)), ten_thousand)
            if ten_thousand
            else score * scale
        )

    sentences = [None if (score := rate(row, settings)) is None else presented(score) for row in rows]
    value = rate(tuple(total), settings)
    if settings["average"] == "sentences":
        known = [score for score in sentences if score is not None]
        value = Fraction(mean(known)) if len(known) == len(sentences) else None
    if value is None and settings.get("empty_reference") == "raise":
        raise OracleError("no reference has a unit")
    stages = {
        "tokens": texts,
        "counts": total,
        "sentences": [None if score is None else decimal_text(score) for score in sentences],
    }
    final = value if value is None or settings["average"] == "sentences" else presented(value)
    return {"value": final, "stages": stages}


def _rule(settings: Settings) -> str:
    """Which alignment is counted."""
    costs = settings.get("costs", "one")
    return str(settings.get("alignment", "most-hits") if costs == "one" else costs)


def _chosen(hypothesis: Units, references: list[Units], settings: Settings) -> Units:
    """The reference that counts: the first, or the first of those with the fewest edits."""
    if settings["references"] == "first":
        return references[0]
    edits = [sum(counts(reference, hypothesis, _rule(settings))[1:]) for reference in references]
    return references[edits.index(min(edits))]


def _row(reference: Units, hypothesis: Units, rule: str, settings: Settings) -> Counts:
    """The counts, and the length that is divided by if it is not H + S + D."""
    row = counts(reference, hypothesis, rule)
    if settings.get("denominator") == "longer":
        return (*row, max(len(reference), len(hypothesis)))
    return (*row, len(reference)) if rule == "no-empty-row" else row


# Rates.


def _error_rate(row: Counts, settings: Settings) -> Fraction | None:
    h, s, d, i, *divisor = row
    length = divisor[0] if divisor else h + s + d
    if length:
        rate = Fraction(s + d + i, length)
        return single(rate) if settings["arithmetic"] == "float32" and settings["digits"] == "all" else rate
    if settings["empty_reference"] in ("undefined", "raise") or (settings["empty_reference"] == "infinite" and i):
        return None
    if settings["empty_reference"] == "zero":
        return Fraction(0)
    if settings["empty_reference"] == "always-one":
        return Fraction(1)
    return Fraction(i if settings["empty_reference"] == "insertions" else i > 0)


def _match_error_rate(row: Counts, settings: Settings) -> Fraction | None:
    h, s, d, i = row
    if h + s + d + i:
        return Fraction(s + d + i, h + s + d + i)
    return None if settings["both_empty"] == "undefined" else Fraction(0)


def _preserved(row: Counts, settings: Settings) -> Fraction | None:
    h, s, d, i = row
    if h + s + d + i == 0:
        return None if settings["both_empty"] == "undefined" else Fraction(1)
    return Fraction(h, h + s + d) * Fraction(h, h + s + i) if h else Fraction(0)


def _lost(row: Counts, settings: Settings) -> Fraction | None:
    preserved = _preserved(row, settings)
    return None if preserved is None else 1 - preserved


# Texts.


def units(line: str | Units, settings: Settings) -> Units:
    """The words or characters of a text."""
    tokenizer = settings.get("tokenizer", "characters")
    if isinstance(line, str) == (tokenizer == "given"):
        raise OracleError(f"tokenizer={tokenizer} cannot take {line!r}")
    if settings["case"] != "keep":
        lower = {"lower": str.lower, "ascii": _ascii_lower}[settings["case"]]
        line = lower(line) if isinstance(line, str) else [lower(token) for token in line]
    if not isinstance(line, str):
        return list(line)
    line = transformed(line, settings["transforms"])
    if tokenizer == "ascii-space":
        return words(line, {" "})
    if tokenizer == "each-space":
        ends = [k for k, character in enumerate(line) if character == " "]
        ends += [len(line)] if line and line[-1] != " " else []
        return [line[start + 1 : end] for start, end in zip([-1, *ends], ends, strict=False)]
    if tokenizer == "every-space":
        return _every_space(line)
    if tokenizer == "none-unicode":
        return words(line, WHITE_SPACE)
    if tokenizer in ("none", "none-ascii", "treebank", "ptb-coco"):
        return tokenize(line, tokenizer)
    if tokenizer == "spaces":
        return _between_spaces(line)
    if settings["whitespace"] == "keep":
        return list(line)
    if settings["whitespace"] == "remove":
        return [character for character in line if character not in SEPARATORS]
    return list(strip_right(strip_right(line)[::-1])[::-1])


def _every_space(line: str) -> Units:
    """What is on both sides of each space; nothing of an empty text."""
    words = [""] if line else []
    for character in line:
        if character == " ":
            words.append("")
        else:
            words[-1] += character
    return words


def _ascii_lower(text: str) -> str:
    return "".join(character.lower() if "A" <= character <= "Z" else character for character in text)


def _between_spaces(line: str) -> Units:
    """Runs of two or more white-space characters count as a space; a single other one belongs to a word."""
    line = strip_right(line)
    separated: Units = []
    current, at = "", 0
    while at < len(line):
        run = at
        while line[run] in SEPARATORS:
            run += 1
        if run > at + 1 or line[at] == " " or (run > at and not separated and not current):
            separated, current = ([*separated, current] if current else separated), ""
            at = run
        else:
            current += line[at]
            at += 1
    return [*separated, current] if current else separated


def _as_one(texts: list[Units], settings: Settings) -> Units:
    """The texts joined, with a space between non-empty ones if spaces are characters."""
    between = [" "] if settings.get("whitespace", "remove") in ("strip", "keep") else []
    joined: Units = []
    for text in texts:
        if text:
            joined = [*joined, *between, *text] if joined else text
    return joined


# Alignments.


def counts(reference: Units, hypothesis: Units, rule: str) -> Counts:
    """H, S, D and I of the shortest edit script, or the cheapest one, that the rule prefers."""
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
    h, s, d, i = _backwards(reference, hypothesis)
    return h + matched, s, d, i


#: Of equally cheap ways back, the first of these: a pair of words, an insertion, a deletion.
_PREFERENCES = {"sclite": ("pair", "insertion", "deletion"), "kaldialign": ("insertion", "deletion", "pair")}


@lru_cache(maxsize=64)
def _cheapest(reference: tuple[str, ...], hypothesis: tuple[str, ...], preferred: tuple[str, ...]) -> Counts:
    """A substitution costs 4, an insertion or a deletion 3; the way is found back from the ends of both texts."""

    @cache
    def cost(i: int, j: int) -> int:
        return min(ways(i, j).values(), default=0)

    def ways(i: int, j: int) -> dict[str, int]:
        """What each last step costs, with all before it."""
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
    """A pair costs 3/2 of the share of bytes that differ, a word alone 1, in fractions; the way is found back from the ends."""
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
    """3/2 of the share of bytes to be edited; a word of 50 bytes is too long."""
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
    """The table begins at the first words, which match again if they are repeated; traced back, preferring pairs, then insertions."""
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


@lru_cache(maxsize=64)
def _best_script(reference: tuple[str, ...], hypothesis: tuple[str, ...]) -> Counts:
    @cache
    def best(i: int, j: int) -> Counts:
        options = []
        if i and j:
            h, s, d, n = best(i - 1, j - 1)
            options.append((h + 1, s, d, n) if reference[i - 1] == hypothesis[j - 1] else (h, s + 1, d, n))
        if i:
            h, s, d, n = best(i - 1, j)
            options.append((h, s, d + 1, n))
        if j:
            h, s, d, n = best(i, j - 1)
            options.append((h, s, d, n + 1))
        return min(options, key=lambda row: (row[1] + row[2] + row[3], -row[0]), default=(0, 0, 0, 0))

    for i in range(len(reference) + 1):  # from the small to the large, so that recursion stays shallow
        for j in range(len(hypothesis) + 1):
            best(i, j)
    return best(len(reference), len(hypothesis))


def _backwards(reference: Units, hypothesis: Units) -> Counts:
    """From the ends: a deletion if it is on a shortest path; an insertion if the prefixes before both words are farther apart."""
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
