"""Driver of sclite of NIST's SCTK 2.4.10, from Debian's package `sctk` for amd64: errors and words of its alignments.

The texts are transcripts: each line is an utterance with its id at the end. Inputs have no characters with a special
meaning in transcripts: braces (alternatives), @ (null words), semicolons (comments), an asterisk at the end of a word
(dropped) or two at the start of a line (a comment), backslashes, line ends, and NUL.
"""

from __future__ import annotations

import random
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one

_COUNTS = re.compile(rb"^Scores: \(#C #S #D #I\) (\d+) (\d+) (\d+) (\d+)$", re.MULTILINE)
_ERR_OF_NOTHING = re.compile(rb"Sum/Avg\|.*\| +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+ +([\d.]+) +[\d.]+ \|$", re.MULTILINE)
_SPECIAL = re.compile(r"[{}@;*\\\n\r\0\ud800-\udfff]")


def _inputs(count: int, seed: int) -> Iterator[Corpus]:
    """Yield corpora of the word error rate, and texts of few different words, which have several best alignments, in turn."""
    rng = random.Random(seed)
    for corpus in corpora("wer", 4 * count, seed, 1):
        yield corpus
        words = "abcdefgh"[: rng.choice([2, 3, 4, 8])]
        sides = [[" ".join(rng.choices(words, k=rng.randint(0, 12))) for _ in range(3)] for _ in range(2)]
        yield Corpus.from_segments(sides[0], [[line] for line in sides[1]])


def _plain_inputs(count: int, seed: int) -> Iterator[Data]:
    for corpus in _inputs(count, seed):
        lines = [str(line) for segment in corpus for line in (segment.hypothesis, *segment.references)]
        if not any(map(_SPECIAL.search, lines)):
            yield corpus


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("err", {}), ("err", {"case": "keep"})]


def _load(paths: list[Path]) -> Ask:
    program = str(paths[0].resolve())

    def run(lines: Sequence[Sequence[str]], *options: str) -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            for name, side in zip(("hyp", "ref"), lines, strict=True):
                transcript = "".join(f"{line} (a-{number})\n" for number, line in enumerate(side))
                Path(folder, name).write_bytes(transcript.encode())
            command = [program, "-r", "ref", "trn", "-h", "hyp", "trn", "-i", "rm", *options, "stdout"]
            done = subprocess.run(command, cwd=folder, capture_output=True, check=True)  # noqa: S603 - the program that was named
            return done.stdout

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        lines = [[str(segment.hypothesis) for segment in data], [str(segment.references[0]) for segment in data]]
        options = ["-s"] if knobs else []
        rows = [tuple(map(int, row)) for row in _COUNTS.findall(run(lines, *options, "-o", "pra"))]
        if len(rows) != len(data):
            raise RuntimeError(f"{len(rows)} alignments of {len(data)} utterances")
        correct, substitutions, deletions, insertions = map(sum, zip(*rows, strict=True))
        words = correct + substitutions + deletions
        if words:
            return 100 * ((substitutions + deletions + insertions) / words)
        printed = _ERR_OF_NOTHING.search(run(lines, *options, "-o", "sum"))
        if printed is None:
            raise RuntimeError("no sum is printed")
        return float(printed[1])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://packages.debian.org/bookworm/sctk",
            path="usr/lib/sctk/bin/sclite",
            version="2.4.10-20151007-1312Z+dfsg2-3.1",
            sha256="9676237f8f06a82964761e87202dc7c64bd3307e6b9ce430f6a5df12ffa35223",
        )
    ],
    inputs=_plain_inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: "sclite 2.10 of SCTK 1.3, amd64",
)
