"""Load the files in conformance/profiles/, each with one implementation's profiles and the lines that it prints."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from samescore.base.errors import DataError
from samescore.base.files import read_bytes
from samescore.catalogue.paths import data_document, data_folder
from samescore.catalogue.profile import Profile
from samescore.metrics import metric as find_metric
from samescore.metrics.aliases import lookup_alias


class LineTemplate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line that an implementation's program prints: a score of `entry_point` in the printf format `text`."""

    entry_point: str
    text: str
    times: float = 1  # factor by which the program multiplies the score before printing

    def check(self) -> None:
        """Raise `DataError` unless the format takes exactly one number."""
        try:
            self.text % 0.0
        except (TypeError, ValueError) as problem:
            raise DataError(f"printed: {self.text!r}: {problem}") from None


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lines that an implementation's program prints for one file, and the format of that file.

    The program also computes the entry points `also` without printing their scores, and raises their errors.
    """

    reader: Literal["stripped-tsv"]
    line: list[LineTemplate]
    also: list[str] = []


class ProfileFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The profiles of one implementation: a file in conformance/profiles/."""

    implementation: str
    title: str  # the name for readers
    profile: list[Profile]
    order: int = 1000  # position in reports; implementations without one come last, by name
    distribution: str = ""  # the package's name on PyPI; empty for an implementation without a package
    printed: Printed | None = None
    only_covered: bool = False  # run only if every entry point has a profile for the version

    def for_metric(self, metric: str, version: str | None) -> list[Profile]:
        """Return the profiles that compute `metric` in `version` (None: the newest known), the default one first."""
        return [p for p in self.current(version) if p.metric == metric]

    def current(self, version: str | None) -> list[Profile]:
        """Return each entry point's profile for `version`, or its first profile, the newest, if `version` is None.

        Entry points without a profile for the version are absent.
        """
        if version is None:
            newest: dict[str, Profile] = {}
            for profile in self.profile:
                newest.setdefault(profile.entry_point, profile)
            return list(newest.values())
        return [profile for profile in self.profile if profile.covers(version)]

    def covers(self, version: str) -> bool:
        """Return whether every entry point has a profile for the version."""
        named = {profile.entry_point for profile in self.current(version)}
        return named == {profile.entry_point for profile in self.profile}

    def reach(self) -> tuple[str, str]:
        """Return the lowest and the highest version named in the version ranges of the profiles."""
        from packaging.specifiers import SpecifierSet
        from packaging.version import Version

        named = {part.version for profile in self.profile for part in SpecifierSet(profile.versions)}
        return min(named, key=Version), max(named, key=Version)

    def entry_point(self, name: str, version: str | None) -> Profile | None:
        """Return the profile for `version` of the entry point or alias `name`; None if there is none."""
        for profile in self.current(version):
            if profile.entry_point == name:
                return profile
            if name in profile.aliases:
                return profile.narrowed(name)
        return None

    def check_printed(self) -> None:
        """Raise `DataError` unless ``printed`` names existing entry points, with formats that take one number."""
        if self.printed is None:
            return
        for name in [*(line.entry_point for line in self.printed.line), *self.printed.also]:
            if self.entry_point(name, None) is None:
                raise DataError(f"printed: unknown entry point {name!r}")
        for line in self.printed.line:
            line.check()


_ROLES = ("fixed", "free", "tied", "irrelevant")


def _with_bases(raw: dict[str, Any]) -> dict[str, Any]:
    """Return the content of a profile file with every ``base`` resolved.

    A profile inherits everything that it does not restate from the entry point that it names as its base, except
    ``number_types``, ``practice`` and arguments set to ``false``. If the base has a different metric, only the knobs of
    both metrics are inherited. Restated ``aliases`` replace the inherited ones. Raises `DataError` if a ``base`` is not
    an earlier entry point.
    """
    resolved: list[dict[str, Any]] = []
    for own in raw.get("profile", []):
        name = own.pop("base", None)
        if name is not None:
            base = next((p for p in resolved if p["entry_point"] == name), None)
            if base is None:
                raise DataError(f"{own.get('entry_point')}: base {name!r} is not an earlier entry point")
            restated = {knob for role in _ROLES for knob in own.get(role, {})}
            not_free = restated - set(own.get("free", {}))
            merged = {**base, **{key: value for key, value in own.items() if not isinstance(value, dict)}}
            merged["practice"] = own.get("practice", {})
            if "number_types" not in own:  # a statement that holds only for the checked entry point
                merged.pop("number_types", None)
            for table in (*_ROLES, "defaults", "program_defaults", "why", "aliases", "arguments"):
                if table == "aliases" and table in own:  # restated aliases replace the inherited ones
                    merged[table] = own[table]
                    continue
                inherited = base.get(table, {})
                if merged["metric"] != base["metric"] and table in _ROLES:
                    known = {declared.name for declared in find_metric(merged["metric"]).settings.knobs()}
                    inherited = {k: v for k, v in inherited.items() if k in known}
                dropped = restated if table in _ROLES else not_free if table == "defaults" else set()
                kept = {k: v for k, v in inherited.items() if k not in dropped}
                stated = {**kept, **own.get(table, {})}
                merged[table] = {k: v for k, v in stated.items() if table != "arguments" or v is not False}
            own = merged
        resolved.append(own)
    return {**raw, "profile": resolved}


@lru_cache(maxsize=1)
def profile_files() -> dict[str, ProfileFile]:
    """Return the profiles of every implementation by its name. Raises `DataError` if a file is malformed.

    This function does not check the profiles; a test checks them with `load_file`.
    """
    return {loaded.implementation: loaded for loaded in map(_loaded, profile_paths())}


def profiles_of(name: str) -> ProfileFile | None:
    """Return the profiles of an implementation, without parsing the other files; None if it has none.

    Raises `DataError` if the file is malformed.
    """
    path = _folder() / f"{name}.toml"
    if Path(name).name != name or not path.is_file():
        return None
    loaded = _loaded(path)
    return loaded if loaded.implementation == name else None


@lru_cache(maxsize=64)
def profile_files_of(metric: str) -> tuple[ProfileFile, ...]:
    """Return the profile files that have a profile of a metric, or an entry point named after it, sorted by file name.

    Other files are not parsed. Raises `DataError` if one of the returned files is malformed.
    """
    return tuple(_loaded(path) for path in profile_paths() if _has(read_bytes(path).decode(), metric))


def _has(text: str, metric: str) -> bool:
    """Return whether the text of a profile file has a profile of a metric, or an entry point named after it."""
    if re.search(rf"""^metric = ["']{re.escape(metric)}["']""", text, re.MULTILINE):
        return True
    names = set(re.findall(r"""^entry_point = ["'](.+)["']$""", text, re.MULTILINE))
    return any(meaning[0] == metric for meaning in map(lookup_alias, names) if meaning is not None)


def profile_paths() -> list[Path]:
    """Return the profile files, sorted by name."""
    return sorted(_folder().glob("*.toml"))


def _folder() -> Path:
    return data_folder("conformance") / "profiles"


def load_file(path: Path) -> ProfileFile:
    """Load and check one file. Raises `DataError`, which names the file and the problem, if the file is malformed."""
    loaded = _loaded(path)
    try:
        for profile in loaded.profile:
            profile.check()
        loaded.check_printed()
    except DataError as problem:
        raise DataError(f"{path.name}: {problem}") from None
    return loaded


@cache
def _loaded(path: Path) -> ProfileFile:
    """Load one file. Raises `DataError`, which names the file and the problem, if the file is malformed."""
    try:
        raw = data_document(path, dict[str, Any])
        loaded = msgspec.convert(_with_bases(raw), ProfileFile)
        if loaded.implementation != path.stem:
            raise DataError(f"the file name differs from the implementation {loaded.implementation!r}")
    except (msgspec.MsgspecError, DataError) as problem:
        raise DataError(f"{path.name}: {problem}") from None
    return loaded
