"""Run the user's own inputs in addition to the golden vectors (``samescore run --inputs``).

A bare input is run with the settings that an implementation declares, changed by ``--set``, and is judged like a fresh
input: the native metric with the same settings gives the expected answer. A user's vector has its own settings and
expected answer, and is judged like a golden vector.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from samescore.base.errors import InputError, SettingsError
from samescore.catalogue.selection import selection
from samescore.catalogue.vectors import Expected, vectors
from samescore.data.corpus import Corpus
from samescore.data.kinds import from_plain
from samescore.implementations import Implementation, Profiled
from samescore.implementations.base import limits
from samescore.implementations.recording import Recording
from samescore.metrics import METRIC_NAMES, find, merge_knobs, metric
from samescore.records import Expectation, OwnCase, Result
from samescore.settings import Settings
from samescore.verbs.judging.cases import CaseQuestion, JudgedCase, nearest_question, questions_for
from samescore.verbs.judging.fresh import judge_drawn, recorded_case
from samescore.verbs.judging.judge import judge_case, unsupported_result
from samescore.verbs.judging.user_files import (
    BareInput,
    OwnVector,
    check_number,
    holds_vectors,
    read_bare,
    read_vectors,
)


@dataclasses.dataclass(frozen=True, slots=True)
class UserInputs:
    """The user's inputs of a run.

    `knobs` are the knob values set for bare inputs, by metric; `options` are the command-line options that name the
    input files.
    """

    bare: tuple[BareInput, ...] = ()
    vectors: tuple[OwnVector, ...] = ()
    knobs: Mapping[str, Mapping[str, object]] = dataclasses.field(default_factory=dict)
    options: tuple[str, ...] = ()

    def selected(self, metrics: Sequence[str], pattern: str) -> UserInputs:
        """Return only the inputs of `metrics` (all, if empty) that match the expression `pattern`."""
        chosen, flags = selection(pattern), {own.vector.id: own.vector.flags for own in self.vectors}
        identifiers = [*(own.id for own in self.bare), *flags]
        whole = set(identifiers).intersection(chosen.words)
        named = self.named({name for name in identifiers if chosen.matches(name, flags.get(name, ()), whole)})
        bare = [own for own in named.bare if own.metric in (metrics or [own.metric])]
        own_vectors = [own for own in named.vectors if own.vector.metric in (metrics or [own.vector.metric])]
        return dataclasses.replace(self, bare=tuple(bare), vectors=tuple(own_vectors))

    def named(self, identifiers: Collection[str]) -> UserInputs:
        """Return only the inputs with these ids."""
        bare = tuple(own for own in self.bare if own.id in identifiers)
        return dataclasses.replace(
            self, bare=bare, vectors=tuple(own for own in self.vectors if own.vector.id in identifiers)
        )

    @property
    def size(self) -> int:
        """The number of inputs."""
        return len(self.bare) + len(self.vectors)

    @property
    def metrics(self) -> set[str]:
        """The names of the metrics that have inputs."""
        return {own.metric for own in self.bare} | {own.vector.metric for own in self.vectors}


#: No user inputs.
NO_USER_INPUTS = UserInputs()


def read_user_inputs(
    paths: Sequence[Path],
    implementations: Sequence[Implementation],
    metrics: Sequence[str] = (),
    knobs_of: Callable[[str], Mapping[str, object]] = lambda _: {},
) -> UserInputs:
    """Read the user's inputs from files and folders; equal bare inputs are read only once.

    Bare inputs are read for each of `metrics`; if it is empty, for the only metric of the implementations. `knobs_of`
    returns the knob values to set for a metric. Raises `InputError`, with the file and the line, for unreadable content,
    an id that is used twice, and more than `MOST` inputs, and if the metric is ambiguous.
    """
    bare, own_vectors = list[BareInput](), list[OwnVector]()
    of_bare: dict[str, Mapping[str, object]] = {}
    for path in dict.fromkeys(paths):
        if holds_vectors(path):
            own_vectors += read_vectors(path)
            continue
        for name in metrics or [_only_metric(implementations, path)]:
            chosen, implied = find(name)
            of_bare[chosen.name] = merge_knobs(chosen, implied, knobs_of(name))
            bare += read_bare(path, chosen.name)
    identifiers = dict[str, str]()
    for own in own_vectors:
        if own.vector.id in identifiers:
            places = f"{identifiers[own.vector.id]} and {own.where}"
            raise InputError(
                f"{places}: the id {own.vector.id} is used twice", hint="choose a different id for one of them"
            )
        identifiers[own.vector.id] = own.where
    by_id = {own.id: own for own in reversed(bare)}  # keep the first of equal inputs
    check_number([*by_id, *identifiers])
    unique = tuple(own for own in bare if by_id[own.id] is own)
    return UserInputs(
        unique, tuple(own_vectors), of_bare, tuple(word for path in paths for word in ("--inputs", str(path)))
    )


def _only_metric(implementations: Sequence[Implementation], path: Path) -> str:
    """Return the only metric of the implementations.

    Raises `InputError`, which names `path`, unless there is exactly one.
    """
    computed = {
        name
        for implementation in implementations
        for name in (implementation.profiles_by_metric() if isinstance(implementation, Profiled) else METRIC_NAMES)
    }
    if len(computed) != 1:
        raise InputError(f"{path} does not state the metric of its inputs", hint="pass it with -m, as in -m bleu")
    return computed.pop()


def recorded_own(case: OwnCase) -> JudgedCase:
    """Return the case of a recorded user's input; its expected answer has no stages.

    Raises `SamescoreError` if the record is damaged.
    """
    settings = metric(case.metric).settings.parse(case.signature)
    expected = Expected(case.expected.kind, case.expected.value)
    return JudgedCase.expecting(case.vector, from_plain(case.input), settings, expected)


def judged_case(identifier: str, recording: Recording) -> JudgedCase | None:
    """Return the case with this id: a fresh or user input of the recording, or a golden vector; None if unknown."""
    if identifier in recording.fresh:
        return recorded_case(recording.fresh[identifier])
    if identifier in recording.own:
        return recorded_own(recording.own[identifier])
    vector = vectors().get(identifier)
    return None if vector is None else JudgedCase.of(vector)


@dataclasses.dataclass(frozen=True, slots=True)
class UserQuestion:
    """A user's input, applied to an implementation.

    `question` is None if there is no entry point with these settings; for a bare input, `reason` then says why, unless
    the implementation is the native metric. `where` is the place of the input, `options` are command-line options that
    repeat it, and `bare` distinguishes bare inputs from vectors.
    """

    implementation: Implementation
    case: JudgedCase
    where: str
    question: CaseQuestion | None
    reason: str
    options: tuple[str, ...]
    bare: bool

    def record(self) -> OwnCase:
        """Return the record of the input, its settings and the right answer."""
        return OwnCase(
            vector=self.case.id,
            metric=self.case.metric.name,
            implementation=self.implementation.name,
            entry_point=self.question.profile.entry_point if self.question else "",
            where=self.where,
            signature=self.case.settings.signature,
            input=self.case.data.plain(),
            expected=Expectation(self.case.expected.outcome, self.case.expected.value),
        )

    def judge(self) -> Result:
        """Run the implementation and return the judgement of its answer; "unsupported" if there is a `reason`."""
        if self.reason:
            result = unsupported_result(self.implementation.name, self.case, self.reason)
        elif self.bare and self.question and isinstance(self.implementation, Profiled):
            result = judge_drawn(self.implementation, self.question)
        else:
            result = judge_case(self.implementation, self.case, [self.question] if self.question else [])
        return msgspec.structs.replace(result, reproduce=" ".join([result.reproduce, *self.options]))


def user_questions(implementation: Implementation, own: UserInputs) -> Iterator[UserQuestion]:
    """Yield the user's inputs as questions for an implementation: first the vectors, then the bare inputs."""
    for stored in own.vectors:
        case = JudgedCase.of(stored.vector)
        questions = questions_for(implementation, case)
        question = nearest_question(questions) if questions else None
        yield UserQuestion(implementation, case, stored.where, question, "", _shell_quoted(own.options), bare=False)
    for bare in own.bare:
        yield _bare_question(implementation, bare, own)


def _bare_question(implementation: Implementation, bare: BareInput, own: UserInputs) -> UserQuestion:
    """Return a bare input as a question for the first entry point that supports the knobs and accepts the input.

    If none accepts the input, the first that supports the knobs is used; if there is none, the question is None and the
    reason says why.
    """
    knobs = own.knobs[bare.metric]
    profiles = implementation.profiles(bare.metric) if isinstance(implementation, Profiled) else []
    tokens = isinstance(bare.data, Corpus) and bare.data.tokenized
    possible, reasons = list[CaseQuestion](), list[str]()
    for profile in profiles:
        try:
            settings = profile.settings(**{**(profile.for_tokens() if tokens else {}), **knobs})
        except SettingsError as problem:
            reasons.append(f"{problem.message}; {problem.hint}" if problem.hint else problem.message)
            continue
        case = _case_of(bare, settings)
        possible.append(CaseQuestion(case, profile, settings))
    options = _shell_quoted((*own.options, *_settings_options(implementation, bare.metric, knobs)))
    if possible:
        question = min(possible, key=lambda q: limits(q.profile, q.case.data) is not None)
        return UserQuestion(implementation, question.case, bare.where, question, "", options, bare=True)
    case = _case_of(bare, metric(bare.metric).settings.from_mapping(knobs))
    if isinstance(implementation, Profiled) and not reasons:
        reasons.append(f"{implementation.name} has no entry point for {bare.metric}")
    return UserQuestion(implementation, case, bare.where, None, "".join(reasons[:1]), options, bare=True)


def _case_of(bare: BareInput, settings: Settings) -> JudgedCase:
    return JudgedCase.scored(bare.id, bare.data, settings)


def _settings_options(implementation: Implementation, metric_name: str, knobs: Mapping[str, object]) -> Iterator[str]:
    """Yield the options that name the metric and knobs of a bare input, unless the implementation's own options do."""
    if "-m" not in implementation.options:
        yield from ("-m", metric_name)
    kind = metric(metric_name).settings
    for name, value in knobs.items():
        text = f"{name}={kind.knob(name).domain.format(value)}"
        if text not in implementation.options:
            yield from ("--set", text)


def _shell_quoted(options: Sequence[str]) -> tuple[str, ...]:
    import shlex

    return tuple(map(shlex.quote, options))
