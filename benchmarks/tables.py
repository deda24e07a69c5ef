"""Measure how often the consistency checks of tables find an altered number: ``python -m benchmarks.tables``.

Tables of several families are computed from random data, in exact arithmetic, and written as programs and publications
write them. Each is audited unchanged, and once with one number altered: two digits exchanged, a digit replaced, a few units
of a printed place added, or the number of a neighbour copied. The result shows how many altered numbers are found, and how
many true tables are wrongly rejected.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from samescore.records import Audit
from samescore.verbs.audit.batch import audit_all
from samescore.verbs.audit.importers.formats import read_source
from samescore.verbs.audit.tables import TableChecks

#: A number of a template that may be altered: its digits, and perhaps its type, as in ``«468|support»``.
NUMBER = re.compile(r"«([^«»|]*)(?:\|([a-z]+))?»")
#: The last significant digit that is altered; more digits are printed by programs, so nobody mistypes them.
_LAST_DIGIT = 6
IMPOSSIBLE, DOUBTFUL, SILENT = "impossible", "doubtful", "not found"


class Made(NamedTuple):
    """A true table: the suffix of its file, and its text with marked numbers."""

    suffix: str
    template: str

    @property
    def text(self) -> str:
        """The text of the table without marks."""
        return NUMBER.sub(r"\1", self.template)


class Altered(NamedTuple):
    """The text of a table with one altered number, and how it was altered."""

    text: str
    how: str


def printed(value: Fraction | Decimal, decimals: int) -> str:
    """Return a number as text, rounded to `decimals` decimals, half to even."""
    with localcontext() as context:
        context.prec = 60
        exact = value if isinstance(value, Decimal) else Decimal(value.numerator) / value.denominator
        return str(exact.quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_EVEN))


def _mark(text: str, what: str = "") -> str:
    return f"«{text}|{what}»" if what else f"«{text}»"


class _Printer:
    """A function that prints the shares of one table: fractions with two to four decimals, or percentages with one or two."""

    def __init__(self, rng: random.Random) -> None:
        self._scale, self._decimals = rng.choice([(1, 2), (1, 3), (1, 4), (100, 1), (100, 1), (100, 2)])

    def __call__(self, share: Fraction) -> str:
        return _mark(printed(share * self._scale, self._decimals))


def _markdown(titles: Sequence[str], rows: Sequence[Sequence[str]]) -> Made:
    lines = [titles, ["-"] * len(titles), *rows]
    return Made(".md", "".join(f"| {' | '.join(line)} |\n" for line in lines))


def _ratio(above: int, below: int) -> Fraction:
    return Fraction(above, below) if below else Fraction(0)


def _matrix(rng: random.Random, many: int, items: int) -> list[list[int]]:
    """Return a confusion matrix of `many` classes, with gold rows and mostly right items."""
    weights = [rng.uniform(0.3, 1) for _ in range(many)]
    skill = rng.uniform(0.5, 0.95)
    matrix = [[0] * many for _ in range(many)]
    for gold in rng.choices(range(many), weights, k=items):
        matrix[gold][gold if rng.random() < skill else rng.randrange(many)] += 1
    return matrix


class _Scores:
    """The scores that follow from a confusion matrix."""

    def __init__(self, matrix: Sequence[Sequence[int]]) -> None:
        self.support = [sum(row) for row in matrix]
        self.items = sum(self.support)
        predicted = [sum(column) for column in zip(*matrix, strict=True)]
        right = [matrix[k][k] for k in range(len(matrix))]
        self.accuracy = _ratio(sum(right), self.items)
        self.of_classes = [
            (_ratio(r, p), _ratio(r, s), _ratio(2 * r, p + s))
            for r, p, s in zip(right, predicted, self.support, strict=True)
        ]

    def average(self, measure: int, *, weighted: bool = False) -> Fraction:
        """Return the mean over classes of precision, recall or F1 (0, 1, 2), plain or `weighted` by support."""
        weights = self.support if weighted else [1] * len(self.support)
        scored = zip(self.of_classes, weights, strict=True)
        return sum((scores[measure] * weight for scores, weight in scored), Fraction(0)) / sum(weights)


def binary(rng: random.Random) -> Made:
    """Return a table of systems on a test set of two classes: accuracy, and precision, recall and F1 of the positive class."""
    show, items = _Printer(rng), rng.choice([200, 500, 1000, 3000])
    positive = rng.randint(items // 5, items // 2)
    rows = []
    for name in "abcd"[: rng.randint(2, 4)]:
        tp, fp = rng.randint(positive // 2, positive), rng.randint(1, (items - positive) // 3)
        p, r = _ratio(tp, tp + fp), _ratio(tp, positive)
        f1, accuracy = _ratio(2 * tp, tp + fp + positive), _ratio(items - fp - (positive - tp), items)
        rows.append([f"system {name}", *map(show, (accuracy, p, r, f1))])
    return _markdown(["System", "Acc.", "P", "R", "F1"], rows)


def report(rng: random.Random) -> Made:
    """Return a table with the text of scikit-learn's classification report."""
    many, decimals = rng.randint(2, 6), rng.choice([2, 2, 2, 3, 4])
    scores = _Scores(_matrix(rng, many, rng.choice([60, 300, 1000, 5000])))

    def line(name: str, values: Sequence[Fraction | None], support: int) -> str:
        shown = ["" if value is None else _mark(printed(value, decimals)) for value in values]
        return "  ".join([f"{name:>12}", *(f"{text:>10}" for text in shown), _mark(str(support), "support")])

    lines = ["              precision    recall  f1-score   support", ""]
    lines += [line(f"class {k}", scores.of_classes[k], scores.support[k]) for k in range(many)]
    lines += ["", line("accuracy", (None, None, scores.accuracy), scores.items)]
    for name, weighted in (("macro avg", False), ("weighted avg", True)):
        lines.append(line(name, [scores.average(k, weighted=weighted) for k in range(3)], scores.items))
    return Made(".txt", "\n".join(lines) + "\n")


def macro(rng: random.Random) -> Made:
    """Return a table with macro averages: in a row below the classes, in a column, or with macro precision and recall only."""
    show, many = _Printer(rng), rng.randint(2, 5)
    kind = rng.choice(["rows", "columns", "columns", "alone"])
    systems = [_Scores(_matrix(rng, many, rng.choice([300, 1000, 5000]))) for _ in range(rng.randint(4, 7))]
    if kind == "rows":
        one = systems[0]
        rows = [[f"class {k}", *map(show, one.of_classes[k])] for k in range(many)]
        rows.append(["macro avg", *(show(one.average(k)) for k in range(3))])
        rows.append(["micro avg", *[show(one.accuracy)] * 3])
        return _markdown(["Class", "P", "R", "F1"], rows)
    if kind == "columns":
        titles = ["System", *(f"F1 ({'abcde'[k]})" for k in range(many)), "macro-F1"]
        rows = [
            [f"s{n}", *(show(scores[2]) for scores in one.of_classes), show(one.average(2))]
            for n, one in enumerate(systems)
        ]
        return _markdown(titles, rows)
    rows = [[f"s{n}", *(show(one.average(k)) for k in range(3)), show(one.accuracy)] for n, one in enumerate(systems)]
    return _markdown(["System", "macro-P", "macro-R", "macro-F1", "Acc."], rows)


def bleu(rng: random.Random) -> Made:
    """Return a line as sacreBLEU prints it."""
    words, sentences = rng.choice([900, 5000, 60000]), 0
    reference = rng.randint(words, words * 2)
    hypothesis = round(reference * rng.uniform(0.85, 1.1))
    sentences = hypothesis // 22 + 1
    share, precisions = rng.uniform(0.4, 0.75), list[Fraction]()
    for order in range(4):
        total = hypothesis - order * sentences
        precisions.append(Fraction(round(total * share), total))
        share *= rng.uniform(0.5, 0.75)
    with localcontext() as context:
        context.prec = 50
        ratio = Decimal(hypothesis) / reference
        penalty = min(Decimal(1), (1 - 1 / ratio).exp())
        product = Decimal(1)
        for precision in precisions:
            product *= Decimal(precision.numerator) / precision.denominator
        score = 100 * penalty * product.sqrt().sqrt()
    parts = "/".join(_mark(printed(100 * precision, 1)) for precision in precisions)
    signature = "BLEU|nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.3.1"
    return Made(
        ".log",
        f"{signature} = {_mark(printed(score, rng.choice([1, 2])))} {parts} (BP = {_mark(printed(penalty, 3))} "
        f"ratio = {_mark(printed(ratio, 3))} hyp_len = {_mark(str(hypothesis))} ref_len = {_mark(str(reference))})\n",
    )


def means(rng: random.Random) -> Made:
    """Return a table of scores on several test sets, and their mean."""
    return _averages(rng, "plain")


def other_averages(rng: random.Random) -> Made:
    """Return a table of scores on several test sets, and an average that is weighted, or includes a test set not shown."""
    return _averages(rng, rng.choice(["weighted", "nearly equal weights", "hidden"]))


def _averages(rng: random.Random, kind: str) -> Made:
    many, decimals = rng.randint(3, 8), rng.choice([1, 1, 2])
    lightest = {"weighted": 0.3, "nearly equal weights": 0.98}.get(kind, 1.0)
    weights = [rng.uniform(lightest, 1) for _ in range(many)]
    hardness = [rng.uniform(15, 60) for _ in range(many)]
    rows = []
    for number in range(rng.randint(4, 9)):
        skill = rng.uniform(-5, 8)
        values = [Fraction(hard + skill + rng.uniform(-2, 2)) for hard in hardness]
        mean = sum((Fraction(w) * v for w, v in zip(weights, values, strict=True)), Fraction(0)) / Fraction(
            sum(weights)
        )
        shown = values[:-1] if kind == "hidden" and many > 3 else values
        rows.append([f"s{number}", *(_mark(printed(value, decimals)) for value in (*shown, mean))])
    titles = ["System", *(f"set {k} BLEU" for k in range(len(shown))), rng.choice(["Avg.", "Average", "Mean"])]
    return _markdown(titles, rows)


def lm_eval(rng: random.Random) -> Made:
    """Return results of lm-evaluation-harness with standard errors, mostly with the numbers of samples."""
    results: dict[str, dict[str, str]] = {}
    samples: dict[str, dict[str, str]] = {}
    for task in rng.sample(["arc_easy", "hellaswag", "piqa", "boolq", "winogrande"], rng.randint(1, 3)):
        items = rng.choice([250, 1838, 2376, 3270, 10042])
        scores: dict[str, str] = {}
        for metric in ("acc", "acc_norm"):
            right = rng.randint(items // 4, items - items // 10)
            mean = right / items
            deviation = math.sqrt((right * (1 - mean) ** 2 + (items - right) * mean**2) / (items - 1))
            scores[f"{metric},none"] = _mark(repr(mean))
            scores[f"{metric}_stderr,none"] = _mark(repr(deviation / math.sqrt(items)), "stderr")
        results[task] = scores
        samples[task] = {"original": str(items), "effective": _mark(str(items), "samples")}
    document = {"results": results, **({"n-samples": samples} if rng.random() < 0.8 else {})}
    return Made(".json", re.sub(r'"([0-9]+|«[^"]*»)"', r"\1", json.dumps(document, ensure_ascii=False)))


def part_of_report(rng: random.Random) -> Made:
    """Return a report of classes in Markdown, from which some classes may be missing."""
    show, many = _Printer(rng), rng.randint(3, 7)
    scores = _Scores(_matrix(rng, many, rng.choice([60, 300, 1000, 5000])))
    shown = sorted(rng.sample(range(many), rng.randint(2, many)))
    rows = [[f"class {k}", *map(show, scores.of_classes[k]), str(scores.support[k])] for k in shown]
    for name, weighted in (("macro avg", False), ("weighted avg", True)):
        rows.append([name, *(show(scores.average(k, weighted=weighted)) for k in range(3)), str(scores.items)])
    return _markdown(["Class", "Precision", "Recall", "F1", "Support"], rows)


#: Families in which an altered number cannot be found: only true tables are audited.
TRUE_ONLY = {"other averages", "part of a report"}
#: The generator of the tables of each family.
FAMILIES: dict[str, Callable[[random.Random], Made]] = {
    "two classes": binary,
    "classification report": report,
    "macro averages": macro,
    "BLEU line": bleu,
    "column of means": means,
    "lm-eval results": lm_eval,
    "other averages": other_averages,
    "part of a report": part_of_report,
}


def altered(made: Made, rng: random.Random, what: str = "") -> Altered:
    """Return the table with one of its numbers (of the type `what`, if given) changed to a different number."""
    numbers = list(NUMBER.finditer(made.template))
    places = [place for place, number in enumerate(numbers) if what in ("", number[2])]
    while True:
        place = rng.choice(places)
        digits = numbers[place][1]
        how, alter = rng.choice(list(_ALTERATIONS.items()))
        near = [number[1] for number in numbers[max(place - 6, 0) : place + 7]]
        new = alter(digits, near, rng)
        if new and Decimal(new) != Decimal(digits):
            parts = [number[1] for number in numbers]
            parts[place] = new
            filled = iter(parts)
            return Altered(NUMBER.sub(lambda _: next(filled), made.template), how)  # noqa: B023


def _places(digits: str) -> list[int]:
    """Return the indices of the digits that may be altered."""
    places = [k for k, character in enumerate(digits) if character.isdigit()]
    first = next((n for n, k in enumerate(places) if digits[k] != "0"), 0)
    return places[: first + _LAST_DIGIT]


def _exchanged(digits: str, _near: Sequence[str], rng: random.Random) -> str:
    places = _places(digits)
    if len(places) < 2:
        return ""
    k = rng.randrange(len(places) - 1)
    text = list(digits)
    text[places[k]], text[places[k + 1]] = text[places[k + 1]], text[places[k]]
    return _number("".join(text))


def _replaced(digits: str, _near: Sequence[str], rng: random.Random) -> str:
    place = rng.choice(_places(digits))
    return _number(digits[:place] + rng.choice("0123456789") + digits[place + 1 :])


def _moved(digits: str, _near: Sequence[str], rng: random.Random) -> str:
    places = _places(digits)
    place = places[-rng.randint(1, min(2, len(places)))]
    decimals = len(digits.partition(".")[2])
    behind = sum(character.isdigit() for character in digits[place + 1 :])
    unit = Decimal(1).scaleb(behind - decimals)
    value = Decimal(digits) + rng.choice([-1, 1]) * rng.randint(2, 9) * unit
    return str(value) if value >= 0 else ""


def _of_a_neighbour(digits: str, near: Sequence[str], rng: random.Random) -> str:
    return rng.choice([other for other in near if len(other.partition(".")[2]) == len(digits.partition(".")[2])])


def _number(text: str) -> str:
    """Return a number as programs print it: a count has no leading zeros."""
    return text if "." in text else text.lstrip("0")


_ALTERATIONS: dict[str, Callable[[str, Sequence[str], random.Random], str]] = {
    "digits exchanged": _exchanged,
    "digit replaced": _replaced,
    "a few units": _moved,
    "of a neighbour": _of_a_neighbour,
}


def verdict(text: str, suffix: str, folder: Path) -> str:
    """Return the verdict of an audit on a table: something is impossible, something is doubtful, or nothing."""
    path = folder / f"table{suffix}"
    path.write_text(text, encoding="utf-8")
    source = read_source(path)
    tables = TableChecks(source.tables)
    findings = [tables.beside(finding) for finding in audit_all(source.claims, source.base)]
    audited = Audit(findings, [], tables.findings)
    if any(finding.failed for finding in findings) or any(table.broken for table in audited.tables):
        return IMPOSSIBLE
    doubtful = any(finding.doubtful for finding in findings) or any(table.doubtful for table in audited.tables)
    return DOUBTFUL if doubtful else SILENT


class Counted(NamedTuple):
    """The verdicts on the true and the altered tables of a family, and on reports with an altered support.

    `missed` are altered tables without a finding, and `accused` the texts of true tables with one.
    """

    true: Counter[str]
    altered: Counter[str]
    supports: Counter[str]
    missed: list[Altered]
    accused: list[str]


def counted(family: str, many: int, seed: int, folder: Path) -> Counted:
    """Return the verdicts on `many` tables of a family, true and altered."""
    rng = random.Random(f"{family} {seed}")
    found = Counted(Counter(), Counter(), Counter(), [], [])
    for _ in range(many):
        made = FAMILIES[family](rng)
        said = verdict(made.text, made.suffix, folder)
        found.true[said] += 1
        if said != SILENT:
            found.accused.append(made.text)
        if family in TRUE_ONLY:
            continue
        wrong = altered(made, rng)
        said = verdict(wrong.text, made.suffix, folder)
        found.altered[said] += 1
        if "|support»" in made.template:
            found.supports[verdict(altered(made, rng, "support").text, made.suffix, folder)] += 1
        if said == SILENT:
            found.missed.append(wrong)
    return found


def _verdicts(wrong: Counter[str], true: Counter[str]) -> list[int]:
    """Return the number of altered tables and of each verdict on them, and the number of true tables and of findings on them."""
    said = [wrong[verdict] for verdict in (IMPOSSIBLE, DOUBTFUL, SILENT)]
    return [wrong.total(), *said, true.total(), true[IMPOSSIBLE], true[DOUBTFUL]]


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def main(given: Sequence[str] | None = None) -> int:
    """Print the table of verdicts, and return 1 if a true table is rejected, or an altered support is not found.

    A doubt about an incomplete table does not count as a rejection.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tables", description=__doc__.split("\n\n")[0])
    parser.add_argument("--tables", type=int, default=50, metavar="N", help="tables of each family (50)")
    parser.add_argument("--families", nargs="+", choices=FAMILIES, default=list(FAMILIES), metavar="FAMILY")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--missed", action="store_true", help="print the tables that are accused, and what is not found"
    )
    arguments = parser.parse_args(given)
    print(_row(["family", "altered", "impossible", "doubtful", "not found", "true", "impossible", "doubtful"]))
    print(_row(["---"] * 8))
    true: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    supports: Counter[str] = Counter()
    accused = 0
    with tempfile.TemporaryDirectory(prefix="samescore-tables-") as name:
        for family in arguments.families:
            found = counted(family, arguments.tables, arguments.seed, Path(name))
            totals += found.altered
            supports += found.supports
            true += found.true
            accused += found.true[IMPOSSIBLE] + (0 if family in TRUE_ONLY else found.true[DOUBTFUL])
            print(_row([family, *_verdicts(found.altered, found.true)]), flush=True)
            if arguments.missed:
                for wrong in found.missed:
                    print(f"not found ({wrong.how}): {wrong.text}")
                for text in found.accused:
                    print(f"accused: {text}")
    print(_row(["all", *_verdicts(totals, true)]))
    print(f"\none support altered in each report: {supports[IMPOSSIBLE]} of {supports.total()} are impossible")
    return int(bool(accused) or supports[IMPOSSIBLE] < supports.total())


if __name__ == "__main__":
    sys.exit(main())
