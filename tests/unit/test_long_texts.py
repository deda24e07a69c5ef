"""Two long texts: the counts are those of the plain tables, in memory that grows with the texts and not with their product."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from samescore import Corpus
from samescore.base.outcome import Raised, Score
from samescore.metrics import metric
from samescore.metrics.edits import distance as edit_distance
from samescore.metrics.edits.alignments import align
from samescore.metrics.evaluator import native_outcome
from samescore.metrics.rouge.lcs import lcs_length, lcs_positions

#: It hardly depends on the interpreter: on the oldest and the newest one.
pytestmark = [pytest.mark.ends, pytest.mark.usefixtures("both_routes")]

#: Words of each text whose memory is measured, and the bytes of a table of pointers to all pairs of them.
WORDS = 400
TABLE = 8 * WORDS**2

Words = list[str]


def _pairs(count: int, longest: int) -> list[tuple[Words, Words]]:
    """Pairs of texts: few words or many, unrelated or alike."""
    rng, pairs = random.Random(7), []
    for _ in range(count):
        words = [f"w{n}" for n in range(rng.choice([1, 2, 3, 5, 20, 100]))]
        first = [rng.choice(words) for _ in range(rng.randrange(longest))]
        second = [rng.choice(words) for _ in range(rng.randrange(longest))]
        if rng.random() < 0.3:
            second = [rng.choice(words) if rng.random() < 0.1 else word for word in first]
        pairs.append((first, second))
    return pairs


def _lcs_table(reference: Words, hypothesis: Words) -> list[list[int]]:
    table = [[0] * (len(hypothesis) + 1)]
    for token in reference:
        above, row = table[-1], [0]
        for j, other in enumerate(hypothesis):
            row.append(above[j] + 1 if token == other else max(above[j + 1], row[j]))
        table.append(row)
    return table


def _lcs_read_back(reference: Words, hypothesis: Words, tie: str) -> set[int]:
    table = _lcs_table(reference, hypothesis)
    i, j, positions = len(reference), len(hypothesis), set()
    while i and j:
        up, left = table[i - 1][j], table[i][j - 1]
        if reference[i - 1] == hypothesis[j - 1]:
            i, j = i - 1, j - 1
            positions.add(i)
        elif left > up or (left == up and tie == "hypothesis"):
            j -= 1
        else:
            i -= 1
    return positions


def test_longest_common_subsequences_are_those_of_the_table() -> None:
    for reference, hypothesis in _pairs(300, 60):
        assert lcs_length(reference, hypothesis) == _lcs_table(reference, hypothesis)[-1][-1]
        for tie in ("reference", "hypothesis"):
            expected = _lcs_read_back(reference, hypothesis, tie)
            assert lcs_positions(reference, hypothesis, tie) == expected, (reference, hypothesis)


def _runs(reference: Words, hypothesis: Words, w: float) -> tuple[float, float]:
    """The weight of the heaviest subsequence, and of the runs of its positions in the reference."""
    table, lengths = [[0.0] * (len(hypothesis) + 1)], [[0] * (len(hypothesis) + 1)]
    for token in reference:
        table.append([0.0])
        lengths.append([0])
        for j, other in enumerate(hypothesis):
            k = lengths[-2][j] if token == other else -1
            lengths[-1].append(k + 1)
            extended = table[-2][j] + (k + 1) ** w - k**w if k >= 0 else 0.0
            table[-1].append(extended if k >= 0 else max(table[-2][j + 1], table[-1][j]))
    i, j, positions = len(reference), len(hypothesis), set()
    while i and j:
        if reference[i - 1] == hypothesis[j - 1]:
            i, j = i - 1, j - 1
            positions.add(i)
        elif table[i - 1][j] >= table[i][j - 1]:
            i -= 1
        else:
            j -= 1
    left, weight, run = Counter(hypothesis), 0.0, 0
    for position in sorted(positions):
        if left[reference[position]]:
            left[reference[position]] -= 1
            run += 1
            if position + 1 not in positions:
                weight, run = weight + run**w, 0
    return table[-1][-1], weight


def test_weighted_subsequences_are_those_of_the_table() -> None:
    chosen = metric("rouge-w")
    for reference, hypothesis in _pairs(200, 40):
        corpus = Corpus.from_tokens([hypothesis], [[reference]])
        for w in (1.0, 1.2, 3.0):
            counts = [
                chosen.statistics(
                    corpus, chosen.settings.from_mapping({"tokenizer": "given", "weight": w, "hits": hits})
                )
                for hits in ("wlcs", "runs")
            ]
            assert [table.rows[0][0] for table in counts] == list(_runs(reference, hypothesis, w))


def test_skip_bigrams_are_those_of_all_pairs() -> None:
    def pairs(words: Words, skip: int) -> Counter[tuple[str, str]]:
        places = combinations(range(len(words)), 2)
        return Counter((words[i], words[j]) for i, j in places if skip < 0 or j - i - 1 <= skip)

    chosen = metric("rouge-s")
    for reference, hypothesis in _pairs(150, 30):
        corpus = Corpus.from_tokens([hypothesis], [[reference]])
        for skip in (-1, 0, 1, 4):
            settings = chosen.settings.from_mapping({"tokenizer": "given", "skip": skip})
            h, r = pairs(hypothesis, skip), pairs(reference, skip)
            expected = (sum((h & r).values()), sum(h.values()), sum(r.values()))
            assert chosen.statistics(corpus, settings).rows[0] == expected


def _edit_table(a: Words, b: Words) -> list[list[int]]:
    table = [list(range(len(b) + 1))]
    for i, x in enumerate(a, 1):
        table.append([i])
        for j, y in enumerate(b, 1):
            table[-1].append(min(table[-2][j - 1] + (x != y), table[-2][j] + 1, table[-1][j - 1] + 1))
    return table


def test_hits_are_those_of_the_path_that_deletes_first() -> None:
    for reference, hypothesis in _pairs(300, 40):
        r, h, hits = list(reference), list(hypothesis), 0
        for end in (0, -1):  # common beginnings and ends count as hits
            while r and h and r[end] == h[end]:
                r.pop(end), h.pop(end)
                hits += 1
        table = _edit_table(r, h)
        i, j, edits = len(r), len(h), table[-1][-1]
        while i and j:
            if table[i - 1][j] + 1 == table[i][j]:
                i -= 1
            elif table[i][j - 1] + 1 == table[i - 1][j - 1]:
                j -= 1
            else:
                i, j = i - 1, j - 1
                hits += r[i] == h[j]
        aligned = align(reference, hypothesis, "deletions-last")
        assert (aligned[0], sum(aligned[1:])) == (hits, edits)


def test_transpositions_are_those_of_the_table() -> None:
    """Lowrance and Wagner's recurrence, with the whole table."""
    for a, b in _pairs(150, 25):
        for cost in (0, 1, 2, 3):
            table = {(i, 0): i for i in range(len(a) + 1)} | {(0, j): j for j in range(len(b) + 1)}
            for i, x in enumerate(a, 1):
                for j, y in enumerate(b, 1):
                    substituted = table[i - 1, j - 1] + (cost if x != y else 0)
                    best = min(substituted, table[i - 1, j] + 1, table[i, j - 1] + 1)
                    k = next((k for k in range(i - 1, 0, -1) if a[k - 1] == y), 0)
                    n = next((n for n in range(j - 1, 0, -1) if b[n - 1] == x), 0)
                    if k and n:
                        best = min(best, table[k - 1, n - 1] + (i - k - 1) + 1 + (j - n - 1))
                    table[i, j] = best
            assert edit_distance.distance(a, b, "damerau", cost) == table[len(a), len(b)]


def _long_texts(characters: bool, seed: int) -> Corpus:
    """Two texts of `WORDS` words, or characters, of which one in eight differs, the first and the last among them."""
    rng = random.Random(seed)
    vocabulary = "abcdefgh" if characters else [f"w{n}" for n in range(WORDS)]
    reference = [rng.choice(vocabulary) for _ in range(WORDS)]
    hypothesis = [("x" if characters else f"x{i}") if i % 8 == 0 else word for i, word in enumerate(reference)]
    hypothesis[-1] = "y"
    joint = "" if characters else " "
    return Corpus.from_segments([joint.join(hypothesis)], [[joint.join(reference)]])


_LONG: list[tuple[str, dict[str, Any]]] = [
    ("rouge-l", {}),
    ("rouge-lsum", {}),
    ("rouge-lsum", {"lcs_tie": "hypothesis", "union": "distinct"}),
    ("rouge-lsum", {"union": "every"}),
    ("rouge-w", {}),
    ("rouge-w", {"hits": "runs"}),
    ("rouge-s", {}),
    ("rouge-su", {}),
    ("ter", {}),
    ("wer", {}),
    ("mer", {"alignment": "deletions-last"}),
    ("wil", {"alignment": "most-hits"}),
    ("edit-distance", {}),
    ("edit-distance", {"operations": "osa", "tokenizer": "none"}),
    ("edit-distance", {"operations": "damerau"}),
    ("ribes", {}),
    ("meteor", {}),
    ("cider", {}),
    ("nist", {}),
    ("drop-f1", {}),
]


@pytest.mark.once
@pytest.mark.parametrize(
    ("name", "knobs"),
    [pytest.param(*case, marks=pytest.mark.slow) if case == ("ribes", {}) else case for case in _LONG],
)
def test_long_texts_take_little_memory(name: str, knobs: dict[str, Any]) -> None:
    """The smaller of two peaks counts: the first call also loads modules, and other threads allocate memory too."""
    settings = metric(name).settings.from_mapping(knobs)
    peaks = []
    for seed in (1, 2):
        corpus = _long_texts(name == "edit-distance" and "tokenizer" not in knobs, seed)
        tracemalloc.start()
        try:
            outcome = native_outcome(corpus, settings)
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
        assert isinstance(outcome, Score)
    assert min(peaks) < TABLE / 2, f"{peaks} bytes"


def test_a_table_that_cannot_be_smaller_is_refused_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """With edits between transposed units, a row is kept for each unit that both texts have."""
    settings = metric("edit-distance").settings.from_mapping({"operations": "damerau", "tokenizer": "none"})
    corpus = Corpus.from_segments([" ".join(map(str, range(50)))], [[" ".join(map(str, range(50)))]])
    assert isinstance(native_outcome(corpus, settings), Score)
    monkeypatch.setattr(edit_distance, "_MOST_BYTES", 50 * 51 * 8 - 1)
    again = Corpus(corpus.segments)
    refused = native_outcome(again, settings)
    assert isinstance(refused, Raised)
    assert refused.error == "MemoryError"
    assert "50 and 50 units (50 distinct in common) takes" in refused.message
