"""The interface of an implementation: a name, a version, and an `Outcome` for every request for a score."""

from __future__ import annotations

import abc
import itertools
import re
from collections.abc import Collection, Iterable, Mapping, Sequence, Set

import msgspec

from samescore.base.errors import InputError, SettingsError, UnknownNameError, nearest
from samescore.base.outcome import Outcome, Unavailable, Unsupported
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile
from samescore.data.annotations import Annotations
from samescore.data.comparison import Comparison
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.number_types import number_types_of
from samescore.data.ratings import Ratings
from samescore.data.rewrites import Rewrites
from samescore.implementations.left_files import FolderWatch
from samescore.metrics import find, merge_knobs
from samescore.metrics.evaluator import check_input, native_outcome
from samescore.settings import Settings


class Implementation(abc.ABC):
    """Base class of everything that returns scores. `name` and `version` identify it in reports."""

    name: str
    version: str
    #: Notes on guesses about how it is called and how its answers are read.
    notes: tuple[str, ...] = ()
    #: A record of the files that it leaves in the working folder; None if they are not recorded.
    watch: FolderWatch | None = None
    #: Command-line options that say what it computes and how it is called, if its name does not.
    options: tuple[str, ...] = ()

    @abc.abstractmethod
    def score(self, metric_name: str, data: Data, **knobs: object) -> Outcome:
        """Return the outcome for `data` under the implementation's defaults, changed by `knobs`.

        Raises `UnknownNameError` for an unknown metric, and `SettingsError` for an unknown knob, a value that is not
        allowed, or an input of a kind that the metric does not accept.
        """

    #: Tolerance for differences caused by its interpreter, in units in the last place.
    ulps: int = 0

    #: Whether it declares its own region in a description. If so, an error on an input in that region is a failure.
    describes_itself: bool = False

    #: Whether it runs in a separate process; then a call in this process only waits.
    own_process: bool = False

    @property
    def calls(self) -> int:
        """The number of calls that its current process has answered; 0 if that is not counted."""
        return 0

    def unavailable(self) -> Unavailable | None:
        """Return `Unavailable`, with the reason, if it cannot be used at all; otherwise return None."""
        return None

    def answer_notes(self, metrics: Sequence[str]) -> tuple[str, ...]:
        """Return notes on guesses about how it is called and how its answers are read, for these metrics."""
        del metrics
        return self.notes

    def close(self) -> None:  # noqa: B027 - most have none
        """End its program, if it has one."""

    @property
    def label(self) -> str:
        """The name and the version, for reports."""
        return self.name if not self.version or "==" in self.name else f"{self.name}=={self.version}"


class Profiled(Implementation):
    """An implementation with profiles, which say what its entry points compute, such as a package or its model."""

    #: The advice if it is unavailable.
    remedy = "install it"

    def __init__(self, file: ProfileFile, version: str, entry_point: str) -> None:
        self.file = file
        self.version = version
        self._entry_point = entry_point
        self._only: Profile | None = None
        self._restricted: dict[str, list[Profile]] = {}
        if entry_point:
            self._only = file.entry_point(entry_point, self._profile_version())
            if self._only is None:
                known = [profile.entry_point for profile in file.current(self._profile_version())]
                raise UnknownNameError(
                    f"{file.implementation} has no entry point {entry_point!r}",
                    hint=nearest(entry_point, known, f"it has: {', '.join(known)}"),
                )

    @property
    def entry_point(self) -> str:
        """The entry point in the implementation's name; empty if the name has none."""
        return self._entry_point

    @property
    def metric_name(self) -> str:
        """The metric of the entry point in the implementation's name; empty if the name has none."""
        return self._only.metric if self._only else ""

    @abc.abstractmethod
    def _profile_version(self) -> str | None:
        """Return the version whose profiles apply; None for the newest."""

    @abc.abstractmethod
    def ask(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        """Run one entry point with settings that its profile allows, and return the outcome."""

    def outside_region(
        self,
        profile: Profile,
        data: Data,
        settings: Settings,
    ) -> Unsupported | None:
        """Return `Unsupported`, with the reason, if an entry point does not support an input or settings; else None."""
        return limits(profile, data) or missing_requirement(settings)

    def profiles(self, metric_name: str) -> list[Profile]:
        """Return the profiles for a metric, the default entry point first.

        There is at most one if the implementation's name has an entry point.
        """
        if metric_name in self._restricted:
            return self._restricted[metric_name]
        if self._only is not None:
            return [self._only] if self._only.metric == metric_name else []
        return self.file.for_metric(metric_name, self._profile_version())

    def profiles_by_metric(self) -> dict[str, list[Profile]]:
        """Return a mapping from every metric that the implementation supports to its `profiles`."""
        names = dict.fromkeys(profile.metric for profile in self.file.current(self._profile_version()))
        return {name: profiles for name in names if (profiles := self.profiles(name))}

    def restrict(self, metric_name: str, knobs: Mapping[str, object]) -> None:
        """Restrict a metric to the entry points that support these knobs, and these entry points to the given values.

        Raises `SettingsError`, which says what is supported, if no entry point supports them.
        """
        kept, refusals = [], []
        for profile in self.profiles(metric_name):
            try:
                settings = profile.settings(**knobs)
            except SettingsError as problem:
                refusals.append(problem)
                continue
            chosen = {name: getattr(settings, name) for name in knobs if name in profile.free}
            free = {**profile.free, **{name: [value] for name, value in chosen.items()}}
            kept.append(msgspec.structs.replace(profile, free=free, defaults={**profile.defaults, **chosen}))
        if not kept:
            reason = f": {refusals[0].message}" if refusals else f": it has no entry point for {metric_name}"
            hint = refusals[0].hint if refusals else "list its entry points with: samescore list implementations"
            raise SettingsError(f"--set does not apply to {self.name}{reason}", hint=hint)
        self._restricted[metric_name] = kept

    def choose(self, metric_name: str, /, **knobs: object) -> tuple[Profile, Settings]:
        """Return the first entry point for a metric that supports the knobs, and its complete settings.

        Raises `SettingsError` if there is no entry point for the metric or none supports the knobs.
        """
        chosen, implied = find(metric_name)
        values = merge_knobs(chosen, implied, knobs)
        refusals = []
        for profile in self.profiles(chosen.name):
            try:
                return profile, profile.settings(**values)
            except SettingsError as problem:  # noqa: PERF203 - a handful of entry points
                refusals.append(problem)
        if not refusals:
            raise SettingsError(
                f"{self.name} has no entry point for {chosen.name}",
                hint="list its entry points with: samescore list implementations",
            )
        raise refusals[0]

    def score(self, metric_name: str, data: Data, **knobs: object) -> Outcome:
        chosen, _ = find(metric_name)
        check_input(chosen, data)
        for name, value in knobs.items():
            chosen.settings.checked(name, value)
        try:
            profile, settings = self.choose(metric_name, **knobs)
        except SettingsError as problem:
            return _unsupported(problem)
        return self.ask(profile, data, settings)


def _unsupported(problem: SettingsError) -> Unsupported:
    return Unsupported(f"{problem.message}; {problem.hint}" if problem.hint else problem.message)


#: A text that any text metric can score, with a word long enough for every stemmer.
_WORD = Corpus.from_segments(["words"], [["words"]])


def missing_requirement(settings: Settings) -> Unsupported | None:
    """Return `Unsupported` if these settings need a package or data that is not installed; otherwise return None."""
    if not any(knob.needs_package(getattr(settings, knob.name)) for knob in settings.knobs()):
        return None
    try:
        native_outcome(_WORD, settings)
    except SettingsError as problem:
        return _unsupported(problem)
    return None


def limits(profile: Profile, data: Data) -> Unsupported | None:
    """Return `Unsupported`, with the reason, if an entry point does not accept an input; otherwise return None."""
    if refusal := _limits_of_numbers(profile, number_types_of(data)):
        return refusal
    if isinstance(data, (Annotations, Ratings)):
        return _limits_of_missing(profile, data)
    if isinstance(data, Comparison):
        return _limits_of_comparison(profile, data)
    if isinstance(data, Rewrites):
        return limits_of_corpus(profile, set(map(len, data.references)), tokenized=False)
    if not isinstance(data, Corpus):
        return None
    counts = data.remembered("reference counts", lambda: frozenset(map(len, data.reference_lines)), len)
    refusal = limits_of_corpus(profile, counts, data.tokenized)
    if refusal is not None or data.tokenized:
        return refusal
    return limits_of_texts(profile, itertools.chain(data.hypothesis_lines, *data.reference_lines))


def limits_of_corpus(profile: Profile, references: Set[int], tokenized: bool) -> Unsupported | None:
    """Return `Unsupported`, with the reason, if an entry point does not accept a corpus; otherwise return None.

    `references` are the numbers of references of the segments; `tokenized` says whether the corpus holds tokens.
    """
    most = max(references, default=0)
    if profile.max_references and most > profile.max_references:
        return Unsupported(
            f"{profile.entry_point} takes at most {profile.max_references} reference"
            f"{'s' * (profile.max_references > 1)} per segment, but the corpus has {most}"
        )
    if profile.equal_references and len(references) > 1:
        return Unsupported(f"{profile.entry_point} needs the same number of references for every segment")
    if tokenized and profile.unit == "text":
        return Unsupported(f"{profile.entry_point} takes text, but the corpus holds tokens")
    return None


def limits_of_texts(profile: Profile, texts: Iterable[object]) -> Unsupported | None:
    """Return `Unsupported`, with the reason, if an entry point is not modelled for these texts; otherwise return None.

    `profile.outside_if` says whether one of the texts has to match `profile.outside_texts`, or each of them.
    """
    if not profile.outside_texts:
        return None
    outside = re.compile(profile.outside_texts).search
    found: object = None
    for text in texts:
        if isinstance(text, str) and outside(text):
            found = text
            if profile.outside_if == "any":
                break
        elif profile.outside_if == "all":
            return None
    if found is None:
        return None
    return Unsupported(f"{profile.entry_point} is not modelled for {profile.outside_why}, such as {found!r:.40}")


def _limits_of_missing(profile: Profile, data: Annotations | Ratings) -> Unsupported | None:
    """Return `Unsupported` if an entry point does not accept an input's missing scores or labels; otherwise None."""
    if data.nan_given and not profile.nan_is_missing:
        return Unsupported(
            f"{profile.entry_point} drops None but treats nan as a number, which is not modelled; use None for "
            "missing values"
        )
    if (
        isinstance(data, Ratings)
        and profile.missing_scores == "human"
        and any(None in row for row in data.metric_scores)
    ):
        return Unsupported(f"{profile.entry_point} does not accept missing metric scores")
    return None


def _limits_of_numbers(profile: Profile, types: Collection[str]) -> Unsupported | None:
    """Return `Unsupported` if an entry point does not accept input numbers of these types; otherwise return None.

    Inputs hold doubles, and native scores are computed from doubles. Other types are accepted only if the package's
    score for them is known to equal its score for doubles.
    """
    others = sorted(set(types) - set(profile.number_types)) if types else []
    if not others:
        return None
    return Unsupported(
        f"it holds numbers of type {' and '.join(others)}, for which {profile.entry_point} may compute a different "
        "score than for float64; convert the numbers, for example with .astype('float64')"
    )


def _limits_of_comparison(profile: Profile, data: Comparison) -> Unsupported | None:
    """Return `Unsupported`, with the reason, if an entry point cannot compare these systems; otherwise return None."""
    if profile.statistics and data.statistic not in profile.statistics:
        return Unsupported(
            f"{profile.entry_point} compares systems by {', '.join(profile.statistics)}, not by {data.statistic}"
        )
    corpora = [system for system in data.systems if isinstance(system, Corpus)]
    return next(filter(None, (limits(profile, corpus) for corpus in corpora)), None)


def need_within_limits(name: str, profile: Profile, data: Data) -> None:
    """Raise `InputError` if an entry point does not accept an input; the message calls the implementation `name`."""
    need_answer(name, limits(profile, data))


def need_answer(name: str, refusal: Unsupported | None) -> None:
    """Raise `InputError` if `refusal`, the reason why the implementation called `name` has no score, is not None."""
    if refusal is not None:
        raise InputError(
            f"{name} has no score for this input: {refusal.reason}",
            hint="pass an input that it accepts, or a different implementation",
        )
