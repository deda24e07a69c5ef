"""Packages, which are called through their adapter files. An `InstalledPackage` is called in this process."""

from __future__ import annotations

import abc
import logging
import math
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from samescore.base.errors import DataError
from samescore.base.outcome import Crashed, Outcome, Raised, Score, Unavailable, Undefined, Unsupported, same_outcome
from samescore.catalogue.ids import profile_names
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import ProfileFile, profile_files, profile_files_of
from samescore.data.comparison import MEAN, Comparison
from samescore.data.corpus import Corpus, Line
from samescore.data.kinds import Data
from samescore.data.labels import Confusion
from samescore.data.selection import select_segments
from samescore.implementations.asking import out_of_time
from samescore.implementations.base import Profiled
from samescore.metrics.evaluator import native_outcome
from samescore.metrics.words import tokenize
from samescore.settings import Settings

#: Maximum number of items of a confusion matrix that is expanded to labels for packages and functions.
MOST_ITEMS = 1_000_000

#: The folder with one adapter file for each package, named like its profile file.
ADAPTERS_FOLDER = Path(__file__).with_name("adapters")


@cache
def adapter_names() -> frozenset[str]:
    """Return the names of the packages that have an adapter file."""
    return frozenset(path.stem for path in ADAPTERS_FOLDER.glob("[!_]*.py"))


@cache
def package_names() -> tuple[str, ...]:
    """Return the names of the packages that have an adapter file, in report order.

    Raises `DataError` for an adapter file without profiles.
    """
    names = adapter_names()
    if without := sorted(names.difference(profile_names())):
        raise DataError(f"adapters without a file in conformance/profiles/: {', '.join(without)}")
    return tuple(sorted(names, key=lambda name: (profile_files()[name].order, name)))


def files_of_metric(metric: str) -> list[ProfileFile]:
    """Return the files from `profile_files_of`: first those with an adapter file, in report order, then the others."""
    files = profile_files_of(metric)
    packages = sorted(
        (f for f in files if f.implementation in adapter_names()), key=lambda f: (f.order, f.implementation)
    )
    return [*packages, *(file for file in files if file.implementation not in adapter_names())]


@cache
def installed_version(distribution: str) -> str:
    """Return the installed version of a distribution; empty if it is not installed."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and not needed for native scores

    try:
        return version(distribution)
    except PackageNotFoundError:
        return ""


class Package(Profiled):
    """A released version of a package. Subclasses define `call`."""

    @property
    def covered(self) -> bool:
        """Whether the version range of at least one profile includes the version."""
        return bool(self.version and self.file.current(self.version))

    def _profile_version(self) -> str | None:
        return self.version if self.covered else None

    def ask(self, profile: Profile, data: Data, settings: Settings) -> Outcome:
        refusal = (
            out_of_time()
            or self.unavailable()
            or self.outside_region(profile, data, settings)
            or too_many_items(profile, data)
        )
        refusal = refusal or self._other_statistic(profile, data)
        return refusal or self.call(profile, settings, plain_input(profile, item_by_item(data), settings))

    def _other_statistic(self, profile: Profile, data: Data) -> Unsupported | None:
        """Return `Unsupported` if the package's statistic differs from the requested one; otherwise return None.

        Only comparisons of systems have a statistic.
        """
        if not isinstance(data, Comparison) or data.statistic not in profile.statistics or data.statistic == MEAN:
            return None
        from samescore.metrics.significance.systems import statistic_of  # imports several metrics

        metric, settings = statistic_of(data)
        own = next((other for other in self.file.current(self.version) if other.metric == metric.name), None)
        if own is None:
            return Unsupported(f"{self.label} has no {metric.name}")
        nearest = own.nearest(settings)
        if nearest == settings:
            return None
        parts = [part for system in data.systems if isinstance(system, Corpus) for part in _resampled_parts(system)]
        if not all(same_outcome(native_outcome(part, settings), native_outcome(part, nearest)) for part in parts):
            return Unsupported(f"{own.entry_point} differs in {own.departures(settings, nearest)[0]}")
        return None

    @abc.abstractmethod
    def call(self, profile: Profile, settings: Settings, plain: dict[str, Any]) -> Outcome:
        """Send the plain input to the adapter, and return the outcome."""


def _resampled_parts(system: Corpus) -> list[Corpus]:
    """Return a system's corpus, and one corpus for each distinct segment; resamples consist of these segments."""
    places = {segment: place for place, segment in enumerate(system.segments)}.values()
    return [system, *(select_segments(system, [place]) for place in places)]


class InstalledPackage(Package):
    """A package installed in the same environment as samescore."""

    def __init__(self, file: ProfileFile, entry_point: str) -> None:
        super().__init__(file, installed_version(file.distribution), entry_point)

    @property
    def name(self) -> str:  # type: ignore[override]  # computed here, stored elsewhere
        return f"{self.file.implementation}.{self._entry_point}" if self._entry_point else self.file.implementation

    @property
    def covered(self) -> bool:
        """Whether a profile covers the version; with `only_covered`, whether every entry point has such a profile."""
        return super().covered and not (self.file.only_covered and not self.file.covers(self.version))

    def unavailable(self) -> Unavailable | None:
        """Return `Unavailable`, with the reason, if the package is missing or violates `only_covered`; else None."""
        if not self.version:
            return Unavailable(f"{self.file.distribution} is not installed: pip install {self.file.distribution}")
        if self.file.only_covered and not self.covered:
            return Unavailable(f"{self.label} is installed only as a dependency and is not modelled")
        return None

    def call(self, profile: Profile, settings: Settings, plain: dict[str, Any]) -> Outcome:
        adapter = import_module(f"samescore.implementations.adapters.{self.file.implementation}")
        request = {"entry_point": profile.called, "settings": settings.as_dict(), **plain}
        return _call(adapter.MODULE, adapter.score, request)


def implementation_state(package: InstalledPackage) -> str:
    """Return the state of a package for a listing: its version, perhaps with a note that no profile covers it.

    The state is ``not installed`` if it has no version.
    """
    if not package.version:
        return "not installed"
    return package.version if package.covered else f"{package.version} (no profile covers it)"


def too_many_items(profile: Profile, data: Data) -> Unsupported | None:
    """Return `Unsupported` if the input is a confusion matrix with too many items to expand; otherwise return None."""
    if isinstance(data, Confusion) and data.total > MOST_ITEMS:
        return Unsupported(f"{profile.entry_point} takes single items, and {data.total} are too many to expand")
    return None


def item_by_item(data: Data) -> Data:
    """Expand a confusion matrix to labels, for an entry point that takes items; return other inputs unchanged."""
    return data.labels() if isinstance(data, Confusion) else data


def segments_for(profile: Profile, corpus: Corpus, settings: Settings) -> list[dict[str, Any]]:
    """Return a corpus's segments in JSON-compatible form, tokenized natively if the entry point takes tokens."""
    knobs: Any = settings  # for a metric whose texts become tokens

    def line(text: Line) -> Any:
        return list(tokenize(text, knobs)) if profile.unit == "tokens" else text

    return [
        {"hypothesis": line(segment.hypothesis), "references": [line(reference) for reference in segment.references]}
        for segment in corpus
    ]


def plain_input(profile: Profile, data: Data, settings: Settings) -> dict[str, Any]:
    """Return an input in the JSON-compatible form of a request to an adapter."""
    if isinstance(data, Corpus):
        return {"segments": segments_for(profile, data, settings)}
    if not isinstance(data, Comparison):
        return data.plain()
    statistic: dict[str, Any] = {"statistic": MEAN, "statistic_settings": {}}
    if data.statistic != MEAN:
        from samescore.metrics.significance.systems import statistic_of  # imports several metrics

        metric, of_statistic = statistic_of(data)
        statistic = {"statistic": metric.name, "statistic_settings": of_statistic.as_dict()}
    return {**statistic, "systems": [system.plain() for system in data.systems]}


class _Collector(logging.Handler):
    """A log handler that collects messages."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextmanager
def _logged(module: str) -> Iterator[list[str]]:
    """Collect a module's log messages in a list during a ``with`` block, and keep them off the terminal."""
    logger, collector = logging.getLogger(module), _Collector()
    propagated = logger.propagate
    logger.addHandler(collector)
    logger.propagate = False
    try:
        yield collector.messages
    finally:
        logger.removeHandler(collector)
        logger.propagate = propagated


def _call(module: str, score: Callable[[dict[str, Any]], dict[str, Any]], request: dict[str, Any]) -> Outcome:
    """Send one request to an adapter, and convert the package's answer or error to an outcome.

    An exception means `Raised`, an import error `Unavailable`, `SystemExit` a crash; only `KeyboardInterrupt` is
    raised. Warnings and log messages become the score's warnings. `module` is the name of the package's logger.
    """
    with warnings.catch_warnings(record=True) as caught, _logged(module) as logged:
        warnings.simplefilter("always")
        try:
            answer = score(request)
        except KeyboardInterrupt:
            raise
        except SystemExit as problem:
            return Crashed("SystemExit", str(problem))
        except BaseException as problem:  # anything that a package raises, including Rust panics, is its outcome
            if isinstance(problem, ImportError):
                return Unavailable(f"importing it failed: {problem}")
            return Raised(type(problem).__name__, str(problem))
    messages = tuple(dict.fromkeys([*(str(warning.message).strip() for warning in caught), *logged]))
    if answer["outcome"] == "unsupported":
        return Unsupported(answer["reason"])
    value = answer["value"]
    if not isinstance(value, (int, float)) or not math.isfinite(value):
        return Undefined(repr(value))
    return Score(value, answer.get("stages", {}), messages)
