"""Driver of DPR's qa_validation.py: the means over questions of exact match and of the tests for an answer in a passage.

The files run alone, with stand-ins for their imports; they need regex.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request
from tools.originals.fid import shares
from tools.originals.helm import inputs
from tools.originals.stand_ins import module_among


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [("exact_match", {}), ("has_answer", {}), ("has_answer_kilt", {})]


def _load(paths: list[Path]) -> Ask:
    others: dict[str, dict[str, Any]] = {"dpr.data.retriever_data": {"TableChunk": object}, "spacy": {}}
    tokenizer = module_among(paths[1], "dpr.utils.tokenizers", {**others, "dpr.utils": {}}).SimpleTokenizer()
    script = module_among(paths[0], "dpr.data.qa_validation", others)
    return shares(
        {
            "exact_match": lambda answers, text: max([script.exact_match_score(text, answer) for answer in answers]),
            "has_answer": lambda answers, text: script.has_answer(answers, text, tokenizer, "string"),
            "has_answer_kilt": script.has_answer_kilt,
        }
    )


def _source(path: str, sha256: str) -> Source:
    commit = "a31212dc0a54dfa85d8bfa01e1669f149ac832b7"
    return Source("https://github.com/facebookresearch/DPR", path, commit, sha256)


DRIVER = Driver(
    sources=[
        _source("dpr/data/qa_validation.py", "4a0b5dba1d892e329bb06020fc06458a142ad5f1a45ce0c245d23efb1ea19eca"),
        _source("dpr/utils/tokenizers.py", "96df635ef0efed5d07f070669f69d42a12958fdebcc0e171b85deb95b0c14020"),
    ],
    inputs=inputs,
    requests=_requests,
    load=_load,
)
