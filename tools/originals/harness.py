"""Helpers of the drivers of evaluation harnesses, which grade one output of a language model at a time."""

from __future__ import annotations

import abc
import ast
import random
import re
import string
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.generators.outputs import outputs
from tools.originals.driver import Ask, Driver, Request, one_by_one

#: A function of an output and its gold answers: 1 if the output is right, else 0.
Grade = Callable[[str, list[str]], float]


def alone(path: Path, *names: str, **given: Any) -> Any:
    """Return the named functions, classes and constants of a file, which see the given names instead of the rest of it."""
    defined: dict[str, Any] = {
        "re": re,
        "string": string,
        "ABC": abc.ABC,
        "abstractmethod": abc.abstractmethod,
        **given,
    }
    for node in ast.parse(path.read_text()).body:
        targets = (
            [target.id for target in node.targets if isinstance(target, ast.Name)]
            if isinstance(node, ast.Assign)
            else []
        )
        if {getattr(node, "name", ""), *targets} & set(names):
            module = ast.fix_missing_locations(ast.Module([_ANNOTATIONS, node], []))
            exec(compile(module, str(path), "exec"), defined)  # noqa: S102  # the script itself, checked by its SHA-256
    return SimpleNamespace(**{name: defined[name] for name in names})


_ANNOTATIONS = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)


_ANSWERS = (
    *(
        "18",
        "18",
        "-3",
        "3.50",
        "18.0",
        "1,000",
        "0.5",
        "B",
        "b",
        "C",
        "$18",
        "18.",
        "Yes",
        "2",
        "18.005",
        "18.05",
        "18.4",
    ),
    *("17.9", "Stra\u00dfe", "\u0130", "7!", ".5", "[invalid]", "", "(B)", "1e3", "x, y", "3,", "$5.00"),
)
_FORMS = (
    *(
        "#### {}",
        "The answer is {}",
        "The answer is {}.",
        "The final answer is {}",
        "Answer: {}",
        "answer is ({})",
        "{}",
    ),
    *(
        "correct answer is {}",
        "correct answer is so {}",
        "answer is {}!",
        "Answer: so {}",
        "Answer: ${}$",
        "####, {}",
        "An,swer: {}",
    ),
    *("The ans,wer is {}", "#### $ {}"),
)
#: The forms that scripts with the marker of GSM8K search for.
MARKED = ("#### {}", "#### {}", "####, {}", "#### ${}", "{}")
#: What surrounds a sentence with an answer; {1} is a sentence with another one.
_AROUND = (
    *("{0}", "{0}", "{0} {1}", "{1}\n{0}", "{0}\nQuestion: {1}", "Question: 2? {0}", "{0}" + "x" * 300),
    *(
        "{1}" + "x" * 300 + "{0}",
        " {0} ",
        "{0} ",
        "{0}\n",
        "{0}\0",
        "<think>{1}</think>{0}",
        "<think>{0}",
        "</think>{0}",
    ),
    *("<think>{0}</think>\n\n{1}", "<think>{1}</think>{1} <think>{0}</think>"),
)
_GOLDS = (
    *(
        "{}",
        "{}",
        "{}.",
        "${}",
        " {}",
        "{} ",
        "{}\0",
        "{}0",
        "{}.0",
        "#### {}",
        "1{}",
        "{}1",
        "{},",
        "({})",
        "{}!",
        "- {}",
    ),
)


#: An answer, and a gold answer that equals it after some normalization.
_PAIRS = (
    *(("1,000", "1000"), ("18.0", "18"), ("18.0 ", "18"), ("$18", "18"), ("18.", "18"), ("18", "18\0"), ("b", "B")),
    *(("B", "b"), ("4.50", "4.5"), ("18", "18."), ("18", "$18"), ("1000", "1,000"), ("ss", "\u00df")),
    *(("5$3", "53"), ("5E3", "5e3"), ("5\u00df3", "5\u1e9e3"), ("B", "B,"), ("B", "B\0"), ("B", "$B"), ("1,,2", "12")),
)


def _each_way(forms: Sequence[str]) -> Iterator[Corpus]:
    """Yield a question with each form of an answer in each surrounding, and questions without an answer."""
    for form in dict.fromkeys(forms):
        for around in dict.fromkeys(_AROUND):
            yield Corpus.from_segments([around.format(form.format("18"), form.format("B"))], [["18"]])
            yield Corpus.from_segments([around.format(form.format("B"), form.format("A"))], [["B"]])
            yield Corpus.from_segments([around.format(form.format("18"), form.format("19"))], [["18"]])
        yield from (Corpus.from_segments([form.format(said)], [["18"]]) for said in ("1**8", "1{8"))
        yield Corpus.from_segments([f"hm\nProblem: 2? {form.format('18')}"], [["18"]])
        yield Corpus.from_segments([f"hm\nProblem: 2? {form.format('B')}"], [["B"]])
        yield Corpus.from_segments([form.format("**B**")], [["B"]])
        for answer, gold in _PAIRS:
            yield Corpus.from_segments([form.format(answer)], [[gold]])
    for gold in ("", "[invalid]", "[INVALID]"):
        yield from (Corpus.from_segments([output], [[gold]]) for output in ("", "no answer", "\0"))


def _hard_question(rng: random.Random, forms: Sequence[str]) -> Corpus:
    """Return one question whose output has an answer and perhaps another one, with a gold answer that is much like it."""
    answer, form, other = rng.choice(_ANSWERS), rng.choice(forms), rng.choice(_ANSWERS)
    said, instead = form.format(answer), rng.choice([form, rng.choice(forms)]).format(other)
    gold = rng.choice(
        [answer, answer, answer.lower(), answer.upper(), answer.casefold(), answer.replace(",", ""), "18"]
    )
    gold = rng.choice([gold, gold[:-1], gold[1:], gold.strip(".$"), rng.choice(["", "[invalid]", other])])
    return Corpus.from_segments([rng.choice(_AROUND).format(said, instead)], [[rng.choice(_GOLDS).format(gold)]])


def several(count: int, seed: int, forms: Sequence[str] = _FORMS) -> Iterator[Corpus]:
    """Yield outputs with one or several gold answers each, and hard questions with answers in these forms."""
    rng = random.Random(seed)
    yield Corpus.from_segments([], [])
    yield from _each_way(forms)
    for data in outputs(count, seed):
        yield from (_hard_question(rng, forms) for _ in range(3))
        if len(data) and all(segment.references for segment in data):
            yield data


def numbers(count: int, seed: int, forms: Sequence[str] = _FORMS) -> Iterator[Data]:
    """Yield outputs with one gold answer each."""
    for data in several(count, seed, forms):
        yield _changed(data, lambda gold: gold, most=1)


def solutions(count: int, seed: int) -> Iterator[Data]:
    """Yield outputs with one or several gold solutions each, of which few have no number in the form of GSM8K."""
    rng = random.Random(seed)
    for data in several(count, seed, MARKED):
        yield _changed(data, lambda gold: gold if "#### " in gold or rng.random() < 0.1 else _SOLUTION + gold)


def number_solutions(count: int, seed: int) -> Iterator[Data]:
    """Yield outputs with one gold solution each, which has a number in the form of GSM8K."""
    for data in several(count, seed, MARKED):
        yield _changed(data, lambda gold: _SOLUTION + (gold if _NUMBER.fullmatch(gold) else "18"), most=1)


_SOLUTION = "It is <<9+9=18>>18.\n#### "
_NUMBER = re.compile(r"-?[0-9]+(,[0-9]+)*(\.[0-9]+)? ?")


def _changed(data: Corpus, change: Callable[[str], str], most: int | None = None) -> Corpus:
    """Return outputs with each of their first `most` gold answers changed."""
    golds = [[change(str(gold)) for gold in segment.references[:most]] for segment in data]
    return Corpus.from_segments([str(segment.hypothesis) for segment in data], golds)


def graders(grades: dict[str, Grade]) -> Ask:
    """Return an `Ask` for the mean of the function of an entry point."""

    def ask(entry_point: str, data: Any, _: dict[str, Any]) -> float:
        graded = [grades[entry_point](str(line.hypothesis), [*map(str, line.references)]) for line in data]
        return sum(graded) / len(graded)

    return one_by_one(ask)


def driver(
    entry_points: list[str],
    sources: list[Source],
    load: Callable[[list[Path]], Ask],
    inputs: Callable[[int, int], Iterator[Data]] = numbers,
    forms: Sequence[str] = _FORMS,
) -> Driver:
    """Return the driver of a script whose entry points take no settings, with answers in these forms."""

    def requests(_: Data, __: random.Random) -> list[Request]:
        return [(name, {}) for name in entry_points]

    return Driver(sources, partial(numbers, forms=forms) if inputs is numbers else inputs, requests, load)
