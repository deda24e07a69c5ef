"""The requirements for installing and running released versions of packages: ``conformance/releases.toml``."""

from __future__ import annotations

import dataclasses
from functools import lru_cache

import msgspec
from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.utils import canonicalize_name

from samescore.base.errors import DataError
from samescore.catalogue.paths import data_document, data_folder


class ReleaseEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"requirements": "with"}):
    """The requirements of some versions of a package.

    `python` and `versions` are version specifiers, `requirements` (``with`` in the file) are other packages, and
    `environment` has the environment variables to set. `broken` says why the versions cannot run at all, and `why`
    gives the reason for the requirements.
    """

    package: str
    versions: str
    python: str = ""
    requirements: list[str] = []
    environment: dict[str, str] = {}
    broken: str = ""
    why: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    release: list[ReleaseEntry]


@dataclasses.dataclass(frozen=True, slots=True)
class Needs:
    """The requirements of one version of a package, collected from all its entries.

    `python` is a version specifier. `broken` says why the version cannot run at all (empty if it can), and `why` gives
    the reasons for the requirements.
    """

    python: str
    requirements: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]
    broken: str
    why: str


@lru_cache(maxsize=1)
def releases() -> tuple[ReleaseEntry, ...]:
    """Return all entries of ``conformance/releases.toml``.

    Raises `DataError`, which names the problem, if the file is malformed.
    """
    path = data_folder("conformance") / "releases.toml"
    entries: list[ReleaseEntry] = data_document(path, _File).release
    try:
        for entry in entries:
            SpecifierSet(entry.versions)
            SpecifierSet(entry.python)
            if not entry.broken and not entry.why:
                raise DataError(
                    f'{entry.package} {entry.versions}: one of the keys "broken" and "why" must be set',
                    hint="state the reason",
                )
    except (InvalidSpecifier, DataError) as problem:
        raise DataError(f"{path.name}: {problem}") from None
    return tuple(entries)


def needs(package: str, version: str) -> Needs:
    """Return the requirements of a version of a package, from all entries that include it; all empty if there are none."""
    entries = [
        entry
        for entry in releases()
        if canonicalize_name(entry.package) == canonicalize_name(package)
        and SpecifierSet(entry.versions).contains(version, prereleases=True)
    ]
    return Needs(
        ",".join(entry.python for entry in entries if entry.python),
        tuple(requirement for entry in entries for requirement in entry.requirements),
        tuple(item for entry in entries for item in entry.environment.items()),
        "; ".join(entry.broken for entry in entries if entry.broken),
        "; ".join(entry.why for entry in entries if entry.why),
    )
