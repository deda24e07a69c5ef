"""Recorded answers of implementations, read from a run's report or a baseline, and replayed (``replay:FILE``).

A recording works without the package. It answers only the recorded requests, with the same settings.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Set
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from samescore import records
from samescore.base.errors import InputError, SamescoreError, UnknownNameError, nearest
from samescore.base.outcome import Outcome, Score, Unavailable, Unsupported
from samescore.base.unknown_fields import explain_decoding_error
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile, profiles_of
from samescore.catalogue.selection import selection
from samescore.catalogue.vectors import vectors
from samescore.data.kinds import Data, digest, from_plain
from samescore.implementations.base import Profiled
from samescore.implementations.names import parse_name
from samescore.metrics import find
from samescore.records.baseline import stage_digest
from samescore.settings import Settings

#: The kind of request (see `samescore.records.EntryAnswer`), the vector's id, and the entry point.
Key = tuple[str, str, str]

#: A request: the digest of an input, an entry point, and its settings.
Request = tuple[str, str, Settings]


@dataclasses.dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """A recorded answer on the implementation's own scale, and the settings of the request.

    `stages` maps intermediate results to their digests if only digests were recorded, as in a baseline.
    """

    metric: str
    signature: str
    outcome: Outcome
    stages: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def supported(self) -> bool:
        """Whether the implementation supports the request."""
        return not isinstance(self.outcome, Unsupported)

    @property
    def stage_digests(self) -> dict[str, str]:
        """The digest of each intermediate result, in pipeline order; empty unless the answer is a score."""
        if self.stages or not isinstance(self.outcome, Score):
            return dict(self.stages)
        return {name: stage_digest(product) for name, product in self.outcome.stages.items()}


@dataclasses.dataclass(slots=True)
class Recording:
    """The recorded answers of one implementation in one run.

    `package` is the implementation's name without version, interpreter and entry point; `environment` describes the
    machine. `inputs` maps vectors to the digests of their inputs (in a baseline, to prefixes of the digests). `fresh`
    and `own` map the ids of fresh and user inputs to their records. `samescore` is the version of samescore that made
    the recording, and `note` describes anything unusual about it; both may be empty.
    """

    name: str
    package: str
    version: str
    environment: Mapping[str, str]
    unavailable: str = ""
    described: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    inputs: dict[str, str] = dataclasses.field(default_factory=dict)
    fresh: dict[str, records.FreshCase] = dataclasses.field(default_factory=dict)
    own: dict[str, records.OwnCase] = dataclasses.field(default_factory=dict)
    answers: dict[Key, RecordedAnswer] = dataclasses.field(default_factory=dict)
    samescore: str = ""
    note: str = ""

    @property
    def label(self) -> str:
        """The package and its version, for reports."""
        return f"{self.package} {self.version}" if self.version else self.package

    def add(self, record: records.Result | records.EntryAnswer) -> None:
        """Add a recorded answer, unless it is `Unavailable`.

        Raises `ValueError` or `SamescoreError` if the record is damaged.
        """
        if record.signature:
            _parse_settings(record.metric, record.signature)
        outcome, kind = records.as_outcome(record.outcome), "asked"
        if isinstance(record, records.EntryAnswer):
            kind = record.kind
        elif record.raw and isinstance(outcome, Score):
            outcome = msgspec.structs.replace(outcome, value=records.number(record.raw), decimals=record.raw_decimals)
        metric = find(record.metric)[0].name
        if not isinstance(outcome, Unavailable):
            key = (kind, record.vector, record.entry_point)
            self.answers[key] = RecordedAnswer(metric, record.signature, outcome)

    def outcomes(self) -> dict[Request, Outcome]:
        """Return the outcomes by request, for the answers whose settings are recorded."""
        return {
            (self.inputs.get(vector, ""), entry_point, _parse_settings(answer.metric, answer.signature)): answer.outcome
            for (_, vector, entry_point), answer in self.answers.items()
            if answer.signature
        }

    def selected(self, metrics: set[str], pattern: str, also: Set[str] = frozenset()) -> Recording:
        """Return a recording with only the answers on `metrics` and on vectors that match the expression `pattern`.

        If `metrics` or `pattern` is empty, it does not restrict the answers. `also` are further ids that count as
        matching, such as those of the user's vectors, whose flags are not recorded.
        """
        meant = self._matching_vectors(pattern) | also if pattern else None
        answers = {
            key: answer
            for key, answer in self.answers.items()
            if (not metrics or answer.metric in metrics) and (meant is None or key[1] in meant)
        }
        return dataclasses.replace(self, answers=answers)

    def _matching_vectors(self, pattern: str) -> set[str]:
        """Return the ids of the recorded vectors that match an expression."""
        chosen, names = selection(pattern), {name for _, name, _ in self.answers}
        flags = {name: vectors()[name].flags if name in vectors() else [] for name in names}
        whole = names.intersection(chosen.words)
        return {name for name in names if chosen.matches(name, flags[name], whole)}


def package_of(name: str) -> str:
    """Return the package in an implementation's name: ``nltk`` for ``native:nltk==3.4.5.sentence_bleu``.

    The name of a program, a function or a recording is returned unchanged.
    """
    try:
        return parse_name(name).name
    except UnknownNameError:  # a program, a function, a recording
        return name


def recordings_of(report: records.RunReport, source: str = "this run") -> list[Recording]:
    """Return the recordings of all implementations in a run.

    Raises `InputError`, which names `source`, for a damaged answer or input.
    """
    inputs = {case.vector: case.input for case in report.cases.values()}
    recordings: dict[str, Recording] = {}
    for participant in report.header.implementations:
        numbers = _numeric_packages(participant.packages)
        recordings[participant.name] = Recording(
            name=participant.name,
            package=package_of(participant.name),
            version=participant.version,
            environment={**report.header.environment, **participant.environment, **numbers},
            unavailable=participant.unavailable,
            described=participant.described,
            inputs=dict(inputs),
            samescore=report.header.samescore,
        )
    for fresh in report.fresh.values():
        if fresh.implementation in recordings:
            recordings[fresh.implementation].fresh[fresh.vector] = fresh
            recordings[fresh.implementation].inputs[fresh.vector] = _digest(fresh, source)
    for own in report.own.values():
        if own.implementation in recordings:
            recordings[own.implementation].own[own.vector] = own
            recordings[own.implementation].inputs[own.vector] = _digest(own, source)
    answers: list[records.Result | records.EntryAnswer] = [*report.results, *report.answers]
    for record in answers:
        if record.implementation in recordings:
            try:
                recordings[record.implementation].add(record)
            except (ValueError, SamescoreError) as problem:
                raise InputError(
                    f"{source}: {record.implementation}'s answer for {record.vector}: {problem}",
                    hint="record it again",
                ) from None
    return list(recordings.values())


def _digest(case: records.FreshCase | records.OwnCase, source: str) -> str:
    """Return the digest of a fresh or user input; raise `InputError`, which names `source`, if it is damaged."""
    try:
        return digest(from_plain(case.input))
    except SamescoreError as problem:
        raise InputError(f"{source}: the input {case.vector}: {problem}", hint="record it again") from None


def recordings_in(baseline: records.Baseline, source: str) -> list[Recording]:
    """Return the recordings of all implementations in a baseline.

    Raises `InputError`, which names `source`, for a damaged or duplicate answer, for an implementation that the header
    does not name, and if there are fewer answers than the header states.
    """
    if len(baseline.answers) < baseline.header.answers:
        raise InputError(
            f"{source} is truncated: it has {len(baseline.answers)} of the {baseline.header.answers} answers that its header counts",
            hint="use the complete file, or record the baseline again",
        )
    note = "" if baseline.whole else "the number of answers does not match its header: lines were merged or edited"
    header = baseline.header
    recordings = {
        named.name: Recording(
            named.name, package_of(named.name), named.version, {}, samescore=header.samescore, note=note
        )
        for named in header.implementations
    }
    for recorded in baseline.answers:
        if recorded.implementation not in recordings:
            hint = "add it to the header's implementations, or record the baseline again"
            raise InputError(f"{source}: its header does not name {recorded.implementation}", hint=hint)
        recording = recordings[recorded.implementation]
        key = recorded.kind, recorded.vector, recorded.entry_point
        try:
            if recorded.outcome == "score" and recorded.value is None:
                raise ValueError("a score needs a value")
            if recorded.settings:
                _parse_settings(recorded.metric, recorded.settings)
            outcome, metric_name = records.as_outcome(recorded.answer), find(recorded.metric)[0].name
        except (ValueError, SamescoreError) as problem:
            raise InputError(
                f"{source}: {recorded.implementation}'s answer for {recorded.vector}: {problem}",
                hint="record it again",
            ) from None
        if key in recording.answers:
            hint = "keep one of the lines, or record the baseline again"
            raise InputError(f"{source}: {recording.name} has two answers for {recorded.vector}", hint=hint)
        recording.answers[key] = RecordedAnswer(metric_name, recorded.settings, outcome, recorded.stages)
        recording.inputs[recorded.vector] = recorded.input
    return list(recordings.values())


def read_recordings(path: Path, *, whole: bool = True) -> list[Recording]:
    """Read the recordings of all implementations in a run's report or in a baseline.

    Raises `InputError` for any other or a damaged file and, with `whole`, for the report of a run that was interrupted
    or ended at its first failure.
    """
    saved = list(records.read(path))
    reports = [records.RunReport.of(header, rest) for header, rest in records.by_header(saved)]
    recordings = [recording for report in reports for recording in recordings_of(report, str(path))]
    recordings += [
        recording for baseline in records.baselines(saved) for recording in recordings_in(baseline, str(path))
    ]
    if not recordings:
        raise InputError(
            f"{path} is neither a baseline nor a run's report",
            hint="write one with: samescore run ... --write-baseline FILE or --report FILE",
        )
    for report in reports:
        if not whole:
            continue
        results = f"{path} is incomplete: it holds {len(report.results)} results of a run that"
        if report.footer is None or report.footer.results != len(report.results):
            raise InputError(f"{results} was interrupted", hint="record it again")
        if report.footer.stopped:
            raise InputError(f"{results} stopped at its first failure", hint="record it again, without --exitfirst")
    return recordings


def named_recordings(text: str) -> list[Recording]:
    """Return the recordings that ``FILE`` (all in the file) or ``FILE#NAME`` (of one implementation) names.

    Raises `UnknownNameError` if the file has no recording of NAME, and `InputError` as `read_recordings` does.
    """
    path, _, name = text.partition("#")
    recordings = read_recordings(Path(path), whole=False)
    chosen = [recording for recording in recordings if name in ("", recording.name)]
    if not chosen:
        hint = nearest(name, [recording.name for recording in recordings])
        raise UnknownNameError(f"{path} has no recording of {name}", hint=hint)
    return chosen


@lru_cache(maxsize=4096)
def _parse_settings(metric: str, signature: str) -> Settings:
    return find(metric)[0].settings.parse(signature)


def _numeric_packages(packages: Mapping[str, str]) -> dict[str, str]:
    """Return the versions of those packages that can affect the last digits of a score."""
    return {name: packages[name] for name in ("numpy", "regex") if name in packages}


class Replay(Profiled):
    """A recording as an implementation: ``replay:FILE``, or ``replay:FILE#NAME`` if the file has several recordings.

    The constructor raises `UnknownNameError` if the recording is not unique or does not say what it computes, and
    `InputError` for an unusable file.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        recordings = named_recordings(name.removeprefix("replay:"))
        if len(recordings) > 1:
            names = ", ".join(recording.name for recording in recordings)
            raise UnknownNameError(
                f"{name} contains several implementations", hint=f"choose one with {name}#NAME: {names}"
            )
        self.recording = recordings[0]
        self._outcomes = self.recording.outcomes()
        super().__init__(_file(self.recording), self.recording.version, "")

    @property
    def describes_itself(self) -> bool:  # type: ignore[override]  # computed here, stored elsewhere
        """Whether the recorded implementation described itself."""
        return bool(self.recording.described)

    def _profile_version(self) -> str | None:
        version = self.recording.version
        return version if version and self.file.current(version) else None

    def unavailable(self) -> Unavailable | None:
        if self.recording.unavailable:
            return Unavailable(f"it was unavailable when it was recorded: {self.recording.unavailable}")
        return None

    def outside_region(self, profile: Profile, data: Data, settings: Settings) -> Unsupported | None:
        if outside := super().outside_region(profile, data, settings):
            return outside
        known = (digest(data), profile.entry_point, settings) in self._outcomes
        return None if known else Unsupported("the recording has no answer to this request")

    def ask(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        key = (digest(data), profile.entry_point, settings)
        return self._outcomes.get(key) or Unsupported("the recording has no answer to this request")


def _file(recording: Recording) -> ProfileFile:
    """Return the profiles of the recorded implementation: its own description, or the known profiles of its package.

    Raises `UnknownNameError` if there are neither, and `InputError` if the description is malformed.
    """
    if recording.described:
        try:
            return msgspec.convert(recording.described, ProfileFile)
        except msgspec.ValidationError as problem:
            why = explain_decoding_error(problem, ProfileFile)
            raise InputError(f"{recording.name}: {why}", hint="record it again") from None
    known = profiles_of(recording.package)
    if known is not None:
        return known
    raise UnknownNameError(
        f"the recording of {recording.name} does not describe what it computes",
        hint="record it again, or pass a different one",
    )
