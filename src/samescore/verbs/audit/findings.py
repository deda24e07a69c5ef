"""The verdict on a claim, as a record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samescore.data.kinds import Data
from samescore.records import AuditFinding, ClaimVerdict
from samescore.settings import Settings
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.consistency import checkable, impossible, remarks, suspicious
from samescore.verbs.audit.fits import Fit, best, telling
from samescore.verbs.audit.grid import usual
from samescore.verbs.audit.stated import Candidate


def finding(
    claim: Claim | MalformedClaim,
    verdict: ClaimVerdict,
    notes: Iterable[str] = (),
    *,
    fits: Sequence[Fit] = (),
    nearest: Fit | None = None,
) -> AuditFinding:
    """The record of a verdict; `nearest` is the fit whose number is shown."""
    return AuditFinding(
        claim=claim.id,
        source=claim.where,
        metric=claim.metric,
        published=claim.published,
        verdict=verdict,
        fits=list(dict.fromkeys(fit.text for fit in fits)),
        value=nearest.value if nearest else None,
        signature=nearest.candidate.settings.signature if nearest else "",
        signatures=list(dict.fromkeys(fit.candidate.settings.signature for fit in fits if not fit.how)),
        notes=list(notes),
    )


def without_files(claim: Claim) -> AuditFinding:
    """The finding on a claim without files, by arithmetic alone."""
    suspicions = list(suspicious(claim))
    if reasons := list(impossible(claim)):
        return finding(claim, ClaimVerdict.IMPOSSIBLE, [*reasons, *suspicions])
    if suspicions:
        return finding(claim, ClaimVerdict.UNDERSPECIFIED, suspicions)
    if checkable(claim):
        return finding(claim, ClaimVerdict.CONSISTENT, remarks(claim))
    missing = "there are no files, and no other numbers to check this one against"
    return finding(claim, ClaimVerdict.UNDERSPECIFIED, [missing])


def refusals(own: Candidate | None, data: Data) -> list[str]:
    """A note if the implementation that the publication states does not take the files as claimed."""
    refusal = own.refusal(data) if own else ""
    return [f"{own.how} gives no score for these files: {refusal}"] if own and refusal else []


def reproduced(claim: Claim, own: Candidate | None, fits: Sequence[Fit], data: Data) -> AuditFinding:
    """The finding on a claim that some settings fit; `own` are the settings that the publication states."""
    shown = best(fits)
    notes = [] if shown.exact else ["except for the last digits, which depend on the order of additions"]
    verdict = _verdict(claim, own, fits, shown)
    return finding(claim, verdict, [*refusals(own, data), *notes, *suspicious(claim)], fits=fits, nearest=shown)


def _verdict(claim: Claim, own: Candidate | None, fits: Sequence[Fit], shown: Fit) -> ClaimVerdict:
    if own is not None and shown.plain and shown.candidate is own:
        return ClaimVerdict.AS_STATED
    if len({f"{fit.value:.9g}" for fit in fits}) > 1 and not telling(claim):
        return ClaimVerdict.SEVERAL
    if own is None and shown.plain and _like_usual(shown.candidate.settings, claim):
        return ClaimVerdict.DEFAULTS
    return ClaimVerdict.OTHERWISE


def _like_usual(settings: Settings, claim: Claim) -> bool:
    """Are the settings the metric's defaults, in every knob that matters?"""
    return not any(difference.knob.matters for difference in usual(claim).differences(settings))
