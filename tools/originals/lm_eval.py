"""lm-evaluation-harness: `process_results` of its tasks and the functions that aggregate them.

The distribution lm-eval of that version has to be installed beside samescore; the files are those of the installation.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.kinds import Data
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, one_by_one

_CHOICES = ("acc", "acc_norm", "acc_bytes", "acc_mutual_info")
_TEXTS = ("word_perplexity", "byte_perplexity", "bits_per_byte")


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Questions and texts in turn. The harness has one log-likelihood of a text, whatever its tokens are."""
    texts = inputs_for("perplexity", count, seed=seed)
    for choices, data in zip(inputs_for("accuracy-choices", count, seed=seed), texts, strict=True):
        yield choices
        if isinstance(data, TokenLogProbs):
            yield TokenLogProbs([[sum(sequence)] for sequence in data.sequences], data.texts)


def _requests(data: Data, _: random.Random) -> list[Request]:
    if isinstance(data, Choices):
        conditional = all(item.unconditional for item in data.items)
        return [(name, {}) for name in (_CHOICES if conditional else _CHOICES[:-1])]
    texts = _TEXTS if isinstance(data, TokenLogProbs) and data.texts is not None else ()
    return [("perplexity", {}), *((name, {}) for name in texts)]


def _load(paths: list[Path]) -> Ask:
    from lm_eval.api import metrics, task

    if [path.resolve() for path in paths] != [Path(str(module.__file__)).resolve() for module in (task, metrics)]:
        raise SystemExit(f"the installed lm-eval is another one: {task.__file__}")

    class Task(task.ConfigurableTask):  # type: ignore[misc]
        """A task without a data set: a document holds what is asked of it."""

        def __init__(self, output_type: str, metric: str) -> None:
            self._config = SimpleNamespace(process_results=None)
            self.OUTPUT_TYPE = output_type
            self._metric_fn_list = {metric: None}
            self.multiple_input = self.multiple_target = 0

        def doc_to_choice(self, doc: Any) -> Any:
            return list(doc.choices)

        def doc_to_target(self, doc: Any) -> Any:
            return doc if isinstance(doc, str) else doc.gold

    def of_choices(name: str, data: Choices) -> list[Any]:
        asked = Task("multiple_choice", name)
        results = []
        for item in data.items:
            likelihoods = [*item.logprobs, *(item.unconditional if name == "acc_mutual_info" else ())]
            results.append(asked.process_results(item, [(likelihood, False) for likelihood in likelihoods])[name])
        return results

    def of_texts(name: str, data: TokenLogProbs) -> list[Any]:
        if name == "perplexity":
            return [
                Task("loglikelihood", name).process_results(None, [(sequence[0], False)])[name]
                for sequence in data.sequences
            ]
        rolling = Task("loglikelihood_rolling", name)
        pairs = zip(data.texts or (), data.sequences, strict=True)
        return [rolling.process_results(text, (sequence[0],))[name] for text, sequence in pairs]

    aggregations = {"word_perplexity": metrics.weighted_perplexity, "byte_perplexity": metrics.weighted_perplexity}
    aggregations |= {"perplexity": metrics.perplexity, "bits_per_byte": metrics.bits_per_byte}

    def ask(name: str, data: Any, _: dict[str, Any]) -> float:
        results = of_choices(name, data) if isinstance(data, Choices) else of_texts(name, data)
        answer: float = aggregations.get(name, metrics.mean)(results)
        return answer

    return one_by_one(ask)


def _source(name: str, sha256: str) -> Source:
    return Source("https://pypi.org/project/lm-eval", f"lm_eval/api/{name}.py", "0.4.13", sha256)


DRIVER = Driver(
    sources=[
        _source("task", "4c25a4f1949488483b833ce4fcf91cfd3e066084a9ea00079c6879ae3ba95657"),
        _source("metrics", "f4794761c3f53fc036336e79c65dca355ea26a8d4cb00b27155ea2ab4846dbb2"),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
