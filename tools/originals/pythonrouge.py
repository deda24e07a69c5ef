"""Driver of pythonrouge, which runs the ROUGE-1.5.5.pl next to it on lists of sentences.

It reads files in the order of the file system; here they are sorted by name.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, module_at, one_by_one
from tools.originals.perl import version
from tools.originals.rouge_wrappers import measured, texts_with_words

_MEASURES = {"f": "F", "precision": "P", "recall": "R"}
_NAMES = {"rouge-l": "ROUGE-L", "rouge-w": "ROUGE-W-1.2", "rouge-su": "ROUGE-SU4"}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield from texts_with_words(count, seed, "\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")


def _requests(_: Data, rng: random.Random) -> list[Request]:
    """Return requests for one run of the program with random options; ROUGE-W is omitted if the best reference is chosen."""
    knobs: dict[str, Any] = {
        "length_limit": rng.choice([0, 1, 3, 7, 100, 100]),
        "stemmer": rng.choice(["none", "rouge155"]),
    }
    knobs["alpha"] = rng.choice([0.0, 0.2, 0.5, 0.5, 0.8, 1.0])
    best = rng.random() < 0.3
    chosen = {**knobs, "references": "best-recall" if best else "pooled"}
    names = {"rouge-n": {**chosen, "order": rng.choice([1, 2, 3])}, "rouge-l": chosen, "rouge-su": chosen}
    return measured(rng, names if best else {**names, "rouge-w": knobs})


def _load(paths: list[Path]) -> Ask:
    module = module_at(paths[0].resolve())
    listed = module.glob
    module.glob = lambda pattern: sorted(listed(pattern))

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        with tempfile.TemporaryDirectory() as folder:
            rouge = module.Pythonrouge(
                summary_file_exist=False,
                summary=[str(text).split("\n") for text in data.hypothesis_lines],
                reference=[[str(text).split("\n") for text in lines] for lines in data.reference_lines],
                xml_dir=folder,
                n_gram=knobs.get("order", 2),
                ROUGE_L=entry_point == "rouge-l",
                ROUGE_W=entry_point == "rouge-w",
                stemming=knobs["stemmer"] != "none",
                length_limit=knobs["length_limit"] > 0,
                length=knobs["length_limit"],
                scoring_formula="best" if knobs.get("references") == "best-recall" else "average",
                p=knobs["alpha"],
            )
            scores = rouge.calc_score()
        name = _NAMES.get(entry_point, f"ROUGE-{knobs.get('order')}")
        return float(scores[f"{name}-{_MEASURES[knobs['measure']]}"])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/tagucci/pythonrouge",
            path="pythonrouge/pythonrouge.py",
            version="0f1603dbc089ecb0fb40fdd3a28576e9f3d36769",
            sha256="f13b8997bc04f0b38fe5761bb0884e9a36609bdeaf5b97e390d35f206e53344f",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=version,
)
