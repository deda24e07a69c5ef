"""The records of an audit."""

from __future__ import annotations

import enum
from collections.abc import Iterable

import msgspec

#: Verdicts with a higher probability of occurring by chance are weak.
WEAK = 1 / 20


class Tier(enum.Enum):
    """The origins of settings, the most convincing first: audits try them in this order."""

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
    """Settings that reproduce a published number: `how` describes them, `signature` is their complete signature.

    `value` is the exact number on the published number's scale. `reading` describes how the files were read if not as
    claimed: `references` lists the reference files used, in order, and `text_reading` how texts were split into lines
    (see `samescore.base.line_reading.LineReading`). `unit` describes a change of scale; `coarse` means that the
    published number has only one significant digit in that unit. `cut_off` means that the number matches only if it was
    truncated, not rounded. `exact` is false if the claim is a fully printed double that differs from `value`.
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
        """The settings in words, with any changes of files, scale and digits."""
        return "; ".join(filter(None, [self.how, self.reading, self.unit, "cut off" if self.cut_off else ""]))


class Chance(msgspec.Struct, frozen=True):
    """The probability that a number unrelated to the files would be reproduced by chance: see docs/audit.md.

    `probability` applies to a random number between `low` and `high`, which lies at most `half_width` from the score
    under the stated or default settings. It covers all settings tried up to the tier of the verdict; these settings
    gave `values` different printed numbers in that range.
    """

    probability: float
    low: float
    high: float
    half_width: float
    values: int

    @property
    def weak(self) -> bool:
        """Whether the probability exceeds `WEAK`, so the verdict means little."""
        return self.probability > WEAK


class AuditFinding(msgspec.Struct, frozen=True, tag_field="type", tag="finding"):
    """The verdict of an audit on one published number.

    `claim` is the id of the claim. `fits` are the settings of the verdict's tier that reproduce the number. `value` is
    the nearest number found, and `signature` its settings; `command` prints it if run in the folder of the claims file.
    `chance` is None if no score was computed. `departs` means that the stated settings do not reproduce the number;
    then the first note says this. If the other claims of its source revise the verdict, `joint_probability` is the
    probability that so many claims match by chance.
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
        """The distinct signatures of the fits for which the files were read as claimed."""
        return list(dict.fromkeys(fit.signature for fit in self.fits if not fit.reading))

    @property
    def weak(self) -> bool:
        """Whether the number may match by chance: the probability exceeds `WEAK`, or the number has only one digit."""
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
        """Whether the finding needs a closer look.

        The number is reproduced, but perhaps by chance, not as stated, or only by unusual settings; or it does not fit
        the other numbers of its source; or it is doubtful for a different reason.
        """
        return self.verdict in _DOUBTED or (self.verdict in _REPRODUCED and (self.weak or self.departs))

    @property
    def checked(self) -> bool:
        """Whether the number could be checked: the claim says enough, and its files are readable."""
        return self.verdict not in _UNCHECKED

    @property
    def explained(self) -> bool:
        """Whether the verdict says that some settings reproduce the number."""
        unexplained = (ClaimVerdict.STANDS_OUT, ClaimVerdict.DOUBTFUL)
        return self.verdict in (*_REPRODUCED, *_DOUBTED) and self.verdict not in unexplained

    @property
    def seriousness(self) -> int:
        """The severity of the finding, from 0 (worst) to 5.

        0 is an impossible number, 1 another failure, 2 a number unlike the others of its source, 3 a number that is
        doubtful for another reason, 4 a number that could not be checked, 5 any other finding.
        """
        if self.failed:
            return 0 if self.verdict is ClaimVerdict.IMPOSSIBLE else 1
        if self.doubtful:
            return 2 if self.verdict is ClaimVerdict.STANDS_OUT else 3
        return 5 if self.checked else 4


class JointSettings(msgspec.Struct, frozen=True):
    """Settings that reproduce several claims of a group; `how` describes them in words.

    `claims` are the ids of these claims, and `inputs` the number of different inputs that they are about. `probability`
    is the probability that so many claims match by chance. `reading` says how the files of all claims are read, if not
    as claimed. `tried` is the number of settings tried up to these, each in every reading.
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
        """Whether chance is an unlikely cause of the matches: several inputs, and a probability of at most `WEAK`."""
        return self.inputs > 1 and self.probability <= WEAK


class Revision(msgspec.Struct, frozen=True):
    """A new verdict on a claim, given the settings that reproduce other claims of its source.

    `value` is the number that these settings give; the other fields replace the finding's fields.
    """

    claim: str
    verdict: ClaimVerdict
    value: float | None
    signature: str
    command: str
    note: str
    probability: float | None = None
    fit: AuditFit | None = None


class JointFinding(msgspec.Struct, frozen=True, tag_field="type", tag="joint"):
    """The joint result for the claims of one source and metric.

    `settings` reproduce several of the claims, the best first. `group` is the system or row that shares settings, if
    only its claims were compared. `claims` is the number of claims compared; `standing_out` lists the ids of claims
    that the settings of the others do not reproduce.
    """

    source: str
    metric: str
    claims: int
    settings: list[JointSettings]
    standing_out: list[str] = []
    revisions: list[Revision] = []
    group: str = ""


class TableFinding(msgspec.Struct, frozen=True, tag_field="type", tag="table", omit_defaults=True):
    """The results of the consistency checks on a table's numbers; lists contain sentences.

    `holding` is the number of relations that hold. `broken` lists relations that no numbers with these printed digits
    satisfy, `doubtful` relations that hold only with an unstated fact. `mend` names numbers that, if mistyped, explain
    all broken relations; `cut_off` names numbers that are possible only if truncated; `unchecked` lists omitted checks.
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
        """Return the findings, with verdicts revised by the settings of other claims of their source."""
        revisions = {revision.claim: revision for group in self.groups for revision in group.revisions}
        return [
            _revise(finding, revisions[finding.claim]) if finding.claim in revisions else finding
            for finding in self.findings
        ]


def _revise(finding: AuditFinding, revision: Revision) -> AuditFinding:
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
    """Return the audit in a list of records, as a list of one; an empty list if there is no finding."""
    results = list(saved)
    findings = [record for record in results if isinstance(record, AuditFinding)]
    if not findings:
        return []
    groups = [record for record in results if isinstance(record, JointFinding)]
    return [Audit(findings, groups, [record for record in results if isinstance(record, TableFinding)])]
