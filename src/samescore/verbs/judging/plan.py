"""Turn the user's request for a run (`Request`) into a plan with every name resolved (`RunPlan`)."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from samescore.base.checks import check_range
from samescore.catalogue.expectations import expected_failures
from samescore.catalogue.vectors import Vector, select
from samescore.implementations import Implementation, package_names
from samescore.implementations import implementation as find_implementation
from samescore.implementations.names import files_of, with_python
from samescore.metrics import METRIC_NAMES, find
from samescore.records import FreshCase
from samescore.records.history import last_failures
from samescore.verbs.inputs.distinct import refuse_repeated
from samescore.verbs.inputs.knobs import knobs_of
from samescore.verbs.judging.fresh import COUNT, NO_FRESH, Fresh, count_questions, is_fresh
from samescore.verbs.judging.user_inputs import NO_USER_INPUTS, UserInputs, read_user_inputs


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """A request for a run, with names as on the command line.

    If `implementations` is empty, all known ones are run. `python` is the interpreter for releases. `metrics` and
    `pattern` (an expression of parts of ids, and flags) select vectors. Programs and functions are also run on `fresh`
    random inputs for each entry point, generated from `seed` (None: random, recorded in the report). `expect` are files
    of expected failures, `inputs` the user's own files, whose bare inputs are run with the knobs of `assignments`
    (``KNOB=VALUE``). With `all_answers`, every entry point is run on each vector. `exit_first` ends the run at the first
    failure; `last_failed` repeats only the failures of the last run of the same implementations.
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
        """The files that the run reads: of implementations, of expected failures, and user inputs (also in folders)."""
        named = [path for name in self.implementations for path in files_of(name)]
        own = [file for path in self.inputs for file in ([*path.glob("*.json"), *path.glob("*/*.json")] or [path])]
        return [*named, *self.expect, *own]


def default_implementations() -> tuple[str, ...]:
    """Return the implementations to run if the user names none."""
    return ("native", *package_names())


@dataclasses.dataclass(frozen=True, slots=True)
class RunPlan:
    """The plan of a run; `named` means that the user named the implementations.

    `expected_failures` maps implementations to the ids of vectors that may fail, each with a reason. With `all_answers`,
    every entry point is run on each vector (see `samescore.verbs.judging.all_answers`). `fresh` are the fresh inputs for
    implementations that describe themselves (see `samescore.verbs.judging.fresh`); if `again` is given, fresh inputs of
    an earlier run are used instead, by implementation and id. `selected` and `pattern` are the metrics and the
    expression that chose the vectors. `only` maps each implementation to the ids of the inputs to run; None for all.
    With `exit_first`, the first failure ends the run. `own` are the user's inputs (see
    `samescore.verbs.judging.user_inputs`). With `repeat`, inputs are repeated for implementations that describe
    themselves (see `samescore.verbs.judging.repeat`). `notes` are messages for the user.
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
        """Whether only some vectors, inputs or metrics are run."""
        return bool(self.selected or self.pattern) or self.only is not None

    @property
    def selects_some(self) -> bool:
        """Whether the selection contains anything: vectors, user inputs, or fresh inputs named in the expression."""
        if self.only is not None:
            return self.size() > 0
        return bool(self.vectors or self.own.metrics or "fresh-" in self.pattern)

    @property
    def identifies(self) -> bool:
        """Whether inputs are repeated and failing implementations identified.

        They are not if an expression or the last failures select inputs, or if the run serves to compare runs.
        """
        return not self.pattern and self.only is None and self.judges

    @property
    def judges(self) -> bool:
        """Whether the run's verdicts matter; they do not if the run serves to compare runs."""
        return not self.all_answers and self.again is None

    def accepting(self, failures: Mapping[str, Mapping[str, str]]) -> RunPlan:
        """Return the plan with these expected failures: reasons by implementation and id.

        Unless the user chose a seed, the seed is taken from the fresh inputs among them, to repeat these inputs.
        """
        identifiers = [identifier for reasons in failures.values() for identifier in reasons]
        return dataclasses.replace(self, expected_failures=failures, fresh=self.fresh.accepting(identifiers))

    def asking_only(self, only: Mapping[str, Sequence[str]]) -> RunPlan:
        """Return the plan restricted to the inputs with these ids; implementations without ids are not run."""
        asked = {identifier for identifiers in only.values() for identifier in identifiers}
        return dataclasses.replace(
            self,
            implementations=tuple(i for i in self.implementations if only.get(i.name)),
            vectors=tuple(vector for vector in self.vectors if vector.id in asked),
            only={name: frozenset(identifiers) for name, identifiers in only.items()},
        )

    def vectors_for(self, implementation: Implementation) -> Sequence[Vector]:
        """Return the golden vectors to run an implementation on."""
        if self.only is None:
            return self.vectors
        return [vector for vector in self.vectors if vector.id in self.only[implementation.name]]

    def own_for(self, implementation: Implementation) -> UserInputs:
        """Return the user's inputs to run an implementation on."""
        return self.own if self.only is None else self.own.named(self.only[implementation.name])

    def fresh_for(self, implementation: Implementation) -> tuple[Fresh, str]:
        """Return the fresh inputs for an implementation, and the expression that selects among them."""
        if self.only is None:
            return self.fresh, self.pattern
        named = sorted(filter(is_fresh, self.only[implementation.name]))
        words = " or ".join(named)
        narrowed = f"({self.pattern}) and ({words})" if self.pattern else words
        return (self.fresh.accepting(named), narrowed) if named else (NO_FRESH, "")

    def size(self, absent: Collection[str] = ()) -> int:
        """Return the maximum number of results of the run if the `absent` implementations give none."""
        return sum(
            len(self.vectors_for(implementation))
            + self.own_for(implementation).size
            + count_questions(
                implementation, *self.fresh_for(implementation), self.selected, self.asked_again(implementation)
            )
            for implementation in self.implementations
            if implementation.name not in absent
        )

    def asked_again(self, implementation: Implementation) -> Mapping[str, FreshCase] | None:
        """Return the fresh inputs of an earlier run to repeat for an implementation, by id.

        Return None if new inputs are drawn.
        """
        return None if self.again is None else self.again.get(implementation.name, {})

    @property
    def metrics(self) -> list[str]:
        """The metrics of the vectors and the user's inputs, in the order of `METRIC_NAMES`."""
        present = {vector.metric for vector in self.vectors} | self.own.metrics
        return [name for name in METRIC_NAMES if name in present]


def plan(request: Request) -> RunPlan:
    """Return the plan of a request, with all names resolved and all files read.

    If nothing is selected, or nothing failed in the last run, a note in the plan says so. Raises `UnknownNameError` for
    an unknown or duplicate name, and `InputError` for files that cannot be read and for numbers outside their limits.
    """
    check_range(request.fresh, "fresh", 0, 100_000)
    check_range(request.seed, "seed", 0, 10**18 - 1)
    for given in (request.implementations, request.metrics):
        refuse_repeated(given)
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
        planned = _restrict_to_failures(planned, names)
    if planned.only is None and not planned.selects_some:
        nothing = "no vector was selected; list all with: samescore list vectors"
        planned = dataclasses.replace(planned, notes=(*planned.notes, nothing))
    return planned


def _own_inputs(request: Request, implementations: Sequence[Implementation], selected: Sequence[str]) -> UserInputs:
    """Return the user's inputs that the request selects."""
    if not request.inputs:
        return NO_USER_INPUTS

    def knobs(metric: str) -> Mapping[str, object]:
        return knobs_of(request.assignments, metric)

    return read_user_inputs(request.inputs, implementations, request.metrics, knobs).selected(selected, request.pattern)


def _restrict_to_failures(planned: RunPlan, names: Sequence[str]) -> RunPlan:
    """Return the plan restricted to the failures of the last run, with a note about them.

    If there are no failures, the plan is not restricted, and the note says so.
    """
    failures = last_failures(names)
    count = sum(map(len, failures.values()))
    if not count:
        why = (
            "nothing failed in the last run" if failures else "no run of these implementations is saved for this folder"
        )
        return dataclasses.replace(planned, notes=(f"--last-failed: {why}; running everything",))
    failed = planned.asking_only(failures)
    return dataclasses.replace(failed, notes=tuple(_repetition_notes(count, failed.size())))


def _repetition_notes(failures: int, asked: int) -> Iterator[str]:
    """Yield a note about a run that repeats `asked` of the `failures` of the last run."""
    said = f"{failures:,} failure{'s' * (failures != 1)} of the last run"
    if asked == failures:
        yield f"running {said}"
    else:
        hint = "use the -m, -k and --inputs of that run, or remove --last-failed"
        yield f"running {asked:,} of {said}; the current selection excludes the others\n  hint: {hint}"
