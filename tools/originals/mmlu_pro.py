"""Driver of MMLU-Pro: the letter that `extract_answer` finds by both levels, and without markup, as with an API."""

from __future__ import annotations

from pathlib import Path

from conformance.recorded import Source
from tools.originals.driver import Ask
from tools.originals.harness import alone
from tools.originals.harness_letters import driver, graders

_COMMIT = "f418b116db00b065c2aea046518d8fcf74d39872"


def _load(paths: list[Path]) -> Ask:
    script = alone(paths[0], "extract_answer", "extract_again", "extract_final")
    with_api = alone(paths[1], "extract_answer", "extract_again", "extract_final", print=lambda *_: None)
    return graders(
        {
            "l1": lambda output, gold, _: float(script.extract_answer(output, "l1") == gold),
            "l2": lambda output, gold, _: float(script.extract_answer(output, "l2") == gold),
            "api": lambda output, gold, _: float(with_api.extract_answer(output.replace("**", "")) == gold),
        }
    )


def _source(path: str, sha256: str) -> Source:
    return Source("https://github.com/TIGER-AI-Lab/MMLU-Pro", path, _COMMIT, sha256)


DRIVER = driver(
    ["l1", "l2", "api"],
    [
        _source("compute_accuracy.py", "c0052d10d0d8ada49f796a4a73fcf36c3a9348a0017f8fe46f41cede5457a599"),
        _source("evaluate_from_api.py", "6e00c0d57ed307b9e707b712ea796fbd2286c6d21889cd63bb58090fa72c5a99"),
    ],
    _load,
)
