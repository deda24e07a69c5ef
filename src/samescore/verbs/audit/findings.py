"""Build the record of the verdict on a claim."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from samescore.records import AuditFinding, AuditFit, Chance, ClaimVerdict, Tier
from samescore.verbs.audit.bounds import tools
from samescore.verbs.audit.claim_search import ClaimSearch, Reproduction
from samescore.verbs.audit.claims import PLUS_MINUS, Claim, MalformedClaim, NotedClaim
from samescore.verbs.audit.command import command_for, format_like
from samescore.verbs.audit.consistency import Consistency
from samescore.verbs.audit.explanations import explanations
from samescore.verbs.audit.file_checks import suspicions
from samescore.verbs.audit.question import Question


def build_finding(
    claim: Claim | MalformedClaim,
    verdict: ClaimVerdict,
    notes: Iterable[str] = (),
    *,
    fits: Sequence[AuditFit] = (),
    nearest: AuditFit | None = None,
    command: str = "",
    chance: Chance | None = None,
    departs: bool = False,
) -> AuditFinding:
    """Build the finding on a claim from its verdict.

    `nearest` is the fit whose number is shown, and `command` prints this number. Notes on text that is not checked are
    added to `notes`.
    """
    return AuditFinding(
        claim=claim.id,
        source=claim.where,
        metric=claim.title if isinstance(claim, Claim) else claim.metric,
        published=claim.published,
        verdict=verdict,
        fits=list(fits),
        value=nearest.value if nearest else None,
        signature=nearest.signature if nearest else "",
        notes=[*notes, *(claim.unchecked if isinstance(claim, NotedClaim) else ())],
        chance=chance,
        departs=departs,
        hypotheses=claim.hypotheses,
        references=list(claim.references),
        system=claim.system or claim.row or claim.hypotheses.rpartition("/")[2],  # the file name if none is given
        command=command,
    )


def without_files(question: Question) -> AuditFinding:
    """Return the finding on a claim without files: only consistency with the numbers printed with it is checked."""
    claim, numbers = question.claim, Consistency(question)
    suspicions = list(numbers.suspicious())
    unchecked = list(_unchecked(question.missing))
    if reasons := list(numbers.impossible()):
        return build_finding(claim, ClaimVerdict.IMPOSSIBLE, list(dict.fromkeys([*reasons, *suspicions, *unchecked])))
    if suspicions:
        return build_finding(claim, ClaimVerdict.UNDERSPECIFIED, [*suspicions, *unchecked])
    if numbers.is_checked:
        return build_finding(claim, ClaimVerdict.CONSISTENT, [*unchecked, *numbers.remarks()])
    nothing = "without files and other numbers, this one cannot be checked"
    return build_finding(claim, ClaimVerdict.UNDERSPECIFIED, [*unchecked, nothing])


def _unchecked(missing: str) -> Iterator[str]:
    """Yield a note that the stated settings cannot be checked, with the reason `missing`; nothing without a reason."""
    if missing:
        yield f"the stated settings cannot be checked: {missing}"


def reproduced_finding(search: ClaimSearch, reproduction: Reproduction) -> AuditFinding:
    """Return the finding on a claim whose number has been reproduced."""
    fits = _distinct_fits(reproduction.fits)
    best = next((fit for fit in fits if fit.exact), fits[0])
    departs = search.states and reproduction.verdict is not ClaimVerdict.AS_STATED
    notes = [*(_stated_score_notes(search) if departs else []), *_reading_notes(search)]
    notes += search.own.notes if search.own else []
    if not best.exact:
        notes.append("except for the last digits, which depend on the order of summation")
    notes += [*Consistency(search.question).suspicious(), *tools(search)]
    return build_finding(
        search.question.claim,
        reproduction.verdict,
        notes,
        fits=fits,
        nearest=best,
        command=command_for(search.question, best),
        chance=reproduction.chance,
        departs=departs,
    )


def not_reproduced(search: ClaimSearch) -> AuditFinding:
    """Return the finding on a claim that no settings reproduce.

    Its notes have the usual score, the nearest scores, suspicious properties of the files, and possible explanations.
    The verdict is "impossible" if the numbers printed with it exclude it, and "underspecified" if stated settings
    cannot be checked or the number follows a ±.
    """
    numbers = Consistency(search.question)
    reasons = list(numbers.impossible())
    notes = [
        *reasons,
        *(_stated_score_notes(search) if search.states else _default_score_notes(search)),
        *_reading_notes(search),
    ]
    notes += search.own.notes if search.own else []
    notes += [
        *_nearest_score_notes(search),
        *numbers.suspicious(),
        *suspicions(search.claimed.data),
        *explanations(search),
    ]
    notes += tools(search)
    unsure = search.question.claim.metric == PLUS_MINUS
    if unsure:
        notes.append("a number after ± may also be the deviation over several runs, which the files do not show")
    verdict = ClaimVerdict.UNDERSPECIFIED if search.missing or unsure else ClaimVerdict.NOT
    nearest = min(search.shown(), key=search.distance, default=None)
    return build_finding(
        search.question.claim,
        ClaimVerdict.IMPOSSIBLE if reasons else verdict,
        dict.fromkeys(notes),
        nearest=nearest,
        command=command_for(search.question, nearest) if nearest else "",
        chance=search.chance(),
        departs=search.states,
    )


def _distinct_fits(fits: Sequence[AuditFit]) -> list[AuditFit]:
    """Return one fit for each description: the first exact fit, or else the first."""
    by_text: dict[str, AuditFit] = {}
    for fit in fits:
        if fit.text not in by_text or (fit.exact and not by_text[fit.text].exact):
            by_text[fit.text] = fit
    return list(by_text.values())


def _reading_notes(search: ClaimSearch) -> Iterator[str]:
    """Yield a note on how the files were read if they cannot be read as claimed."""
    if search.unreadable:
        yield f"the files cannot be read as claimed: {search.unreadable}; tried instead: {search.claimed.way.how}"


def _stated_score_notes(search: ClaimSearch) -> Iterator[str]:
    """Yield notes on the score of the stated settings, or on why there is none; nothing if no settings are stated."""
    own = search.own
    yield from _unchecked(search.missing)
    if own is None or search.missing:
        return
    if refusal := own.refusal(search.claimed.data):
        yield f"{own.how} has no score for these files: {refusal}"
        return
    for fit in search.shown(Tier.STATED):
        if fit.reading == search.claimed.way.how:
            yield f"the stated settings ({own.how}) give {format_like(fit.value, search.printed)}"
            return
    yield f"the stated settings ({own.how}) give no score for these files"


def _default_score_notes(search: ClaimSearch) -> Iterator[str]:
    """Yield a note on each score that the usual defaults give for the files as claimed."""
    for fit in _distinct_fits(search.shown(Tier.DEFAULT)):
        if fit.reading == search.claimed.way.how:
            yield f"{fit.how} give {format_like(fit.value, search.printed)}"


def _nearest_score_notes(search: ClaimSearch) -> Iterator[str]:
    """Yield a note on the nearest score of each tier, if it is nearer to the number than all scores of earlier tiers.

    Scores of stated settings and defaults are noted only for files read differently. Yields nothing for a bound.
    """
    least = float("inf")
    for tier in Tier if not search.printed.relation else ():
        fit = min(search.shown(tier), key=search.distance, default=None)
        if fit is None:
            continue
        if search.distance(fit) < least and (tier not in (Tier.STATED, Tier.DEFAULT) or fit.reading):
            value = format_like(fit.value, search.printed)
            yield f"the nearest by {tier.value} is {value}, {search.distance(fit):.2g} off: {fit.text}"
        least = min(least, search.distance(fit))
