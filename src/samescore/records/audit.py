"""The records of an audit."""

from __future__ import annotations

import enum
from collections.abc import Iterable

import msgspec

#: Verdicts with a higher probability of occurring by chance are weak.
WEAK = 1 / 20


class Tier(enum.Enum):
    """The origin of settings, most convincing first: audits try them in this order."""

    STATED = "as stated"
    DEFAULT = "a default of the field"
    KNOWN_TOOL = "a known tool"
    PRACTICE = "a known practice"
    ONE_KNOB = "one knob off the defaults"
    COMBINATION = "a combination of knobs"


#: The tiers of settings that are likely to be used.
LIKELY = (Tier.STATED, Tier.DEFAULT, Tier.KNOWN_TOOL)


class ClaimVerdict(enum.Enum):
    """The conclusion of an audit about a published number."""

    AS_STATED = "as stated"
    DEFAULTS = "by a default"
    KNOWN_TOOL = "by a known tool"
    PRACTICE = "by a known practice"
    READ_OTHERWISE = "as stated, but for the reading of the files"
    CUT_OFF = "only if cut off"
    UNUSUAL = "only by unusual settings"
    STANDS_OUT = "not by the settings of its source"
    NOT = "not reproduced"
    CONSISTENT = "consistent"
    DOUBTFUL = "doubtful"
    IMPOSSIBLE = "impossible"
    UNDERSPECIFIED = "cannot be checked"
    UNREADABLE = "the files cannot be read"
    MALFORMED = "the claim is malformed"
    CRASHED = "the audit of it crashed"


_FAILED = (
    ClaimVerdict.NOT,
    ClaimVerdict.IMPOSSIBLE,
    ClaimVerdict.MALFORMED,
    ClaimVerdict.CRASHED,
)
_UNCHECKED = (ClaimVerdict.UNDERSPECIFIED, ClaimVerdict.UNREADABLE)
_REPRODUCED = (ClaimVerdict.AS_STATED, ClaimVerdict.DEFAULTS, ClaimVerdict.KNOWN_TOOL, ClaimVerdict.PRACTICE)
_DOUBTED = (
    ClaimVerdict.READ_OTHERWISE,
    ClaimVerdict.CUT_OFF,
    ClaimVerdict.UNUSUAL,
    ClaimVerdict.STANDS_OUT,
    ClaimVerdict.DOUBTFUL,
)


class AuditFit(msgspec.Struct, frozen=True, omit_defaults=True):
    """Settings that give a published number: `value` on the scale of the printed number, `signature` in full.

    `reading` says how the files were read if not as claimed: `references` which ones in which order, `text_reading` how
    texts were split into lines (see `samescore.base.line_reading.LineReading`). `unit` says how the scale was changed; `coarse`
    means that the printed number has only one significant digit in that unit. `cut_off` means that the digits are
    truncated, not rounded. `exact` is false if the claim is a fully printed double that differs from this one.
    """

    tier: Tier
    how: str
    value: float
    signature: str
    reading: str = ""
    references: list[str] = []
    text_reading: str = "usual"
    unit: str = ""
    coarse: bool = False
    cut_off: bool = False
    exact: bool = True

    @property
    def text(self) -> str:
        """The settings, and any changes of files, scale and digits."""
        return "; ".join(filter(None, [self.how, self.reading, self.unit, "cut off" if self.cut_off else ""]))


class Chance(msgspec.Struct, frozen=True):
    """The probability that a number unrelated to the files would be reproduced: see docs/audit.md.

    `probability` holds for a number between `low` and `high`, at most `half_width` from the number by the stated or
    default settings, and accounts for everything tried up to the tier of the verdict. These attempts gave `values`
    different printed numbers in that range.
    """

    probability: float
    low: float
    high: float
    half_width: float
    values: int

    @property
    def weak(self) -> bool:
        """Whether the probability is too high for the verdict to mean much."""
        return self.probability > WEAK


class AuditFinding(msgspec.Struct, frozen=True, tag_field="type", tag="finding"):
    """The verdict of an audit on one published number.

    `claim` is its id. `fits` are the settings of the verdict's tier that give the number, `value` is the nearest number
    found and `signature` its settings. `command` prints that number, from the folder of the claims. `chance` is None if
    nothing was computed. `departs` means that the stated settings do not give the number; then the first note says so.
    If the other claims of its source revise the verdict, `joint_probability` is the probability that so many claims
    match by chance.
    """

    claim: str
    source: str
    metric: str
    published: str
    verdict: ClaimVerdict
    fits: list[AuditFit] = []
    value: float | None = None
    signature: str = ""
    notes: list[str] = []
    chance: Chance | None = None
    joint_probability: float | None = None
    departs: bool = False
    hypotheses: str = ""
    references: list[str] = []
    system: str = ""
    command: str = ""

    @property
    def signatures(self) -> list[str]:
        """The settings of the fits with the files read as claimed."""
        return list(dict.fromkeys(fit.signature for fit in self.fits if not fit.reading))

    @property
    def weak(self) -> bool:
        """Whether the verdict is weak: chance would reproduce the number too often, or it has only one digit."""
        if self.fits and all(fit.coarse for fit in self.fits):
            return True
        if self.joint_probability is not None:
            return self.joint_probability > WEAK
        return bool(self.fits) and self.chance is not None and self.chance.weak

    @property
    def failed(self) -> bool:
        """Whether the finding makes an audit fail."""
        return self.verdict in _FAILED

    @property
    def doubtful(self) -> bool:
        """Whether the finding needs a look: reproduced weakly or by unusual settings, or doubtful in its table."""
        return self.verdict in _DOUBTED or (self.verdict in _REPRODUCED and (self.weak or self.departs))

    @property
    def checked(self) -> bool:
        """Whether the number could be checked against anything."""
        return self.verdict not in _UNCHECKED

    @property
    def explained(self) -> bool:
        """Whether the verdict is that some settings give the number."""
        unexplained = (ClaimVerdict.STANDS_OUT, ClaimVerdict.DOUBTFUL)
        return self.verdict in (*_REPRODUCED, *_DOUBTED) and self.verdict not in unexplained

    @property
    def seriousness(self) -> int:
        """The severity of the finding, from 0 (worst) to 5.

        0 is impossible, 1 another failure, 2 an outlier of its source, 3 needs a look for another reason, 4 could not
        be checked, 5 is fine.
        """
        if self.failed:
            return 0 if self.verdict is ClaimVerdict.IMPOSSIBLE else 1
        if self.doubtful:
            return 2 if self.verdict is ClaimVerdict.STANDS_OUT else 3
        return 5 if self.checked else 4


class JointSettings(msgspec.Struct, frozen=True):
    """Settings that jointly explain claims of a group: the ids of these `claims`, and the probability by chance.

    `reading` says how the files of all of them are read, if not as claimed. `tried` is how many settings were tried up to
    these, each in every reading. The claims are about `inputs` different files: those about the same files count once.
    """

    tier: Tier
    how: str
    signature: str
    reading: str
    claims: list[str]
    probability: float
    tried: int
    inputs: int

    @property
    def clear(self) -> bool:
        """Whether the probability is too small for chance."""
        return self.inputs > 1 and self.probability <= WEAK


class Revision(msgspec.Struct, frozen=True):
    """The change that a source's settings make to the verdict on a claim; `value` is the number that they give."""

    claim: str
    verdict: ClaimVerdict
    value: float | None
    signature: str
    command: str
    note: str
    probability: float | None = None
    fit: AuditFit | None = None


class JointFinding(msgspec.Struct, frozen=True, tag_field="type", tag="joint"):
    """The joint result for the claims of one source and metric. `settings` explain them, the best first.

    `group` is the system or row if these share settings. `claims` is the number of claims compared, `standing_out` the
    ids of those that the others' clear settings do not give.
    """

    source: str
    metric: str
    claims: int
    settings: list[JointSettings]
    standing_out: list[str] = []
    revisions: list[Revision] = []
    group: str = ""


class TableFinding(msgspec.Struct, frozen=True, tag_field="type", tag="table", omit_defaults=True):
    """The consistency checks of a table's numbers, in sentences.

    `holding` is the number of relations that hold. `broken` are those that no numbers with these printed digits
    satisfy, `doubtful` those that require an unstated fact. `mend` says which numbers, if mistyped, would leave nothing
    broken; `cut_off` which ones are possible only if truncated; `unchecked` what could not be checked.
    """

    table: str
    holding: int
    broken: list[str] = []
    doubtful: list[str] = []
    mend: list[str] = []
    cut_off: list[str] = []
    unchecked: list[str] = []


class Audit(msgspec.Struct, frozen=True):
    """The findings of an audit: on single claims, on the claims of each source and metric together, and on tables."""

    findings: list[AuditFinding] = []
    groups: list[JointFinding] = []
    tables: list[TableFinding] = []

    def concluded(self) -> list[AuditFinding]:
        """Return the findings after revision by the others of their source."""
        revisions = {revision.claim: revision for group in self.groups for revision in group.revisions}
        return [
            _revised(finding, revisions[finding.claim]) if finding.claim in revisions else finding
            for finding in self.findings
        ]


def _revised(finding: AuditFinding, revision: Revision) -> AuditFinding:
    return msgspec.structs.replace(
        finding,
        verdict=revision.verdict,
        fits=finding.fits if revision.fit is None else [revision.fit],
        value=revision.value,
        signature=revision.signature,
        command=revision.command,
        notes=[revision.note, *finding.notes],
        joint_probability=revision.probability,
    )


def audits(saved: Iterable[object]) -> list[Audit]:
    """Return the audit in a list of records, if there is a finding."""
    results = list(saved)
    findings = [record for record in results if isinstance(record, AuditFinding)]
    if not findings:
        return []
    groups = [record for record in results if isinstance(record, JointFinding)]
    return [Audit(findings, groups, [record for record in results if isinstance(record, TableFinding)])]
