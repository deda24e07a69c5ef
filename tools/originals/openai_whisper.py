"""Driver of openai/whisper's text normalizers: jiwer's word error rate of normalized texts."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.generators.speech import speech_texts
from samescore.text.transforms import transform
from tools.originals.driver import Ask, Driver, Request, one_by_one

_REPOSITORY = "https://github.com/openai/whisper"
_VERSION = "c0d2f624c09dc18e709e37c2ad90c039a4eb72a2"
_FOLDER = "whisper/normalizers"

#: The arguments of `BasicTextNormalizer` for each value of the knob ``transforms``.
_BASIC = {
    "whisper-basic": {},
    "whisper-basic-letters": {"split_letters": True},
    "whisper-basic-no-diacritics": {"remove_diacritics": True},
    "whisper-basic-no-diacritics-letters": {"remove_diacritics": True, "split_letters": True},
}


def normalizers_at(folder: Path) -> tuple[Any, Any]:
    """Return the modules english.py and basic.py of a folder; the first imports the second."""
    package = sys.modules["whisper_normalizers"] = ModuleType("whisper_normalizers")
    package.__path__ = [str(folder)]
    return import_module("whisper_normalizers.english"), import_module("whisper_normalizers.basic")


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """A text, and what is left of it without punctuation and capital letters; or two texts that have nothing in common."""
    lowered, unpunctuated = transform("to-lower-case"), transform("remove-punctuation")
    texts = [text for text in speech_texts(4 * count, seed) if text.strip()]
    rng = random.Random(seed)
    yield Corpus.from_segments([], [])
    yield Corpus.from_segments(["a b c"], [[",!"]])
    for first, second in zip(texts[::2], texts[1::2], strict=False):
        pairs = [
            (first, unpunctuated(lowered(first))),
            (second, first if rng.random() < 0.3 else unpunctuated(lowered(second))),
        ]
        chosen = pairs[: rng.choice([1, 1, 2])]
        yield Corpus.from_segments([pair[0] for pair in chosen], [[pair[1]] for pair in chosen])


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("EnglishTextNormalizer", {}), ("BasicTextNormalizer", {"transforms": [rng.choice(list(_BASIC))]})]


def _load(paths: list[Path]) -> Ask:
    english, basic = normalizers_at(paths[0].parent)
    wer = import_module("jiwer").wer

    def ask(entry_point: str, data: Corpus, knobs: dict[str, Any]) -> float | str:
        normalizer = english.EnglishTextNormalizer()
        if entry_point == "BasicTextNormalizer":
            normalizer = basic.BasicTextNormalizer(**_BASIC[knobs["transforms"][0]])
        references = [normalizer(str(segment.references[0])) for segment in data]
        answer: float = wer(references, [normalizer(str(segment.hypothesis)) for segment in data])
        return repr(answer) if isinstance(answer, int) else answer  # without words in the references, their number

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository=_REPOSITORY,
            path=f"{_FOLDER}/{name}",
            version=_VERSION,
            sha256=sha256,
        )
        for name, sha256 in (
            ("english.py", "2898e4672aeefc9f44cb4de38c115cdf286f5b35ae321433467a7674ce8841d0"),
            ("basic.py", "4742eaa040e0657fa1247a1361e0d856c62317a43326ea59a40c2e9edd8d2c38"),
            ("english.json", "6607f948be9824d2e1b2fa2223cd94c06c45afa4e05ea0e3d5e1f2bdffde2465"),
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
