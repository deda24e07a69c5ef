"""Generate random true tables: every number is computed exactly, and then printed as in publications."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Any

from samescore.verbs.audit.printed_text.tables import Cell, PrintedColumn, PrintedTable, Row

#: An exact number, or a decimal with fifty digits.
Number = Fraction | Decimal


class Printer:
    """A printer of numbers with a fixed number of decimals, rounded or truncated, as fractions or percentages."""

    def __init__(self, rng: random.Random) -> None:
        self.decimals = rng.randint(1, 4)
        self.rounding = rng.choice([ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_DOWN])
        self.percent = rng.random() < 0.5
        self.sign = self.percent and rng.random() < 0.3

    def share(self, value: Number) -> Cell:
        """Return a cell with a share, or a coefficient from -1 to 1."""
        text = self.plain(value * 100 if self.percent else value, max(self.decimals - 2 * self.percent, 1))
        return Cell(f"{text} %" if self.sign else text, text, self.sign)

    def plain(self, value: Number, decimals: int) -> str:
        """Return the digits of a number."""
        with localcontext() as context:
            context.prec = 60
            decimal = value if isinstance(value, Decimal) else Decimal(value.numerator) / value.denominator
            return str(decimal.quantize(Decimal(1).scaleb(-decimals), rounding=self.rounding))


def count(number: int) -> Cell:
    """Return a cell with a whole number."""
    return Cell(str(number), str(number))


def two_classes(rng: random.Random) -> PrintedTable:
    """Return a table of systems on a test set of two classes: counts, and the scores that follow from them."""
    printer, average = Printer(rng), {"average": "binary", "classes": 2}
    size = rng.choice([5, 30, 200, 3000])
    positive, negative = rng.randint(1, size), rng.randint(1, size)
    metrics = ("precision", "recall", "f1", "accuracy", "mcc", "kappa")
    wanted = [name for name in metrics if rng.random() < 0.8] or ["f1"]
    counts = rng.random() < 0.5
    columns = [PrintedColumn(name, name, average if name in metrics[:3] else {"classes": 2}, "t") for name in wanted]
    columns += [PrintedColumn(name, name, {}, "t") for name in (("tp", "fp", "fn", "tn") if counts else ())]
    columns += [PrintedColumn("n", "items", {}, "t")]
    rows = []
    for number in range(rng.randint(1, 3)):
        tp, fp = rng.randint(0, positive), rng.randint(0, negative)
        fn, tn = positive - tp, negative - fp
        value = two_class_scores(tp, fp, fn, tn)
        cells = [printer.share(value[name]) for name in wanted]
        cells += map(count, (tp, fp, fn, tn) if counts else ())
        rows.append(Row(f"s{number}", [*cells, count(positive + negative)]))
    return PrintedTable("two classes", columns, rows)


def two_class_scores(tp: int, fp: int, fn: int, tn: int) -> dict[str, Number]:
    """Return the scores of a 2x2 matrix; 0/0 is 0."""
    with localcontext() as context:
        context.prec = 50
        below = (tp + fp) * (tp + fn) * (tn + fp) * (tn + fn)
        mcc = Decimal(tp * tn - fp * fn) / Decimal(below).sqrt() if below else Decimal(0)
    chance = (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn)
    return {
        "precision": Fraction(tp, tp + fp or 1),
        "recall": Fraction(tp, tp + fn or 1),
        "f1": Fraction(2 * tp, 2 * tp + fp + fn or 1),
        "accuracy": Fraction(tp + tn, tp + fp + fn + tn),
        "mcc": mcc,
        "kappa": Fraction(2 * (tp * tn - fp * fn), chance or 1),
    }


def several_classes(rng: random.Random) -> PrintedTable:
    """Return a table of one system on several classes: their scores and supports, and all averages."""
    printer, many = Printer(rng), rng.randint(2, 5)
    size = rng.choice([6, 40, 400])
    matrix = [[rng.randint(0, size) * (rng.random() < 0.8) for _ in range(many)] for _ in range(many)]
    matrix[0][0] += 1
    known = {"classes": many}
    support = [sum(row) for row in matrix]
    predicted = [sum(column) for column in zip(*matrix, strict=True)]
    right = [matrix[k][k] for k in range(many)]
    total = sum(support)
    by_class: dict[str, list[Fraction]] = {
        "precision": [Fraction(right[k], predicted[k] or 1) for k in range(many)],
        "recall": [Fraction(right[k], support[k] or 1) for k in range(many)],
        "f1": [Fraction(2 * right[k], support[k] + predicted[k] or 1) for k in range(many)],
    }
    accuracy = Fraction(sum(right), total)
    columns, cells = [], []

    def add(name: str, quantity: str, cell: Cell, label: str = "", **knobs: Any) -> None:
        if rng.random() < 0.85 or (quantity == "f1" and label):
            columns.append(PrintedColumn(name, quantity, {**known, **knobs}, "t", label))
            cells.append(cell)

    for name, values in by_class.items():
        for k, value in enumerate(values):
            add(f"{name} {k}", name, printer.share(value), str(k))
        add(f"macro {name}", name, printer.share(sum(values, Fraction(0)) / many), average="macro")
        weighted = sum((s * v for s, v in zip(support, values, strict=True)), Fraction(0)) / total
        add(f"weighted {name}", name, printer.share(weighted), average="weighted")
        add(f"micro {name}", name, printer.share(accuracy), average="micro")
    for k in range(many):
        add(f"support {k}", "items", count(support[k]), str(k))
    add("all", "items", count(total))
    add("accuracy", "accuracy", printer.share(accuracy))
    product = Fraction(1)
    for value in by_class["f1"]:
        product *= value
    add("F1-mult", "f1-mult", printer.share(product))
    if many == 2:
        add("MCC", "mcc", printer.share(two_class_scores(right[0], matrix[1][0], matrix[0][1], right[1])["mcc"]))
    if all(support):
        add("balanced", "balanced-accuracy", printer.share(sum(by_class["recall"], Fraction(0)) / many))
    return PrintedTable("several classes", columns, [Row("", cells)])


def means_of_f(rng: random.Random) -> PrintedTable:
    """Return a table of mean precision, recall and F of sentences, for ROUGE and for samples, with several weights."""
    printer, many = Printer(rng), rng.choice([1, 2, 3, 20])
    squared = rng.choice([Fraction(1), Fraction(144, 100), Fraction(4), Fraction(1, 4)])
    pairs = [(Fraction(rng.randint(0, 20), 20), Fraction(rng.randint(0, 30), 30)) for _ in range(many)]
    scores = [(1 + squared) * p * r / (squared * p + r) if p + r else Fraction(0) for p, r in pairs]
    means = [sum(values, Fraction(0)) / many for values in ([p for p, _ in pairs], [r for _, r in pairs], scores)]
    cells = [printer.share(value) for value in means]
    if squared == 1 and rng.random() < 0.5:
        knobs: dict[str, Any] = {"average": rng.choice(["macro", "weighted"])}
        columns = [PrintedColumn(name, name, knobs, "t") for name in ("precision", "recall", "f1")]
    else:
        stated = rng.random() < 0.5
        roots = {Fraction(1): 1.0, Fraction(144, 100): 1.2, Fraction(4): 2.0, Fraction(1, 4): 0.5}
        knobs = {"beta": roots[squared], "average": "sentences"} if stated else {}
        measures = ("precision", "recall", "f")
        columns = [
            PrintedColumn(m, "rouge-l", {**knobs, **({"measure": m} if m != "f" else {})}, "t") for m in measures
        ]
    return PrintedTable("means of F", columns, [Row("", cells)])


def bleu_lines(rng: random.Random) -> PrintedTable:
    """Return a table of BLEU lines as multi-bleu.perl and sacreBLEU print them."""
    printer, words = Printer(rng), rng.choice([5, 60, 2000, 60000])
    hypothesis, reference = rng.randint(1, words), rng.randint(1, words)
    precisions, total = [], hypothesis
    for _ in range(4):
        precisions.append(Fraction(rng.randint(1, max(total, 1)), max(total, 1)))
        total = max(total - rng.randint(0, total // 4 + 1), 1)
    if rng.random() < 0.1:
        precisions[-1] = Fraction(0)
    with localcontext() as context:
        context.prec = 50
        ratio = Decimal(hypothesis) / reference
        penalty = min(Decimal(1), (1 - 1 / ratio).exp())
        product = Decimal(1)
        for precision in precisions:
            product *= Decimal(precision.numerator) / precision.denominator
        bleu = penalty * product.sqrt().sqrt()
    scale, places = (1, 4) if rng.random() < 0.3 else (100, rng.randint(1, 2))
    shares: list[Number] = [bleu, *precisions]
    printed = [printer.plain(value * scale, places if not k else rng.randint(1, 4)) for k, value in enumerate(shares)]
    printed += [printer.plain(penalty, 3), printer.plain(ratio, 3), str(hypothesis), str(reference)]
    names = ["bleu", *(f"bleu-precision-{k}" for k in range(1, 5)), "bp", "ratio", "hyp_len", "ref_len"]
    cells = [Cell(text, text) for text in printed]
    return PrintedTable("BLEU", [PrintedColumn(name, name) for name in names], [Row("", cells)])


def computed_columns(rng: random.Random) -> PrintedTable:
    """Return a table of scores with means, differences, relative improvements and ranks, and the best in bold."""
    printer, many = Printer(rng), rng.randint(2, 5)
    metric = rng.choice(["chrf", "bleu", "wer", "ter"])
    highest = 1000 if metric in ("chrf", "bleu") else 1400
    values = [[Fraction(rng.randint(20, highest), 1000) for _ in range(3)] for _ in range(many)]
    columns = [PrintedColumn(name, metric, test_set=name) for name in "abc"]
    columns += [
        PrintedColumn("Avg", "mean", of=["a", "b", "c"]),
        PrintedColumn("Delta", "delta", of=["a"], base="s0"),
        PrintedColumn("a-b", "delta", of=["a", "b"]),
        PrintedColumn("Gain", "relative", of=["b"], base="s0"),
        PrintedColumn("Rank", "rank", of=["c"]),
    ]
    higher = metric in ("chrf", "bleu")
    sign = rng.choice([1, -1])
    in_percent = rng.random() < 0.7
    best = (max if higher else min)(row[0] for row in values)
    rows = []
    for number, row in enumerate(values):
        better = sum((other[2] > row[2]) if higher else (other[2] < row[2]) for other in values)
        cells = [printer.share(value) for value in row]
        mark = cells[0]
        cells[0] = Cell(mark.text, mark.digits, mark.percent, bold=row[0] == best)
        gain = (row[1] - values[0][1]) / values[0][1]
        cells += [
            printer.share(sum(row, Fraction(0)) / 3),
            printer.share(sign * (row[0] - values[0][0])),
            printer.share(row[0] - row[1]),
            Cell("", printer.plain(sign * gain * (100 if in_percent else 1), 2)),
            count(better + 1),
        ]
        rows.append(Row(f"s{number}", cells))
    means = [printer.share(sum((row[k] for row in values), Fraction(0)) / many) for k in range(3)]
    rows.append(Row("mean", [*means, *[Cell("")] * 5], "mean"))
    return PrintedTable("columns", columns, rows)


def uncertain(rng: random.Random) -> PrintedTable:
    """Return a table of accuracies with Wald's interval, and p-values of resamples."""
    printer, items = Printer(rng), rng.choice([7, 50, 900])
    resamples = rng.choice([10, 99, 1000])
    right = rng.randint(0, items)
    share = Fraction(right, items)
    with localcontext() as context:
        context.prec = 50
        exact = Decimal(share.numerator) / share.denominator
        half = Decimal("1.959963984540054") * (exact * (1 - exact) / items).sqrt()
        low, high = exact - half, exact + half
    if rng.random() < 0.5:
        low, high = max(low, Decimal(0)), min(high, Decimal(1))
    hits = rng.randint(0, resamples)
    p = Fraction(hits, resamples) if rng.random() < 0.5 else Fraction(hits + 1, resamples + 1)
    columns = [
        PrintedColumn("Acc", "accuracy", {"items": items}, "t"),
        PrintedColumn("n", "items", {}, "t"),
        PrintedColumn("low", "interval-low", {"interval": "wald"}, "t", of=["Acc"]),
        PrintedColumn("high", "interval-high", {"interval": "wald"}, "t", of=["Acc"]),
        PrintedColumn("p", "p-value", {"resamples": resamples}, "t"),
    ]
    cells = [printer.share(share), count(items), printer.share(low), printer.share(high)]
    text = printer.plain(p, printer.decimals)
    return PrintedTable("uncertain", columns, [Row("", [*cells, Cell(text, text)])])


#: The generators of tables, each for one family of relations.
MAKERS: list[Callable[[random.Random], PrintedTable]] = [
    two_classes,
    several_classes,
    means_of_f,
    bleu_lines,
    computed_columns,
    uncertain,
]


def tables(make: Callable[[random.Random], PrintedTable], many: int, seed: int = 1) -> Iterator[PrintedTable]:
    """Yield `many` true tables of one generator."""
    rng = random.Random(f"{make.__name__} {seed}")
    for _ in range(many):
        yield make(rng)
