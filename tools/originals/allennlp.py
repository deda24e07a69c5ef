"""Driver of AllenNLP's ROUGE, whose files run with stand-ins for its base class; it needs PyTorch.

AllenNLP adds up Python numbers from left to right, so all interpreters give the same answers.
"""

from __future__ import annotations

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
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one
from tools.originals.stand_ins import module_among, registered_metric

_LETTERS = {"f": "F1", "precision": "P", "recall": "R"}


#: Names that the second file imports for functions that are not used here.
UNUSED = {
    "allennlp.common.checks": ["check_for_gpu", "ConfigurationError"],
    "allennlp.common.params": ["Params"],
    "allennlp.common.tqdm": ["Tqdm"],
    "allennlp.common.util": ["dump_metrics", "sanitize", "int_to_device"],
    "allennlp.data": ["Instance", "Vocabulary", "Batch", "DataLoader"],
    "allennlp.data.dataset_readers": ["DatasetReader"],
    "allennlp.models.archival": ["CONFIG_NAME"],
    "allennlp.models.model": ["Model"],
    "allennlp.nn": ["util"],
}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_segments([], [])
    yield from corpora("rouge-n", count, seed, 1)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    measure = rng.choice(["f", "f", "precision", "recall"])
    return [("ROUGE-n", {"order": rng.choice([1, 2, 3]), "measure": measure}), ("ROUGE-L", {})]


def _load(paths: list[Path]) -> Ask:
    torch = import_module("torch")
    others: dict[str, dict[str, Any]] = {
        "allennlp.training.metrics.metric": {"Metric": registered_metric()},
        "allennlp.nn.util": {"dist_reduce_sum": lambda value: value},
        **{module: dict.fromkeys(names, object) for module, names in UNUSED.items()},
    }
    module_among(paths[1], "allennlp.training.util", others)
    rouge = module_among(paths[0], "allennlp.training.metrics.rouge", others)

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        order = knobs.get("order", 1)
        scorer = rouge.ROUGE(ngram_size=order)
        numbers: dict[str, int] = {}
        for line in data:
            texts = [str(line.hypothesis).split(), str(line.references[0]).split()]
            ids = [[numbers.setdefault(word, len(numbers)) for word in text] for text in texts]
            scorer(*(torch.tensor([text], dtype=torch.long) for text in ids))
        name = "ROUGE-L" if entry_point == "ROUGE-L" else f"ROUGE-{order}_{_LETTERS[knobs['measure']]}"
        return float(scorer.get_metric()[name])

    return one_by_one(ask)


def source(path: str, sha256: str) -> Source:
    """Return the source of a file of AllenNLP."""
    return Source(repository="https://pypi.org/project/allennlp", path=path, version="2.10.1", sha256=sha256)


#: The file that computes n-grams.
UTILITIES = source("allennlp/training/util.py", "55c2a9527d92542387ab65e859412b53bd9016cab2f0c7a5421bfc4f482e5618")
DRIVER = Driver(
    sources=[
        source(
            "allennlp/training/metrics/rouge.py", "df07f7d6a567ae0d93ada52e4da050c032217122dc5276270517144b294a088c"
        ),
        UTILITIES,
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=lambda: f"CPython {platform.python_version()} with PyTorch {version('torch')}",
)
