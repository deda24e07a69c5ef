"""Driver of QuAC's scorer.py in the repository bert_hae, which does not print: the results of its function `eval_fn`.

The script divides by the number of questions that cannot be answered, so the last question of every input is one of them.
No passage contains an answer, so the F1 scores of the other questions are added up in order.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus, Segment
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, module_at, one_by_one

_NONE = "CANNOTANSWER"
_PASSAGE = "\x01"


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield corpora of up to six questions with several right answers that agree more or less; some are CANNOTANSWER."""
    yield Corpus.from_segments([], [])
    rng, pool = random.Random(seed), [segment for data in corpora("answer-f1", count, seed) for segment in data]
    for _ in range(count):
        asked = [_asked(segment, rng) for segment in rng.sample(pool, rng.choice([0, 1, 1, 2, 3, 5]))]
        votes = [_NONE] * rng.choice([0, 1, 2]) + [_NONE, "cat"][: rng.choice([0, 1, 2])]
        unsaid = Segment(rng.choice([_NONE, _NONE, "cannotanswer", "cat"]), tuple(votes if _NONE in votes else ()))
        yield Corpus((*asked, unsaid))


def _asked(segment: Segment, rng: random.Random) -> Segment:
    """Return an answerable question with more right answers than the segment has, some of them CANNOTANSWER.

    The predicted answer is the segment's hypothesis, or CANNOTANSWER in one case of ten.
    """
    answers = [str(answer) for answer in segment.references]
    for _ in range(rng.choice([0, 1, 2, 2])):
        words = rng.choice(answers).split() or ["cat"]
        answers.append(" ".join(rng.choices(words, k=rng.randint(1, len(words)))))
    said = str(segment.hypothesis) if rng.random() < 0.9 else _NONE
    answers += [_NONE] * rng.choice([0, 0, (len(answers) - 1) // 2])
    rng.shuffle(answers)
    return Segment(said, tuple(answers))


def _requests(_: Data, rng: random.Random) -> list[Request]:
    least: dict[str, Any] = {"min_human_f1": rng.choice([0.0, 0.1, 0.5, 0.9, 1.0])} if rng.random() < 0.3 else {}
    return [("unfiltered_f1", {}), ("f1", least), ("HEQ", least)]


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def ask(entry_point: str, data: Any, settings: dict[str, Any]) -> float:
        asked = [
            {"id": number, "answers": [{"text": str(text)} for text in line.references], "yesno": "", "followup": ""}
            for number, line in enumerate(data)
        ]
        said = {number: (str(line.hypothesis), "", "") for number, line in enumerate(data)}
        script.min_f1 = settings.get("min_human_f1", 0.4)
        dialogues = [{"paragraphs": [{"id": "d", "context": _PASSAGE, "qas": asked}]}]
        return float(script.eval_fn(dialogues, {"d": said}, verbose=False)[entry_point])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/prdwb/bert_hae",
            path="scorer.py",
            version="e72514ebc9aeb4b899693a9d4b6c1bf345d010fa",
            sha256="24214ce1809b4e859f2a9f7c59ab53817f9bd4ff857ad906290e016bdde8a2a2",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
