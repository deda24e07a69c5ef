"""When a relation applies: the columns that belong together, means over runs, percentages below 1, and excuses."""

from __future__ import annotations

import pytest

from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row
from samescore.verbs.audit.relations import check

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_RUNS = "missing: the numbers of the individual runs"
_MORE_CLASSES = "doubtful: some classes are missing"
_SEVERAL = "doubtful: items may have several labels, or some classes are missing"
_WEIGHED = "doubtful: F weights precision and recall differently"
_OF_MEANS = "doubtful: precision, recall and F1 are means over classes"
_MORE_OR_MEANS = "doubtful: there are more than two classes, or precision and recall are means over classes"
_OTHER_ITEMS = "doubtful: the rows are of different test sets"


def _column(words: str) -> PrintedColumn:
    """Return a column from words such as ``f1/a@x average=macro`` (metric, class, test set and knobs)."""
    (name, *knobs) = words.split()
    metric, _, test_set = name.partition("@")
    quantity, _, label = metric.partition("/")
    known = dict(knob.split("=") for knob in knobs)
    numbers = {key: None if value == "None" else _number(value) for key, value in known.items()}
    return PrintedColumn(words, quantity, numbers, test_set, label)


def _number(value: str) -> object:
    return int(value) if value.isdecimal() else float(value) if value.replace(".", "").isdecimal() else value


def _cell(text: str) -> Cell:
    """Return the cell of a number, perhaps with a ± and a spread."""
    number, _, spread = text.partition("±")
    return Cell(text, number, spread=spread)


def _states(columns: str, rows: str, relation: str) -> str:
    """Return the states of a relation in a table; columns and rows are separated by semicolons."""
    cells = [[_cell(text) for text in row.split()] for row in rows.split(";")]
    table = PrintedTable("t", [_column(words) for words in columns.split(";")], [Row("", row) for row in cells])
    found = check(table)
    states = ["held" for each in found.checked if each.relation == relation]
    states += ["broken" for each in found.broken if each.relation == relation]
    states += [f"doubtful: {each.unless}" for each in found.doubtful if each.relation == relation]
    states += [f"missing: {each.missing}" for each in found.unchecked if each.relation == relation]
    return ", ".join(states)


@pytest.mark.parametrize(
    ("columns", "row", "relation", "state"),
    [
        # precision, recall and F1 of all classes
        ("precision average=macro; precision/a; precision/b", ".70 .80 .40", "the mean of the classes' precision", _MORE_CLASSES),
        ("precision average=macro; precision/a; precision/b", ".70±.1 .80 .40", "the mean of the classes' precision", _MORE_CLASSES),
        ("precision average=macro; precision/a classes=2; precision/b", ".70 .80 .40", "the mean of the classes' precision", "broken"),
        ("precision average=macro; precision/a classes=3; precision/b", ".70 .80 .40", "precision of all classes", "missing: the other classes"),
        ("precision average=macro; precision/a", ".70 .80", "the mean of the classes' precision", ""),
        ("precision@x average=macro; precision/a@x; precision/b@y", ".70 .80 .40", "the mean of the classes' precision", ""),
        ("precision average=weighted; precision/a; precision/b; items/a; items/b", ".50 .80 .40 30 10", "the weighted mean of the classes' precision", _MORE_CLASSES),
        ("precision average=weighted; precision/a; precision/b; items/a", ".50 .80 .40 30", "the weighted mean of the classes' precision", "held"),
        ("precision average=weighted; precision/a; precision/b; items/a; items/b", ".50 .80 .40 3e1 10", "the weighted mean of the classes' precision", "held"),
        ("precision average=weighted; precision/a; precision/b; items/a; items/b", ".40 .80 .40 0 10", "the weighted mean of the classes' precision", "held"),
        ("precision classes=2; precision/a; precision/b", ".52 .10 .10", "an average of the classes' precision", "broken"),
        ("f1 classes=2; f1/a; f1/b", ".526 .100 .100", "an average of the classes' f1", "held"),
        ("f1 classes=2; f1/a; f1/b", ".528 .100 .100", "an average of the classes' f1", "broken"),
        ("f1 classes=2; f1/a; f1/b", ".08 .10 .10", "an average of the classes' f1", "broken"),
        ("f1 classes=2 average=micro; f1/a; f1/b", ".52 .10 .10", "an average of the classes' f1", "broken"),
        # accuracy, balanced accuracy and recall
        ("accuracy classes=2; recall/a; recall/b; items/a; items/b", ".70 .80 .40 30 10", "accuracy is the weighted recall", "held"),
        ("accuracy classes=2; recall/a; recall/b; items/a; items/b", ".60 .80 .40 30 10", "accuracy is the weighted recall", "broken"),
        ("accuracy; recall/a; recall/b", ".90±.1 .80 .40", "accuracy is the weighted recall", _MORE_CLASSES),
        ("accuracy; recall/a", ".90 .80", "accuracy is the weighted recall", ""),
        ("balanced-accuracy; recall/a; recall/b; items/a; items/b", ".70±.1 .80 .40 30 10", "balanced accuracy is the mean recall", _MORE_CLASSES),
        ("precision average=micro; accuracy", ".70 .60", "accuracy is micro precision", _SEVERAL),
        ("precision average=micro; accuracy classes=3", ".70±.1 .60", "accuracy is micro precision", "broken"),
        ("precision@x average=micro classes=3; accuracy@y", ".70 .60", "accuracy is micro precision", ""),
        ("recall average=macro; balanced-accuracy", ".70±.1 .60", "balanced accuracy is macro recall", "doubtful: a class does not occur in the gold labels"),
        ("recall@x average=macro; balanced-accuracy@y", ".70 .60", "balanced accuracy is macro recall", ""),
        # numbers of items
        ("items; items/a; items/b", "31 20 10", "items of all classes", _SEVERAL),
        ("items; items/a; items/b; f1/a classes=2", "31 20 10 .5", "items of all classes", "broken"),
        ("items; items/a; items/b; f1 classes=2", "31 20 10 .5", "items of all classes", _SEVERAL),
        ("items; items/a; items/b; accuracy/a classes=2", "31 20 10 .5", "items of all classes", _SEVERAL),
        ("items; items/a; items/b", "29 20 10", "items of some classes", ""),
        ("items classes=None; items/a; items/b", "29 20 10", "items of some classes", "broken"),
        ("items classes=None; items/a; items/b", "31 20 10", "items of some classes", "held"),
        ("items; items/a", "31 20", "items of all classes", ""),
        # F1-mult
        ("f1-mult; f1/a; f1/b", ".30 .80 .40", "F1-mult is the product of F1", _MORE_CLASSES),
        ("f1-mult; f1/a", ".30 .80", "F1-mult is the product of F1", ""),
        ("f1-mult; f1/a", ".90 .80", "F1-mult is at most the product of F1", ""),
        ("f1-mult; f1/a; f1/b", ".40±.1 .80 .40", "F1-mult is at most the product of F1", _RUNS),
    ],
)  # fmt: skip
def test_scores_of_classes(columns: str, row: str, relation: str, state: str) -> None:
    """At F1 .1005, the F1 of the mean precision and recall is at most (1 + .1005/1.8995)/2 = .5265."""
    assert _states(columns, row, relation) == state


_F, _MEAN_F = "F1 of precision and recall", "mean F1 within the bounds of mean precision and recall"
_ROUGE, _ALIKE = (
    "mean F within the bounds of mean precision and recall",
    "mean F within the bounds of mean precision and recall, weighed alike",
)
_MCC, _FLOOR = (
    "MCC within the bounds of precision and recall",
    "accuracy at least the minimum for its precision and recall",
)


def _rouge(knobs: str) -> str:
    return ";".join(f"{knobs} {own}" for own in ("", "measure=precision", "measure=recall"))


@pytest.mark.parametrize(
    ("columns", "row", "relation", "state"),
    [
        # F1: which precision and recall belong to it, and whether these are means
        ("f1 average=micro; precision average=micro; recall average=micro", ".45 .60 .40", _F, "broken"),
        ("f1 average=micro; precision average=micro; recall average=micro", ".48 .60 .40", _MEAN_F, ""),
        ("f1; precision average=macro; recall average=macro", ".45 .60 .40", _MEAN_F, "held"),
        ("f1/a; precision/a; recall/a", ".45 .60 .40", _F, "broken"),
        ("f1/a; precision/b; recall/a", ".45 .60 .40", _F, ""),
        ("f1 average=macro; precision; recall", ".45 .60 .40", _F, ""),
        ("f1; precision average=macro; recall average=macro", ".45 .60 .40", _F, ""),
        ("f1; precision; recall", ".45 .60 .40", _F, _OF_MEANS),
        ("f1; precision; recall; recall average=macro", ".45 .60 .40 .80", _F, _OF_MEANS),
        ("f1 average=macro; precision average=micro; recall average=macro", ".90 .60 .40", _MEAN_F, ""),
        ("f1; precision average=micro; precision average=macro; recall", ".90 .60 .60 .40", _MEAN_F, ""),
        ("f1 average=binary; precision average=binary; recall average=binary", ".50 .60±.1 .40", _F, _RUNS),
        ("f1 average=binary; precision average=binary; recall average=binary", ".50 .60±.1 .40", _MEAN_F, "broken"),
        ("f1 average=binary; precision average=binary; recall average=binary", ".48 .60 .40", _MEAN_F, ""),
        ("f1 average=macro; precision average=macro; recall average=macro", ".60 .90 .90", _MEAN_F, "broken"),
        ("f1 average=binary beta=0; precision average=binary; recall average=binary", ".45 .60 .40", _F, ""),
        ("f1 average=binary beta=inf; precision average=binary; recall average=binary", ".45 .60 .40", _F, ""),
        # ROUGE
        (_rouge("rouge-l"), ".590±.1 .600 .400", _ALIKE, _WEIGHED),
        (_rouge("rouge-l"), ".590±.1 .600 .400", _ROUGE, "held"),
        (_rouge("rouge-l"), ".600 .900 .900", _ROUGE, "broken"),
        (_rouge("rouge-n order=1"), ".600 .900 .900", _ROUGE, "broken"),
        (_rouge("rouge-n order=1"), ".590±.1 .600 .400", _ROUGE, "broken"),
        (_rouge("rouge-n order=1 average=corpus"), ".450±.1 .600 .400", "F of precision and recall", _RUNS),
        (_rouge("rouge-n order=1 average=means"), ".450 .600 .400", "F of precision and recall", "broken"),
        (_rouge("rouge-l average=resampled"), ".450 .600 .400", _ROUGE, "missing: means over segments, with the same weight of recall"),
        (_rouge("rouge-l f_form=ratio"), ".450 .600 .400", _ROUGE, "missing: means over segments, with the same weight of recall"),
        (_rouge("rouge-l average=corpus f_form=alpha alpha=1"), ".600 .600 .400", "F of precision and recall", "held"),  # F is precision
        (_rouge("rouge-l average=corpus f_form=alpha alpha=1"), ".480 .600 .400", "F of precision and recall", "broken"),
        (_rouge("rouge-l f_form=alpha alpha=1"), ".610 .600 .700", _ROUGE, "broken"),
        ("rouge-l@x; rouge-l@y measure=precision; rouge-l@y measure=recall", ".610 .600 .400", _ROUGE, ""),
        (_rouge("rouge-l average=corpus f_form=alpha alpha=x"), ".600 .600 .400", "F of precision and recall", _WEIGHED),
        (_rouge("rouge-l average=corpus f_form=alpha alpha=0"), ".480 .600 .400", "F of precision and recall", "held"),
        (_rouge("rouge-l average=corpus f_form=alpha alpha=0"), ".600 .600 .400", "F of precision and recall", _WEIGHED),
        (_rouge("rouge-n order=1"), ".60001 .60000 .60000", _ROUGE, "held"),
        (_rouge("rouge-n order=1"), ".60004 .60000 .60000", _ROUGE, "broken"),
        (_rouge("rouge-n order=1 average=corpus"), ".5999 .6000 .6000", "F of precision and recall", "held"),
        # MCC of two classes lies between -sqrt((1-P)(1-R)) and sqrt(PR)
        ("mcc classes=2; precision; recall", ".62±.1 .60 .60", _MCC, "broken"),
        ("mcc classes=2; precision; recall", ".60 .60 .60", _MCC, "held"),
        ("mcc classes=2; precision; recall", "-.30 .80 .80", _MCC, "broken"),
        ("mcc classes=2; precision; recall", "-.20 .80 .80", _MCC, "held"),
        ("mcc; precision average=binary; recall average=binary", ".70 .60 .60", _MCC, "broken"),
        ("mcc; precision average=binary; recall", ".70 .60 .60", _MCC, "doubtful: there are more than two classes"),
        ("mcc; precision; recall", ".70 .60 .60", _MCC, "doubtful: there are more than two classes"),
        ("mcc; precision classes=3; recall", ".70 .60 .60", _MCC, ""),
        ("mcc@x; precision@y; recall@y", ".70 .60 .60", _MCC, ""),
        ("mcc; precision", ".70 .60", _MCC, ""),
        # accuracy of two classes is at least PR/(P+R-PR): .36/.84 = .43
        ("accuracy classes=2; precision average=binary; recall average=binary", ".30 .60 .60", _FLOOR, "broken"),
        ("accuracy classes=2; precision average=binary; recall average=binary", ".43 .60 .60", _FLOOR, "held"),
        ("accuracy classes=2; precision average=binary; recall average=binary", ".30±.1 .60 .60", _FLOOR, _RUNS),
        ("accuracy classes=2; precision/a; recall/a", ".30 .60 .60", _FLOOR, "broken"),
        ("accuracy; precision/a; recall/a", ".30 .60 .60", _FLOOR, _MORE_OR_MEANS),
        ("accuracy classes=2; precision; recall", ".30 .60 .60", _FLOOR, _MORE_OR_MEANS),
        ("accuracy classes=2; precision average=macro; recall average=macro", ".30 .60 .60", _FLOOR, ""),
        ("accuracy classes=2; precision average=micro; recall average=micro", ".30 .60 .60", _FLOOR, ""),
        ("accuracy/a classes=2; precision/a; recall/a", ".30 .60 .60", _FLOOR, ""),
        ("accuracy classes=2; precision average=binary; recall average=binary", ".00 .00 .00", _FLOOR, "missing: more decimals: any value satisfies it"),
    ],
)  # fmt: skip
def test_precision_recall_and_f(columns: str, row: str, relation: str, state: str) -> None:
    assert _states(columns, row, relation) == state


_SHARE = "accuracy, precision and recall imply the same share of positive items"
_TWO = "accuracy{0} classes=2; precision{0} average=binary; recall{0} average=binary"


@pytest.mark.parametrize(
    ("columns", "rows", "state"),
    [
        # Of 100 positive and 300 negative items, 80 and 20 were found, then 50 and 50.
        (_TWO.format("@x"), ".900 .800 .800; .750 .500 .500", "held"),
        (_TWO.format("@x"), ".900 .800 .800; .850 .500 .500", "broken"),
        (_TWO.format(""), ".900 .800 .800; .850 .500 .500", _OTHER_ITEMS),
        (_TWO.format("@x"), ".900±.1 .800 .800; .850 .500 .500", _RUNS),
        ("accuracy; precision; recall", ".900 .800 .800; .850 .500 .500", f"{_MORE_OR_MEANS}, or the rows are of different test sets"),
        (_TWO.format("@x"), ";".join([".900 .800 .800"] * 10), ", ".join(["held"] * 44)),  # each with the next eight
        # Where precision and recall are 1, accuracy is 1 for any share of positive items.
        (_TWO.format("@x"), ".750 .500 .500; 1.000 1.000 1.000", "missing: more decimals: any value satisfies it"),
    ],
)  # fmt: skip
def test_rows_of_one_test_set_share_their_positive_items(columns: str, rows: str, state: str) -> None:
    assert _states(columns, rows, _SHARE) == state
