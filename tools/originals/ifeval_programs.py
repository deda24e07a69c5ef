"""Helpers of the drivers of IFEval in evaluation harnesses, whose checkers run with stand-ins for what is not decided here.

The stand-ins for langdetect, for NLTK's Punkt and for random numbers raise `Undecided`: such inputs have no answer.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.instructed_responses import InstructedResponses
from samescore.data.kinds import Data
from samescore.generators.instructed_responses import decided_responses, instructed_responses
from tools.originals.driver import Ask
from tools.originals.harness import alone
from tools.originals.stand_ins import module_among


class Undecided(BaseException):
    """The answer depends on a package or a random number; no `Exception`, because harnesses catch those."""


def _undecided(*_: Any, **__: Any) -> Any:
    raise Undecided


class _Random:
    """Stand in for the module `random`."""

    randint = choice = sample = staticmethod(_undecided)


#: A malformed keyword, and a response that follows its instruction only without its empty lines.
_ADDED = [
    {"response": "a cat", "instruction_id_list": ["keywords:existence"], "kwargs": [{"keywords": ["("]}]},
    {
        "response": "\n\none\n\ntwo",
        "instruction_id_list": ["length_constraints:nth_paragraph_first_word"],
        "kwargs": [{"num_paragraphs": 2, "nth_paragraph": 1, "first_word": "one"}],
    },
]


def inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield prompts whose instructions are decided, some with a special one, and others with odd arguments, in turn."""
    pairs = zip(decided_responses(count, seed), instructed_responses(count, seed), strict=False)
    for number, (decided, other) in enumerate(pairs):
        yield InstructedResponses([*decided.entries(), *_ADDED[number % 20 : number % 20 + 1]])
        if len(other):
            yield other


def sources(name: str, version: str, files: dict[str, str]) -> list[Source]:
    """Return the files of a distribution on PyPI, given with their SHA-256."""
    return [Source(f"https://pypi.org/project/{name}", path, version, sha256) for path, sha256 in files.items()]


def registry_of(package: str, util: str, instructions: Path, registry: Path, utilities: Path) -> Any:
    """Return the registry of instructions of a harness, whose module is in `package`; `util` is its module of helpers."""
    import nltk

    wanted = ("count_words", "LANGUAGE_CODES")
    given = {"nltk": nltk, "functools": functools, "immutabledict": SimpleNamespace(immutabledict=dict)}
    helpers = alone(utilities, *wanted, **given)
    logging = SimpleNamespace(error=_undecided)
    names = {**vars(helpers), "count_sentences": _undecided, "generate_keywords": _undecided}
    names["nltk"] = SimpleNamespace(word_tokenize=_undecided)
    stand_ins: dict[str, dict[str, Any]] = {
        f"{package}.{util}": names,
        package: {util: SimpleNamespace(**names)},
        "langdetect": {"detect": _undecided, "LangDetectException": ZeroDivisionError},
        "absl": {"logging": logging},
        "lighteval.utils.imports": {"is_package_available": lambda _: True},
    }
    checkers = module_among(instructions, f"{package}.instructions", stand_ins)
    checkers.random = _Random
    return module_among(registry, f"{package}.instructions_registry", {package: {"instructions": checkers}})


def asked(answer: Callable[[list[dict[str, Any]], dict[str, Any]], float]) -> Ask:
    """Return an `Ask` from a function of prompts and settings; an undecided input has no answer."""

    def one(data: Any, settings: dict[str, Any]) -> float | str | Exception:
        prompts = [{**prompt, "key": 0, "prompt": ""} for prompt in data.entries()]
        try:
            return answer(prompts, settings)
        except Undecided:
            return ""
        except Exception as problem:  # whatever the harness raises is its answer
            return problem

    def ask(data: Data, requests: list[Any]) -> list[float | str | Exception | None]:
        return [one(data, settings) for _, settings in requests]

    return ask


def each_level() -> list[dict[str, Any]]:
    """Return the settings of each level, strict and loose."""
    return [{"level": level, "check": kind} for level in ("prompt", "instruction") for kind in ("strict", "loose")]
