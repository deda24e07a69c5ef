"""Helpers of the drivers of wrappers of ROUGE-1.5.5.pl; `tools.originals.rouge155` says what the script needs."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from tools.originals.driver import Request, corpora
from tools.originals.rouge155 import DRIVER as _ROUGE155

#: The script that is wrapped.
SCRIPT: Source = _ROUGE155.sources[0]
#: Maximum number of segments, because wrappers sort files by name, and 10 comes before 2.
_MOST_SEGMENTS = 9
_WORD = re.compile("[A-Za-z0-9]")


def texts_with_words(count: int, seed: int, unwanted: str) -> Iterator[Corpus]:
    """Yield a corpus without segments; then corpora of up to nine segments whose references all have words.

    Corpora with a text that contains a character of `unwanted` are skipped.
    """
    yield Corpus.from_segments([], [])
    for data in corpora("rouge-lsum", 3 * count, seed):
        references = [str(line) for lines in data.reference_lines for line in lines]
        texts = [*references, *map(str, data.hypothesis_lines)]
        has_words = all(map(_WORD.search, references))
        if len(data) <= _MOST_SEGMENTS and has_words and not any(set(unwanted) & set(text) for text in texts):
            yield data


def measured(rng: random.Random, entry_points: dict[str, dict[str, Any]]) -> list[Request]:
    """Return a request for each entry point with its knobs, all for the same random measure."""
    measure = rng.choice(["f", "f", "precision", "recall"])
    return [(entry_point, {**knobs, "measure": measure}) for entry_point, knobs in entry_points.items()]


def write_texts(data: Corpus, hypotheses: Path, references: Path) -> None:
    """Write a file for each text: N.txt for hypothesis N, and N.A.txt, N.B.txt, … for its references."""
    for folder in (hypotheses, references):
        folder.mkdir()
    for number, segment in enumerate(data):
        (hypotheses / f"{number}.txt").write_bytes(str(segment.hypothesis).encode())
        for index, reference in enumerate(segment.references):
            (references / f"{number}.{chr(65 + index)}.txt").write_bytes(str(reference).encode())
