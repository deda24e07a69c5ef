"""Driver of Moses' multi-bleu.perl and multi-bleu-detok.perl: the BLEU that they print."""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.perl import files_of_lines, run, version

_REPOSITORY = "https://github.com/moses-smt/mosesdecoder"
_VERSION = "34452895f350bf097b21ee514a529a1dc542243c"
_BLEU = re.compile(rb"^BLEU = (\d+\.\d\d),", re.MULTILINE)


def _inputs(count: int, seed: int) -> Iterator[Data]:
    return files_of_lines(count, seed)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    case = {"case": "ascii-tokens"} if rng.random() < 0.5 else {}
    return [("multi-bleu", case), ("multi-bleu-detok", {})]


def _load(paths: list[Path]) -> Ask:
    scripts = dict(zip(("multi-bleu", "multi-bleu-detok"), (path.resolve() for path in paths), strict=True))

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> str:
        streams = list(zip(*(segment.references for segment in data), strict=True))
        with tempfile.TemporaryDirectory() as folder:
            names = [f"reference{number}" for number in range(len(streams))]
            for name, lines in zip(names, streams, strict=True):
                Path(folder, name).write_bytes("".join(f"{line}\n" for line in lines).encode())
            hypotheses = "".join(f"{segment.hypothesis}\n" for segment in data).encode()
            options = ["-lc"] if knobs else []
            done = run(scripts[entry_point], *options, "reference", folder=folder, given=hypotheses)
        printed = _BLEU.search(done.stdout)
        if done.returncode or not printed:
            raise RuntimeError(done.stderr.decode(errors="replace"))
        return printed[1].decode()

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository=_REPOSITORY,
            path="scripts/generic/multi-bleu.perl",
            version=_VERSION,
            sha256="af2580098301798d36e4f9209118310bb9558d9f781c671409498dc7975df1c0",
        ),
        Source(
            repository=_REPOSITORY,
            path="scripts/generic/multi-bleu-detok.perl",
            version=_VERSION,
            sha256="232424ced4e495461c0ddfd6a000d0a67864ec1c973186f49b986c2553972b99",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    digits=2,
    interpreter=version,
)
