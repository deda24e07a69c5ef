"""Driver of sentence-transformers' InformationRetrievalEvaluator: the results of `compute_metrics`.

The file runs alone, with stand-ins for the rest of the package and for PyTorch. Queries without relevant documents are left
out, as the constructor does.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.rankings import inputs, relevant, with_cutoff
from tools.originals.stand_ins import module_among

_NAME = "sentence_transformers.sentence_transformer.evaluation.information_retrieval"
_STAND_INS: dict[str, dict[str, Any]] = {
    "torch": {"Tensor": object},
    "sentence_transformers.base.evaluation.evaluator": {"BaseEvaluator": object},
    "sentence_transformers.util.similarity": {"SimilarityFunction": object},
    "tqdm": {"trange": range},
}
_MEASURES = ("accuracy", "precision", "recall", "ndcg", "mrr", "map")
_CUTOFFS = ("accuracy_at_k", "precision_recall_at_k", "ndcg_at_k", "mrr_at_k", "map_at_k")


def _requests(_: Data, rng: random.Random) -> list[Request]:
    return [(measure, with_cutoff(rng)) for measure in _MEASURES]


def _load(paths: list[Path]) -> Ask:
    module = module_among(paths[0], _NAME, _STAND_INS)

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float:
        cutoff = knobs["cutoff"]
        evaluator = object.__new__(module.InformationRetrievalEvaluator)
        asked = [query for query in data if relevant(query)]
        evaluator.queries_ids = [query.query for query in asked]
        evaluator.queries = evaluator.queries_ids
        evaluator.relevant_docs = {query.query: set(relevant(query)) for query in asked}
        for name in _CUTOFFS:
            setattr(evaluator, name, [cutoff])
        hits = [[{"corpus_id": name, "score": score} for name, score in query.run or ()] for query in asked]
        return float(evaluator.compute_metrics(hits)[f"{entry_point}@k"][cutoff])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://pypi.org/project/sentence-transformers",
            path="sentence_transformers/sentence_transformer/evaluation/information_retrieval.py",
            version="6.2.0",
            sha256="037e81159588c97e6bc9168e891bae2a118db11addf7f068f9aa19cd150cfb0b",
        )
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
)
