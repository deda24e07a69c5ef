"""Driver of math-verify: the letter that its string extraction finds, and its `verify` after its `parse`.

The letter is found without its parser of expressions. `verify` needs the package, with latex2sympy2_extended 1.11.0,
antlr4-python3-runtime 4.13.2 and SymPy 1.14.0; it is asked where samescore decides what SymPy would.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from itertools import groupby
from pathlib import Path

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.metrics.qa.answer_match import ANSWER_MATCH
from tools.originals.driver import Ask, Driver, Request, joined
from tools.originals.harness import Grade, alone
from tools.originals.harness import graders as numeric_graders
from tools.originals.harness_letters import FORMS, driver, graders

_NAMES = ("StringExtractionConfig", "lazy_string_regex", "extract_string", "extract_match", "extract_target_from_pred")
_OTHERS = {f"{kind}ExtractionConfig": type(kind, (), {}) for kind in ("Latex", "Expr")}


def _load(paths: list[Path]) -> Ask:
    shared = {"dataclass": dataclass, "field": field, "lru_cache": lru_cache, "groupby": groupby}
    script = alone(paths[0], *_NAMES, **shared, **_OTHERS)

    def grade(output: str, gold: str, letters: str) -> float:
        config = script.StringExtractionConfig(strings=tuple(letters))
        found = script.extract_target_from_pred(output, [(script.lazy_string_regex(config), config)], "first_match")
        return float(bool(found) and found[0] == gold.lower())

    return graders({"letters": grade})


_PARSER = Source(
    repository="https://pypi.org/project/math-verify",
    path="math_verify/parser.py",
    version="0.9.0",
    sha256="ea527a5a2403d97109a616bc92b7cc153320d6cecf4f823c070c727f5b77b5d0",
)
_GRADER = Source(
    repository="https://pypi.org/project/math-verify",
    path="math_verify/grader.py",
    version="0.9.0",
    sha256="8a789b7a1706333039cb9e3154c651d1dab4fc5d62c16aae0792f546a42a888a",
)
_LETTERS = driver(
    [],
    [_PARSER],
    _load,
    of_letters=["letters"],
    forms=(
        *FORMS,
        "Final answer is: {}. I hope",
        "The final answer to it is: {}",
        "**{}**:",
        "final answer is **{}**",
        "answer is: x**{}",
    ),
)


def _load_package(paths: list[Path]) -> Ask:
    """Return the package's own functions. Raises `ValueError` if the package is not the one whose files are given."""
    logging.disable(logging.WARNING)
    package = import_module("math_verify")
    for path in paths:
        if path.read_bytes() != (Path(str(package.__file__)).parent / path.name).read_bytes():
            raise ValueError(f"{path} is not a file of the installed math-verify")

    def grade(output: str, golds: list[str]) -> float:
        return float(package.verify(package.parse(golds[0]), package.parse(output)))

    graded: dict[str, Grade] = {"verify": grade}
    return numeric_graders(graded)


# fmt: off
_ANSWERS = (
    "5", "5.0", "-5", "05", "5.0000001", "0.5", "1/2", r"\frac{1}{2}", r"\frac12", r"\frac{10}{2}", r"2\frac{1}{2}", "2.5", "1,234", "1234",
    "0.333333", r"\frac{1}{3}", r"\sqrt{8}", r"2\sqrt2", r"\sqrt[3]{8}", "2", "2^{10}", "2^3", "8", "1024", r"\pi", r"2\pi", "6.283185", "x", "X",
    "x+1", "1+x", "2(x+1)", "2x+2", "xy", "yx", "yes", r"\text{yes}", r"\text{Yes}", "no", "(1,2)", "[1,2]", "[1,2)", "(2,1)", "1,2", "2,1",
    r"\{1,2\}", "1,2,3", "(1,2,3)", "x=5", "y=5", "x=y=5", r"5\%", "5%", "0.05", r"500\%", r"5.5\%", "0.055", r"5\text{ cm}", "5 km",
    r"50^\circ", "50", r"\infty", r"-\infty", r"[0,\infty)", "3 4", "7", "3*4", "12", "6/2", "3", r"\$5", "5.", r"\sin x", "5!", "x<5", "",
)
_SENTENCES = (
    "${}$", "${}$", r"\boxed{{{}}}", "{}", "The answer is {}.", "The answer is ${}$.", "#### {}", "Answer: {}", r"So we get $\boxed{{{}}}$.", "**{}**",
    "The final answer is ${}$. I hope it is correct.", r"\[{}\]", r"\({}\)", "$${}$$", "${}$%", "{} percent", "x = {}", "(see {})", "It is [ {} ].",
)
_MORE = (
    "{}", "{}", "{}", "{}", "{}\nQuestion: 3", "4. {}", "{} Check: 18 / 2 = 9.", "{} and $7$", r"\boxed{{6}} or {}", r"{}, \boxed{{7}}", "<think>8</think>{}",
    "<think>{}", "<think>x</think>{}", "<think>{}</think>", "Problem: {}", "{}\nProblem: 3", " {}", "x\n{}", "{}" + " x" * 160, "x " * 160 + "{}", "x " * 60 + "{}",
)
#: Outputs with their gold answers.
_NEARLY = (
    (" [5] ", "5"), ("$5$", "5,"), ("5", "$5$"), ("$5,0$", "$50$"), ("$5,0$", "$5,0$"), ("$1,234$", "$1,234$"), (r"$\$5$", "5"), ("$x$", "$X$"), ("$XY$", "$xy$"), ("#### 5", "5#### 6"),
    ("5#### 6", "6"), ("5.", "5"), ("5.50", "5.5"), ("$5.50$", "$5.500$"), ("no", "no"), ("", ""), ("no", "5"), ("5", "no"), ("$(5)$", "5"), ("Yes", "Yes"), ("**7**", "7"),
    ("$a5$", "$a5$"), ("$a$", "$the a$"), ("(1,2)", "12"), ("$(1,2)$", "$12$"), ("$1.50,2$", "$1.5,2$"), ("$5.0$", "$5.00$"), ("5.0", "5.00"), ("$0.50x$", "$0.5x$"),
    (r"$\text{A}$", r"$\text{a}$"), (r"$\text{AB}$", r"$\text{ab}$"), (r"$\text{a b}$", r"$\text{ab}$"), ("$5 6$", "$56$"), ("$5$ $6$", "$6$"), ("$6$ or $5$", "$5,6$"),
)
# fmt: on


def _phrases(count: int, seed: int) -> Iterator[Data]:
    rng = random.Random(seed)
    yield Corpus.from_segments([], [])
    for output, gold in _NEARLY:
        yield Corpus.from_segments([output], [[gold]])
    for around in _MORE:
        for sentence in _SENTENCES[1:6]:
            yield Corpus.from_segments([around.format(sentence.format("5"))], [["5"]])
    for number in range(count):
        answer, gold = rng.choice(_ANSWERS), rng.choice(_ANSWERS)
        gold = answer if number % 4 == 0 else gold
        if rng.random() < 0.2:
            answer, gold = answer + (more := rng.choice(["+1", "x", "^2", "/2", ".", r"\%", ",3"])), gold + more
        output = rng.choice(_MORE).format(rng.choice(_SENTENCES).format(answer))
        yield Corpus.from_segments([output], [[rng.choice(_SENTENCES[:2]).format(gold)]])


def _decided(data: Data, _: random.Random) -> list[Request]:
    """Return a request if samescore decides what SymPy would."""
    settings = ANSWER_MATCH.settings(
        extract="math-verify-answer", not_found="wrong", gold_answers="extracted", equal="math-verify"
    )
    undecided = isinstance(data, Corpus) and len(data) and ANSWER_MATCH.statistics(data, settings).rows[0][2]
    return [] if undecided else [("verify", {})]


DRIVER = joined(_LETTERS, Driver([_PARSER, _GRADER], _phrases, _decided, _load_package))
