"""Driver of the metric exact_match and the comparison mcnemar of Hugging Face's evaluate.

It needs evaluate and SciPy. Answers are recorded to 12 decimals, because the last digits of p depend on SciPy.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.comparison import MEAN, Comparison, Numbers
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one

_DIGITS = 12

#: The patterns that the task gsm8k of lm-evaluation-harness passes to exact_match.
GSM8K = [",", r"\$", "(?s).*#### ", r"\.$"]


#: Patterns some of which depend on each other's order, on case, or on NULs.
_PATTERNS = ["cat", "[A-Z]+", r"\d", r"\W+$", "x$", r"(?s)\A.*?\n", "^[^a-z]*", "[a-z]-", "\0", "(?i)DOG|end", ",|!"]
#: A character that becomes longer in lower case; whether an array has room for it depends on all questions.
_GROWS = "\u0130"


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield pairs of systems, and answers with one right answer, in turn."""
    answers = filter(_fits, variants(2 * count, seed, 1))
    for pair in zip(_pairs(count, seed), answers, strict=False):
        yield from pair


_PIECES = ["Cat", "dog\ncat", "$5.", "1,000", "#### ", _GROWS, "7", "\n", "\0", "a-b", "\u0663", "End.", "x "]


def variants(count: int, seed: int, most_right: int) -> Iterator[Corpus]:
    """Yield `count` corpora of texts and predictions, which are equal to a text or differ in parts that exact_match can ignore."""
    rng = random.Random(seed)
    for _ in range(count):
        right = [[_text(rng) for _ in range(rng.randint(1, most_right))] for _ in range(rng.choice([1, 1, 2, 4]))]
        yield Corpus.from_segments([_varied(rng.choice(texts), rng) for texts in right], right)


def _text(rng: random.Random) -> str:
    return "".join(rng.choices(_PIECES, k=rng.choice([0, 1, 1, 2, 3])))


def _varied(text: str, rng: random.Random) -> str:
    ways = [
        text, text, text + "\0", text.lower(), text.upper(), f"So 2 = 2.\n#### {text}.", f"${text}", text + "!", text + "3",
        "\n".join(reversed(text.split("\n"))), text.rstrip("\0"), text.lower()[:-1],
    ]  # fmt: skip
    return rng.choice(ways)


def _fits(data: Corpus) -> bool:
    texts = [str(line) for segment in data for line in (segment.hypothesis, *segment.references)]
    return len(data) == 1 or not any(_GROWS in text for text in texts)


def _pairs(count: int, seed: int) -> Iterator[Data]:
    """Yield `count` pairs of systems as numbers: 1 for a right answer and 0 for a wrong one."""
    rng = random.Random(seed)
    for _ in range(count):
        shares, size = (rng.choice([0.2, 0.5, 0.8]), rng.choice([0.5, 0.8])), rng.choice([1, 2, 4, 8, 20, 60])
        yield Comparison(MEAN, [Numbers([int(rng.random() < share) for _ in range(size)]) for share in shares])


def ignoring(rng: random.Random) -> dict[str, Any]:
    """Return random settings of exact_match that ignore parts of the texts."""
    names = [name for name in ("ignore_case", "ignore_punctuation", "ignore_numbers") if rng.random() < 0.4]
    patterns: Any = rng.choice([None, None, "gsm8k", "gsm8k", rng.sample(_PATTERNS, rng.choice([1, 2, 3]))])
    return {**dict.fromkeys(names, True), **({"ignore_patterns": patterns} if patterns else {})}


def arguments(settings: dict[str, Any]) -> dict[str, Any]:
    """Return these settings as arguments of exact_match."""
    flags = {name: value for name, value in settings.items() if name != "ignore_patterns"}
    patterns = settings.get("ignore_patterns", [])
    return {**flags, **({"regexes_to_ignore": GSM8K if patterns == "gsm8k" else patterns} if patterns else {})}


def _requests(data: Data, rng: random.Random) -> list[Request]:
    if isinstance(data, Corpus):
        return [("exact_match", {}), ("exact_match", ignoring(rng)), ("exact_match", ignoring(rng))]
    return [("mcnemar", {})]


def _load(paths: list[Path]) -> Ask:
    import evaluate

    comparison = evaluate.load(str(paths[0]), module_type="comparison")
    metric = evaluate.load(str(paths[1]))

    def ask(_: str, data: Any, settings: dict[str, Any]) -> str:
        if isinstance(data, Corpus):
            said = [str(segment.hypothesis) for segment in data]
            right = [str(segment.references[0]) for segment in data]
            score = metric.compute(predictions=said, references=right, **arguments(settings))["exact_match"]
            return f"{float(score):.{_DIGITS}f}"
        first, second = ([int(score) for score in system.plain()["scores"]] for system in data.systems)
        answer = comparison.compute(references=[1] * len(first), predictions1=first, predictions2=second)
        return f"{float(answer['p']):.{_DIGITS}f}"

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/huggingface/evaluate",
            path="comparisons/mcnemar/mcnemar.py",
            version="a4fcb45252709bd07fba897afd4575735716664f",
            sha256="0c41ea0275b4f5e733463ac33a2c79eeb71eedbf34197ef423fd40366a7e7c2b",
        ),
        Source(
            repository="https://github.com/huggingface/evaluate",
            path="metrics/exact_match/exact_match.py",
            version="a7dd338386a4fae9a1767e05eb9ef9479513d9e8",
            sha256="fd585beeb12df6ea93c99fcfbedf4374d3f5e5778ab91c93ada701ff176e53f1",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    digits=_DIGITS,
)
