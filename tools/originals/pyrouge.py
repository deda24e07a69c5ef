"""Driver of pyrouge, which runs ROUGE-1.5.5.pl on texts with one sentence per line, and always stems words.

The rest of the package must be next to the file. Texts are inserted into HTML without escaping, so everything after < in
a line is ignored: texts with < are skipped.
"""

from __future__ import annotations

import logging
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.perl import version
from tools.originals.rouge_wrappers import SCRIPT, measured, texts_with_words, write_texts

_MEASURES = {"f": "f_score", "precision": "precision", "recall": "recall"}
_NAMES = {"rouge-l": "l", "rouge-w": "w_1.2", "rouge-s": "s*", "rouge-su": "su*"}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield from texts_with_words(count, seed, "<\r")


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return measured(rng, {"rouge-n": {"order": rng.choice([1, 2, 3, 4])}, **{name: {} for name in _NAMES}})


def _load(paths: list[Path]) -> Ask:
    sys.path.insert(0, str(paths[0].resolve().parents[1]))
    logging.disable()
    os.environ["HOME"] = tempfile.mkdtemp()  # it writes where the script is into a file there
    module: Any = import_module("pyrouge.Rouge155")
    numbers: dict[Any, dict[str, float]] = {}

    def scores(data: Any) -> dict[str, float]:
        with tempfile.TemporaryDirectory() as name:
            hypotheses, references = Path(name) / "hypotheses", Path(name) / "references"
            write_texts(data, hypotheses, references)
            rouge = module.Rouge155(str(paths[1].resolve().parent))
            rouge.system_dir, rouge.model_dir = str(hypotheses), str(references)
            rouge.system_filename_pattern, rouge.model_filename_pattern = r"(\d+).txt", "#ID#.[A-Z].txt"
            read: dict[str, float] = rouge.output_to_dict(rouge.convert_and_evaluate())
        return read

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        if data not in numbers:
            numbers[data] = scores(data)
        return numbers[data][f"rouge_{_NAMES.get(entry_point, knobs.get('order'))}_{_MEASURES[knobs['measure']]}"]

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/pyrouge",
            path="pyrouge/Rouge155.py",
            version="0.1.3",
            sha256="8f0a447c9528ca53fe205371f4788657d36b8a1035eab400551791b60ae5fa8d",
        ),
        SCRIPT,
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=version,
)
