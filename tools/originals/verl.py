"""Driver of verl's rewards: `compute_score` of GSM8K by both methods, of math_reward and of math_dapo."""

from __future__ import annotations

from pathlib import Path

from conformance.recorded import Source
from tools.originals import latex_answers
from tools.originals.driver import Ask, joined, module_at
from tools.originals.harness import MARKED, Grade, driver, graders


def _load(paths: list[Path]) -> Ask:
    script = module_at(paths[0])

    def by(method: str) -> Grade:
        return lambda output, golds: float(script.compute_score(output, golds[0], method=method))

    return graders({f"gsm8k.{method}": by(method) for method in ("strict", "flexible")})


def _load_math(paths: list[Path]) -> Ask:
    reward, dapo = map(module_at, paths)

    def right(*, strict: bool) -> Grade:
        return lambda output, golds: float(dapo.compute_score(output, golds[0], strict_box_verify=strict)["acc"])

    return graders(
        {
            "math_reward": lambda output, golds: float(reward.compute_score(output, golds[0])),
            "math_dapo": right(strict=False),
            "math_dapo.strict": right(strict=True),
        }
    )


def _source(name: str, sha256: str) -> Source:
    return Source("https://pypi.org/project/verl", f"verl/utils/reward_score/{name}.py", "0.9.1", sha256)


_GSM8K = driver(
    ["gsm8k.strict", "gsm8k.flexible"],
    [_source("gsm8k", "497c6e32b708d0bc8803b5a048ca5983de7756eb9c146abdc56e6f5d28767189")],
    _load,
    forms=(*MARKED, "#### {}" + "x" * 150),
)
_MATH = latex_answers.driver(
    ["math_reward", "math_dapo", "math_dapo.strict"],
    [
        _source("math_reward", "085eb67055c6976fea529d5ed9c8f0c63a989e85295d532db0d41fde8db50974"),
        _source("math_dapo", "a1943c1379313cbde933687a496bd3071f9f830cbbb70158e615d21cf31cf713"),
    ],
    _load_math,
)
DRIVER = joined(_GSM8K, _MATH)
