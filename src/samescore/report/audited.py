"""The findings of an audit: as records, and from the records as text and as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from samescore import records
from samescore.errors import InputError, SamescoreError
from samescore.report.plain import escaped, visible
from samescore.verbs.audit import search as audit
from samescore.verbs.audit.search import Verdict
from samescore.verbs.score import parse_signature

#: So many ways to the same number are shown.
_MOST = 4

_BAD = {verdict.value for verdict in (Verdict.NOT, Verdict.IMPOSSIBLE, Verdict.UNREADABLE)}


def bad(finding: records.Finding) -> bool:
    """Can the number not be what it is said to be?"""
    return finding.verdict in _BAD


def record(finding: audit.Finding) -> records.Finding:
    """One finding as a record."""
    claim = finding.claim
    return records.Finding(
        claim=claim.id,
        source=claim.where,
        metric=claim.metric,
        published=claim.published,
        verdict=finding.verdict.value,
        fits=list(finding.fits),
        value=finding.value,
        signature=finding.signature,
        signatures=list(finding.signatures),
        notes=list(finding.notes),
    )


def joint(found: audit.Joint) -> records.Joint:
    """What the claims of one source have in common, as a record."""
    return records.Joint(found.source, found.metric, found.claims, [records.Common(*each) for each in found.settings])


def lines(finding: records.Finding) -> Iterator[str]:
    """One finding for a terminal."""
    yield visible(f"{finding.claim}: {finding.metric} {finding.published}: {finding.verdict}", 200)
    ways = [*finding.fits[:_MOST], *([f"and {len(finding.fits) - _MOST} more"] if len(finding.fits) > _MOST else [])]
    for text in (*ways, *finding.notes):
        yield visible(f"  {text}", 300)


def summary(findings: Sequence[records.Finding], groups: Sequence[records.Joint]) -> Iterator[str]:
    """The counts of verdicts, and the settings that explain most claims of each source and metric."""
    counts = Counter(finding.verdict for finding in findings)
    words = ", ".join(f"{counts[v.value]} {v.value}" for v in Verdict if counts[v.value])
    yield f"{len(findings)} claims: {words}"
    for group in groups:
        name = f"{group.source}, {group.metric}" if group.source else group.metric
        for common in group.settings[:_MOST]:
            yield visible(f"{name}: {common.claims} of {group.claims} claims by {_short(common.signature)}", 400)
        if len(group.settings) > _MOST:
            yield visible(f"{name}: and {len(group.settings) - _MOST} more settings")


def _short(signature: str) -> str:
    """The settings off their defaults, where this version knows them."""
    try:
        return parse_signature(signature).short_signature
    except SamescoreError:
        return signature


def markdown(findings: Sequence[records.Finding], groups: Sequence[records.Joint]) -> str:
    """All findings as a table."""
    rows = ["| claim | metric | published | verdict | how, or why not |", "|---|---|---:|---|---|"]
    for finding in findings:
        why = "; ".join([*finding.fits[:1], *finding.notes])
        cells = (finding.claim, finding.metric, finding.published, finding.verdict, why)
        rows.append("| " + " | ".join(map(escaped, cells)) + " |")
    rows += ["", *(f"- {escaped(line)}" for line in summary(findings, groups))]
    return "\n".join(rows) + "\n"


class Report:
    """Findings in a file, a line each, written as they come. With `resume`, `earlier` holds those already there."""

    def __init__(self, path: Path | None, resume: bool) -> None:
        self.earlier: list[records.Finding] = []
        self._file = None
        if resume and path is None:
            raise InputError("--resume goes on with a report", hint="name it with --report")
        if path is None:
            return
        try:
            if resume and path.exists():
                found = list(records.read(path))  # without the line that an interruption has cut off
                self.earlier = [one for one in found if isinstance(one, records.Finding)]
                if any(not isinstance(one, (records.Finding, records.Joint)) for one in found):
                    raise InputError(f"{path} is not a report of an audit", hint="leave out --resume")
                temporary = path.with_name(f".{path.name}.tmp")
                temporary.write_text("".join(records.line(one) + "\n" for one in self.earlier), encoding="utf-8")
                temporary.replace(path)
            self._file = path.open("a" if resume else "w", encoding="utf-8")
        except OSError as problem:
            raise InputError(f"cannot write {path}: {problem.strerror}", hint="choose another --report") from None

    @property
    def done(self) -> set[tuple[str, str, str]]:
        """The claims that have a finding: id, metric and published number."""
        return {(one.claim, one.metric, one.published) for one in self.earlier}

    def write(self, line: str) -> None:
        """Keep one record, at once."""
        if self._file is not None:
            self._file.write(line + "\n")
            self._file.flush()

    def __enter__(self) -> Report:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()
