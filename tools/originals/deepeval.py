"""Driver of the scores of deepeval's `Scorer` that use no language model: exact matches, ROUGE and BLEU.

The file runs alone, with `normalize_text` of its utils.py and with stand-ins for the rest of deepeval. It needs rouge-score,
and NLTK 3.10.4 with its data punkt_tab.
"""

from __future__ import annotations

import ast
import random
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus, Segment
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, module_at, one_by_one
from tools.originals.helm import inputs
from tools.originals.hf_meteor import sentences
from tools.originals.stand_ins import module_among

_ROUGE = ("rouge1", "rouge2", "rougeL")
#: The name of each type of BLEU by its weights; each type counts a single order.
_BLEU = {
    (1.0, 0.0, 0.0, 0.0): "bleu1",
    (0.0, 1.0, 0.0, 0.0): "bleu2",
    (0.0, 0.0, 1.0, 0.0): "bleu3",
    (0.0, 0.0, 0.0, 1.0): "bleu4",
}


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield answers (mostly with one right answer), texts, and sentences with punctuation, in turn."""
    for said in ("the", ""):
        yield Corpus.from_segments([said], [[]])
    kinds = inputs(count, seed), corpora("rouge-n", count, seed, 1), sentences(count, seed)
    for place, (some, texts, several) in enumerate(zip(*kinds, strict=False)):
        answered = [segment for segment in some if segment.references] if isinstance(some, Corpus) else []
        single = Corpus(tuple(Segment(segment.hypothesis, segment.references[:1]) for segment in answered))
        yield from (some if place % 3 == 1 else single, texts, several)


def _requests(data: Data, rng: random.Random) -> list[Request]:
    segments = data.plain()["segments"]
    one = all(len(segment["references"]) == 1 for segment in segments)
    pairs = ("exact_match_score", "quasi_exact_match_score", *(f"rouge_score-{kind}" for kind in _ROUGE))
    return [
        *((name, {}) for name in (*(pairs if one else ()), "quasi_contains_score")),
        *_of_words([text for line in segments for text in (line["hypothesis"], *line["references"])], rng),
    ]


def _of_words(texts: list[str], rng: random.Random) -> list[Request]:
    """Return requests for two types of BLEU.

    If no text has two sentences, the request is repeated for the default tokenizer, which then has the same words.
    """
    from nltk import sent_tokenize

    tokenizers: list[dict[str, Any]] = [{"tokenizer": "word-tokenize"}]
    if all(len(sent_tokenize(text)) <= 1 for text in texts):
        tokenizers.append({})
    orders = rng.sample(sorted(_BLEU, reverse=True), 2)
    return [("sentence_bleu_score", {"weights": list(order), **how}) for order in orders for how in tokenizers]


def _function(path: Path, name: str) -> Any:
    """Return one function of a file, without importing the file, whose other parts need packages."""
    functions = (node for node in ast.parse(path.read_text()).body if isinstance(node, ast.FunctionDef))
    (found,) = (node for node in functions if node.name == name)
    with tempfile.TemporaryDirectory() as folder:
        alone = Path(folder, "alone.py")
        alone.write_text(f"import re\nimport string\n{ast.unparse(found)}\n")
        return getattr(module_at(alone), name)


def _load(paths: list[Path]) -> Ask:
    others: dict[str, dict[str, Any]] = {
        "deepeval.metrics.utils": {"trimAndLoadJson": None},
        "deepeval.utils": {"normalize_text": _function(paths[1], "normalize_text")},
        "deepeval.models": {"DeepEvalBaseLLM": object},
        "deepeval.benchmarks.schema": {"NumberSchema": object},
    }
    scorer = module_among(paths[0], "deepeval.scorer.scorer", others).Scorer

    def score(entry_point: str, said: str, right: list[str], knobs: dict[str, Any]) -> float:
        if entry_point == "sentence_bleu_score":
            return float(scorer.sentence_bleu_score(right, said, _BLEU[tuple(knobs["weights"])]))
        name, _, kind = entry_point.partition("-")
        if kind:
            return float(scorer.rouge_score(right[0], said, kind))
        return float(getattr(scorer, name)(right if name == "quasi_contains_score" else right[0], said))

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about orders without a match
            scores = [score(entry_point, str(line.hypothesis), [*map(str, line.references)], knobs) for line in data]
        return sum(scores) / len(scores)

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/deepeval",
            path="deepeval/scorer/scorer.py",
            version="4.3.1",
            sha256="9e542bda83708d752bedb877cfd2e3710417b56760bd5e78ad78b415035ece1f",
        ),
        Source(
            repository="https://pypi.org/project/deepeval",
            path="deepeval/utils.py",
            version="4.3.1",
            sha256="1791052ce66d4b2207f99d6d568fd70949b7aa50c878df57847eca00441b08c9",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
