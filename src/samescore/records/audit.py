"""The records of an audit."""

from __future__ import annotations

import enum
from collections.abc import Iterable

import msgspec


class ClaimVerdict(enum.Enum):
    """What an audit concludes about a published number."""

    AS_STATED = "reproduced as stated"
    DEFAULTS = "reproduced by the defaults"  # nothing was stated
    OTHERWISE = "reproduced only otherwise"
    SEVERAL = "several settings fit"
    NOT = "not reproduced"
    CONSISTENT = "consistent"
    IMPOSSIBLE = "impossible"
    UNDERSPECIFIED = "underspecified"
    UNREADABLE = "the files cannot be read"
    MALFORMED = "the claim is malformed"
    CRASHED = "the audit of it crashed"


_FAILED = (
    ClaimVerdict.NOT,
    ClaimVerdict.IMPOSSIBLE,
    ClaimVerdict.UNREADABLE,
    ClaimVerdict.MALFORMED,
    ClaimVerdict.CRASHED,
)


class AuditFinding(msgspec.Struct, frozen=True, tag_field="type", tag="finding"):
    """The verdict of an audit on one published number.

    `claim` is its id. `fits` describes the settings that give the number. `value` is the nearest number that was found
    and `signature` its settings. `signatures` are those settings in `fits` that use the references as claimed.
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
        """Does the finding make an audit fail?"""
        return self.verdict in _FAILED

    @property
    def checked(self) -> bool:
        """Could the number be checked against anything?"""
        return self.verdict is not ClaimVerdict.UNDERSPECIFIED


class SettingsCount(msgspec.Struct, frozen=True):
    """Settings, and how many claims of a group they reproduce. `short_signature` leaves out knobs at their defaults."""

    signature: str
    claims: int
    short_signature: str = ""


class JointFinding(msgspec.Struct, frozen=True, tag_field="type", tag="joint"):
    """The settings that reproduce claims of one source and metric, the most successful settings first."""

    source: str
    metric: str
    claims: int
    settings: list[SettingsCount]


class Audit(msgspec.Struct, frozen=True):
    """The findings of an audit, and the settings that explain the claims of each source and metric together."""

    findings: list[AuditFinding] = []
    groups: list[JointFinding] = []


def audits(saved: Iterable[object]) -> list[Audit]:
    """The audit in a list of records, if they contain a finding."""
    results = list(saved)
    findings = [record for record in results if isinstance(record, AuditFinding)]
    return [Audit(findings, [record for record in results if isinstance(record, JointFinding)])] if findings else []
