"""Find the extra of samescore that installs a package."""

from __future__ import annotations

import re
from functools import cache

#: The end of the names of extras that install peers.
_PEERS = "peers"


def extra_of(distribution: str) -> str:
    """Return the extra of samescore that installs a distribution; empty if there is none.

    If there are several, it is the first by name, and those that install peers (``more-peers``) come before others.
    """
    return _extras().get(_normalized(distribution), "")


@cache
def _extras() -> dict[str, str]:
    """Return the extra that installs each distribution on this machine, by the distribution's normalized name."""
    from importlib.metadata import PackageNotFoundError, metadata

    from packaging.requirements import Requirement

    try:
        declared = metadata("samescore")
    except PackageNotFoundError:  # a source tree that is not installed
        return {}
    found: dict[str, str] = {}
    requirements = [Requirement(text) for text in declared.get_all("Requires-Dist") or ()]
    extras = declared.get_all("Provides-Extra") or ()
    for extra in sorted(extras, key=lambda name: (not name.endswith(_PEERS), name)):
        for requirement in requirements:
            marker = requirement.marker
            if marker and marker.evaluate({"extra": extra}) and not marker.evaluate({"extra": ""}):
                found.setdefault(_normalized(requirement.name), extra)
    return found


def _normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
