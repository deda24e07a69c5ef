"""Helpers of the drivers of npm packages, which need Node.js and the installed package (npm install NAME)."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from samescore.data.corpus import Corpus
from samescore.data.kinds import Data

_NODE = shutil.which("node") or "node"
_PROGRAM = """
const asked = require(process.argv[1]);
const [name, calls] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const called = eval(process.argv[2])(asked, name);
console.log(JSON.stringify(calls.map((values) => called(...values))));
"""


def answers(
    module: Path, function: str, calls: list[list[Any]], called: str = "(asked, name) => asked[name]"
) -> list[Any]:
    """Return the results of a function of a module for each list of arguments in `calls`.

    `called` is a JavaScript function that returns the function to call, given the module and the name `function`.
    """
    given = json.dumps([function, calls]).encode()
    command = [_NODE, "-e", _PROGRAM, str(module.resolve()), called]
    done = subprocess.run(command, input=given, capture_output=True, check=True)  # noqa: S603 - the file that was named
    answered: list[Any] = json.loads(done.stdout)
    return answered


def mean(scores: list[float]) -> float:
    """Return the mean of scores, added up from left to right."""
    total = 0.0
    for score in scores:
        total += score
    return total / len(scores)


def is_text(data: Data) -> bool:
    """Return whether an input is a corpus with segments and without lone surrogates, which JSON for Node.js cannot have."""
    if not isinstance(data, Corpus) or not len(data):
        return False
    texts = [str(text) for line in data for text in (line.hypothesis, *line.references)]
    return not any("\ud800" <= letter <= "\udfff" for text in texts for letter in text)


def version() -> str:
    """Return the name and version of the interpreter."""
    done = subprocess.run([_NODE, "--version"], capture_output=True, check=True)  # noqa: S603
    return f"Node.js {done.stdout.decode().strip()}"
