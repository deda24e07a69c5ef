"""Recorded runs: what implementations answered, read back from a run's report, and asked again (``replay:FILE``).

A recording outlives the package. It answers what it was asked when it was made, under the same settings, and nothing
else.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from samescore import records
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile, profile_files
from samescore.data.kinds import Data, digest
from samescore.errors import InputError, SamescoreError, UnknownNameError
from samescore.implementations.base import Profiled
from samescore.implementations.names import parse_name
from samescore.metrics import find
from samescore.outcome import Outcome, Score, Unavailable, Unsupported
from samescore.settings import Settings

#: How it was asked (`samescore.verbs.all_answers.EntryAnswer` names the ways), the vector's id, the entry point.
Key = tuple[str, str, str]


@dataclasses.dataclass(frozen=True, slots=True)
class Given:
    """One recorded answer, on the implementation's own scale, and the settings that it was given under."""

    metric: str
    signature: str
    outcome: Outcome


@dataclasses.dataclass(slots=True)
class Recording:
    """What one implementation answered in one run.

    `package` is its name without version, interpreter and entry point; `environment` the facts of where it ran;
    `inputs` maps vectors to the digests of their inputs.
    """

    name: str
    package: str
    version: str
    environment: Mapping[str, str]
    unavailable: str = ""
    described: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    inputs: dict[str, str] = dataclasses.field(default_factory=dict)
    answers: dict[Key, Given] = dataclasses.field(default_factory=dict)

    @property
    def label(self) -> str:
        """Package and version."""
        return f"{self.package} {self.version}" if self.version else self.package

    def keep(self, kind: str, metric: str, vector: str, entry_point: str, signature: str, outcome: Outcome) -> None:
        """Add an answer, unless there was no question."""
        if not isinstance(outcome, Unavailable):
            self.answers[kind, vector, entry_point] = Given(metric, signature, outcome)


def package_of(name: str) -> str:
    """What an implementation is called whatever its version: ``nltk`` of ``native:nltk==3.4.5.sentence_bleu``."""
    try:
        return parse_name(name).name
    except UnknownNameError:  # a program, a function, a recording
        return name


def recordings(path: Path, *, whole: bool = True) -> list[Recording]:
    """Every implementation's recording in a run's report; `InputError` for a file that is none.

    `whole`: the report of a run that was interrupted is an error, too.
    """
    found: dict[str, Recording] = {}
    inputs: dict[str, str] = {}
    results, expected = 0, -1
    for record in records.read(path):
        match record:
            case records.Header():
                for one in record.implementations:
                    environment = {**record.environment, **one.environment, **_numbers(one.packages)}
                    package = package_of(one.name)
                    found[one.name] = Recording(
                        one.name, package, one.version, environment, one.unavailable, one.described, inputs
                    )
            case records.Case():
                inputs[record.vector] = record.input
            case records.Footer():
                expected = record.results
            case records.Result() | records.EntryAnswer() if record.implementation in found:
                results += isinstance(record, records.Result)
                try:
                    _keep(found[record.implementation], record)
                except (ValueError, SamescoreError) as problem:
                    raise InputError(
                        f"{path}: the answer of {record.implementation} to {record.vector}: {problem}",
                        hint="record it again",
                    ) from None
    if not found:
        raise InputError(f"{path} is not a run's report", hint="samescore run ... --report FILE writes one")
    if whole and results != expected:
        raise InputError(
            f"{path} is not whole: it holds {results} results of a run that was interrupted", hint="record it again"
        )
    return list(found.values())


def named(text: str) -> list[Recording]:
    """The recordings that ``FILE``, or ``FILE#NAME``, means: every one in the file, or that of one implementation."""
    path, _, wanted = text.partition("#")
    held = recordings(Path(path), whole=False)
    chosen = [one for one in held if wanted in ("", one.name)]
    if not chosen:
        names = ", ".join(one.name for one in held)
        raise UnknownNameError(f"{path} holds no {wanted}", hint=f"it holds: {names}")
    return chosen


def _keep(one: Recording, record: records.Result | records.EntryAnswer) -> None:
    """Add a recorded answer; raises `ValueError` or `SamescoreError` where it is none."""
    if record.signature:
        _parsed(record.metric, record.signature)
    outcome, kind = records.as_outcome(record.outcome), "asked"
    if isinstance(record, records.EntryAnswer):
        kind = record.kind
    elif record.raw and isinstance(outcome, Score):
        outcome = dataclasses.replace(outcome, value=records.number(record.raw))
    one.keep(kind, find(record.metric)[0].name, record.vector, record.entry_point, record.signature, outcome)


@lru_cache(maxsize=4096)
def _parsed(metric: str, signature: str) -> Settings:
    return find(metric)[0].settings.parse(signature)


def _numbers(packages: Mapping[str, str]) -> dict[str, str]:
    """The packages whose version can move a score's last digits."""
    return {name: packages[name] for name in ("numpy", "regex") if name in packages}


class Replay(Profiled):
    """A recording as an implementation: ``replay:FILE``, or ``replay:FILE#NAME`` where the file holds several."""

    def __init__(self, name: str) -> None:
        self.name = name
        held = named(name.removeprefix("replay:"))
        if len(held) > 1:
            names = ", ".join(one.name for one in held)
            raise UnknownNameError(f"{name} holds several implementations", hint=f"name one after #: {names}")
        self.recording = held[0]
        self._answers = {
            (self.recording.inputs.get(vector, ""), entry_point, _parsed(given.metric, given.signature)): given.outcome
            for (kind, vector, entry_point), given in self.recording.answers.items()
            if given.signature
        }
        super().__init__(_file(self.recording), self.recording.version, "")

    def _profile_version(self) -> str | None:
        version = self.recording.version
        return version if version and self.file.current(version) else None

    def unavailable(self) -> Unavailable | None:
        if self.recording.unavailable:
            return Unavailable(f"when it was recorded: {self.recording.unavailable}")
        return None

    def ask(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        key = (digest(data), profile.entry_point, settings)
        return self._answers.get(key, Unsupported("the recording holds no answer to this"))


def _file(recording: Recording) -> ProfileFile:
    """The profiles of what was recorded: the known ones, or what it said of itself."""
    if recording.described:
        try:
            return msgspec.convert(recording.described, ProfileFile)
        except msgspec.ValidationError as problem:
            raise InputError(f"{recording.name}: {problem}", hint="record it again") from None
    if recording.package in profile_files():
        return profile_files()[recording.package]
    raise UnknownNameError(
        f"{recording.name} is recorded without saying what it computes", hint="record it again, or name another one"
    )
