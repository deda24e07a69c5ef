"""`samescore.audit`: find the settings that reproduce published numbers, in a claims file or one at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import msgspec

from samescore.base.checks import type_of
from samescore.base.errors import InputError
from samescore.python.results import Presented
from samescore.records import Audit, AuditFinding, JointFinding, Record, TableFinding
from samescore.verbs.audit.execution import execute
from samescore.verbs.audit.request import PublishedNumber, Request
from samescore.verbs.inputs.columns import Columns, Data, References, Texts
from samescore.verbs.inputs.files import Files

if TYPE_CHECKING:
    from samescore.base.files import PathLike


class AuditResult(Presented, Audit, frozen=True):
    """The findings on published numbers.

    `findings` has one finding for each number, `groups` one for each source and metric, `tables` one for each table.
    `concluded()` returns the final finding for each number.
    """

    def to_records(self) -> Sequence[Record]:
        return [*self.findings, *self.groups, *self.tables]

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "claim": finding.claim,
                "metric": finding.metric,
                "published": finding.published,
                "verdict": finding.verdict.value,
                "weak": finding.weak,
                "value": finding.value,
                "signature": finding.signature,
                "notes": "; ".join(finding.notes),
            }
            for finding in self.concluded()
        ]

    def _summary(self) -> str:
        told = [f"{finding.metric} {finding.published} {finding.verdict.value}" for finding in self.concluded()]
        return "; ".join(told[:3]) + (f"; and {len(told) - 3} more" if len(told) > 3 else "")


@overload
def audit(
    claims: PathLike,
    *,
    jobs: int = 1,
    thorough: bool = False,
    rounding_only: bool = False,
    on_finding: Callable[[AuditFinding], None] = ...,
) -> AuditResult: ...
@overload
def audit(
    claims: str,
    hypotheses: Texts | Data | Path,
    references: References | Sequence[Path] | None = None,
    *,
    published: str,
    like: str = "",
    signature: str = "",
    baseline: Path | None = None,
    statistic: str = "",
    thorough: bool = False,
    rounding_only: bool = False,
    **knobs: object,
) -> AuditResult: ...


def audit(
    claims: PathLike,
    hypotheses: object = None,
    references: Any = None,
    *,
    published: str = "",
    like: str = "",
    signature: str = "",
    baseline: Any = None,
    statistic: str = "",
    jobs: Any = 1,
    thorough: bool = False,
    rounding_only: bool = False,
    on_finding: Any = lambda _: None,
    **knobs: object,
) -> AuditResult:
    """Find the settings that reproduce published numbers: those in a claims file, or a single number of one system.

    Parameters
    ----------
    claims
        A claims file, a file of tables, or a file with a program's printed output. With `published`, the metric as a
        publication names it: ``BLEU``, ``chrF++``, ``R-2``.
    hypotheses, references
        The scored data: texts as for `samescore.score`, or files (`Path`).
    published
        The number as printed, as a string, because decimals matter: ``"27.30"`` has two, ``"27.3"`` has one.
    baseline, statistic
        For a p-value: the file with the other system's output. For a p-value or an interval: the metric tested.
    like, signature, knobs
        Stated facts about the computation: an implementation, a signature of sacreBLEU or samescore, settings.
    jobs
        Number of processes that audit a claims file.
    thorough
        List all settings that reproduce the number, not only the likeliest.
    rounding_only
        Assume that numbers are rounded, never truncated.
    on_finding
        Called with each finding as it arrives.

    Returns
    -------
    AuditResult
        Each of its `findings` has a verdict, the settings that reproduce the number, and the probability of a match by
        chance. If texts are passed instead of files, the commands in the findings name no files.

    Raises
    ------
    InputError, SettingsError, UnknownNameError
        For a file that cannot be read, a setting or name that does not exist, and arguments that cannot be combined.

    Examples
    --------
    >>> import samescore
    >>> samescore.audit("BLEU", ["the cat sat on the mat"], ["the cat sat on a mat"], published="53.7")
    <AuditResult BLEU 53.7 by a default>
    """
    how = Request(thorough=thorough, rounding_only=rounding_only, jobs=jobs)
    if not published:
        if hypotheses is not None or references is not None or baseline or statistic or like or signature or knobs:
            raise InputError(
                "hypotheses, references and settings apply to a single number only",
                hint='pass the number: published="27.3"; a claims file names its own files',
            )
        return _collect(msgspec.structs.replace(how, claims=Path(claims)), on_finding)
    if not isinstance(published, str):
        hint = f'write it as it is printed, with all its decimals: published="{published}"'
        raise InputError(f"published is {type_of(published)}, not a string", hint=hint)
    given: Files | Columns
    if isinstance(hypotheses, Path):
        files = (references,) if isinstance(references, Path) else tuple(references or ())
        given = Files(hypotheses, files, baseline, statistic)
    elif baseline is not None or statistic:
        raise InputError("baseline and statistic need files", hint="pass the hypotheses too, as a Path")
    else:
        given = Columns(hypotheses, references)
    number = PublishedNumber(str(claims), published, given, knobs, like, signature)
    return _collect(msgspec.structs.replace(how, number=number), on_finding)


def _collect(request: Request, on_finding: Callable[[AuditFinding], None]) -> AuditResult:
    result = AuditResult([], [], [])
    for record in execute(request):
        match record:
            case AuditFinding():
                result.findings.append(record)
                on_finding(record)
            case JointFinding():
                result.groups.append(record)
            case TableFinding():
                result.tables.append(record)
    return result
