"""Driver of inspect-ai's scorer match(numeric=True) in the releases 0.3.285 and 0.3.180; a part of `inspect_ai`."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver
from tools.originals.harness_letters import Grade, driver, graders, questions
from tools.originals.stand_ins import module_among

FILES = ("_util/text.py", "scorer/_unicode.py", "scorer/_common.py", "scorer/_match.py")
PLACES = ("end", "begin", "any", "exact")
OLD = ".v0-3-180"


class Target(list[str]):
    """The gold answers of a question."""

    @property
    def text(self) -> str:
        return "".join(self)


def stand_ins() -> dict[str, dict[str, Any]]:
    """Return the names that the scorers import from the rest of the package, by module."""
    return {
        "inspect_ai.solver._task_state": {"TaskState": object},
        "inspect_ai.scorer._metric": {"CORRECT": "C", "INCORRECT": "I", "Score": SimpleNamespace},
        "inspect_ai.scorer._metrics": {"accuracy": str, "stderr": str},
        "inspect_ai.scorer._scorer": {"Scorer": object, "scorer": lambda **_: lambda function: function},
        "inspect_ai.scorer._target": {"Target": Target},
    }


def modules(paths: list[Path], files: tuple[str, ...]) -> dict[str, Any]:
    """Return the modules of the files, loaded in their order."""
    names, loaded = stand_ins(), {}
    for path, file in zip(paths, files, strict=True):
        module = f"inspect_ai.{file[:-3].replace('/', '.')}"
        loaded[file] = module_among(path, module, names)
        names[module] = vars(loaded[file])
    return loaded


def scored(scorer: Callable[[Any, Any], Any]) -> Grade:
    """Return a function that grades an output with a scorer."""

    def grade(output: str, gold: str, _: str) -> float:
        state = SimpleNamespace(output=SimpleNamespace(completion=output))
        return float(asyncio.run(scorer(state, Target([gold]))).value == "C")

    return grade


def _load(paths: list[Path]) -> Ask:
    half = len(FILES)
    grades: dict[str, Grade] = {}
    for suffix, some in (("", paths[:half]), (OLD, paths[half:])):
        match = modules(some, FILES)["scorer/_match.py"].match
        grades |= {f"match_numeric_{place}{suffix}": scored(match(place, numeric=True)) for place in PLACES}
    return graders(grades)


# fmt: off
_SAID = (
    "18", "18", "18", "18.0", "180", "118", "-18", "\u221218", "18%", "$18", "\\$18", "1,8", "18,000", "18 000", "1_8", "18.",
    "(18)", "18!", "**18**", "`18`", "~18", "123456", "123457", "1.2346e+05", "1e3", "1000", "1E\uff0b3", "inf", "nan", "0.5",
    ".5", "\u00bd", "2\u00bd", "2.5", "\u00bd\u00bd", "\u00bd2", "18\u00b2", "324", "\u00b2", "2\u207b\u00b2", "0.25",
    "\u5341\u516b", "\u4e00\u516b", "1\u5341\u516b", "\u4e09\u70b9\u4e94", "3.5", "\u8d1f\u4e94", "-5", "\u4e8c\u767e", "200",
    "\uff11\uff18", "\u0661\u0668", "\u216b", "12", "\u2460\u2467", "18\u200b", "70\u2019000", "70000", "1.2.3", "5-3", "18:30",
    "x", "Stra\u00dfe", "\u017f", "", "eighteen", "x**y", "1 2", "18 18", "0", "-0", "\u3007", "1.", "18.5.", "\u06f1\u06f8.\u06f0",
)
_FORMS = (
    "{}", "{}", "{}", "{} {}", "{}.", "The answer is {}.", "It is {} eggs", "\u3000{}\u3000", "x{}", "{}x", "{}\n{}", "({})",
    "**{}**", "So {}, not {}", "= {}", "#### {}", "$ {}", "\\boxed{{{}}}", "{} = {}!", "\t{}\u00a0{}",
)
# fmt: on
#: Outputs and gold answers without words or with nothing but punctuation.
_EMPTY = [(output, gold) for output in ("", " ", "!") for gold in ("", ".", "?!", "18")]


def _inputs(count: int, seed: int) -> Iterator[Data]:
    for output, gold in _EMPTY:
        yield Corpus.from_segments([output + " ", "x**y", "v1.20"], [[gold], ["x**y"], ["v1.20"]])
        yield Corpus.from_segments([output, "18"], [[gold], ["18"]])
    yield from questions(count, seed, _FORMS, _SAID)


def part(sources: Callable[[tuple[str, ...]], list[Source]]) -> Driver:
    """Return the driver; `sources` returns the sources of files in both releases."""
    names = [f"match_numeric_{place}{suffix}" for suffix in ("", OLD) for place in PLACES]
    return dataclasses.replace(driver(names, sources(FILES), _load), inputs=_inputs)
