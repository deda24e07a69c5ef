"""Driver of HotpotQA's hotpot_evaluate_v1.py: the numbers that it prints for files of data and predictions."""

from __future__ import annotations

import ast
import io
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus, Segment
from samescore.data.kinds import Data
from samescore.data.supported_answers import SupportedAnswers
from samescore.generators.supported_answers import supported_answers
from tools.originals.driver import Ask, Driver, Request, corpora, module_at, one_by_one

#: The beginnings of the names of printed numbers, by entry point; and their endings, by measure.
_BEGINNINGS = {"joint": "joint_", "sp": "sp_", "answer": ""}
_ENDS = {"f1": "f1", "em": "em", "precision": "prec", "recall": "recall"}


def single_answers(count: int, seed: int) -> Iterator[Corpus]:
    """Yield corpora of questions with one right answer, the first reference; the first corpus is empty."""
    yield Corpus.from_segments([], [])
    rng, pool = random.Random(seed), [segment for data in corpora("answer-f1", count, seed) for segment in data]
    pool += [Segment("b\0", ("b",))] * (len(pool) // 50)
    for _ in range(count):
        asked = rng.sample(pool, rng.choice([1, 1, 2, 3, 6]))
        yield Corpus.from_segments(
            [str(segment.hypothesis) for segment in asked], [[str(segment.references[0])] for segment in asked]
        )


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield answers, and answers with supporting facts, in turn."""
    for pair in zip(single_answers(count // 2, seed), supported_answers(count // 2, seed), strict=False):
        yield from pair


def _requests(data: Data, rng: random.Random) -> list[Request]:
    if isinstance(data, Corpus):
        return [("em", {}), ("f1", {})]
    return [(entry_point, {"measure": rng.choice(["f1", *_ENDS])}) for entry_point in _BEGINNINGS]


def _questions(data: Any) -> SupportedAnswers:
    if isinstance(data, SupportedAnswers):
        return data
    no_facts: dict[str, Any] = {"facts": [], "gold_facts": []}
    return SupportedAnswers(
        [{**no_facts, "answer": str(line.hypothesis), "gold_answer": str(line.references[0])} for line in data]
    )


def _load(paths: list[Path]) -> Ask:
    sys.modules.setdefault("ujson", json)  # it only reads the files
    script: Any = module_at(paths[0])

    def ask(entry_point: str, data: Any, settings: dict[str, Any]) -> float:
        asked = dict(enumerate(_questions(data)))
        gold = [
            {"_id": str(number), "answer": question.gold_answer, "supporting_facts": question.gold_facts}
            for number, question in asked.items()
        ]
        said = {
            "answer": {number: question.answer for number, question in asked.items() if question.answer is not None},
            "sp": {number: question.facts for number, question in asked.items() if question.facts is not None},
        }
        with tempfile.TemporaryDirectory() as name, redirect_stdout(io.StringIO()) as printed:
            files = Path(name, "predictions.json"), Path(name, "gold.json")
            for file, content in zip(files, (said, gold), strict=True):
                file.write_text(json.dumps(content))
            script.eval(*map(str, files))
        numbers = ast.literal_eval(printed.getvalue().splitlines()[-1])
        if entry_point in _BEGINNINGS:
            entry_point = _BEGINNINGS[entry_point] + _ENDS[settings["measure"]]
        return float(numbers[entry_point])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/hotpotqa/hotpot",
            path="hotpot_evaluate_v1.py",
            version="3635853403a8735609ee997664e1528f4480762a",
            sha256="d35fc91a6db21d791dbdda11daf3856e9359f5701d54e3eefba20d88fecc02c0",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
