"""Generate outputs of language models with gold answers: numbers and letters in the forms that harnesses extract."""

from __future__ import annotations

import random
from collections.abc import Iterator

from samescore.data.corpus import Corpus
from samescore.generators.texts import Segment, corpus_of

_ANSWERS = [
    *("18", "18", "3", "70,000", "70000", "1,2", "7,0000", "0", "0.5", "18.0", "18.50", ".5", "18.", "-3", "\u22123"),
    *("1e3", "inf", "nan", "1_0", "\uff11\uff18", "\u0663", "\u00bd", "7/2", "5%", "$18", "$1,000.00", "9" * 20),
    *("A", "B", "D", "J", "b", "(B)", "Berlin", "yes", "", ",", ".", "...", "$", "- 3", "5-3", "18:30"),
    *("\\frac12", "\\dfrac{1}{2}", "x=7/2", "5\\text{ cm}", "5 cm", "\\sqrt2", "5\\%", "\u5341\u516b", "18\u00b2"),
    *("\u0130", "18\0", "b\0,", "E", "A, B", "B, C", "\u0623", "\uff22"),
]
_SENTENCES = [
    *(
        "#### {}",
        "####{}",
        "#### {}.",
        "The answer is {}",
        "The answer is {}.",
        "The answer is ${}.",
        "the answer is {}",
    ),
    *("The final answer is {}", "The final answer is {}.", "The final answer: {}", "The answer: {}!", "Answer: {}"),
    *("answer is ({}).", "correct answer is: {}", "The correct answer is option {}", "ANSWER : {}", "Answer:{}"),
    *("answer:\t${}$", "{}", "{}", "{}.", "({})", "**{}**", "so {} eggs", "= {}", "x={}", "Answer", "\\boxed{{{}}}"),
    *(".[aA]nswer: {}", "Question: what is {}?", "<think>{}", "</think>{}", "</think>\n\n{}", "<think>{}</think>"),
    *("I don't know", "word", "The answer is", "####"),
    *(
        "ANSWER: {}",
        "ANSWER: {}",
        "ANSWER: {}\nThanks!",
        "ANSWER: {} so",
        "the final answer is ({})",
        "so the choice is {}",
    ),
    *("Antwort: {}", "Final answer is: {}. I hope", "The answer to this is {}", "答案是 {}", "答案为 {}。", "{} 选项"),
    *("1. {}", "Problem: what is {}?", "ANSWER: $\\boxed{{{}}}$", "ANSWER: **{}**", "ANSWER: {}, {}", "ANSWER:"),
    *("The correct answer is boxed{{{}}}", "x {}", "{} ", "$\\boxed {}$", "it is ${}$"),
]
#: The pieces of an output that strategies combine.
OUTPUT_PIECES = [*_ANSWERS, *(sentence.format("18", "B") for sentence in _SENTENCES)]
#: An output that most rules understand.
_EVERYWHERE = "Answer: {0}\nThe answer is {0}.\nThe final answer is {0}.\n#### {0}"
_JOINTS = (" ", " ", "\n", "", "\n\n", ". ")
_WITHOUT_QUESTIONS = 10


def outputs(count: int, seed: int = 0) -> Iterator[Corpus]:
    """Yield `count` corpora of outputs and gold answers."""
    rng = random.Random(seed)
    for number in range(count):
        segments = [output_segment(rng) for _ in range(rng.choice([1, 1, 2, 3]))]
        yield corpus_of([] if number == _WITHOUT_QUESTIONS else segments)


def output_segment(rng: random.Random) -> Segment:
    """Return an output with up to four sentences, or only an answer, and its gold answers; few have none."""
    right = rng.choice(_ANSWERS)
    said = [rng.choice(_SENTENCES).format(rng.choice([right, right, rng.choice(_ANSWERS)]), "B") for _ in range(4)]
    output = said[0] + "".join(rng.choice(_JOINTS) + sentence for sentence in said[1 : rng.choice([1, 1, 2, 3, 4])])
    if rng.random() < 0.05:
        output = f"{output}{'x' * rng.choice([250, 290, 300, 301])} {right}"
    elif rng.random() < 0.5:
        output = rng.choice([right, right, _EVERYWHERE.format(right)])
    golds = [right, *(rng.choice(_ANSWERS) for _ in range(rng.choice([0, 0, 0, 1, 2])))]
    return output, [_gold(rng, gold) for gold in golds] if rng.random() < 0.97 else []


def _gold(rng: random.Random, answer: str) -> str:
    """Return a gold answer as it is or, sometimes, in a sentence or a solution."""
    return rng.choice(["{}", "{}", "{}", "{}", "9 + 9 = 18.\n#### {}", "The answer is {}."]).format(answer)
