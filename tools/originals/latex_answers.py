"""Helpers of the drivers of harnesses that compare answers in LaTeX: questions whose answers need rewriting."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request

# fmt: off
#: Pairs of texts, some of which are equal after some rewriting.
_PAIRS = (
    (r"\frac{1}{2}", r"\dfrac12"), (r"\frac12", "0.5"), ("3/4", r"\frac{3}{4}"), ("03/4", r"\frac{3}{4}"), ("x/y", r"x/y\!"),
    (".5", "0.5"), ("-.5", "-0.5"), ("x = 5", "5"), ("xyz=5", "5"), ("a=b=5", "5"), (r"5\text{ cm}", "5"), ("5 cm", "5"),
    (r"5\text{ cm}\text{ x}", "5"), (r"\text{yes}", "yes"), (r"\text{ yes}", "yes"), ("\\text{y\ns}", "y"), ("5 ft", "5"),
    (r"\left(3\right)", "(3)"), (r"\left(3\right)", r"\le(3\right)"), (r"\sqrt2", r"\sqrt{2}"), (r"\sqrt[3]8", r"\sqrt[3]{8}"),
    (r"\sqrt", r"\sqrt"), (r"\frac", r"\frac"), (r"\frac1", r"\frac1"), (r"\frac1{72}", r"\frac{1}{72}"), (r"90^\circ", "90"),
    (r"90^{\circ}", "90"), (r"\$5", "5"), (r"5\%", "5"), (r"5\\\%", "5"), (r"5\\%%", "5"), ("5%", "5"), ("1,000", "1000"),
    ("1,2", "12"), ("-1,000", "-1000"), ("$x$ is", "x"), ("it is $x$.", "x"), (r"\mbox{five}", "five"), ("an apple", "apple"),
    (r"1\text{and}2", "1,2"), (r"\textbf{5}", "5"), (r"\overline{5}", "5"), (r"\boxed{5}", "5"), (r"\picm", r"\pi"),
    ("5 points", "5"), (r"1\ldots", "1"), ("{,}5", "5"), ('"5"', "5"), (r"5\;", "5"), ("5\n", "5"), (" 5 ", "5"), ("", ""),
    ("[invalid]", "[INVALID]"), ("[INVALID]", "[INVALID]"), ("18.0", "18"), ("18", "18."), ("B", "b"), ("yes", "YES"),
    ("Stra\u00dfe", "STRASSE"), ("18\0", "18"), ("x y", "xy"), ("5\\!0", "50"), ("1{.}5", "1{0.}5"), ("4 .5", "4 0.5"), ("#### 5", "5"),
    ("**5**", "5"), ("(5)", "5"), ("1.50", "1.5"), ("-5", "5"), ("\u00b2,\u00b2", "\u00b2\u00b2"), ("5", "15"), ("5", "51"), ("55", "5"),
    ("\u0661/2", r"\frac{1}{2}"), ("4 square", "4"), ("5 fts", "5"), ("sqrt[x", "sqrt[x"), (r"\tfrac{x}y", r"\frac{x}y"),
)
#: What surrounds an answer; {1} is another one.
FORMS = (
    "{0}", "{0}", "{0}", "${0}$", r"\boxed{{{0}}}", r"$\boxed{{{0}}}$", r"$\boxed {0}$", r"\boxed {0} so", r"\fbox{{{0}}}",
    "Answer: {0}", "answer : {0}\n", "so ${1}$, and ${0}$", r"\boxed{{{1}}} or \boxed{{{0}}}", r"\boxed{{{0}}} or \boxed {1}}}",
    r"\boxed{{{0}", "Answer: {1}\nAnswer: {0}", "Answer: {1}\n\\boxed{{{0}}}", "Answer: [INVALID]\n\\boxed{{{0}}}", "It is {0}.",
    "hm\nQuestion: ${1}$ ${0}$", "hm\nProblem: ${0}$", "<think>${1}$</think>${0}$", "<think>${0}$", "</think>${0}$",
    "<think>{1}</think>{0}", "</think>{0}", "<think>{0}", "**{0}**", "x\nProblem: {0}", "x\nQuestion: {0}", r" \boxed{{ {0} }} ",
    "Answer: {0}, or **{1}**", "Answer, {0}", "#### {0}", "\\boxed{{{0}}}{pad90}", "\\boxed{{{0}}}{pad290}", "Answer: {0}\n{pad290}",
    "{pad290}\nAnswer: {0}", "no", "{pad90}{0}",
)
#: Outputs and gold answers of which a value of a knob changes the score.
_ALWAYS = (
    ("", ""), ("", "[INVALID]"), ("[INVALID]", ""), ("x" * 301, "x" * 301), ("x" * 301, "x" * 300), ("x" * 101, "x" * 100),
    ("x" * 101, "x" * 101), ("18.", "18"), ("18.0", "18"), ("\t5", "5"), ("5\u3000", "5"), (r"5\\\%", "5"), (r"5\\\%%", "5"),
    ("\\boxed 5\t", "5"), ("\\boxed{5\t}", "5"), ("x/y", r"x/y\!"), (r"\boxed{x/y}", r"x/y\!"), ("hm\nQuestion: \\boxed{5}", "5"), ("hm\nProblem: \\boxed{5}", "5"),
    ("\\boxed{$5}", "5"), ("\\boxed{$5}", "$5"), ("\\boxed{18.}", "18"), ("\\boxed{18.0}", "18"), ("$18.0$", "18"), ("$18.$", "18"),
    ("\\boxed{}", ""), ("$$", ""), ("Answer: 18.0", "18"), ("Answer: 18.", "18"), ("Answer: $", ""), ("\t", ""), ("$5\t$", "5"),
    ("no box", "no box"), ("\\boxed{,}", ""), ("\\boxed{5} " + "x" * 95, "5"), ("\\boxed{5}" + "x" * 295, "5"), ("5 ", "5 "),
    ("Problem: 5", "Problem: 5"), ("Question: 5", "Question: 5"), ("\\text{5}\u3000", "5"), ("B", "b"), ("\\boxed{B}", "b"), (r"\boxed{5\\\%%}", "5"), (r"\boxed{**5**}", "5"),
)
# fmt: on


def questions(count: int, seed: int, golds: Callable[[str], bool], boxed: float = 0) -> Iterator[Data]:
    """Yield outputs with gold answers for which `golds` is true.

    In turn, one has a certain form and pair, and then there are one to three at random. A part `boxed` of the gold
    answers are in boxes.
    """
    rng = random.Random(seed)
    yield Corpus.from_segments([], [])
    for output, gold in _ALWAYS:
        if golds(gold):
            yield Corpus.from_segments([output], [[gold]])
            yield Corpus.from_segments([output], [[_boxed(gold, rng, float(boxed > 0))]])
    certain = [
        (_filled(form, answer, "7"), gold) for form in dict.fromkeys(FORMS) for answer, gold in _PAIRS if golds(gold)
    ]
    rng.shuffle(certain)
    for output, gold in certain[: count // 2]:
        yield Corpus.from_segments([output], [[_boxed(gold, rng, boxed)]])
        asked = [_question(rng) for _ in range(rng.choice([1, 1, 1, 2, 3]))]
        asked = [(output, gold) for output, gold in asked if golds(gold)]
        if asked:
            yield Corpus.from_segments(
                [output for output, _ in asked], [[_boxed(gold, rng, boxed)] for _, gold in asked]
            )


def _boxed(gold: str, rng: random.Random, part: float) -> str:
    return f"Hence $\\boxed{{{gold}}}$." if rng.random() < part else gold


def _filled(form: str, answer: str, other: str) -> str:
    return form.format(answer, other, pad90="x" * 90, pad290="x" * 290)


def _question(rng: random.Random) -> tuple[str, str]:
    answer, gold = rng.choice(_PAIRS)
    if rng.random() < 0.2:
        answer, gold = gold, answer
    more = rng.choice(["", "", "", "+", "x", ",", "\\frac", " "]) + rng.choice(_PAIRS)[0] if rng.random() < 0.3 else ""
    gold = rng.choice([answer + more, gold + more, gold + more, rng.choice(_PAIRS)[1]])
    return _filled(rng.choice(FORMS), answer + more, rng.choice(_PAIRS)[0]), gold


def driver(
    entry_points: Sequence[str],
    sources: list[Source],
    load: Callable[[list[Path]], Ask],
    golds: Callable[[str], bool] = lambda _: True,
    boxed: float = 0,
) -> Driver:
    """Return the driver with questions about LaTeX as inputs, for entry points without settings."""

    def requests(_: Data, __: random.Random) -> list[Request]:
        return [(name, {}) for name in entry_points]

    return Driver(sources, lambda count, seed: questions(count, seed, golds, boxed), requests, load)
