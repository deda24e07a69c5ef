"""What the site is made of: the shipped data, a run of every model, what changed between releases, and witnesses of knobs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence

from packaging.specifiers import SpecifierSet
from packaging.version import Version

from samescore.base.errors import SettingsError
from samescore.base.outcome import Outcome, Score, same_outcome
from samescore.catalogue.divergences import Divergence, divergences
from samescore.catalogue.mistakes import KnownMistake, known_mistakes
from samescore.catalogue.notes import Note, notes
from samescore.catalogue.profile_files import ProfileFile, profile_files
from samescore.catalogue.properties import Property, properties
from samescore.catalogue.releases import ReleaseEntry, releases
from samescore.catalogue.reported import Reported, reported_cases
from samescore.catalogue.symptoms import Symptom, symptoms
from samescore.catalogue.vectors import Vector, VectorFlag, flags, select
from samescore.implementations.package import installed_version, package_names
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import native_outcome
from samescore.records import Drift, RunReport
from samescore.verbs.judging.run import run
from samescore.verbs.releases.drift import ask_now, drift


@dataclasses.dataclass(frozen=True, slots=True)
class Effect:
    """What a value of a knob does: a vector's outcome with it, and with the knob's default in its place."""

    vector: str
    outcome: Outcome
    otherwise: Outcome


#: The effects of the values of a metric's knobs, by knob and text of the value.
Effects = Mapping[tuple[str, str], Effect]


@dataclasses.dataclass(frozen=True, slots=True)
class Facts:
    """Everything that the pages show, by name.

    `models` are the runs of the native metrics and of each implementation's model on the vectors of its metrics, by name,
    and `live` those of the packages that are installed here (empty if they were not run).
    """

    metrics: Sequence[str]
    vectors: Mapping[str, Sequence[Vector]]
    implementations: Mapping[str, ProfileFile]
    divergences: Mapping[str, Divergence]
    reported: Mapping[str, Reported]
    properties: Mapping[str, Property]
    notes: Mapping[str, Note]
    mistakes: Mapping[str, KnownMistake]
    flags: Mapping[str, VectorFlag]
    symptoms: Sequence[Symptom]
    releases: Sequence[ReleaseEntry]
    models: Mapping[str, RunReport]
    live: Mapping[str, RunReport]
    drifts: Mapping[str, Drift]
    effects: Mapping[str, Effects]

    def links_to(self, divergence: Divergence) -> list[Reported]:
        """The reported cases whose thread an entry links to."""
        return [case for case in self.reported.values() if case.link in divergence.links]

    def concerning(self, implementation: str) -> list[Divergence]:
        """The divergences about an implementation."""
        return [
            entry
            for entry in self.divergences.values()
            if any(_implementation(name) == implementation for name in entry.implementations)
        ]

    def reports_on(self, implementation: str) -> list[Reported]:
        """The reported cases with an implementation on one side."""
        return [
            case
            for case in self.reported.values()
            if any(_implementation(side.implementation) == implementation for side in case.sides)
        ]


def _implementation(name: str) -> str:
    """The implementation of an entry point: ``nltk`` of ``nltk==3.5.corpus_bleu``."""
    return name.partition("==")[0].partition(".")[0]


def gather(
    metrics: Sequence[str] = METRIC_NAMES, *, live: bool = False, say: Callable[[str], None] = lambda _: None
) -> Facts:
    """Compute everything about these metrics; with `live`, also run the packages that are installed here."""
    files = {
        name: file
        for name, file in sorted(profile_files().items(), key=lambda item: (item[1].order, item[0]))
        if any(profile.metric in metrics for profile in file.profile)
    }
    own = {name: [which for which in metrics if which in _metrics(file)] for name, file in files.items()}
    say("the models")
    models = {"native": run(["native"], metrics=metrics, fresh=0)}
    models |= {name: run([f"native:{name}"], metrics=own[name], fresh=0) for name in files}
    say("the releases")
    drifts = {
        name: drift(ask_now([f"native:{name}=={version}" for version in versions], metrics=own[name]))
        for name, file in files.items()
        if len(versions := _versions(file)) > 1
    }
    installed = [name for name in files if name in package_names() and installed_version(files[name].distribution)]
    if live:
        say(f"the packages: {', '.join(installed)}")
    answers = {name: run([name], metrics=own[name], fresh=0) for name in installed if live}
    say("the knobs")
    return Facts(
        metrics=metrics,
        vectors={name: select([name]) for name in metrics},
        implementations=files,
        divergences={name: entry for name, entry in divergences().items() if entry.metric in metrics},
        reported={
            name: case for name, case in reported_cases().items() if metrics == METRIC_NAMES or case.metric in metrics
        },
        properties={name: entry for name, entry in properties().items() if entry.metric in metrics},
        notes=notes(),
        mistakes=known_mistakes(),
        flags=flags(),
        symptoms=symptoms(),
        releases=releases(),
        models=models,
        live=answers,
        drifts=drifts,
        effects={name: _effects(name) for name in metrics},
    )


def _metrics(file: ProfileFile) -> set[str]:
    """Return the metrics that an implementation computes in any release."""
    return {profile.metric for profile in file.profile}


def _versions(file: ProfileFile) -> list[str]:
    """The releases with which the behaviour of an entry point begins, and the newest one, in order."""
    bounds = [part for profile in file.profile for part in SpecifierSet(profile.versions)]
    first = {part.version for part in bounds if part.operator in (">=", "==")}
    return sorted({*first, file.reach()[1]}, key=Version) if file.distribution else []


def _effects(name: str) -> dict[tuple[str, str], Effect]:
    """For each value of a knob but the default: the simplest vector that notices it, numbers before failures."""
    kind = metric(name).settings
    effects: dict[tuple[str, str], Effect] = {}
    for vector, value, effect in _candidates(name):
        known = effects.get(value)
        if known is None or (_are_scores(effect) and not _are_scores(known)):
            effects[value] = dataclasses.replace(effect, vector=vector.id)
    order = {knob.name: number for number, knob in enumerate(kind.knobs())}
    return dict(sorted(effects.items(), key=lambda item: order[item[0][0]]))


def _are_scores(effect: Effect) -> bool:
    return isinstance(effect.outcome, Score) and isinstance(effect.otherwise, Score)


def _candidates(name: str) -> Iterator[tuple[Vector, tuple[str, str], Effect]]:
    """Each vector with each of its knobs that is not at its default and matters to it: those with fewer first."""
    kind = metric(name).settings
    default = kind()
    changed = {vector.id: vector.complete_settings().differences(default) for vector in select([name])}
    for vector in sorted(select([name]), key=lambda vector: len(changed[vector.id])):
        settings, data = vector.complete_settings(), vector.data()
        for difference in changed[vector.id]:
            knob = difference.knob
            try:
                other = settings.replace(**{knob.name: knob.default})
                outcome, otherwise = native_outcome(data, settings), native_outcome(data, other)
            except SettingsError:
                continue
            if not same_outcome(outcome, otherwise):
                value = knob.domain.format(getattr(settings, knob.name))
                yield vector, (knob.name, value), Effect("", outcome, otherwise)
