"""Driver of texterrors: the word error rate in its JSON output, with an alignment of words or of characters (use_chardiff).

It needs the installed package, because the alignment is compiled; the files are those of the installation.
"""

from __future__ import annotations

import io
import json
import platform
import random
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.generators.speech import speech_texts
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one

#: Texts in which three pairs of words cost as much as two gaps, or 1/112 more.
_TIES = (
    ("abd abc abef", "abc abef abgh"),
    ("abvwxyz abcdefg abcdeijk", "abcdefg abcdeijk abcdeilm"),
)


def _similar(count: int, seed: int) -> Iterator[Corpus]:
    """Yield up to `count` sentences, with hypotheses in which words are dropped, inserted, replaced or misspelled."""
    rng = random.Random(seed)
    texts = [text for text in speech_texts(4 * count, seed) if text.strip()]
    for text in texts[:count]:
        words = text.split()[:12]
        heard: list[str] = []
        for word in words:
            place, chance = rng.randrange(len(word)), rng.random()
            if chance < 0.3:
                word = word[:place] + rng.choice("aeést") + word[place + rng.choice([0, 1]) :]
            elif chance < 0.5:
                word = rng.choice(words)
            heard += rng.choice([[], [word, word[:2]]]) if chance > 0.85 else [word]
        yield Corpus.from_segments([" ".join(heard)], [[" ".join(words)]])


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    yield Corpus.from_segments(["a " + "b" * 50], [["a " + "b" * 49]])
    yield Corpus.from_segments(["a " + "é" * 24], [["a " + "e" * 49]])
    for hypothesis, reference in _TIES:
        yield Corpus.from_segments([hypothesis], [[reference]])
    for some in zip(corpora("wer", count, seed, 1), _similar(count, seed), strict=False):
        yield from some


def _requests(_: Data, rng: random.Random) -> list[Request]:
    case: dict[str, Any] = {"case": "lower"} if rng.random() < 0.1 else {}
    return [("wer", case), ("wer-chardiff", case)]


def _load(paths: list[Path]) -> Ask:
    module = import_module("texterrors.texterrors")
    if Path(str(module.__file__)).resolve() != paths[0].resolve():
        raise ImportError(f"{paths[0]} is not the installed file")
    import_module("loguru").logger.remove()

    def utterances(lines: list[str], lower: bool) -> dict[str, Any]:
        texts = [text.lower() if lower else text for text in lines]
        return {str(k): module.Utt(str(k), module.StringVector(text.split())) for k, text in enumerate(texts)}

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        file = io.StringIO()
        module.process_output(
            utterances([str(line.references[0]) for line in data], "case" in knobs),
            utterances([str(line.hypothesis) for line in data], "case" in knobs),
            file,
            "",
            "",
            use_chardiff=entry_point == "wer-chardiff",
            output_format=module.OutputFormat.json,
        )
        return float(json.loads(file.getvalue())["summary"]["wer"])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/texterrors",
            path=f"texterrors/{name}.py",
            version="1.1.9",
            sha256=sha256,
        )
        for name, sha256 in (
            ("texterrors", "b143320198255b2d8f4c13de4d3f83f08c3f557e469a43e08003cf41e73384a8"),
            ("alignment", "7b9eb0e7e658a35f30f807a809092f57829f5a5f80fe63ad3241576117af1fbc"),
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: f"CPython {platform.python_version()} with texterrors {version('texterrors')}",
)
