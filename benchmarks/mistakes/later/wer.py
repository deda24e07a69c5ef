"""WER, with a table of edits or a single row of it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs


def words_at_spaces(text: str) -> list[str]:
    """Return the words between spaces; a run of several white-space characters counts as one space."""
    return [word for word in re.sub(r"\s\s+", " ", text).strip().split(" ") if word]


def distance(hypothesis: Sequence[str], reference: Sequence[str], bug: str) -> int:
    """Return the fewest substitutions, deletions and insertions."""
    if bug == "places-compared":
        pairs = sum(one != other for one, other in zip(hypothesis, reference, strict=False))
        return pairs + abs(len(hypothesis) - len(reference))
    if bug == "sequence-matcher":
        steps = difflib.SequenceMatcher(None, reference, hypothesis).get_opcodes()
        return sum(max(b - a, d - c) for kind, a, b, c, d in steps if kind != "equal")
    if bug == "diagonal-overwritten":
        return distance_in_one_row(hypothesis, reference)
    rows, columns = len(reference), len(hypothesis)
    table = [[0] * (columns + 1) for _ in range(rows + 1)]
    for i in range(rows + 1):
        table[i][0] = i
    for j in range(columns + 1):
        table[0][j] = 0 if bug == "added-beginning-free" else j
    for i in range(1, rows + 1):
        for j in range(1, columns + 1):
            different = int(reference[i - 1] != hypothesis[j - 1])
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + different)
            if bug == "exchange-is-one-edit" and i > 1 and j > 1:
                crossed = reference[i - 1] == hypothesis[j - 2] and reference[i - 2] == hypothesis[j - 1]
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1 if crossed else table[i][j])
    if bug == "insertions-not-counted":
        return table[rows][columns] - insertions(table, hypothesis, reference)
    return table[rows][columns]


def distance_in_one_row(hypothesis: Sequence[str], reference: Sequence[str]) -> int:
    """Return the fewest edits from a single row of the table, with the mistake of overwriting its diagonal."""
    row = list(range(len(hypothesis) + 1))
    for i, word in enumerate(reference, 1):
        row[0] = i
        for j, said in enumerate(hypothesis, 1):
            row[j] = min(row[j] + 1, row[j - 1] + 1, row[j - 1] + (word != said))
    return row[-1]


def insertions(table: Sequence[Sequence[int]], hypothesis: Sequence[str], reference: Sequence[str]) -> int:
    """Return the number of insertions on the way back through the table."""
    i, j, count = len(reference), len(hypothesis), 0
    while i or j:
        if i and j and table[i][j] == table[i - 1][j - 1] + (reference[i - 1] != hypothesis[j - 1]):
            i, j = i - 1, j - 1
        elif j and table[i][j] == table[i][j - 1] + 1:
            j, count = j - 1, count + 1
        else:
            i -= 1
    return count


def pairs_aligned(hypothesis: Sequence[str], reference: Sequence[str]) -> int:
    """Return the length of the alignment: edits and equal words."""
    table = [[(0, 0)] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i in range(len(reference) + 1):
        for j in range(len(hypothesis) + 1):
            ways = []
            if i and j:
                ways.append((table[i - 1][j - 1], int(reference[i - 1] != hypothesis[j - 1])))
            if i:
                ways.append((table[i - 1][j], 1))
            if j:
                ways.append((table[i][j - 1], 1))
            if ways:
                table[i][j] = min((edits + cost, steps + 1) for (edits, steps), cost in ways)
    return table[-1][-1][1]


def wer(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    tokenize: Callable[[str], list[str]] = words_at_spaces,
    lower: bool = False,
    nearest: bool = False,
    longer: bool = False,
    concatenated: bool = False,
    by_sentence: bool = False,
    scale: float = 1.0,
) -> float:
    """Return WER against the first reference or the nearest one."""
    if not all(references):
        raise ValueError("a segment has no reference")
    tokens = [tokenize(text.lower() if lower else text) for text in hypotheses]
    others = [[tokenize(text.lower() if lower else text) for text in several] for several in references]
    if concatenated:
        tokens = [[word for words in tokens for word in words]]
        others = [[[word for several in others for word in several[0]]]]
    edits, lengths = [], []
    for words, several in zip(tokens, others, strict=True):
        candidates = several if nearest else several[:1]
        each = [distance(words, candidate, bug) for candidate in candidates]
        chosen = candidates[each.index(min(each))]
        length = max(len(words), len(chosen)) if longer else len(chosen)
        if bug == "length-of-the-first-reference":
            length = len(several[0])
        if bug == "divided-by-the-alignment":
            length = pairs_aligned(words, chosen)
        edits.append(min(each))
        lengths.append(length)
    if not by_sentence:
        return scale * rate(sum(edits), sum(lengths))
    rates = [rate(count, length) for count, length in zip(edits, lengths, strict=True)]
    if bug == "capped-at-one":
        rates = [min(value, 1.0) for value in rates]
    return scale * sum(rates) / len(rates) if rates else 0.0


def rate(edits: int, length: int) -> float:
    """Return the edits per word, or their number if the length is 0."""
    return edits / length if length else float(edits)


CHOICES = {
    "p": Honest("lower case; 0 to 100", {"case": "lower", "scale": "100"}, Written(wer, {"lower": True, "scale": 100.0})),
    "q": Honest("words at any white space; divided by the longer text", {"tokenizer": "none", "denominator": "longer"}, Written(wer, {"tokenize": str.split, "longer": True})),
    "r": Honest("words at any white space; one text", {"tokenizer": "none", "segments": "concatenated"}, Written(wer, {"tokenize": str.split, "concatenated": True})),
    "s": Honest("the nearest reference; the mean of segments", {"references": "best", "average": "sentences"}, Written(wer, {"nearest": True, "by_sentence": True})),
    "t": Honest("lower case; the nearest reference", {"case": "lower", "references": "best"}, Written(wer, {"lower": True, "nearest": True})),
    "u": Honest("lower case; the mean of segments", {"case": "lower", "average": "sentences"}, Written(wer, {"lower": True, "by_sentence": True})),
}  # fmt: skip

BUGS = [
    ("added-beginning-free", "p"),
    ("insertions-not-counted", "u"),
    ("length-of-the-first-reference", "s"),
    ("divided-by-the-alignment", "t"),
    ("sequence-matcher", "u"),
    ("places-compared", "q"),
    ("diagonal-overwritten", "r"),
    ("exchange-is-one-edit", "p"),
    ("capped-at-one", "s"),
]

PROGRAMS = programs("WER", "wer", CHOICES, BUGS, "q")
