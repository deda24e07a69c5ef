"""Driver of files2rouge, which splits lines into sentences and runs ROUGE-1.5.5.pl with pltrdy's pyrouge.

The rest of both packages must be next to their files. Texts are inserted into HTML without escaping, so everything after
< in a line is ignored: texts with < are skipped.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import random
import re
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.perl import version
from tools.originals.rouge_wrappers import SCRIPT, measured, texts_with_words

_MEASURES = {"f": "F", "precision": "P", "recall": "R"}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield corpora of one-line texts with full stops inserted after some words."""
    rng = random.Random(seed)
    for data in texts_with_words(3 * count, seed, "<\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"):

        def line(text: Any) -> str:
            words = str(text).replace("\n", " . ").split(" ")
            stops = (word + rng.choice(["", "", "", "", " .", ".", " .a", " \u212a", "\u3002b"]) for word in words)
            return " ".join(stops).strip()

        hypotheses = [line(text) for text in data.hypothesis_lines]
        if all(hypotheses):
            yield Corpus.from_segments(hypotheses, [[line(lines[0])] for lines in data.reference_lines])


def _requests(_: Data, rng: random.Random) -> list[Request]:
    stemmer = {"stemmer": rng.choice(["none", "rouge155"])}
    return measured(rng, {"rouge-n": {"order": rng.choice([1, 2, 3]), **stemmer}, "rouge-l": stemmer})


def _load(paths: list[Path]) -> Ask:
    for path in paths[:2]:
        sys.path.insert(0, str(path.resolve().parents[1]))
    logging.disable()
    os.environ["HOME"] = tempfile.mkdtemp()  # pyrouge writes where the script is into a file there
    module: Any = import_module("files2rouge.files2rouge")
    script = paths[2].resolve()
    settings = Path(os.environ["HOME"]) / "settings.json"
    settings.write_text(json.dumps({"ROUGE_path": str(script), "ROUGE_data": str(script.parent / "data")}))
    module.settings._default_path = lambda: str(settings)

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        with tempfile.TemporaryDirectory() as name:
            files = Path(name) / "hypotheses", Path(name) / "references"
            files[0].write_bytes("".join(f"{line.hypothesis}\n" for line in data).encode())
            files[1].write_bytes("".join(f"{line.references[0]}\n" for line in data).encode())
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                module.run(*map(str, files), rouge_n=max(2, knobs.get("order", 2)), stemming=knobs["stemmer"] != "none")
        number = f"ROUGE-{knobs.get('order', 'L')} Average_{_MEASURES[knobs['measure']]}"
        found = re.search(rf"1 {number}: (\d+\.\d+) ", printed.getvalue())
        if found is None:
            raise ValueError(f"{number} is not printed")
        return float(found[1])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/pltrdy/files2rouge",
            path="files2rouge/files2rouge.py",
            version="d3d09c8387416e80353e3a01e959bf8cc1747f58",
            sha256="fde4a295e891bd4b68943d0fe2c7b07f8aebb7de229282f46b295dc8301f7b72",
        ),
        Source(
            repository="https://github.com/pltrdy/pyrouge",
            path="pyrouge/Rouge155.py",
            version="dfdff03cff1b69bfb18d42dadfb79c79f1caaa18",
            sha256="1742503995001681af4619ec349460e96a9d00f65813faee1436d024ba1aaa38",
        ),
        SCRIPT,
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=version,
)
