"""Relations between scores and what they count: items, words, n-grams, classes, and standard errors."""

from __future__ import annotations

import pytest

from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations import check
from tests.unit.relations.test_conditions import _states

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_ITEMS, _WORDS = "integer number of items", "integer number of words"
_PRECISION, _COUNTS = "n-gram precision of its counts", "bleu-precision-2; bleu-matches-2; bleu-ngrams-2"
_BP, _RECALL = "brevity penalty of the lengths", "accuracy is the weighted recall"
_HALF, _PLUS = "chrF++ is at least half of chrF", "doubtful: there are several references, or the two differ in more than the word order"  # fmt: skip
_DECIMALS = "missing: more decimals: with {} items, any number with so few decimals is possible"
_TWO = "accuracy; recall/a classes=2; recall/b"


@pytest.mark.parametrize(
    ("columns", "row", "relation", "state"),
    [
        # k of 3 items: 0, .33, .67 or 1
        ("recall/a; items/a", ".33 3", _ITEMS, "held"),
        ("recall/a; items/a", ".40 3", _ITEMS, "broken"),
        ("accuracy items=3", ".4", _ITEMS, "broken"),
        ("delta; accuracy items=3", "1 .40", _ITEMS, "broken"),
        ("accuracy items=1", ".40", _ITEMS, "broken"),
        ("accuracy items=0", ".40", _ITEMS, "missing: the number of items"),
        ("accuracy", ".40", _ITEMS, "missing: the number of items"),
        ("accuracy items=3", ".50±.1", _ITEMS, "missing: the number of runs in this mean"),
        # a denominator of at most 3: .33, .5, .67 or 1
        ("recall/a; items", ".43 3", _ITEMS, "broken"),
        ("recall/a; items", ".50 3", _ITEMS, "held"),
        ("precision/a; items", ".43 3", _ITEMS, "broken"),
        ("precision; items", ".43 3", _ITEMS, "doubtful: precision is an average over classes"),
        ("f1/a; items", ".43 3", _ITEMS, "broken"),
        ("f1/a; items", ".50 3", _ITEMS, "held"),  # F1/(2-F1) is 1/3
        # k/6 for two runs
        ("accuracy items=3 runs=2", ".50", _ITEMS, "held"),
        ("accuracy items=3 runs=2", ".40", _ITEMS, "broken"),
        ("f1/a items=3 runs=2", ".50", _ITEMS, "missing: the numbers of the individual runs"),
        # two decimals distinguish at most 99 items
        ("accuracy items=99", ".40", _ITEMS, "held"),
        ("accuracy items=100", ".40", _ITEMS, _DECIMALS.format(100)),
        ("accuracy items=100", ".401", _ITEMS, "broken"),
        # k of 11 words: 45.5 % is 5/11
        ("bleu-precision-1; hyp_len", "45.5 11", _WORDS, "held"),
        ("bleu-precision-1; hyp_len", "47.5 11", _WORDS, "broken"),
        ("bleu-precision-1; hyp_len", ".4 11", _WORDS, ""),
        ("bleu-precision-1; hyp_len", ".4 9", _WORDS, "held"),
        ("bleu-precision-1@x; hyp_len@y", "47.5 11", _WORDS, ""),
        # without matches, smoothing gives at most one; without n-grams, it is 0
        (_COUNTS, "25.0 1 4", _PRECISION, "held"),
        (_COUNTS, "20.0 1 4", _PRECISION, "broken"),
        (_COUNTS, "25.0 0 4", _PRECISION, "held"),
        (_COUNTS, "30.0 0 4", _PRECISION, "broken"),
        (_COUNTS, "0 0 0", _PRECISION, "held"),
        (_COUNTS, ".5 0 0", _PRECISION, "broken"),
        ("bleu-precision-2; bleu-matches-3; bleu-ngrams-3", ".20 1 4", _PRECISION, ""),
        # lengths: exp(1 - 10/9) is .895
        ("bleu-ngrams-1; hyp_len", "9 9", "the number of unigrams is the number of words", "held"),
        ("bleu-ngrams-1; hyp_len", "9 8", "the number of unigrams is the number of words", "broken"),
        ("ratio; hyp_len; ref_len", ".90 9 10", "ratio of the lengths", "held"),
        ("ratio; hyp_len; ref_len", ".80 9 10", "ratio of the lengths", "broken"),
        ("bp; hyp_len; ref_len", ".895 9 10", _BP, "held"),
        ("bp; hyp_len; ref_len", ".85 9 10", _BP, "broken"),
        ("bp; hyp_len; ref_len", "1.00 10 9", _BP, "held"),
        ("bp; hyp_len; ref_len", ".90 10 9", _BP, "broken"),
        ("bp; ratio", ".895 .9000", "brevity penalty of the ratio of lengths", "held"),
        ("bp; ratio", ".80 .9000", "brevity penalty of the ratio of lengths", "broken"),
        ("bp; ratio", "1.00 1.2", "brevity penalty of the ratio of lengths", "held"),
        # 9 of 10 and 3 of 5 items are 80 %; otherwise accuracy lies between the recalls
        ("accuracy; recall/a classes=2; items/a; recall/b; items/b", ".80 .90 10 .60 5", _RECALL, "held"),
        ("accuracy; recall/a classes=2; items/a; recall/b; items/b", ".70 .90 10 .60 5", _RECALL, "broken"),
        ("accuracy; recall/a; items/a; recall/b; items/b", ".70 .90 10 .60 5", _RECALL, "doubtful: some classes are missing"),
        (_TWO, ".70 .90 .60", _RECALL, "held"),
        (_TWO, ".50 .90 .60", _RECALL, "broken"),
        ("accuracy; recall/a classes=3; recall/b", ".50 .90 .60", _RECALL, ""),
        (f"balanced-{_TWO}", ".75 .90 .60", "balanced accuracy is the mean recall", "held"),
        (f"balanced-{_TWO}", ".70 .90 .60", "balanced accuracy is the mean recall", "broken"),
        # kappa of 3, 1, 1 and 3 is 2(9 - 1)/32; without both classes, it is undefined
        ("kappa; tp; fp; fn; tn", ".50 3 1 1 3", "kappa of TP, FP, FN, TN", "held"),
        ("kappa; tp; fp; fn; tn", ".30 3 1 1 3", "kappa of TP, FP, FN, TN", "broken"),
        ("kappa; tp; fp; fn; tn", ".5 5 0 0 0", "kappa of TP, FP, FN, TN", "missing: more decimals: any value satisfies it"),
        # chrF++
        ("chrf word_order=2; chrf", ".25 .50", _HALF, "held"),
        ("chrf word_order=2; chrf", ".20 .50", _HALF, _PLUS),
        ("chrf word_order=1; chrf", ".20 .50", _HALF, _PLUS),
        ("chrf word_order=2; chrf word_order=1", ".20 .50", _HALF, ""),
        ("chrf word_order=2 beta=1; chrf", ".20 .50", _HALF, ""),
    ],
)  # fmt: skip
def test_the_states_of_a_relation(columns: str, row: str, relation: str, state: str) -> None:
    assert _states(columns, row, relation) == state


_AT_MOST, _EQUAL = "standard error of scores from 0 to 1", "standard error of scores that are 0 or 1"
_SOME, _SAME = "standard error for some number of items", "standard errors from the same number of items"


def _errors(row: str, *, known: bool) -> tuple[list[str], list[str]]:
    """Return the relations of standard errors that hold, and those that are broken.

    The row has means, each followed by its standard error, and perhaps a number of items; `known` says that the scores
    are 0 or 1.
    """
    numbers = row.split()
    columns = []
    for place in range(0, len(numbers) - 1, 2):
        columns.append(PrintedColumn(f"m{place}", "accuracy", {"scores": "0/1"} if known else {}))
        columns.append(PrintedColumn(f"e{place}", "stderr", of=[f"m{place}"]))
    if len(numbers) % 2:
        columns.append(PrintedColumn("n", "items"))
    found = check(PrintedTable("t", columns, [Row("", [Cell(text, text) for text in numbers])], rounded=True))
    assert not found.doubtful
    held, broken = (
        [each.relation for each in states if each.relation.startswith("standard")]
        for states in (found.checked, found.broken)
    )
    return held, broken


@pytest.mark.parametrize(
    ("row", "known", "held", "broken"),
    [
        # The root of .25/99 is .0503.
        (".5000 .0503 100", True, [_AT_MOST, _EQUAL], []),
        (".5000 .0400 100", True, [_AT_MOST], [_EQUAL]),
        (".5000 .0600 100", True, [], [_AT_MOST, _EQUAL]),
        (".5000 .0400 100", False, [_AT_MOST], []),
        (".5000 .0600 100", False, [], [_AT_MOST]),
        ("1.0000 .0000 1", True, [_AT_MOST, _EQUAL], []),
        (".5000 .0000 0", True, [], []),
        # A mean with many decimals shows that each score is 0 or 1: 1/3 of 3 items, with the standard error 1/3.
        (".333333 .333333 3", False, [_AT_MOST, _EQUAL], []),
        (".333333 .300000 3", False, [_AT_MOST], [_EQUAL]),
        (".343434 .300000 3", False, [_AT_MOST], []),
        # The root of .48 * .52 / 24 is .1020; no number of items gives .1120 or .0402.
        (".4800 .1020", True, [_SOME], []),
        (".4800 .1120", True, [], [_SOME]),
        (".4800 .0402", True, [], [_SOME]),
        (".4800 .1120", False, [], []),
        ("1.0 .1", True, [], []),
        # The second pair has 100 items; the root of .24/99 is .0492, and 83 items give .0541.
        (".4000 .0492 .5000 .0503", True, [_SOME, _SOME, _SAME], []),
        (".4096 .0543 .5000 .0503", True, [_SOME, _SOME], [_SAME]),
        (".4096 .0543 .5000 .0503", False, [], []),
    ],
)
def test_standard_errors(row: str, known: bool, held: list[str], broken: list[str]) -> None:
    assert _errors(row, known=known) == (held, broken)
