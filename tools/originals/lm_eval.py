"""Driver of lm-evaluation-harness: filters, `process_results` of tasks, aggregation, and standard errors.

It needs lm-eval in the version of the driver; the files are those of the installation.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from conformance.recorded import Source
from samescore.data.comparison import Comparison, Numbers
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data, digest
from samescore.data.likelihoods import Choices, TokenLogProbs
from samescore.data.sampled_responses import SampledResponses
from samescore.generators.inputs import inputs_for
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.harness import numbers
from tools.originals.hf_evaluate import arguments, ignoring, variants

_CHOICES = ("acc", "acc_norm", "acc_bytes", "acc_mutual_info")
_TEXTS = ("word_perplexity", "byte_perplexity", "bits_per_byte")


#: The filters and their arguments; the filters of numbers come from the task gsm8k.
_FILTERS: dict[str, tuple[str, dict[str, Any]]] = {
    "lowercase": ("lowercase", {}),
    "uppercase": ("uppercase", {}),
    "remove-whitespace": ("remove_whitespace", {}),
    "strict-match": ("regex", {"regex_pattern": "#### (\\-?[0-9\\.\\,]+)"}),
    "flexible-extract": ("regex", {"regex_pattern": "(-?[$0-9.,]{2,})|(-?[0-9]+)", "group_select": -1}),
}
#: The tasks and filters whose answers are matched: the filter's regular expression and which match it takes.
_NUMBERS = r"(-?[$0-9.,]{2,})|(-?[0-9]+)"
_TASKS: dict[str, tuple[str, int]] = {
    "gsm8k.strict-match": (r"#### (\-?[0-9\.\,]+)", 0),
    "gsm8k.flexible-extract": (_NUMBERS, -1),
    "gsm8k_cot.strict-match": (r"The answer is (\-?[0-9\.\,]+).", 0),
    "gsm8k_cot.flexible-extract": (_NUMBERS, -1),
    "gsm8k_cot_llama.strict-match": (r"The final answer is ((-?[$0-9.,]{2,})|(-?[0-9]+))", -1),
    "gsm8k_cot_self_consistency.score-first": (r"The answer is (\-?[0-9\.\,]*[0-9]+)", 0),
    "mgsm_direct.flexible-extract": (_NUMBERS, -1),
    "mgsm_en_cot.strict-match": (r"The answer is (\-?[0-9\.\,]+)", 0),
    "mmlu_pro.custom-extract": (r"answer is \(?([ABCDEFGHIJ])\)?", 0),
    "mmlu_flan_cot_zeroshot.strict-match": (
        r"((?<=The answer is )(.*)(?=.)|(?<=answer is )(.*)(?=.)|(?<=The answer: )(.*)(?=.)|(?<=The final answer: )(.*)(?=.))",
        0,
    ),
    "gpqa.strict-match": (r"(?<=The answer is )(.*)(?=.)", 0),
}
#: The tasks and filters with other steps than a single regular expression.
_STEPS_OF_TASKS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "mgsm_direct.remove_whitespace": [("remove_whitespace", {})],
    "mmlu_generative.get_response": [
        ("regex", {"regex_pattern": r"^(.*?)(?=\n|$)"}),
        ("remove_whitespace", {}),
        ("regex", {"regex_pattern": r"^(.*?)\s*$"}),
    ],
}
#: The arguments of exact_match in GSM8K's tasks, and in the others.
_OF_GSM8K = {"ignore_case": True, "regexes_to_ignore": [",", r"\$", "(?s).*#### ", r"\.$"]}
_OF_OTHERS = {"ignore_case": True, "ignore_punctuation": True}
_OF_TASKS = ("pooled_sample_stderr", "unweighted_mean_stderr", "combined_sample_stderr")


#: Outputs and gold answers that come first.
_FIRST = (
    ("\u017f", "s"),
    ("#### 1.8", "18"),
    ("The final answer is 18", "9 #### 18"),
    ("18\nso", "18"),
    (" 18 ", "18"),
)
#: Questions without right answers.
_UNANSWERABLE = Corpus.from_segments(["", "cat"], [[], []])


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield questions, answers, texts, tasks and sampled responses, in turn.

    Texts have a single log-likelihood, as in the harness.
    """
    for output, gold in _FIRST:
        yield Corpus.from_segments([output], [[gold]])
    texts = inputs_for("perplexity", count, seed=seed)
    rng, answers, sampled = random.Random(seed), variants(count, seed, 3), _sampled(count, seed)
    answered = numbers(count, seed)
    for choices, data in zip(inputs_for("accuracy-choices", count, seed=seed), texts, strict=True):
        yield choices
        yield next(answers) if rng.random() < 0.95 else _UNANSWERABLE
        if isinstance(data, TokenLogProbs):
            sums = [[sum(sequence)] if sequence else [] for sequence in data.sequences]
            yield TokenLogProbs(sums, data.texts)
        yield _tasks(rng)
        yield next(sampled)
        yield next(answered)


def _sampled(count: int, seed: int) -> Iterator[SampledResponses]:
    """Yield sampled responses in which all questions have equally many responses, as in the harness."""
    for data in inputs_for("response-match", 3 * count, seed=seed):
        if isinstance(data, SampledResponses) and len({len(asked.responses) for asked in data}) <= 1:
            yield data


def _tasks(rng: random.Random) -> Comparison:
    """Return one to three tasks with equally many items, which have scores of 0 and 1 or of two decimals."""
    grain, size = rng.choice([1, 100]), rng.choice([1, 2, 5, 12])
    systems = [[rng.randint(0, grain) / grain for _ in range(size)] for _ in range(rng.choice([1, 2, 3]))]
    return Comparison("mean", list(map(Numbers, systems)))


def _requests(data: Data, rng: random.Random) -> list[Request]:
    if isinstance(data, Corpus):
        any_right = all(segment.references for segment in data)  # without right answers, it can ignore nothing
        asked = [("exact_match", {}), *(("exact_match", ignoring(rng)) for _ in range(2 if any_right else 0))]
        chosen = random.Random(digest(data)).sample(sorted(_FILTERS), 2)
        one_answer = len(data) > 0 and all(len(segment.references) == 1 for segment in data)
        tasks: list[Request] = [(name, {}) for name in (*_TASKS, *_STEPS_OF_TASKS)] if one_answer else []
        return [*asked, *(("exact_match", {**asked[-1][1], "filter": name}) for name in chosen), *tasks]
    if isinstance(data, SampledResponses):
        return _of_sampled(data, rng)
    if isinstance(data, Comparison):
        bootstrap = (
            "bootstrap_stderr",
            {"resamples": rng.choice([1, 2, 30, 30, 30, 1500] if data.segments < 5 else [30])},
        )
        return [("mean_stderr", {}), bootstrap, *((name, {}) for name in _OF_TASKS)]
    if isinstance(data, Choices):
        conditional = all(item.unconditional for item in data.items)
        return [(name, {}) for name in (_CHOICES if conditional else _CHOICES[:-1])]
    texts = _TEXTS if isinstance(data, TokenLogProbs) and data.texts is not None else ()
    return [("perplexity", {}), *((name, {}) for name in texts)]


def _of_sampled(data: SampledResponses, rng: random.Random) -> list[Request]:
    """Return requests for sampled responses, with each choice of a response and random other settings."""
    size = max((len(asked.responses) for asked in data), default=1)
    any_right = all(asked.references for asked in data)
    asked = []
    for choice in ("take-first", "majority-vote", "majority-vote", "majority-vote"):
        knobs: dict[str, Any] = {"choice": choice, **(ignoring(rng) if any_right and rng.random() < 0.5 else {})}
        if rng.random() < 0.5:
            knobs["k"] = rng.randint(1, size + (rng.random() < 0.1))
        if rng.random() < 0.7:
            knobs["filter"] = rng.choice(sorted(_FILTERS))
        asked.append(("sampled_exact_match", knobs))
    return asked


def _load(paths: list[Path]) -> Ask:
    from lm_eval.api import metrics, task

    if [path.resolve() for path in paths] != [Path(str(module.__file__)).resolve() for module in (task, metrics)]:
        raise SystemExit(f"the installed lm-eval is another one: {task.__file__}")

    class Task(task.ConfigurableTask):  # type: ignore[misc]
        """A task without a data set, whose documents have the choices and the right answer."""

        def __init__(self, output_type: str, metric: str, function: Any = None, **arguments: Any) -> None:
            self._config = SimpleNamespace(process_results=None, doc_to_choice=None)
            self.OUTPUT_TYPE = output_type
            self._metric_fn_list, self._metric_fn_kwargs = {metric: function}, {metric: arguments}
            self.multiple_input, self.multiple_target = 0, int(output_type == "generate_until")

        def doc_to_choice(self, doc: Any) -> Any:
            return list(doc.choices)

        def doc_to_target(self, doc: Any) -> Any:
            return doc if isinstance(doc, (str, list)) else doc.gold

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
                Task("loglikelihood", name).process_results(None, [(sum(sequence), False)])[name]
                for sequence in data.sequences
            ]
        rolling = Task("loglikelihood_rolling", name)
        pairs = zip(data.texts or (), data.sequences, strict=True)
        return [rolling.process_results(text, (sum(sequence),))[name] for text, sequence in pairs]

    aggregations = {"word_perplexity": metrics.weighted_perplexity, "byte_perplexity": metrics.weighted_perplexity}
    aggregations |= {"perplexity": metrics.perplexity, "bits_per_byte": metrics.bits_per_byte}

    def ask(name: str, data: Any, settings: dict[str, Any]) -> float:
        if isinstance(data, Comparison):
            return _of_tasks(metrics, name, data, settings)
        if isinstance(data, (Corpus, SampledResponses)):
            results = _of_answers(Task, metrics, data, settings, name)
        else:
            results = of_choices(name, data) if isinstance(data, Choices) else of_texts(name, data)
        answer: float = aggregations.get(name, metrics.mean)(results)
        return answer

    return one_by_one(ask)


#: The knobs that are filters; the others are arguments of exact_match.
_STEPS = ("k", "filter", "choice")


def _of_answers(
    task: Any, metrics: Any, data: Corpus | SampledResponses, settings: dict[str, Any], name: str
) -> list[Any]:
    """Return the score of each question; the filters process all questions together, as in the harness."""
    from lm_eval.filters import build_filter_ensemble

    if name in {*_TASKS, *_STEPS_OF_TASKS} and isinstance(data, Corpus):
        return _of_outputs(task, metrics, data, name)
    ignored = {name: value for name, value in settings.items() if name not in _STEPS}
    asked = task("generate_until", "exact_match", metrics.exact_match_fn, **arguments(ignored))
    steps: list[tuple[str, dict[str, Any]]] = [("take_first_k", {"k": settings["k"]})] if "k" in settings else []
    steps += [_FILTERS[settings["filter"]]] if "filter" in settings else []
    steps += [("majority_vote", {})] if settings.get("choice") == "majority-vote" else []
    instances = [SimpleNamespace(resps=responses, doc={}, filtered_resps={}) for responses, _ in _questions(data)]
    build_filter_ensemble("asked", [*steps, ("take_first", {})]).apply(instances)
    return [
        asked.process_results(references, [instance.filtered_resps["asked"]])["exact_match"]
        for instance, (_, references) in zip(instances, _questions(data), strict=True)
    ]


def _of_outputs(task: Any, metrics: Any, data: Corpus, name: str) -> list[Any]:
    """Return the score of each output of a task with one gold answer, after the task's filter."""
    from lm_eval.filters import build_filter_ensemble

    given = _OF_GSM8K if name.startswith("gsm8k") else _OF_OTHERS
    asked = task("generate_until", "exact_match", metrics.exact_match_fn, **given)
    asked.multiple_target, asked._aggregation_list, asked._higher_is_better = 0, {}, {}
    if name in _TASKS:
        pattern, select = _TASKS[name]
        steps = [("regex", {"regex_pattern": pattern, "group_select": select})]
    else:
        steps = _STEPS_OF_TASKS[name]
    instances = [SimpleNamespace(resps=[str(segment.hypothesis)], doc={}, filtered_resps={}) for segment in data]
    build_filter_ensemble("asked", [*steps, ("take_first", {})]).apply(instances)
    return [
        asked.process_results(str(segment.references[0]), [instance.filtered_resps["asked"]])["exact_match"]
        for instance, segment in zip(instances, data, strict=True)
    ]


def _questions(data: Corpus | SampledResponses) -> list[tuple[list[str], list[str]]]:
    """Return the responses and the right answers of each question."""
    if isinstance(data, SampledResponses):
        return [(list(asked.responses), list(asked.references)) for asked in data]
    return [([str(segment.hypothesis)], [*map(str, segment.references)]) for segment in data]


def _of_tasks(metrics: Any, name: str, data: Comparison, settings: dict[str, Any]) -> float:
    tasks: list[list[float]] = [system.plain()["scores"] for system in data.systems]
    if name == "bootstrap_stderr":
        os.environ["DISABLE_MULTIPROC"] = "1"
        return float(metrics.bootstrap_stderr(metrics.mean, tasks[0], settings["resamples"]))
    errors, sizes = [metrics.mean_stderr(task) for task in tasks], [len(task) for task in tasks]
    if name == "mean_stderr":
        return float(errors[0])
    if name == "pooled_sample_stderr":
        return float(metrics.pooled_sample_stderr(errors, sizes))
    if name == "unweighted_mean_stderr":
        return float(metrics.unweighted_mean_stderr(errors))
    return float(metrics.combined_sample_stderr(errors, sizes, metrics=[metrics.mean(task) for task in tasks]))


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
