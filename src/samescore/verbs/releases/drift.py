"""The verb *drift*: find out what changed between releases, or between recorded runs, and which knobs explain it.

Recordings of a package are sorted by version, and neighbours are compared answer by answer. There are four kinds of
answers: with the vector's own settings (``asked``), with the vector's settings but default numbers, such as a smoothing
value (``numbers``), with the value that the same argument has in another release (``counterpart``), and with the entry
point's defaults (``default``). A move is a changed answer. It is explained if the native metric reproduces both answers
from their settings; its cause is the smallest set of knobs that turns one answer into the other.

Differences of `STORED_ULPS` or less are not moves, because interpreters and numpy versions round sums differently.
They are counted separately.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from packaging.version import InvalidVersion, Version

from samescore.base.errors import InputError, SamescoreError
from samescore.base.outcome import STORED_ULPS, Outcome, Score, same_outcome
from samescore.catalogue.profile_files import profiles_of
from samescore.data.kinds import digest
from samescore.implementations.names import files_of, with_python
from samescore.implementations.recording import (
    Key,
    RecordedAnswer,
    Recording,
    named_recordings,
    read_recordings,
    recordings_of,
)
from samescore.implementations.release import on_one_python
from samescore.metrics import METRIC_NAMES, find, parse_signature
from samescore.metrics.evaluator import native_outcome
from samescore.records import (
    Absent,
    Behaviour,
    Drift,
    Header,
    Move,
    Record,
    ReleasePair,
    Result,
    Transition,
    differences,
    outcome,
)
from samescore.records.baseline import INPUT_DIGITS
from samescore.settings import Difference
from samescore.settings.scale import rescale
from samescore.verbs.judging.cases import JudgedCase
from samescore.verbs.judging.plan import Request as RunRequest
from samescore.verbs.judging.plan import plan
from samescore.verbs.judging.run import answers_of, report_of
from samescore.verbs.judging.user_inputs import judged_case
from samescore.verbs.why.attribution.paths import smallest_cause

#: The kinds of answers whose moves can be caused by a new or removed parameter.
_AS_SET = ("asked", "numbers")


@dataclasses.dataclass(frozen=True, slots=True)
class AnswerPair:
    """Two recorded answers of an entry point to the same input, of a `kind` described at the top of this module."""

    kind: str
    case: JudgedCase
    entry_point: str
    before: RecordedAnswer
    after: RecordedAnswer

    @property
    def max_ulps(self) -> int:
        """The maximum distance, in units in the last place, of answers that differ only in the last digits."""
        return max(STORED_ULPS, self.case.expected.ulps)

    @property
    def same(self) -> bool:
        """Whether the answers are equal to the last digit, with rounded numbers treated as exact."""
        return same_outcome(_ignoring_rounding(self.before.outcome), _ignoring_rounding(self.after.outcome))

    @property
    def moved(self) -> bool:
        """Whether the answers differ by more than `max_ulps`, even if only because one of them is rounded."""
        return not same_outcome(
            _ignoring_rounding(self.before.outcome), _ignoring_rounding(self.after.outcome), max_ulps=self.max_ulps
        )


def _ignoring_rounding(outcome: Outcome) -> Outcome:
    """Return the outcome without the information that its number is rounded."""
    return msgspec.structs.replace(outcome, decimals=None) if isinstance(outcome, Score) else outcome


@dataclasses.dataclass(frozen=True, slots=True)
class Request:
    """The comparison to make: `names` are implementations, which are run now, and files of recorded runs.

    A `Path` is a file; a text is the path of a file or the name of an implementation. `metrics` and `pattern` select
    vectors; `python` is the interpreter that runs released versions.
    """

    names: tuple[str | Path, ...]
    metrics: tuple[str, ...] = ()
    pattern: str = ""
    python: str = ""

    @property
    def files(self) -> list[Path]:
        """The files that the request reads: recorded runs, and files of the implementations."""
        return [path for name in self.names for path in ([name] if isinstance(name, Path) else files_of(name))]


def execute(request: Request, on_progress: Callable[[str], None] = lambda _: None) -> Iterator[Record]:
    """Compare each release with the next, and yield what changed as records, which `Drift.of` collects.

    Implementations are run first. Raises `UnknownNameError` for unknown names, and `InputError` for missing files and
    for files that are not recorded runs.
    """
    selected = {find(name)[0].name for name in request.metrics}
    recordings, asked = list[Recording](), list[str]()
    for name in request.names:
        read = _read_recordings(name)
        recordings += [recording.selected(selected, request.pattern) for recording in read]
        if not read:
            asked.append(with_python(str(name), request.python))
    if asked:
        recordings += ask_now(
            on_one_python(asked), metrics=request.metrics, pattern=request.pattern, on_progress=on_progress
        )
    yield from records_of(recordings, on_progress)


def _read_recordings(name: str | Path) -> list[Recording]:
    """Return the recordings in the file `name`; an empty list if `name` is an implementation.

    Raises `InputError` if the name looks like a file but there is none, and for a file that is not a recorded run.
    """
    if isinstance(name, Path):
        return read_recordings(name)
    if name.startswith("replay:"):
        return named_recordings(name.removeprefix("replay:"))
    if Path(name).is_file():
        return read_recordings(Path(name))
    if name.endswith((".jsonl", ".json")) and "==" not in name:
        raise InputError(f"file not found: {name}", hint="make one with: samescore run ... --all-answers --report FILE")
    return []


def ask_now(
    names: Sequence[str],
    *,
    metrics: Sequence[str] = (),
    pattern: str = "",
    on_progress: Callable[[str], None] = lambda _: None,
) -> list[Recording]:
    """Run implementations as ``samescore run --all-answers --fresh 0`` does, and return their recordings.

    Raises the errors of `samescore.verbs.judging.plan.plan`.
    """
    request = RunRequest(tuple(names), tuple(metrics), pattern, fresh=0, all_answers=True)
    records, size, done = list[Record](), 0, 0
    for record in answers_of(plan(request)):
        records.append(record)
        if isinstance(record, Header):
            size = record.results
        elif isinstance(record, Result):
            done += 1
            on_progress(f"{done:,} of {size:,} {record.implementation} {record.vector}")
    return recordings_of(report_of(records))


def drift(recordings: Sequence[Recording]) -> Drift:
    """Compare the recordings of each package, sorted by version, and return what changed from each to the next."""
    return Drift.of(records_of(recordings))


def records_of(
    recordings: Sequence[Recording], on_progress: Callable[[str], None] = lambda _: None
) -> Iterator[Record]:
    """Yield the records of `drift`: each transition with its moves as it is compared, then behaviours and absences."""
    by_package: dict[str, list[Recording]] = {}
    for recording in recordings:
        if recording.answers and not recording.unavailable:
            by_package.setdefault(recording.package, []).append(recording)
    behaviours: list[Behaviour] = []
    for package in by_package.values():
        package.sort(key=_order)
        pairs, compared = list[ReleasePair](), list[set[tuple[str, str]]]()
        for before, after in pairwise(package):
            on_progress(f"{before.label} -> {after.label}")
            answers, skipped = answer_pairs(before, after)
            pairs.append(_release_pair(before, after, answers, skipped))
            compared.append({(answer.case.metric.name, answer.entry_point) for answer in answers})
            yield from pairs[-1].records()
        behaviours += _behaviours(package, pairs, compared)
    yield from behaviours
    for recording in recordings:
        if recording.unavailable or not recording.answers:
            yield Absent(recording.name, recording.unavailable or "it has no answers")


def _order(recording: Recording) -> tuple[Version, Version]:
    """Return the sort key of a recording: the versions of the package and of Python; 0 for a malformed version."""
    return _version(recording.version), _version(recording.environment.get("python", ""))


def _version(text: str) -> Version:
    try:
        return Version(text)
    except InvalidVersion:
        return Version("0")


def compare(before: Recording, after: Recording) -> ReleasePair:
    """Compare two recordings, and return the counts and the moves, among the answers that both have."""
    return _release_pair(before, after, *answer_pairs(before, after))


def answer_pairs(
    before: Recording, after: Recording, *, scale_moves: bool = False
) -> tuple[list[AnswerPair], list[str]]:
    """Return the pairs of answers to the same input, and the ids of vectors whose input has changed or is unknown.

    Unsupported answers are skipped. Answers, except those with an entry point's defaults, are converted to the scale of
    the vector; with `scale_moves`, two answers with different scales are not converted, which makes this a move.
    """
    pairs, skipped = [], set()
    for key, earlier in before.answers.items():
        kind, identifier, entry_point = key
        later, case = after.answers.get(key), judged_case(identifier, after)
        if later is None or not (earlier.supported and later.supported):
            continue
        digests = [before.inputs.get(identifier, ""), after.inputs.get(identifier, "")]
        if case is None or not _same_input(*digests, digest(case.data)):
            skipped.add(identifier)
            continue
        if kind != "default" and not (scale_moves and _scale(earlier) != _scale(later)):
            earlier, later = on_scale(earlier, case), on_scale(later, case)
        pairs.append(AnswerPair(kind, case, entry_point, earlier, later))
    return pairs, sorted(skipped)


def _same_input(*digests: str) -> bool:
    """Return whether the digests belong to one input; they may be truncated, to at least `INPUT_DIGITS` digits."""
    known = min(map(len, digests))
    return known >= INPUT_DIGITS and len({text[:known] for text in digests}) == 1


def supported_answers(recording: Recording) -> set[Key]:
    """Return the keys of all answers except "unsupported": their kind, vector and entry point."""
    return {key for key, answer in recording.answers.items() if answer.supported}


def _release_pair(
    before: Recording, after: Recording, answers: Sequence[AnswerPair], skipped: Sequence[str]
) -> ReleasePair:
    """Return the counts and the moves from the result of `answer_pairs`; moves of new or removed parameters come last."""
    every_move = sorted(moves(before, after, answers), key=lambda move: move.parameter)
    parameters = sum(move.parameter for move in every_move)
    one_sided = supported_answers(before) ^ supported_answers(after)  # includes fresh inputs if the seeds differ
    transition = Transition(
        package=before.package,
        before=before.version,
        after=after.version,
        environments=[dict(before.environment), dict(after.environment)],
        compared=len(answers),
        moved=len(every_move) - parameters,
        unexplained=sum(move.causes is None for move in every_move),
        parameters=parameters,
        last_digits=sum(not answer.same and not answer.moved for answer in answers),
        one_sided=len({key for key in one_sided if key[1] not in before.fresh and key[1] not in after.fresh}),
        skipped=list(skipped),
    )
    return ReleasePair(transition, every_move)


def moves(before: Recording, after: Recording, answers: Sequence[AnswerPair]) -> list[Move]:
    """Return the answers that moved, without those that only repeat a move under the vector's own settings."""

    def shown(move: Move) -> tuple[str, str, str, str]:
        return move.vector, move.entry_point, move.was.text, move.became.text

    every_move = [_move(before, after, answer) for answer in answers if answer.moved]
    as_asked = {shown(move) for move in every_move if move.kind == "asked" and not move.parameter}
    return [move for move in every_move if move.kind not in ("numbers", "counterpart") or shown(move) not in as_asked]


def _move(before: Recording, after: Recording, answer: AnswerPair) -> Move:
    causes = _causes(answer)
    return Move(
        package=before.package,
        before=before.version,
        after=after.version,
        kind=answer.kind,
        vector=answer.case.id,
        metric=answer.case.metric.name,
        entry_point=answer.entry_point,
        was=outcome(answer.before.outcome),
        became=outcome(answer.after.outcome),
        stage=_first_stage(answer.before, answer.after),
        causes=None if causes is None else differences(causes),
        parameter=answer.kind in _AS_SET and _parameter_changed(before, after, answer.entry_point, causes or ()),
    )


def _scale(answer: RecordedAnswer) -> str | None:
    """Return the scale of an answer; None if its metric has no knob `scale`, or if the answer has no signature."""
    return getattr(parse_signature(answer.signature), "scale", None) if answer.signature else None


def on_scale(answer: RecordedAnswer, case: JudgedCase) -> RecordedAnswer:
    """Return an answer converted to the scale of the case; unchanged if the answer or the case has no scale."""
    scale = getattr(case.settings, "scale", None)
    if not answer.signature or scale is None:
        return answer
    settings = parse_signature(answer.signature)
    wanted = settings.replace(scale=scale)
    brought = rescale(answer.outcome, settings, wanted)
    return dataclasses.replace(answer, signature=wanted.short_signature, outcome=brought)


def _parameter_changed(before: Recording, after: Recording, entry_point: str, causes: Sequence[Difference]) -> bool:
    """Return whether the values that can be set for a knob of the cause differ between the two recordings."""
    free_before, free_after = _free_knobs(before, entry_point), _free_knobs(after, entry_point)
    return any(free_before.get(cause.knob.name) != free_after.get(cause.knob.name) for cause in causes)


def _free_knobs(recording: Recording, entry_point: str) -> Mapping[str, Any]:
    """Return the free knobs of a recorded entry point with their allowed values; empty for an unknown package."""
    file = profiles_of(recording.package)
    profile = file.entry_point(entry_point, recording.version or None) if file else None
    return profile.free if profile else {}


def _causes(answer: AnswerPair) -> tuple[Difference, ...] | None:
    """Return the fewest knobs that turn the earlier answer into the later one.

    If no subset suffices, return all knobs that differ, except rounding knobs. Return None if the native metric does
    not reproduce both answers, or if no knob differs.
    """
    try:
        old, new = parse_signature(answer.before.signature), parse_signature(answer.after.signature)
    except SamescoreError:
        return None
    data = answer.case.data
    for settings, recorded_answer in ((old, answer.before), (new, answer.after)):
        if not same_outcome(native_outcome(data, settings), recorded_answer.outcome, max_ulps=answer.max_ulps):
            return None
    changes = [change for change in old.differences(new) if not change.knob.rounding]
    target = native_outcome(data, new)
    return smallest_cause(data, old, changes, target) or tuple(changes) or None


def _first_stage(before: RecordedAnswer, after: RecordedAnswer) -> str:
    """Return the first stage, except ``sentences``, recorded for both answers and different; else ``value``."""
    later = after.stage_digests
    for name, product in before.stage_digests.items():
        if name in later and later[name] != product and name != "sentences":
            return name
    return "value"


def _behaviours(
    package: Sequence[Recording], pairs: Sequence[ReleasePair], compared: Sequence[set[tuple[str, str]]]
) -> list[Behaviour]:
    """Return, for each entry point of a package, the groups of successive releases without moves between them.

    `pairs` are the comparisons of neighbours in `package`; `compared` has the metrics and entry points that were
    compared in each pair.
    """
    entry_points = {
        (answer.metric, key[2]) for recording in package for key, answer in recording.answers.items() if key[2]
    }
    moved = [{(move.metric, move.entry_point) for move in pair.moves} for pair in pairs]
    behaviours = []
    for metric, entry_point in sorted(entry_points, key=lambda pair: (METRIC_NAMES.index(pair[0]), pair[1])):
        groups: list[list[str]] = []
        follows = False
        for number, recording in enumerate(package):
            if not any(key[2] == entry_point for key in recording.answers):
                follows = False
                continue
            point, last = (metric, entry_point), number - 1
            if not follows or point in moved[last] or point not in compared[last]:
                groups.append([])
            if recording.version not in groups[-1]:
                groups[-1].append(recording.version)
            follows = True
        behaviours += [Behaviour(package[0].package, metric, entry_point, versions) for versions in groups]
    return behaviours
