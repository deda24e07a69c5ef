"""`samescore.audit`: which settings gave a published number, for files of claims and for one number."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

import msgspec

from samescore.base.errors import InputError
from samescore.data.corpus import Corpus
from samescore.data.sequences import References, Texts
from samescore.metrics.aliases import named
from samescore.python.inputs import data_of
from samescore.python.results import Presented, with_fields
from samescore.records import Audit, AuditFinding, Record
from samescore.verbs.audit.batch import audit_all
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.importers.formats import Source, read_source, with_base
from samescore.verbs.audit.joint import joint
from samescore.verbs.audit.parts import parts
from samescore.verbs.audit.stated import stated
from samescore.verbs.audit.tables import TableChecks

if TYPE_CHECKING:
    from samescore.base.files import PathLike


class AuditResult(Presented, Audit, frozen=True):
    """The findings on published numbers: `findings`, `groups` (of one source), `tables`; `concluded` sums them up."""

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
    hypotheses: Texts | Corpus | Path,
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
    """Find the settings behind published numbers: ``audit("claims.toml")``, or one number of one system.

    Parameters
    ----------
    claims
        A file of claims, of tables, or of what a program printed. With `published`, the metric as a publication names
        it: ``BLEU``, ``chrF++``, ``R-2``.
    hypotheses, references
        What the number is the score of: texts as `samescore.score` takes them, or files (`Path`).
    published
        The number as it is printed, a text: ``"27.30"`` has two decimals, and 27.3 has one.
    baseline, statistic
        Of a p-value, the file of the other system's output; of a p-value or an interval, the metric that it is about.
    like, signature, knobs
        What is said about its computation: an implementation, a signature of sacreBLEU or samescore, settings.
    jobs
        How many processes audit a file of claims.
    thorough
        List all settings that fit, not only the likeliest.
    rounding_only
        Never take the digits of a number for cut off.
    on_finding
        Is called with each finding as it arrives.

    Returns
    -------
    AuditResult
        `findings` with verdict, fits and chance. The commands in findings on texts name no files: there are none.

    Raises
    ------
    InputError, SettingsError, UnknownNameError
        For files that cannot be read, and for settings and names that do not exist.

    >>> import samescore
    >>> samescore.audit("BLEU", ["the cat sat on the mat"], ["the cat sat on a mat"], published="53.7")
    <AuditResult BLEU 53.7 by a default>
    """
    options: dict[str, Any] = {"thorough": thorough, "rounding_only": rounding_only}
    if not published:
        if hypotheses is not None or references is not None or baseline or statistic or like or signature or knobs:
            raise InputError(
                "hypotheses, references and settings are about one number",
                hint='give it: published="27.3"; the files of claims are named in the file',
            )
        return _audited(read_source(Path(claims)), on_finding, jobs=jobs, **options)
    metric, _, _ = named(str(claims))
    said = {"settings": knobs, "like": like, "signature": signature}
    if isinstance(hypotheses, Path):
        files = [hypotheses, *([references] if isinstance(references, Path) else references or [])]
        base, names = with_base([*files, *filter(None, [baseline])])
        said |= {"statistic": statistic, "baseline": names.pop() if baseline else ""}
        made = _claims(str(claims), published, names, id=files[0].name, **said)
        return _audited(Source(base, made), on_finding, **options)
    if baseline is not None or statistic:
        raise InputError("a baseline and a statistic are about files", hint="name the hypotheses, too, with Path")
    data = data_of(metric, hypotheses, references)
    with tempfile.TemporaryDirectory(prefix="samescore-") as folder:
        names = _written(data, Path(folder))
        made = _claims(str(claims), published, names, id="hypotheses", **said)
        result = _audited(Source(Path(folder), made), on_finding, **options)
        gone = [msgspec.structs.replace(finding, command="") for finding in result.findings]
        return AuditResult(gone, result.groups, result.tables)


def _claims(metric: str, published: str, names: Sequence[str], **said: Any) -> list[Claim]:
    """One number as claims about files; what is wrong with it is an error, not a finding."""
    if not isinstance(published, str):
        hint = f'write it as it is printed, with all its decimals: published="{published}"'
        raise InputError(f"published is a {type(published).__name__}, not a text", hint=hint)
    claim = Claim(metric=metric, published=published, hypotheses=names[0], references=list(names[1:]), **said)
    stated(claim)
    try:
        return parts(claim, published)
    except ValueError as problem:
        raise InputError(
            str(problem), hint="write it as it is printed: 27.3, 17.6%, '27.3 ± 0.4', 'p < 0.05'"
        ) from None


def _written(data: Any, folder: Path) -> list[str]:
    """The files that hold a corpus: a text file for each stream where lines and streams can hold it, else JSON Lines."""
    if not isinstance(data, Corpus) or data.tokenized:
        raise InputError("audit takes texts", hint="audit other numbers from files: name them with Path")
    streams = [list(data.hypotheses), *map(list, zip(*data.reference_lines, strict=False))]
    counts = set(map(len, data.reference_lines))
    if len(counts) == 1 and all(_is_line(text) for stream in streams for text in map(str, stream)):
        names = ["hypotheses.txt", *(f"references-{number}.txt" for number in range(1, len(streams)))]
        for name, stream in zip(names, streams, strict=True):
            folder.joinpath(name).write_text("".join(f"{text}\n" for text in stream), encoding="utf-8", newline="\n")
        return names
    lines = (msgspec.json.encode(segment) for segment in data.plain()["segments"])
    folder.joinpath("hypotheses.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))
    return ["hypotheses.jsonl"]


def _is_line(text: str) -> bool:
    """Does a text file hold the text as one line, in every reading?"""
    return not text.startswith("\ufeff") and text.splitlines() in ([text], []) and "\r" not in text


def _audited(
    source: Source,
    on_finding: Callable[[AuditFinding], None],
    *,
    jobs: int = 1,
    thorough: bool = False,
    rounding_only: bool = False,
) -> AuditResult:
    tables = TableChecks(source.tables)
    audited = Audit([], [])
    for finding in audit_all(source.claims, source.base, jobs=jobs, thorough=thorough, rounding_only=rounding_only):
        audited.findings.append(tables.beside(finding))
        on_finding(audited.findings[-1])
    audited.groups.extend(joint(source.claims, source.base, audited.findings))
    audited.tables.extend(tables.findings)
    result: AuditResult = with_fields(AuditResult, audited)
    return result
