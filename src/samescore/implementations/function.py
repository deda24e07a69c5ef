"""A user's Python function as an implementation.

The function is called with the metric's input: ``(hypotheses, references)``, where ``references[i]`` lists the
references of segment i, ``(gold, predicted)``, ``(gold, scores)``, ``(logprobs)`` or ``(items)``. For scores of several
classes, ``scores[i]`` lists the scores of item i in the order of the sorted classes. Free knobs are passed by keyword.
The function returns a number, or None for an undefined score. An exception is also an outcome: an `Exception` rejects
the input, and anything else (`SystemExit`, a panic) is a crash.
"""

from __future__ import annotations

import abc
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from samescore.base.outcome import Outcome, Unavailable, Unsupported
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile
from samescore.data.class_scores import ClassScores
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.weights import WeighableItems
from samescore.implementations.answering import Answering, reply_of
from samescore.implementations.answers import outcome_of
from samescore.implementations.description import (
    TEXT_KNOBS,
    Description,
    profile_file,
    read_description,
)
from samescore.implementations.package import item_by_item, segments_for, too_many_items
from samescore.implementations.program import Program
from samescore.implementations.tries import Reply
from samescore.implementations.worker import call
from samescore.settings import Settings

Scorer = Callable[..., Any]


class AnyFunction(Answering):
    """A Python function that computes one metric. Subclasses decide where it is called.

    `parameters` are the names of its parameters, as returned by `worker.parameters`. `undeclared` means that the
    description comes from the caller, not from the function.
    """

    parameters: Sequence[str] = ()
    undeclared: bool = False

    def outside_region(self, profile: Profile, data: Data, settings: Settings) -> Unsupported | None:
        outside = super().outside_region(profile, data, settings) or too_many_items(profile, data) or no_rows(data)
        return outside or no_weights(data, self.parameters)

    def reply(self, profile: Profile, data: Data, settings: Settings) -> Reply:
        callers = TEXT_KNOBS if profile.unit == "tokens" else ()
        options = {name: getattr(settings, name) for name in profile.free if name not in callers}
        arguments = _arguments(profile, item_by_item(data), settings)
        options |= weight_option(data, self.parameters)
        outcome, answer = self.call(profile, settings, {"arguments": arguments, "options": options, "key": self._key})
        return reply_of(outcome, answer, profile.metric, self._key, self._pattern)

    @abc.abstractmethod
    def call(self, profile: Profile, settings: Settings, plain: dict[str, Any]) -> tuple[Outcome, dict[str, Any]]:
        """Call the function with the ``arguments`` and ``options`` in `plain` (see `worker.call`).

        Return the outcome and the whole answer.
        """


class RemoteFunction(AnyFunction):
    """A function that `program` calls in a different process."""

    own_process = True

    def __init__(self, program: Program, name: str, file: ProfileFile, version: str = "") -> None:
        self._program = program
        super().__init__(name, file, version)

    @property
    def calls(self) -> int:
        return self._program.calls

    def unavailable(self) -> Unavailable | None:
        return Unavailable(self._program.refusal) if self._program.refusal else None

    def call(self, profile: Profile, settings: Settings, plain: dict[str, Any]) -> tuple[Outcome, dict[str, Any]]:
        return self._program.answer(profile.metric, profile.entry_point, settings, plain)

    def close(self) -> None:
        self._program.close()


class Function(AnyFunction):
    """A function that is called in this process.

    Any exception except `KeyboardInterrupt` becomes an outcome. The function can affect this process: it can hang, end
    the process with ``os._exit``, use up the memory, or change the working directory.
    """

    notes = ("it ran in samescore's own process, which it can modify",)

    def __init__(self, function: Scorer, description: Description, name: str) -> None:
        self._function, self._calls = function, 0
        super().__init__(name, profile_file(description, name), description.version)

    @property
    def calls(self) -> int:
        return self._calls

    def call(self, _profile: Profile, _settings: Settings, plain: dict[str, Any]) -> tuple[Outcome, dict[str, Any]]:
        self._calls += 1
        answer = call(self._function, **plain)
        return outcome_of({**answer, "id": 0}), answer


def _arguments(profile: Profile, data: Data, settings: Settings) -> list[Any]:
    if isinstance(data, Corpus):
        segments = segments_for(profile, data, settings)
        return [[segment["hypothesis"] for segment in segments], [segment["references"] for segment in segments]]
    return data.arguments()


#: The name of a parameter for the weights of items. `weights` is not accepted, because kappa's `weights` are different.
_WEIGHTS = "sample_weight"


def weight_option(data: Data, parameters: Sequence[str]) -> dict[str, Any]:
    """Return the weights of an input's items as a keyword argument for a function with these parameters.

    The result is empty if the items have no weights, or if the function has no such parameter.
    """
    if not isinstance(data, WeighableItems) or data.weights is None or _WEIGHTS not in parameters:
        return {}
    return {_WEIGHTS: list(data.weights)}


def has_weights(data: Data) -> bool:
    """Return whether the items of an input have weights."""
    return isinstance(data, WeighableItems) and data.weights is not None


def no_weights(data: Data, parameters: Sequence[str]) -> Unsupported | None:
    """Return `Unsupported` if the items have weights, but a function with these parameters accepts none; else None."""
    if has_weights(data) and not weight_option(data, parameters):
        return Unsupported("it has no parameter sample_weight, so it cannot be given weights")
    return None


def no_rows(data: Data) -> Unsupported | None:
    """Return `Unsupported`, with the reason, if class scores cannot be passed as rows without class names, or None."""
    if not isinstance(data, ClassScores):
        return None
    if list(data.classes) != sorted(data.classes):
        return Unsupported(
            "it takes rows of scores in the order of the sorted classes, but these are in a different order"
        )
    if not all(map(math.isfinite, data.columns)):
        return Unsupported("it takes only finite scores")
    return None


def described_function(function: Scorer, name: str, metric: str, description: Mapping[str, Any]) -> Function:
    """Wrap a function that computes `metric` with its description, to be called in this process.

    `name` is the implementation's name. `description` may have the fields ``settings``, ``like``, ``free``, ``unit``
    and ``max_references`` of `DescribedMetric`. Raises `DataError` if it is malformed.
    """
    raw = {"implementation": name, "metrics": [{"metric": metric, **description}]}
    return Function(function, read_description(raw, name), name)
