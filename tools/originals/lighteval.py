"""Driver of lighteval's `ExactMatches` with the same normalizer on both sides; its classes run alone."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from conformance.recorded import Source
from tools.originals import latex_answers, lighteval_answers
from tools.originals.driver import Ask, joined
from tools.originals.harness import Grade, alone, driver, graders, solutions
from tools.originals.lighteval_letters import DRIVER as LETTERS


def _load(paths: list[Path]) -> Ask:
    classes = alone(paths[1], "SampleLevelComputation", "ExactMatches")

    def with_normalizer(name: str) -> Grade:
        normalizer = getattr(alone(paths[0], name), name)
        asked = classes.ExactMatches(normalize_gold=normalizer, normalize_pred=normalizer)

        def grade(output: str, golds: list[str]) -> float:
            doc = SimpleNamespace(get_golds=lambda: golds)
            return float(asked.compute(doc, SimpleNamespace(final_text=[output])))

        return grade

    return graders(
        {
            "gsm8k_normalizer": with_normalizer("gsm8k_normalizer"),
            "math_normalizer": with_normalizer("math_normalizer"),
        }
    )


def _source(name: str, sha256: str) -> Source:
    return Source("https://pypi.org/project/lighteval", f"lighteval/metrics/{name}.py", "0.13.0", sha256)


_SOURCES = [
    _source("normalizations", "71901458c8cf3cda334cc27bd8325afbebdd1281e1fccc83592f19a898a34a11"),
    _source("metrics_sample", "e8b27f8caea91ca9705ba7e0bbeca2813a0b95a49f5ac5d3252644f5e36737db"),
]
DRIVER = joined(
    driver(["gsm8k_normalizer"], _SOURCES, _load, solutions),
    LETTERS,
    lighteval_answers.driver_of(_SOURCES),
    latex_answers.driver(["math_normalizer"], _SOURCES, _load, boxed=0.7),
)
