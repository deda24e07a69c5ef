"""The records of an audit."""

from __future__ import annotations

import enum
from collections.abc import Iterable

import msgspec


class ClaimVerdict(enum.Enum):
    """What an audit found of a published number."""

    AS_STATED = "reproduced as stated"
    DEFAULTS = "reproduced by the defaults"  # nothing was stated
    OTHERWISE = "reproduced only otherwise"
    SEVERAL = "several settings fit"
    NOT = "not reproduced"
    CONSISTENT = "consistent"
    IMPOSSIBLE = "impossible"
    UNDERSPECIFIED = "underspecified"
    UNREADABLE = "the files cannot be read"


class AuditFinding(msgspec.Struct, frozen=True, tag_field="type", tag="finding"):
    """The verdict of an audit on one published number.

    `claim` is its id. `fits` says which settings give the number, `value` is the (nearest) one that was found and
    `signature` its settings. `signatures` are the settings in `fits` that take the references as claimed.
    """

    claim: str
    source: str
    metric: str
    published: str
    verdict: ClaimVerdict
    fits: list[str]
    value: float | None
    signature: str
    signatures: list[str]
    notes: list[str]

    @property
    def failed(self) -> bool:
        """Can the number not be what it is said to be?"""
        return self.verdict in (ClaimVerdict.NOT, ClaimVerdict.IMPOSSIBLE, ClaimVerdict.UNREADABLE)


class SettingsCount(msgspec.Struct, frozen=True):
    """Settings, and how many claims of a group they reproduce. `short_signature` has the knobs off their defaults."""

    signature: str
    claims: int
    short_signature: str = ""


class JointFinding(msgspec.Struct, frozen=True, tag_field="type", tag="joint"):
    """The settings that reproduce claims of one source and metric, those that reproduce most of them first."""

    source: str
    metric: str
    claims: int
    settings: list[SettingsCount]


class Audit(msgspec.Struct, frozen=True):
    """The findings of an audit, and what those of each source and metric have in common."""

    findings: list[AuditFinding] = []
    groups: list[JointFinding] = []


def audits(saved: Iterable[object]) -> list[Audit]:
    """The audit that some records hold, if they hold a finding."""
    held = list(saved)
    findings = [record for record in held if isinstance(record, AuditFinding)]
    return [Audit(findings, [record for record in held if isinstance(record, JointFinding)])] if findings else []
