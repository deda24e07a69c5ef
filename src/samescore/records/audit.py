"""The records of an audit."""

from __future__ import annotations

import enum
from collections.abc import Iterable

import msgspec

#: Verdicts that would happen by chance more often than this are weak.
WEAK = 1 / 20


class Tier(enum.Enum):
    """Where settings come from, the most convincing first: audits try them in this order."""

    STATED = "as stated"
    DEFAULT = "a default of the field"
    KNOWN_TOOL = "a known tool"
    PRACTICE = "a known practice"
    ONE_KNOB = "one knob off the defaults"
    COMBINATION = "a combination of knobs"


#: The tiers of settings that somebody is likely to have used.
LIKELY = (Tier.STATED, Tier.DEFAULT, Tier.KNOWN_TOOL)


class ClaimVerdict(enum.Enum):
    """What an audit concludes about a published number."""

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
    texts became lines (see `samescore.base.files.Reading`). `unit` says how the scale was changed; `coarse` means that the
    printed number has only one significant digit in it. `cut_off` means that the digits are cut off, not rounded. `exact`
    is false if the claim is a double printed in full, and not exactly this one.
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
        """The settings, and how files, scale and digits were changed."""
        return "; ".join(filter(None, [self.how, self.reading, self.unit, "cut off" if self.cut_off else ""]))


class Chance(msgspec.Struct, frozen=True):
    """How probably a number unrelated to the files would be reproduced: see docs/audit.md.

    `probability` holds for a number anywhere from `low` to `high`, `half_width` around the number by the stated or
    default settings, and for everything that was tried up to the tier of the verdict. That gave `values` different
    numbers between the two, as they are printed.
    """

    probability: float
    low: float
    high: float
    half_width: float
    values: int

    @property
    def weak(self) -> bool:
        """Is it too probable for the verdict to mean much?"""
        return self.probability > WEAK


class AuditFinding(msgspec.Struct, frozen=True, tag_field="type", tag="finding"):
    """The verdict of an audit on one published number.

    `claim` is its id. `fits` are the settings of the verdict's tier that give the number, `value` is the nearest number
    that was found and `signature` its settings. `command` prints that number, from the folder of the claims. `chance` is None where nothing was
    computed. `departs` means that settings are stated which do not give the number; then the first note says so. Where the
    other claims of its source revise the verdict, `joint_probability` is that of so many claims by chance.
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
        """The settings of the fits that read the files as claimed."""
        return list(dict.fromkeys(fit.signature for fit in self.fits if not fit.reading))

    @property
    def weak(self) -> bool:
        """Is the verdict weak, because chance would reproduce the number too often or it has only one digit?"""
        if self.fits and all(fit.coarse for fit in self.fits):
            return True
        if self.joint_probability is not None:
            return self.joint_probability > WEAK
        return bool(self.fits) and self.chance is not None and self.chance.weak

    @property
    def failed(self) -> bool:
        """Does the finding make an audit fail?"""
        return self.verdict in _FAILED

    @property
    def doubtful(self) -> bool:
        """Does the finding need a look? Its number is reproduced weakly or by unusual settings, or doubtful in its table."""
        return self.verdict in _DOUBTED or (self.verdict in _REPRODUCED and (self.weak or self.departs))

    @property
    def checked(self) -> bool:
        """Could the number be checked against anything?"""
        return self.verdict not in _UNCHECKED

    @property
    def explained(self) -> bool:
        """Do some settings give the number, and is that the verdict?"""
        unexplained = (ClaimVerdict.STANDS_OUT, ClaimVerdict.DOUBTFUL)
        return self.verdict in (*_REPRODUCED, *_DOUBTED) and self.verdict not in unexplained

    @property
    def seriousness(self) -> int:
        """How serious the finding is, from 0 to 5, with 0 for the worst.

        0 is impossible, 1 failed otherwise, 2 stands out from its source, 3 needs a look for another reason, 4 could not be
        checked, 5 is fine.
        """
        if self.failed:
            return 0 if self.verdict is ClaimVerdict.IMPOSSIBLE else 1
        if self.doubtful:
            return 2 if self.verdict is ClaimVerdict.STANDS_OUT else 3
        return 5 if self.checked else 4


class JointSettings(msgspec.Struct, frozen=True):
    """Settings that explain claims of a group together: the ids of these `claims`, and the chance of so many.

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
        """Is it too improbable to be chance?"""
        return self.inputs > 1 and self.probability <= WEAK


class Revision(msgspec.Struct, frozen=True):
    """What the settings of its source change about the verdict on a claim; `value` is the number that they give."""

    claim: str
    verdict: ClaimVerdict
    value: float | None
    signature: str
    command: str
    note: str
    probability: float | None = None
    fit: AuditFit | None = None


class JointFinding(msgspec.Struct, frozen=True, tag_field="type", tag="joint"):
    """What the claims of one source and metric show together. `settings` explain them, the best first.

    `group` is the system or the row if settings are shared by those. `claims` is the number of claims that were compared,
    `standing_out` the ids of those that clear settings of the others do not give.
    """

    source: str
    metric: str
    claims: int
    settings: list[JointSettings]
    standing_out: list[str] = []
    revisions: list[Revision] = []
    group: str = ""


class TableFinding(msgspec.Struct, frozen=True, tag_field="type", tag="table", omit_defaults=True):
    """What the numbers of a table say of each other, in sentences.

    `holding` is the number of relations that hold. `broken` are those that no values printed so satisfy, `doubtful` those
    that need something which the table does not state. `mend` says which numbers, if they were mistyped, would leave nothing
    broken; `cut_off` which ones are possible only if their digits were cut off; `unchecked` what could not be checked.
    """

    table: str
    holding: int
    broken: list[str] = []
    doubtful: list[str] = []
    mend: list[str] = []
    cut_off: list[str] = []
    unchecked: list[str] = []


class Audit(msgspec.Struct, frozen=True):
    """The findings of an audit on single claims, what those of each source and metric show together, and on tables."""

    findings: list[AuditFinding] = []
    groups: list[JointFinding] = []
    tables: list[TableFinding] = []

    def concluded(self) -> list[AuditFinding]:
        """The findings as the others of their source revise them."""
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
    """The audit in a list of records, if they contain a finding."""
    results = list(saved)
    findings = [record for record in results if isinstance(record, AuditFinding)]
    if not findings:
        return []
    groups = [record for record in results if isinstance(record, JointFinding)]
    return [Audit(findings, groups, [record for record in results if isinstance(record, TableFinding)])]
