"""Driver of tensor2tensor's bleu_hook: `compute_bleu` of lists of words, and `bleu_wrapper` of files.

It needs NumPy and six, but not TensorFlow, which reads the files in the original.
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.stand_ins import module_among


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    yield Corpus.from_segments(["a"], [[""]])
    yield Corpus.from_segments([""], [[""]])
    yield Corpus.from_segments(["a\\b c d e f"], [["a \\ b c d e f"]])
    yield from corpora("bleu", count, seed, 1)


def _requests(data: Data, rng: random.Random) -> list[Request]:
    requests: list[Request] = [("compute_bleu", {"max_order": rng.choice([1, 2, 3, 4, 4, 5])})]
    texts = [text for line in data for text in (line.hypothesis, *line.references)] if isinstance(data, Corpus) else []
    if not any("\n" in text for text in texts):
        requests.append(("bleu_wrapper", rng.choice([{}, {"case": "keep"}])))
    return requests


def _load(paths: list[Path]) -> Ask:
    files: dict[str, str] = {}
    reader = SimpleNamespace(Open=lambda name, _: io.StringIO(files[name], newline=""))
    others: dict[str, dict[str, Any]] = {
        "tensor2tensor.data_generators": {"text_encoder": SimpleNamespace(native_to_unicode=lambda text: text)},
        "tensorflow.compat.v1": {"gfile": reader},
        "tensorflow": {},
    }
    script = module_among(paths[0], "tensor2tensor.utils.bleu_hook", others)

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        hypotheses = [str(segment.hypothesis) for segment in data]
        references = [str(segment.references[0]) for segment in data]
        if entry_point == "compute_bleu":
            words = [[line.split() for line in lines] for lines in (references, hypotheses)]
            return float(script.compute_bleu(*words, max_order=knobs["max_order"]))
        files.update(ref="".join(f"{line}\n" for line in references), hyp="".join(f"{line}\n" for line in hypotheses))
        return float(script.bleu_wrapper("ref", "hyp", case_sensitive=knobs.get("case") == "keep"))

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/tensor2tensor",
            path="tensor2tensor/utils/bleu_hook.py",
            version="1.15.7",
            sha256="d99dc6c6405d134926db5861b95a9ae82218f8ee1735d048848a00df41d4fca8",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
