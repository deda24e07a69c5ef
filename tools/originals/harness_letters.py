"""Helpers of the drivers of evaluation harnesses that find the letter of a multiple-choice answer."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one

#: A function of an output, its gold answer and the letters of the choices: 1 if the output is right, else 0.
Grade = Callable[[str, str, str], float]
#: The letters of the choices, by the value of the knob `letters`.
LETTERS = {"A-D": "ABCD", "A-E": "ABCDE", "A-J": "ABCDEFGHIJ"}
#: The forms of an answer that most harnesses find.
FORMS = (
    *("answer is **{}**", "x #### {}", "(\u3000{})"),
    *(
        "{}",
        "{}",
        "({})",
        "{}.",
        "The answer is ({}).",
        "The answer is {}",
        "the answer is {}!",
        "Answer: {}",
        "answer: {}",
    ),
    *(
        "ANSWER: {}",
        "ANSWER:{}.",
        "ANSWER: {}\n",
        "So {}",
        "so the choice is {}",
        "The final answer is {}",
        "I think {} is right",
    ),
    *(
        "**{}**",
        "Answer: **{}**",
        "answer is $\\boxed{{{}}}$",
        "\n{}) is it",
        "correct answer is so {}",
        "An,swer is {}",
    ),
)
_AROUND = (
    *("hm\nQuestion: {0}", "hm\nProblem: {0}", "{1}</think>{0}", " {0} or {1}", " {0}", "{0}" + " " * 300),
    *("{0}", "{0}", "{0}", "{0} {1}", "{1} {0}", "{1}\n{0}", "{0}\n{1}", "{0}\n\n{1}", " {0} ", "{0}\n", "x{0}"),
    *(
        "{0}\nQuestion: {1}",
        "{0}\nProblem: {1}",
        "{0}" + "x" * 300,
        "<think>{1}</think>{0}",
        "<think>{0}",
        "</think>{0}",
    ),
    *(
        "<think>{0}</think>\n\n{1}",
        "<think>{1}</think>{1} <think>{0}</think>",
        "{0} eggs",
        "**{0}",
        "{0}\0",
        "#### {0}",
    ),
)
_SAID = (
    "A",
    "B",
    "B",
    "B",
    "C",
    "D",
    "E",
    "J",
    "b",
    "c",
    "Berlin",
    "B, C",
    "BC",
    "18",
    "yes",
    "\u0411",
    "A and B",
    "b c",
)
#: Texts that are no letters, and gold answers that equal them after some normalization.
_PAIRS = (
    *(
        ("Stra\u00dfe", "STRASSE"),
        ("\u017f", "s"),
        ("1,8", "18"),
        ("1$8", "18"),
        ("18.0", "18"),
        ("18.50", "18.5"),
        ("B", ""),
    ),
    *(("y" * 301, "y" * 300), ("y" * 301, "y" * 301), ("18", "5 #### 18"), ("B", "B, C"), ("BC", "B")),
    *(("18.50", "18.50"), ("yes", "(\u3000yes)"), ("Problem: 18", "Problem: 18"), ("Question: 18", "Question: 18")),
)
_GOLDS = (
    *(
        "{}",
        "{}",
        "{}",
        "{}",
        "{},",
        "${}",
        "{}.",
        "#### {}",
        "{}\0",
        " {}",
        "{} ",
        "({})",
        "{}!",
        "1{}",
        "{}1",
        "- {}",
    ),
    *("The answer is ({}).", "ANSWER: {}", "{}, {}"),
)


def questions(count: int, seed: int, forms: Sequence[str] = FORMS, said: Sequence[str] = _SAID) -> Iterator[Data]:
    """Yield one or a few outputs, each with one gold answer, which is often the answer or much like it."""
    rng = random.Random(seed)
    yield Corpus.from_segments([], [])
    for output in ("", "no answer", "\0", "[invalid]"):
        for gold in ("", "[invalid]", "no answer", "B"):
            yield Corpus.from_segments([output], [[gold]])
    for form in dict.fromkeys(forms):
        for word in ("Question", "Problem"):
            yield Corpus.from_segments([f"hm\n{word}: {form.format('B', 'B')}"], [["B"]])
    for _ in range(count):
        size = rng.choice([1, 1, 1, 1, 2, 3])
        pairs = [_question(rng, forms, said) for _ in range(size)]
        yield Corpus.from_segments([output for output, _ in pairs], [[gold] for _, gold in pairs])


def _question(rng: random.Random, forms: Sequence[str], said: Sequence[str]) -> tuple[str, str]:
    answer, other = rng.choice(said), rng.choice(said)
    if rng.random() < 0.1:
        answer, gold = rng.choice(_PAIRS)
        return rng.choice([answer, rng.choice(forms).format(answer, other)]), gold
    form = rng.choice(forms)
    first, second = form.format(answer, other), rng.choice([form, rng.choice(forms)]).format(other, answer)
    output = rng.choice(_AROUND).format(first, second)
    gold = rng.choice(
        [answer, answer, answer, answer.upper(), answer.lower(), answer[:1], other, rng.choice(["", first])]
    )
    return output, rng.choice(_GOLDS).format(gold, "C")


def graders(grades: dict[str, Grade]) -> Ask:
    """Return an `Ask` for the mean of the function of an entry point."""

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        letters = LETTERS[knobs.get("letters", "A-D")]
        graded = [grades[entry_point](str(line.hypothesis), str(line.references[0]), letters) for line in data]
        return sum(graded) / len(graded)

    return one_by_one(ask)


def driver(
    entry_points: Sequence[str],
    sources: list[Source],
    load: Callable[[list[Path]], Ask],
    of_letters: Sequence[str] = (),
    forms: Sequence[str] = FORMS,
) -> Driver:
    """Return the driver of a script; the entry points `of_letters` take the letters of the choices, too."""

    def requests(_: Data, rng: random.Random) -> list[Request]:
        letters = rng.choice([*LETTERS])
        return [*((name, {}) for name in entry_points), *((name, {"letters": letters}) for name in of_letters)]

    return Driver(sources, partial(questions, forms=forms), requests, load)
