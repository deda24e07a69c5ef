"""What a run is asked, as a user gives it (`Request`), and what it will ask, with every name resolved (`RunPlan`)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from samescore.base.errors import UnknownNameError
from samescore.catalogue.expectations import expected_failures
from samescore.catalogue.vectors import Vector, select
from samescore.implementations import Implementation, package_names
from samescore.implementations import implementation as find_implementation
from samescore.implementations.names import files_of, with_python
from samescore.metrics import METRIC_NAMES, find
from samescore.records import FreshCase
from samescore.records.history import last_failures
from samescore.verbs.inputs.knobs import knobs_of
from samescore.verbs.judging.fresh import COUNT, NO_FRESH, Fresh, count_questions, is_fresh
from samescore.verbs.judging.user_inputs import NO_USER_INPUTS, UserInputs, read_user_inputs


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """What a run is asked; names are those of a command line.

    `implementations`: all known ones, if empty; `python` is the interpreter of released versions. `metrics` and `pattern`
    (parts of ids, and flags) select vectors. Programs and functions are also asked `fresh` inputs for each entry point,
    generated from `seed` (None: a random one, which the report has). `expect` are files of expected failures, `inputs`
    the user's own files, whose bare inputs are asked under the knobs of `assignments` (``KNOB=VALUE``). With
    `last_failed`, only what failed in the last run of the same implementations is asked.
    """

    implementations: tuple[str, ...] = ()
    metrics: tuple[str, ...] = ()
    pattern: str = ""
    python: str = ""
    fresh: int = COUNT
    seed: int | None = None
    expect: tuple[Path, ...] = ()
    inputs: tuple[Path, ...] = ()
    assignments: tuple[str, ...] = ()
    all_answers: bool = False
    exit_first: bool = False
    last_failed: bool = False

    @property
    def files(self) -> list[Path]:
        """The files that the run reads; of a folder, all that are in it."""
        named = [path for name in self.implementations for path in files_of(name)]
        own = [file for path in self.inputs for file in ([*path.glob("*.json"), *path.glob("*/*.json")] or [path])]
        return [*named, *self.expect, *own]


def default_implementations() -> tuple[str, ...]:
    """The implementations that are asked when a run names none."""
    return ("native", *package_names())


@dataclasses.dataclass(frozen=True, slots=True)
class RunPlan:
    """What a run will ask; `named` says whether the user named the implementations.

    `expected_failures` maps implementations to vector ids with the reason why they may fail. With `all_answers`, every
    entry point is asked about each vector (see `samescore.verbs.judging.all_answers`). `fresh` is what implementations that
    describe themselves are asked besides (see `samescore.verbs.judging.fresh`), unless `again` has fresh inputs of an earlier run
    for each of them; `selected` and `pattern` are the metrics and the expression that chose the vectors. `only` are the
    vectors and fresh inputs that each implementation is asked, None if all. With `exit_first`, the first failure ends the
    run. `own` are inputs of the user's own (see `samescore.verbs.judging.user_inputs`). With `repeat`, implementations that describe
    themselves are asked again (see `samescore.verbs.judging.repeat`). `notes` say what the user should know of the plan.
    """

    implementations: tuple[Implementation, ...]
    vectors: tuple[Vector, ...]
    named: bool
    expected_failures: Mapping[str, Mapping[str, str]] = dataclasses.field(default_factory=dict)
    all_answers: bool = False
    fresh: Fresh = NO_FRESH
    again: Mapping[str, Mapping[str, FreshCase]] | None = None
    selected: tuple[str, ...] = ()
    pattern: str = ""
    own: UserInputs = NO_USER_INPUTS
    only: Mapping[str, frozenset[str]] | None = None
    exit_first: bool = False
    repeat: bool = False
    notes: tuple[str, ...] = ()

    @property
    def narrowed(self) -> bool:
        """Are some vectors or metrics left out?"""
        return bool(self.selected or self.pattern) or self.only is not None

    @property
    def selects_some(self) -> bool:
        """Is there anything to ask? The fresh inputs that an expression names are taken for some."""
        if self.only is not None:
            return self.size() > 0
        return bool(self.vectors or self.own.metrics or "fresh-" in self.pattern)

    @property
    def identifies(self) -> bool:
        """Is a failing implementation identified? Not if only some vectors are asked, or two runs are compared."""
        return not self.pattern and self.only is None and self.judges

    @property
    def judges(self) -> bool:
        """Is the run about its verdicts? Not if two runs are compared."""
        return not self.all_answers and self.again is None

    def accepting(self, failures: Mapping[str, Mapping[str, str]]) -> RunPlan:
        """The plan with these expected failures. Those on fresh inputs are asked again: their seed is taken."""
        identifiers = [identifier for reasons in failures.values() for identifier in reasons]
        return dataclasses.replace(self, expected_failures=failures, fresh=self.fresh.accepting(identifiers))

    def asking_only(self, only: Mapping[str, Sequence[str]]) -> RunPlan:
        """The plan for these vectors and fresh inputs of some implementations alone; others are not asked."""
        asked = {identifier for identifiers in only.values() for identifier in identifiers}
        return dataclasses.replace(
            self,
            implementations=tuple(i for i in self.implementations if only.get(i.name)),
            vectors=tuple(vector for vector in self.vectors if vector.id in asked),
            only={name: frozenset(identifiers) for name, identifiers in only.items()},
        )

    def vectors_for(self, implementation: Implementation) -> Sequence[Vector]:
        """The golden vectors that an implementation is asked."""
        if self.only is None:
            return self.vectors
        return [vector for vector in self.vectors if vector.id in self.only[implementation.name]]

    def own_for(self, implementation: Implementation) -> UserInputs:
        """The own inputs that an implementation is asked."""
        return self.own if self.only is None else self.own.named(self.only[implementation.name])

    def fresh_for(self, implementation: Implementation) -> tuple[Fresh, str]:
        """The fresh inputs that an implementation is asked, and the expression that selects among them."""
        if self.only is None:
            return self.fresh, self.pattern
        named = sorted(filter(is_fresh, self.only[implementation.name]))
        words = " or ".join(named)
        narrowed = f"({self.pattern}) and ({words})" if self.pattern else words
        return (self.fresh.accepting(named), narrowed) if named else (NO_FRESH, "")

    def size(self) -> int:
        """How many results the run has, at most."""
        return sum(
            len(self.vectors_for(implementation))
            + self.own_for(implementation).size
            + count_questions(
                implementation, *self.fresh_for(implementation), self.selected, self.asked_again(implementation)
            )
            for implementation in self.implementations
        )

    def asked_again(self, implementation: Implementation) -> Mapping[str, FreshCase] | None:
        """The fresh inputs of an earlier run that an implementation is asked again; None if it is asked new ones."""
        return None if self.again is None else self.again.get(implementation.name, {})

    @property
    def metrics(self) -> list[str]:
        """The metrics of the vectors, in the usual order."""
        present = {vector.metric for vector in self.vectors} | self.own.metrics
        return [name for name in METRIC_NAMES if name in present]


def plan(request: Request) -> RunPlan:
    """What a run will ask.

    Raises `UnknownNameError` for a name that does not exist or is given twice, and `InputError` for files that cannot be
    read.
    """
    for given in (request.implementations, request.metrics):
        if len(set(given)) != len(given):
            raise UnknownNameError(f"names given twice: {', '.join(given)}", hint="give each name once")
    named = request.implementations or default_implementations()
    implementations = tuple(find_implementation(with_python(name, request.python)) for name in named)
    selected = tuple(find(name)[0].name for name in request.metrics)
    planned = RunPlan(
        implementations,
        tuple(select(selected, request.pattern)),
        bool(request.implementations),
        all_answers=request.all_answers,
        fresh=Fresh.of(request.fresh, request.seed, request.pattern),
        selected=selected,
        pattern=request.pattern,
        exit_first=request.exit_first,
        repeat=True,
        own=_own_inputs(request, implementations, selected),
    )
    names = [implementation.name for implementation in implementations]
    planned = planned.accepting(expected_failures(request.expect, names))
    if request.last_failed:
        planned = _last_failed(planned, names)
    if planned.only is None and not planned.selects_some:
        nothing = "no vector was selected; samescore list vectors shows them all"
        planned = dataclasses.replace(planned, notes=(*planned.notes, nothing))
    return planned


def _own_inputs(request: Request, implementations: Sequence[Implementation], selected: Sequence[str]) -> UserInputs:
    """The user's own inputs that the request selects."""
    if not request.inputs:
        return NO_USER_INPUTS

    def knobs(metric: str) -> Mapping[str, object]:
        return knobs_of(request.assignments, metric)

    return read_user_inputs(request.inputs, implementations, request.metrics, knobs).selected(selected, request.pattern)


def _last_failed(planned: RunPlan, names: Sequence[str]) -> RunPlan:
    """The plan for what failed in the last run; as it is, with a note, where there is none or nothing failed."""
    failures = last_failures(names)
    count = sum(map(len, failures.values()))
    if not count:
        why = "nothing failed in the last run" if failures else "no run of these implementations in this folder is kept"
        return dataclasses.replace(planned, notes=(f"--last-failed: {why}; asking everything",))
    failed = planned.asking_only(failures)
    return dataclasses.replace(failed, notes=tuple(_asked_again(count, failed.size())))


def _asked_again(failures: int, asked: int) -> Iterator[str]:
    """What is said of a run that asks what failed."""
    said = f"{failures:,} failure{'s' * (failures != 1)} of the last run"
    if asked == failures:
        yield f"asking {said}"
    else:
        hint = "ask with the -m, -k and --inputs of that run, or without --last-failed"
        yield f"asking {asked:,} of {said}; what is selected now leaves out the rest\n  hint: {hint}"
