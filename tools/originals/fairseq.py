"""Driver of fairseq's BLEU: the class Scorer, and its library, which must be compiled first.

    c++ -O2 -shared -fPIC -o libbleu.so libbleu.cpp

The library must be in the folder of bleu.py. Stand-ins replace torch and fairseq's own modules, from which the class uses
a vector of integers and two decorators. Words are numbered from 4 on, as in a fairseq dictionary, and a text ends with
eos. A text without words would be scored as one word, eos, so it is skipped.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, module_at, one_by_one

_FIRST_WORD, _EOS, _UNKNOWN, _PAD = 4, 2, 3, 1


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    for corpus in corpora("bleu", 2 * count, seed, 1):
        if len(corpus) and all(str(s.hypothesis).split() and str(s.references[0]).split() for s in corpus):
            yield corpus


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [("Scorer", {"max_order": order} if order < 4 else {}) for order in {4, rng.choice([1, 2, 3, 4])}]


def _stand_ins(library: Path) -> None:
    """Install stand-ins for the modules that bleu.py imports."""
    import numpy as np

    class Numbers:
        """A stand-in for torch.IntTensor, with the methods that the class calls."""

        def __init__(self, values: Any) -> None:
            self.values = np.array(values, dtype=np.int32)

        def clone(self) -> Numbers:
            return Numbers(self.values)

        def lt(self, number: int) -> Any:
            return self.values < number

        def eq(self, number: int) -> Any:
            return self.values == number

        def __setitem__(self, places: Any, number: int) -> None:
            self.values[places] = number

        def contiguous(self) -> Numbers:
            return self

        def view(self, _: int) -> Numbers:
            return self

        def size(self, _: int) -> int:
            return len(self.values)

        def data_ptr(self) -> int:
            return int(self.values.ctypes.data)

    def register(*_: Any, **__: Any) -> Any:
        return lambda made: made

    empty = type("Empty", (), {})
    names: dict[str, dict[str, Any]] = {
        "torch": {"IntTensor": Numbers},
        "fairseq": {"__path__": [], "libbleu": SimpleNamespace(__file__=str(library))},
        "fairseq.dataclass": {"FairseqDataclass": empty},
        "fairseq.scoring": {"__path__": [], "BaseScorer": empty, "register_scorer": register},
        "fairseq.scoring.tokenizer": {"EvaluationTokenizer": SimpleNamespace(ALL_TOKENIZER_TYPES=str)},
    }
    for name, values in names.items():
        sys.modules[name] = ModuleType(name)
        vars(sys.modules[name]).update(values)


def _load(paths: list[Path]) -> Ask:
    _stand_ins(paths[0].resolve().parent / "libbleu.so")
    script = module_at(paths[0])
    numbers: Any = vars(sys.modules["torch"])["IntTensor"]

    def ask(_: str, data: Any, knobs: dict[str, Any]) -> float:
        scorer = script.Scorer(SimpleNamespace(pad=_PAD, eos=_EOS, unk=_UNKNOWN))
        words: dict[str, int] = {}

        def encoded(line: object) -> Any:
            ids = [words.setdefault(word, len(words) + _FIRST_WORD) for word in str(line).split()]
            return numbers([*ids, _EOS])

        for segment in data:
            scorer.add(encoded(segment.references[0]), encoded(segment.hypothesis))
        return float(scorer.score(knobs.get("max_order", 4)))

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/facebookresearch/fairseq",
            path=path,
            version="3d262bb25690e4eb2e7d3c1309b1e9c406ca4b99",
            sha256=sha256,
        )
        for path, sha256 in (
            ("fairseq/scoring/bleu.py", "ef06a12438a6571e833e9b64172a69cd742bcfeba7043e6d5409917b347d7868"),
            ("fairseq/clib/libbleu/libbleu.cpp", "f734a3740258bb9145fc97a83bf7f869430db21d270dbf97a91bf4ec16899c4a"),
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
