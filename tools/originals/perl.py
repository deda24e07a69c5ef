"""Helpers of the drivers of Perl scripts."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from samescore.data.corpus import Corpus
from tools.originals.driver import corpora

PERL = shutil.which("perl") or "perl"


def run(script: Path, *arguments: str, folder: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a script with these arguments in `folder`, with `given` as standard input, and return the completed process."""
    command = [PERL, str(script), *arguments]
    return subprocess.run(command, cwd=folder, input=given, capture_output=True, check=False)  # noqa: S603 - the script that was named


def version() -> str:
    """Return the name and version of the interpreter."""
    done = subprocess.run([PERL, "-e", "print $^V"], capture_output=True, check=True)  # noqa: S603
    return f"Perl {done.stdout.decode()}"


def files_of_lines(count: int, seed: int, unwanted: str = "") -> Iterator[Corpus]:
    """Yield generated corpora for files of lines: segments have equally many references, and texts have no line ends.

    Corpora with a text that contains `unwanted` are skipped.
    """
    for corpus in corpora("bleu", 2 * count, seed):
        texts = [str(line) for segment in corpus for line in (segment.hypothesis, *segment.references)]
        if any("\n" in text or (unwanted and unwanted in text) for text in texts):
            continue
        least = min((len(segment.references) for segment in corpus), default=0)
        hypotheses = [str(segment.hypothesis) for segment in corpus]
        yield Corpus.from_segments(hypotheses, [list(map(str, segment.references[:least])) for segment in corpus])
