"""Driver of METEOR 1.5, the program meteor-1.5.jar of pycocoevalcap's wheel, with matches of equal words and stems.

It needs Java. The program is run line by line (``-stdio``), as pycocoevalcap and nlg-eval do. The first line of its answer
about several segments is the score of the first segment, and the last line the score of all.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one

_JAVA = shutil.which("java") or "java"
_NORMALIZATION = {"norm": "-norm", "no-punctuation": "-norm -noPunct", "lower": "-lower", "none": ""}
#: Line breaks of Java, and the separator of the texts in a line.
_UNASKED = re.compile("[\r\n]|\\|\\|\\|")
_TASKS: dict[str, dict[str, float]] = {
    "rank": {},
    "adq": {"alpha": 0.75, "beta": 1.4, "gamma": 0.45, "delta": 0.7, "stem_weight": 1.0},
    "tune": {"alpha": 0.5, "beta": 1.0, "gamma": 0.5, "delta": 0.5, "stem_weight": 0.5},
}
_TYPES = [
    "walk",
    "walks",
    "walked",
    "walking",
    "cat",
    "cats",
    "the",
    "The",
    "of",
    ",",
    ".",
    "well-known",
    "U.S.",
    "don't",
    "generous",
]
_TYPES += ["generously", "dying", "die", "1,000", "Mr.", "(", "caf\u00e9", "is"]


def _sentences(count: int, seed: int) -> Iterator[Corpus]:
    """Yield `count` corpora of repeated words and words with the same stems, in changed orders."""
    rng = random.Random(seed)
    for _ in range(count):
        texts = [[_sentence(rng) for _ in range(rng.choice([1, 1, 2, 3]))] for _ in range(rng.choice([1, 2, 3]))]
        yield Corpus.from_segments([_varied(rng.choice(lines), rng) for lines in texts], texts)


def _sentence(rng: random.Random) -> str:
    return " ".join(rng.choices(_TYPES, k=rng.choice([0, 1, 3, 6, 12, 20])))


def _varied(text: str, rng: random.Random) -> str:
    words = text.split(" ")
    for _ in range(rng.randint(0, 4)):
        place = rng.randrange(len(words))
        words[place:] = rng.choice(
            [words[place:][::-1], [rng.choice(_TYPES), *words[place + 1 :]], words[place:] + words[:1]]
        )
    return " ".join(words)


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield the general corpora of METEOR 1.5, and corpora like `_sentences`, in turn."""
    for pair in zip(filter(_can_be_asked, corpora("meteor15", count, seed)), _sentences(count, seed), strict=False):
        yield from pair


def _can_be_asked(data: Corpus) -> bool:
    return bool(len(data)) and not any(
        _UNASKED.search(str(line)) for segment in data for line in (segment.hypothesis, *segment.references)
    )


def _requests(_: Data, rng: random.Random) -> list[Request]:
    knobs: dict[str, Any] = dict(_TASKS[rng.choice(["rank", "rank", "adq", "tune"])])
    if rng.random() < 0.4:
        knobs["normalization"] = rng.choice(["no-punctuation", "lower", "none"])
    if rng.random() < 0.3:
        knobs["modules"] = "exact"
    return [("system", {}), ("system", knobs), ("segments", {"mean_summation": "left-to-right", **knobs})]


@cache
def _started(jar: Path, normalization: str, modules: str, parameters: str, weights: str) -> subprocess.Popen[str]:
    command = [_JAVA, "-Xmx1G", "-jar", str(jar), "-", "-", "-stdio", "-l", "en", *normalization.split()]
    command += ["-m", modules, "-p", parameters, "-w", weights]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")  # noqa: S603


def _asked(program: subprocess.Popen[str], line: str, answers: int) -> list[str]:
    stdin, stdout = program.stdin, program.stdout
    if stdin is None or stdout is None:
        raise RuntimeError("the program has no pipes")
    stdin.write(line + "\n")
    stdin.flush()
    return [_line(stdout) for _ in range(answers)]


def _line(stdout: IO[str]) -> str:
    line = stdout.readline().strip()
    if not line:
        raise RuntimeError("the program says nothing")
    return line


def _load(paths: list[Path]) -> Ask:
    jar = paths[0].resolve()

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        parameters = [knobs.get(name, value) for name, value in _DEFAULTS.items()]
        program = _started(
            jar,
            _NORMALIZATION[knobs.get("normalization", "norm")],
            knobs.get("modules", "exact-stem").replace("-", " "),
            " ".join(map(str, parameters)),
            f"1.0 {knobs.get('stem_weight', 0.6)}",
        )
        asked = "EVAL"
        for segment in data:
            (counts,) = _asked(program, " ||| ".join(["SCORE", *segment.references, segment.hypothesis]), 1)
            asked += f" ||| {counts}"
        *scores, last = map(float, _asked(program, asked, len(data) + 1))
        if entry_point == "system":
            return last
        total = 0.0
        for score in scores:
            total += score
        return total / len(scores)

    return one_by_one(ask)


def _version() -> str:
    """Return the version of Java, as it prints it."""
    done = subprocess.run([_JAVA, "-version"], capture_output=True, text=True, check=True)  # noqa: S603
    return done.stderr.splitlines()[0]


_DEFAULTS = {"alpha": 0.85, "beta": 0.2, "gamma": 0.6, "delta": 0.75}

DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/pycocoevalcap/",
            path="pycocoevalcap/meteor/meteor-1.5.jar",
            version="1.2",
            sha256="1e57b4c72c0830ebe68558f1c799a624e96cbc1b6045c9f6330e26dcff6eafc2",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=_version,
)
