"""The findings of an audit as text: a quotable sentence for each, and a table with marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from samescore.records import Audit, AuditFinding, Chance, ClaimVerdict, JointFinding, JointSettings, TableFinding, Tier
from samescore.report.counted import count_phrase

#: How a sentence states the verdict: "BLEU 27.3 is reproduced with a common default".
_SAID = {
    ClaimVerdict.AS_STATED: "is reproduced with its stated settings",
    ClaimVerdict.DEFAULTS: "is reproduced with a common default",
    ClaimVerdict.KNOWN_TOOL: "is reproduced by a known tool",
    ClaimVerdict.PRACTICE: "is reproduced by a known practice",
    ClaimVerdict.READ_OTHERWISE: "is reproduced with its stated settings only if the files are read differently",
    ClaimVerdict.CUT_OFF: "is reproduced only if it was truncated, not rounded",
    ClaimVerdict.UNUSUAL: "is reproduced only with unusual settings",
    ClaimVerdict.STANDS_OUT: "does not match the settings behind the other numbers of its source",
    ClaimVerdict.NOT: "is not reproduced by any settings tried",
    ClaimVerdict.CONSISTENT: "is consistent with the other numbers",
    ClaimVerdict.DOUBTFUL: "is doubtful",
    ClaimVerdict.IMPOSSIBLE: "is impossible",
    ClaimVerdict.UNDERSPECIFIED: "cannot be checked",
    ClaimVerdict.UNREADABLE: "cannot be checked because its files cannot be read",
    ClaimVerdict.MALFORMED: "is a malformed claim",
    ClaimVerdict.CRASHED: "crashed the audit",
}
#: Short names, for the summary, of the verdicts whose values are sentences.
_COUNTED = {
    ClaimVerdict.UNREADABLE: "with files that cannot be read",
    ClaimVerdict.MALFORMED: "malformed",
    ClaimVerdict.CRASHED: "that crashed the audit",
}
#: Short names, for the overview, of the verdicts whose values are sentences.
_BRIEF = {
    ClaimVerdict.STANDS_OUT: "stands out",
    ClaimVerdict.READ_OTHERWISE: "files read differently",
    ClaimVerdict.UNREADABLE: "unreadable files",
    ClaimVerdict.MALFORMED: "malformed",
    ClaimVerdict.CRASHED: "audit crashed",
}

#: Maximum number of a table's corrections that are shown, and of its truncated numbers.
_MOST = 8


def sentence(finding: AuditFinding) -> str:
    """Return the finding as a sentence: number, files, verdict, matching settings, and probability of a chance match."""
    subject = f"{finding.metric} {finding.published}".strip()
    if finding.hypotheses:
        against = f" against {', '.join(finding.references)}" if finding.references else ""
        subject += f" ({finding.hypotheses}{against})"
    source = f"{finding.source}: " if finding.source else ""
    said = _SAID.get(finding.verdict, f"is reproduced {finding.verdict.value}")
    weak = ", which is weak evidence" if finding.weak and finding.explained else ""
    how = ""
    if finding.explained and finding.fits:
        how = f": {_settings(finding)}"
    elif finding.verdict is ClaimVerdict.STANDS_OUT and finding.fits:
        tier = finding.fits[0].tier
        by = tier.value if tier is Tier.STATED else f"by {tier.value}"
        how = f"; on its own, it is reproduced {by}{', which is weak evidence' if finding.weak else ''}: {_settings(finding)}"
    return f"{source}{subject} {said}{weak}{how}.{_by_chance(finding)}"


def _settings(finding: AuditFinding) -> str:
    """Return the settings of a finding, and the number of others in their tier that give its number."""
    fit = next((fit for fit in finding.fits if fit.signature == finding.signature), finding.fits[0])
    more = len({each.text for each in finding.fits}) - 1
    return f"{fit.text}, and {count_phrase(more, 'other setting')}" if more else fit.text


def _by_chance(finding: AuditFinding) -> str:
    chance = finding.chance
    alone = finding.verdict is ClaimVerdict.STANDS_OUT and finding.fits
    if chance is None or not (alone or finding.explained or finding.verdict is ClaimVerdict.NOT):
        return ""
    if finding.joint_probability is not None:
        joint = _at_most(finding.joint_probability)
        return f" The probability that this and the other claims of its source are reproduced by chance is {joint}."
    return f" {percent(chance.probability)} of the numbers {chance_range(chance)} would match by chance."


def labels(audited: Audit) -> Iterator[str]:
    """Yield a label for the command of each concluded finding.

    It is empty if the command prints the published number, and otherwise names the number printed: ``nearest: ``.
    """
    revised = {revision.claim for group in audited.groups for revision in group.revisions}
    for finding in audited.concluded():
        if finding.explained:
            yield ""
        else:
            yield "with the settings of the other claims of its source: " if finding.claim in revised else "nearest: "


def chance_range(chance: Chance) -> str:
    """Return the range of numbers that a chance refers to."""
    return f"from {chance.low:.4g} to {chance.high:.4g}"


def percent(probability: float) -> str:
    """Return a probability as a percentage with two digits.

    >>> percent(0.025), percent(0.4444), percent(1), percent(3e-9)
    ('2.5 %', '44 %', '100 %', 'less than 0.001 %')
    """
    if probability < 1e-5:
        return "less than 0.001 %"
    return f"{100 * probability:.2g} %" if probability < 0.995 else "100 %"


def _at_most(probability: float) -> str:
    return percent(probability) if probability < 1e-5 else f"{percent(probability)} at most"


def mark(finding: AuditFinding) -> str:
    """Return ``=`` for a confirmed number, ``?`` for one that needs attention, ``!`` for a refuted one, or nothing."""
    if finding.failed:
        return "!"
    if finding.doubtful:
        return "?"
    return "=" if finding.checked else ""


def serious_first(audited: Audit) -> list[tuple[AuditFinding, str]]:
    """Return the concluded findings, each with the label of its command, the most serious first."""
    return sorted(zip(audited.concluded(), labels(audited), strict=True), key=lambda labelled: labelled[0].seriousness)


#: The headings of the overview; the column of marks has none.
OVERVIEW = ("", "claim", "number", "verdict", "settings")


def overview(finding: AuditFinding, reasons: Collection[str] = ()) -> tuple[str, str, str, str, str]:
    """Return a finding as a row: its mark, the claim, the number, the verdict, and the settings or the reason.

    A reason that ends with one of the `reasons` of other findings is shown without it.
    """
    of_table = finding.system and finding.claim.rpartition(", ")[0]
    verdict = _BRIEF.get(finding.verdict, finding.verdict.value)
    weak = (
        ", weak" if finding.weak else ", not with the stated settings" if finding.doubtful and finding.departs else ""
    )
    number = f"{finding.metric} {finding.published}".strip()
    brief = _in_brief(finding)
    for reason in reasons:
        brief = brief.removesuffix(f": {reason}")
    return mark(finding), of_table or finding.claim, number, f"{verdict}{weak}", brief


def _in_brief(finding: AuditFinding) -> str:
    """Return the settings that give the number, or else the nearest number found, or else the first note."""
    if finding.explained and finding.fits:
        return next((fit for fit in finding.fits if fit.signature == finding.signature), finding.fits[0]).text
    if finding.failed and finding.value is not None and finding.verdict is not ClaimVerdict.IMPOSSIBLE:
        return f"nearest: {finding.value:.6g}"
    if finding.verdict is ClaimVerdict.STANDS_OUT and finding.value is not None:
        return f"source's settings: {finding.value:.6g}"
    return finding.notes[0] if finding.notes else ""


def summary(audited: Audit) -> Iterator[str]:
    """Yield the counts of verdicts, the most serious first, then the joint results for each source and metric."""
    findings = audited.concluded()
    verdicts = list(ClaimVerdict)
    ordered = sorted(findings, key=lambda each: (each.seriousness, verdicts.index(each.verdict), each.weak))
    counts = Counter(f"{_COUNTED.get(e.verdict, e.verdict.value)}{' (weak)' if e.weak else ''}" for e in ordered)
    words = ", ".join(f"{number} {name}" for name, number in counts.items())
    if findings:
        yield f"{count_phrase(len(findings), 'claim')}: {words}"
    for group in audited.groups:
        yield from _together(group)
    for checked in audited.tables:
        yield from _of_table(checked)


def _together(group: JointFinding) -> Iterator[str]:
    name = ", ".join(filter(None, [group.source, group.group, group.metric]))
    for settings in group.settings:
        if settings.clear or settings is group.settings[0]:
            yield f"{name}: {_explains(settings, group.claims)}"
    if group.standing_out:
        which = "this stands out" if len(group.standing_out) == 1 else "these stand out"
        yield f"{name}: {which}: {'; '.join(group.standing_out)}"


def _of_table(found: TableFinding) -> Iterator[str]:
    """Yield lines on the consistency checks of a table."""
    counts = {"broken": len(found.broken), "doubtful": len(found.doubtful)}
    said = [f"{number} {word}" for word, number in counts.items() if number]
    if found.holding or not said:
        said.insert(0, f"{found.holding} {'holds' if found.holding == 1 else 'hold'}")
    yield f"{found.table}: consistency checks: {', '.join(said)}"
    for text in (*(f"impossible: {text}" for text in found.broken), *(f"doubtful: {text}" for text in found.doubtful)):
        yield f"{found.table}: {text}"
    for text in found.mend[:_MOST]:
        yield f"{found.table}: {text}"
    if len(found.mend) > _MOST:
        yield f"{found.table}: {count_phrase(len(found.mend) - _MOST, 'more way')} to correct it (--format jsonl)"
    if found.cut_off:
        yield f"{found.table}: possible only if truncated: {', '.join(found.cut_off[:_MOST])}"


def _explains(settings: JointSettings, claims: int) -> str:
    clear = "" if settings.clear else ", so the result is inconclusive"
    how = "; ".join(filter(None, [settings.how, settings.reading]))
    follow = "follows" if len(settings.claims) == 1 else "follow"
    return (
        f"{len(settings.claims)} of {count_phrase(claims, 'claim')} {follow} from {how} ({settings.tier.value}); the "
        f"probability that any settings tried give this many by chance is {_at_most(settings.probability)}{clear}"
    )
