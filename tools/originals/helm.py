"""Driver of HELM's scores of answers: the results of `compute_reference_metrics` for single requests, averaged by `Stat`.

The files run alone, with stand-ins for the rest of HELM; they need NLTK and rouge-score.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Optional

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.generators.answers import ANSWERS
from tools.originals import harness_letters
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.harness import alone, several
from tools.originals.latex_answers import questions
from tools.originals.squad_v1 import DRIVER as SQUAD
from tools.originals.stand_ins import module_among

_METRICS = "helm.benchmark.metrics"
_STAND_INS: dict[str, tuple[str, ...]] = {
    f"{_METRICS}.code_metrics_helper": (),
    f"{_METRICS}.cleva_metrics_helper": ("ChineseTokenizer",),
    f"{_METRICS}.metric_service": ("MetricService",),
    "helm.benchmark.adaptation.adapter_spec": ("AdapterSpec",),
    "helm.benchmark.adaptation.request_state": ("RequestState",),
    "helm.benchmark.scenarios.code_scenario": ("CodeReference",),
    "helm.benchmark.scenarios.scenario": ("Reference",),
    "helm.common.optional_dependencies": ("handle_module_not_found_error",),
    "helm.common.request": ("GeneratedOutput",),
}
_MATCHES = (
    "exact_match",
    "quasi_exact_match",
    "quasi_leave_articles_exact_match",
    "prefix_exact_match",
    "quasi_prefix_exact_match",
    "exact_match_indicator",
    "final_number_exact_match",
    "cleva_math_result_match",
    "math_equiv",
    "math_equiv_chain_of_thought",
)
#: The functions of HELM's MATH that compare answers, and those that they call.
_OF_MATH: tuple[str, ...] = (
    "is_equiv",
    "is_equiv_chain_of_thought",
    "get_answer",
    "last_boxed_only_string",
    "remove_boxed",
    "_fix_fracs",
)
_OF_MATH += ("_fix_a_slash_b", "_remove_right_units", "_fix_sqrt", "_strip_string")


def inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield answers, and texts that may contain an answer, in turn."""
    rng = random.Random(seed)
    for data in SQUAD.inputs(count, seed):
        yield data
        right = [[_answer(rng) for _ in range(rng.choice([1, 1, 2]))] for _ in range(rng.choice([1, 1, 2, 3]))]
        yield Corpus.from_segments([_around(rng.choice(texts), rng) for texts in right], right)


def _with_outputs(count: int, seed: int) -> Iterator[Data]:
    """Yield the inputs, outputs of language models, and outputs with LaTeX, in turn."""
    yield Corpus.from_segments([r"\boxed{5}"], [[r"\boxed{6}", r"\boxed{5}"]])
    letters = harness_letters.questions(count, seed)
    latex = questions(2 * count, seed, lambda _: True, boxed=0.4)
    for some in zip(inputs(count, seed), several(count, seed), latex, letters, strict=False):
        yield from some


def _answer(rng: random.Random) -> str:
    return " ".join(rng.choices(ANSWERS, k=rng.choice([0, 1, 1, 2])))


def _around(answer: str, rng: random.Random) -> str:
    """Return a text that contains the answer, a variant of it, or a part of it."""
    more, fewer = rng.choice(ANSWERS), answer[: rng.randint(0, len(answer))]
    ways = [
        answer, f" {answer}", f"{answer} {more}", f"{answer}{more}", f"{more} {answer} {more}", f"x{answer}", "", " ", fewer,
        answer.upper(), unicodedata.normalize("NFD", answer), answer.replace(" ", ", "), answer + "\0",
    ]  # fmt: skip
    return rng.choice(ways)


def _requests(_: Data, __: random.Random) -> list[Request]:
    return [(name, {}) for name in (*_MATCHES, "f1_score", "gpqa")]


def _load(paths: list[Path]) -> Ask:
    others: dict[str, dict[str, Any]] = {name: dict.fromkeys(names, object) for name, names in _STAND_INS.items()}
    others["helm.benchmark.scenarios.math_scenario"] = vars(alone(paths[2], *_OF_MATH))
    others[f"{_METRICS}.nltk_helper"] = {"install_nltk_resources": lambda: None}
    others[f"{_METRICS}.metric"] = {"MetricMetadata": SimpleNamespace}
    others[f"{_METRICS}.metric_name"] = {"MetricName": lambda name: SimpleNamespace(name=name)}
    stat = module_among(paths[1], f"{_METRICS}.statistic", others).Stat
    module = module_among(paths[0], f"{_METRICS}.evaluate_reference_metrics", others)

    extract = alone(paths[3], "extract_answer", Optional=Optional).extract_answer

    def ask(entry_point: str, data: Any, _: dict[str, Any]) -> float:
        if entry_point == "gpqa":
            found = [extract(str(line.hypothesis)) == str(line.references[0]) for line in data]
            return float(sum(found) / len(found))
        total = stat(None)
        for segment in data:
            right = [
                SimpleNamespace(is_correct=True, output=SimpleNamespace(text=str(text))) for text in segment.references
            ]
            state = SimpleNamespace(
                instance=SimpleNamespace(references=right),
                result=SimpleNamespace(completions=[SimpleNamespace(logprob=0.0, text=str(segment.hypothesis))]),
                output_mapping=None,
            )
            scores = module.compute_reference_metrics([entry_point], SimpleNamespace(num_outputs=1), state, None)
            total.merge(scores[-1])
        return float(total.mean)

    return one_by_one(ask)


def _source(name: str, sha256: str) -> Source:
    return Source("https://pypi.org/project/crfm-helm", f"helm/benchmark/{name}.py", "0.5.16", sha256)


DRIVER = Driver(
    sources=[
        _source(
            "metrics/evaluate_reference_metrics", "fe73a9bd5cc3224b05590063dfec2c46453a10ea31c17688cb63f08dd745c231"
        ),
        _source("metrics/statistic", "013b8e9b48d4dcbfb410b899685d8654c345db65baebeaccbf3c51b657ea7082"),
        _source("scenarios/math_scenario", "8bcfca0f2de1cc907e4b8779ea478ba80e644458e2fabb5502e44107033cdf84"),
        _source(
            "metrics/gpqa_chain_of_thought_metric", "2e48a5f4346d3b7352df3af911ffeaa86c5904bf8e6c23696caa09bcc842adbf"
        ),
    ],
    inputs=_with_outputs,
    requests=_requests,
    load=_load,
)
