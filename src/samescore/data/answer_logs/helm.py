"""The files ``scenario_state.json`` and ``display_predictions.json`` of a run of HELM.

HELM reports perturbed instances separately, and they are not read. Files of the same run in the same folder complete a
log: ``per_instance_stats.json`` has the scores of a scenario state, ``instances.json`` the gold answers of predictions.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from samescore.base.documents import python_json_document
from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.data.answer_logs.log import AnswerLog, LogFormat, LoggedAnswer, converted, numbers

_STATE = (
    'a request state is {"instance": {"id": "id1", "references": [{"output": {"text": "4"}, "tags": ["correct"]}]}, '
    '"train_trial_index": 0, "result": {"completions": [{"text": "4"}]}, ...}, as HELM writes it'
)
_PREDICTION = 'a prediction is {"instance_id": "id1", "train_trial_index": 0, "predicted_text": "4", ...}'
_INSTANCE = 'an instance is {"id": "id1", "references": [{"output": {"text": "4"}, "tags": ["correct"]}], ...}'
_STATS, _INSTANCES = "per_instance_stats.json", "instances.json"
_CORRECT = "correct"
#: Parts of the names of statistics that say whether an answer is right.
_ABOUT_ANSWERS = ("match", "equiv", "correctness", "accuracy")

#: The id of an instance and the number of the trial.
_Run = tuple[str, int]


class _Text(msgspec.Struct):
    text: str


class _Reference(msgspec.Struct):
    output: _Text
    tags: list[str]


class _Instance(msgspec.Struct):
    id: str
    references: list[_Reference]
    perturbation: Any = None

    @property
    def golds(self) -> list[str]:
        """The texts of the right references."""
        return [reference.output.text for reference in self.references if _CORRECT in reference.tags]


class _Result(msgspec.Struct):
    completions: list[_Text]


class _State(msgspec.Struct):
    instance: _Instance
    train_trial_index: int
    result: _Result | None
    reference_index: int | None = None
    output_mapping: dict[str, str] | None = None


class _Prediction(msgspec.Struct):
    instance_id: str
    train_trial_index: int
    predicted_text: str
    stats: dict[str, Any] = {}
    perturbation: Any = None
    reference_index: int | None = None


class _Name(msgspec.Struct):
    name: str


class _Stat(msgspec.Struct):
    name: _Name
    mean: Any = None


class _Stats(msgspec.Struct):
    instance_id: str
    train_trial_index: int
    stats: list[_Stat]
    perturbation: Any = None


def _recognizes_state(document: Any) -> bool:
    return isinstance(document, dict) and {"adapter_spec", "request_states"} <= document.keys()


def _recognizes_predictions(document: Any) -> bool:
    match document:
        case [{"instance_id": _, "predicted_text": _, "train_trial_index": _}, *_]:
            return True
    return False


def _read_state(path: PathLike, document: dict[str, Any]) -> AnswerLog:
    """Return the runs of a scenario state. For questions with letters, the letters of the right choices are gold answers."""
    states = converted(document["request_states"], list[_State], f"{path}, request_states", _STATE)
    recorded = _recorded(path)
    answers = []
    for number, state in enumerate(states):
        place = f"{path}, request_states[{number}]"
        if state.instance.perturbation is not None:
            continue
        _check_generated(state.reference_index, place)
        if state.result is None or not state.result.completions:
            raise InputError(f"{place}: there is no completion", hint="finish the run")
        golds = state.instance.golds
        if state.output_mapping is not None:
            golds = [letter for letter, text in state.output_mapping.items() if text in golds]
        run = state.instance.id, state.train_trial_index
        outputs = tuple(completion.text for completion in state.result.completions)
        answers.append((run, _answer(place, run, outputs, golds, recorded.get(run, {}))))
    return _log(answers)


def _read_predictions(path: PathLike, document: list[Any]) -> AnswerLog:
    """Return the runs of the predictions that HELM writes for its web pages.

    Raises `InputError` if ``instances.json`` is missing, and for questions with wrong references, because the letters of
    the choices are not recorded.
    """
    predictions = converted(document, list[_Prediction], str(path), _PREDICTION)
    beside = Path(path).with_name(_INSTANCES)
    if not beside.is_file():
        raise InputError(
            f"{path} has no gold answers, and {_INSTANCES} is not in its folder",
            hint=f"copy {_INSTANCES} from the folder of the run, or pass its scenario_state.json",
        )
    instances = converted(python_json_document(beside, _INSTANCE), list[_Instance], str(beside), _INSTANCE)
    by_id = {instance.id: instance for instance in instances if instance.perturbation is None}
    answers = []
    for number, prediction in enumerate(predictions):
        place = f"{path}, prediction {number + 1}"
        if prediction.perturbation is not None:
            continue
        _check_generated(prediction.reference_index, place)
        instance = by_id.get(prediction.instance_id)
        if instance is None:
            raise InputError(f"{place}: {beside} has no instance {prediction.instance_id!r:.80}", hint=_INSTANCE)
        if len(instance.golds) < len(instance.references):
            hint = "pass the scenario_state.json of the run"
            raise InputError(f"{place}: the letters of the choices are not recorded", hint=hint)
        run = prediction.instance_id, prediction.train_trial_index
        scores = _scores(prediction.stats)
        answers.append((run, _answer(place, run, (prediction.predicted_text,), instance.golds, scores)))
    return _log(answers)


def _check_generated(reference_index: int | None, place: str) -> None:
    if reference_index is not None:
        hint = "only outputs of prompts that ask for an answer can be scored"
        raise InputError(f"{place}: the prompt contains a choice, whose likelihood was computed", hint=hint)


def _answer(
    place: str, run: _Run, outputs: tuple[str, ...], golds: list[str], scores: dict[str, float]
) -> LoggedAnswer:
    if not golds:
        raise InputError(f"{place}: no reference is tagged {_CORRECT!r}", hint=_STATE)
    return LoggedAnswer(place, run[0], outputs, tuple(golds), scores)


def _log(answers: list[tuple[_Run, LoggedAnswer]]) -> AnswerLog:
    """Return the log. Raises `InputError` for two runs of the same instance and trial."""
    seen = set()
    for run, answer in answers:
        if run in seen:
            raise InputError(
                f"{answer.place}: the instance {run[0]!r:.80} occurs twice in trial {run[1]}", hint="keep one of them"
            )
        seen.add(run)
    return AnswerLog("helm", [answer for _, answer in answers])


def _recorded(path: PathLike) -> dict[_Run, dict[str, float]]:
    """Return the recorded scores of each run from the statistics beside a scenario state; empty without this file."""
    beside = Path(path).with_name(_STATS)
    if not beside.is_file():
        return {}
    hint = 'an entry is {"instance_id": "id1", "train_trial_index": 0, "stats": [{"name": {"name": ...}, "mean": 1.0}]}'
    found = converted(python_json_document(beside, hint), list[_Stats], str(beside), hint)
    recorded: dict[_Run, dict[str, float]] = {}
    for stats in found:
        if stats.perturbation is None:
            run = stats.instance_id, stats.train_trial_index
            recorded.setdefault(run, {}).update(_scores({stat.name.name: stat.mean for stat in stats.stats}))
    return recorded


def _scores(stats: dict[str, Any]) -> dict[str, float]:
    """Return the statistics that say whether an answer is right."""
    return numbers({name: stats[name] for name in stats if any(part in name for part in _ABOUT_ANSWERS)})


STATE = LogFormat("helm", "document", "scenario_state.json", _recognizes_state, _read_state)
PREDICTIONS = LogFormat("helm", "document", "display_predictions.json", _recognizes_predictions, _read_predictions)
