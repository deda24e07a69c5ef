"""Examine claims of one source and metric together: a table can settle what single numbers cannot.

A *hypothesis* is a convention, a tool or other settings, together with one way to read the files, and predicts a number
for each claim. docs/audit.md derives the chance that any of the tried hypotheses explains as many claims as the best
one does.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

import msgspec

from samescore.metrics import parse_signature
from samescore.records import (
    AuditFinding,
    AuditFit,
    ClaimVerdict,
    JointFinding,
    JointSettings,
    Revision,
    Tier,
)
from samescore.settings import Settings
from samescore.verbs.audit.claim_search import ClaimSearch
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.command import command_for, format_like
from samescore.verbs.audit.fits import attempt
from samescore.verbs.audit.grid import candidates
from samescore.verbs.audit.inputs import ClaimFiles, ClaimInput
from samescore.verbs.audit.printed_text.rounding import measure
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.stated import Candidate
from samescore.verbs.audit.steps import STEPS, SearchStep

#: Maximum number of hypotheses tried on all claims of a group, starting with those that explain most claims alone.
_MOST_HYPOTHESES = 32
#: Maximum number of reported explanations that may be due to chance.
_MOST_UNCLEAR = 3
#: Verdicts that are kept even if the source has unusual settings, because other settings also give the number.
_NOT_UNUSUAL = (ClaimVerdict.DEFAULTS, ClaimVerdict.KNOWN_TOOL)


class Hypothesis(msgspec.Struct, frozen=True, order=True):
    """A hypothesis that several claims may share: a step (index in `STEPS`), settings, and a way to read the files.

    `default` is the index among the metric's usual defaults, which may depend on the language; -1 for other settings.
    `signature` is empty for defaults and for stated settings, which may differ between claims. `places` are the indices
    of the references to use, in order (empty: as stated); `text_reading` says how their texts are read.
    """

    step: int
    default: int
    signature: str
    places: tuple[int, ...] = ()
    text_reading: str = "usual"


@dataclasses.dataclass
class Member:
    """A claim in a group, with the finding on the claim alone and a reader for its files."""

    claim: Claim
    finding: AuditFinding
    files: ClaimFiles

    @cached_property
    def search(self) -> ClaimSearch:
        """The search for the claim's settings, created only if needed, such as to try another claim's hypothesis."""
        return ClaimSearch(self.files, question_of(self.claim))

    @cached_property
    def inputs(self) -> tuple[bytes, ...]:
        """The digests of the claim's files, references sorted; equal for claims about copies of the same files."""
        scored = [name for name in (self.claim.hypotheses, self.claim.baseline) if name]
        return (*map(self.files.digest, scored), *sorted(map(self.files.digest, self.claim.references)))

    @cached_property
    def chance_alone(self) -> float:
        """The chance that one hypothesis gives the number: the share of the window that matches; 1 without a window."""
        window = self.search.window
        if window is None:
            return 1.0
        taken = window.printed.taken_for(float(window.printed.value))
        length, _ = (
            measure(taken, window.low, window.high) if window.printed.relation else (taken[0][1] - taken[0][0], 1)
        )
        return min(1.0, float(length / (window.high - window.low)))

    def hits(self) -> Iterator[tuple[Hypothesis, AuditFit]]:
        """Yield the hypotheses that gave the number by rounding when the claim was audited alone, each with its fit."""
        for fit in self.finding.fits:
            if not fit.cut_off:
                yield self._hypothesis(fit), fit

    def every_hit(self) -> Iterator[tuple[Hypothesis, AuditFit]]:
        """Yield all hypotheses that give the number with the files read as stated; nothing if the claim has no fit."""
        for candidate in (
            candidates(self.search.question, self.search.own, self.search.claimed.data) if self.finding.fits else ()
        ):
            made = attempt(candidate, self.search.claimed)
            for fit in made.fits(self.search.printed) if made else ():
                yield self._hypothesis(fit), fit

    def _hypothesis(self, fit: AuditFit) -> Hypothesis:
        names = self.claim.references
        places = () if fit.references == names else tuple(names.index(name) for name in fit.references)
        step = STEPS.index(SearchStep((fit.tier,), otherwise=bool(fit.reading)))
        read = places, fit.text_reading
        if fit.tier is Tier.STATED:
            return Hypothesis(step, -1, "", *read)
        if fit.tier is Tier.DEFAULT:
            return Hypothesis(step, [each.how for each in self._of_tier(Tier.DEFAULT)].index(fit.how), "", *read)
        return Hypothesis(step, -1, _unrounded(parse_signature(fit.signature)), *read)

    def _of_tier(self, tier: Tier) -> list[Candidate]:
        if tier is Tier.STATED:
            return [self.search.own] if self.search.own else []
        return candidates(self.search.question, None, self.search.claimed.data, (tier,))

    def attempt(self, hypothesis: Hypothesis) -> AuditFit | None:
        """Return the score of a hypothesis for the claim, in a matching unit if there is one; None without a score."""
        read = self._reading(hypothesis)
        made = None
        candidate = self._candidate(hypothesis)
        if candidate is not None and not candidate.refusal(read.data):
            made = attempt(candidate, read)
        window = self.search.window
        if made is None or window is None:
            return None
        return next(made.fits(window.printed), None) or made.shown(window)

    def _reading(self, hypothesis: Hypothesis) -> ClaimInput:
        """Read the files as the hypothesis says, as far as it applies: not every file has a byte order mark."""
        names = self.claim.references
        wanted = tuple(names)
        if hypothesis.places and max(hypothesis.places) < len(names):
            wanted = tuple(names[place] for place in hypothesis.places)
        claimed = self.search.claimed
        if wanted == tuple(names) and hypothesis.text_reading == "usual":
            return claimed
        others = [read for read in self.search.files.otherwise(self.search.question) if read.way.references == wanted]
        same = (read for read in others if read.way.reading.value == hypothesis.text_reading)
        plain = (read for read in (claimed, *others) if read.way.references == wanted)
        return next(same, next(plain, claimed))

    def _candidate(self, hypothesis: Hypothesis) -> Candidate | None:
        tier = STEPS[hypothesis.step].tiers[0]
        if tier is Tier.STATED:
            return self.search.own
        if tier is Tier.DEFAULT:
            defaults = self._of_tier(Tier.DEFAULT)
            return defaults[hypothesis.default] if hypothesis.default < len(defaults) else None
        return self._by_signature.get(hypothesis.signature)

    @cached_property
    def _by_signature(self) -> dict[str, Candidate]:
        every = candidates(self.search.question, None, self.search.claimed.data)
        return {_unrounded(each.settings): each for each in reversed(every)}

    def tried(self, step: int) -> int:
        """Return the number of hypotheses in all steps up to and including this one."""
        steps = [taken for taken in STEPS[: step + 1] if not taken.cut_off]
        read_otherwise = any(taken.otherwise for taken in steps)
        others = sum(1 for _ in self.search.files.otherwise(self.search.question)) if read_otherwise else 0
        number = 0
        for taken in steps:
            number += len(self._of_tier(taken.tiers[0])) * (others if taken.otherwise else 1)
        return number


@lru_cache(maxsize=8192)
def _unrounded(settings: Settings) -> str:
    """Return the signature of the settings with every knob that affects only rounding at its default."""
    knobs = {knob.name: knob.default for knob in settings.knobs() if knob.rounding}
    return settings.replace(**knobs).signature


def joint(
    claims: Sequence[Claim | MalformedClaim], base: Path, findings: Iterable[AuditFinding]
) -> Iterator[JointFinding]:
    """Yield the joint finding on the claims of each source, metric and tool, if at least two of them have scores.

    Their files are in the folder `base`; `findings` are the findings on the single claims.
    """
    files = ClaimFiles(base)
    by_id = {finding.claim: finding for finding in findings}
    groups = defaultdict[tuple[str, ...], list[Claim]](list)
    for claim in claims:
        if isinstance(claim, Claim) and claim.id in by_id and by_id[claim.id].chance is not None:
            key = (claim.where, claim.metric, claim.shared, claim.group, str(claim.original_tool or ""))
            groups[key].append(claim)
    for together in groups.values():
        if len(together) > 1:
            yield _Group([Member(claim, by_id[claim.id], files) for claim in together]).finding()


class _Group:
    """The claims that may share their settings, sorted by id; `fits` has the claims that each hypothesis explains."""

    def __init__(self, members: Sequence[Member]) -> None:
        self.members = sorted(members, key=lambda member: member.claim.id)
        self.fits: dict[Hypothesis, dict[str, AuditFit]] = self._explored()

    def _explored(self) -> dict[Hypothesis, dict[str, AuditFit]]:
        """Return the claims that each hypothesis explains, by id, with the matching scores.

        A hypothesis that explains a claim audited alone is tried on the other claims. If the first hypothesis explains
        most claims, the remaining hypotheses are tried only on the claims that it does not explain. Finally, every
        hypothesis that may explain more claims than the best one is tried.
        """
        fits = defaultdict[Hypothesis, dict[str, AuditFit]](dict)
        for member in self.members:
            for hypothesis, fit in member.hits():
                fits[hypothesis].setdefault(member.claim.id, fit)
        ranked = sorted(fits, key=lambda hypothesis: (-len(fits[hypothesis]), hypothesis))[:_MOST_HYPOTHESES]
        left = self.members
        for hypotheses in (ranked[:1], ranked[1:]):
            self._try(hypotheses, left, fits)
            first = fits[ranked[0]] if ranked else {}
            if 2 * len(first) > len(self.members):
                left = [member for member in self.members if member.claim.id not in first]
        self._try_everything(fits)
        return fits

    def _try(
        self, hypotheses: Sequence[Hypothesis], members: Sequence[Member], fits: dict[Hypothesis, dict[str, AuditFit]]
    ) -> None:
        for member in members:  # one after another, to count each file once
            for hypothesis in hypotheses:
                if (explained := self._explains(hypothesis, member, fits[hypothesis])) is not None:
                    fits[hypothesis][member.claim.id] = explained

    def _try_everything(self, fits: dict[Hypothesis, dict[str, AuditFit]]) -> None:
        """Try every hypothesis that may explain more claims than the best one so far.

        Such a hypothesis must explain a claim that the best one does not. Claims that nothing explains are skipped.
        """
        best = max(fits.values(), key=len, default={})
        left = [member for member in self.members if member.claim.id not in best]
        allowed = len(left) - 1  # a hypothesis that fails on more claims than this cannot beat the best
        for member in left:
            for hypothesis, fit in member.every_hit():
                fits[hypothesis].setdefault(member.claim.id, fit)
        failed = Counter(
            {
                hypothesis: sum(member.claim.id not in explained for member in left)
                for hypothesis, explained in fits.items()
            }
        )
        for member in self.members:
            if member in left:
                continue
            hopeful = [hypothesis for hypothesis in fits if failed[hypothesis] <= allowed]
            self._try(hopeful, [member], fits)
            failed.update(hypothesis for hypothesis in hopeful if member.claim.id not in fits[hypothesis])

    def _explains(self, hypothesis: Hypothesis, member: Member, known: dict[str, AuditFit]) -> AuditFit | None:
        """Return the matching score of a hypothesis for a claim, computed unless `known`; None if it does not match."""
        if member.claim.id in known or not member.finding.fits:  # then everything was tried
            return known.get(member.claim.id)
        fit = member.attempt(hypothesis)
        return fit if fit is not None and member.search.printed.gives(fit.value) else None

    def finding(self) -> JointFinding:
        settings, clear = self._settings()
        first = self.members[0].claim
        return JointFinding(
            source=first.where,
            metric=first.metric,
            claims=len(self.members),
            settings=settings,
            standing_out=[member.claim.id for member in self._standing_out(clear)],
            revisions=list(self._revisions(clear)),
            group=first.group,
        )

    def _settings(self) -> tuple[list[JointSettings], list[tuple[Hypothesis, JointSettings]]]:
        """Return the best explanations, each for claims not yet clearly explained, and the clear ones among them."""
        left = {member.claim.id for member in self.members}
        found: list[JointSettings] = []
        clear: list[tuple[Hypothesis, JointSettings]] = []
        ranked = dict(self.fits)
        while ranked and left and len(found) - len(clear) < _MOST_UNCLEAR:
            hypothesis = min(ranked, key=lambda each: (-len(left & ranked[each].keys()), each))
            explained = left & ranked.pop(hypothesis).keys()
            if not explained:
                break
            settings = self._joint(hypothesis, sorted(explained))
            found.append(settings)
            if settings.clear:
                clear.append((hypothesis, settings))
                left -= explained
        return found, clear

    def _joint(self, hypothesis: Hypothesis, explained: list[str]) -> JointSettings:
        tried = max(member.tried(hypothesis.step) for member in self.members)
        chances: dict[object, float] = {}  # claims about the same files are not independent: they count once
        for member in self.members:
            chances[member.inputs] = max(member.chance_alone, chances.get(member.inputs, 0.0))
        inputs = len({member.inputs for member in self.members if member.claim.id in explained})
        single = at_least(inputs, list(chances.values()))
        fit = self.fits[hypothesis][explained[0]]
        return JointSettings(
            tier=fit.tier,
            how=fit.how if fit.tier is not Tier.STATED else "the settings that each claim states",
            signature=fit.signature,
            reading=fit.reading,
            claims=explained,
            probability=min(1.0, tried * single),
            tried=tried,
            inputs=inputs,
        )

    def _standing_out(self, clear: Sequence[tuple[Hypothesis, JointSettings]]) -> list[Member]:
        """Return the claims that no clear settings explain, if clear settings explain most claims; otherwise none.

        Claims that match as stated, cannot be checked, or match clear settings if truncated are excluded.
        """
        explained = {claim for _, settings in clear for claim in settings.claims}
        if 2 * len(explained) <= len(self.members):
            return []
        clearly = {settings.how for _, settings in clear}
        return [
            member
            for member in self.members
            if member.claim.id not in explained
            and member.finding.verdict not in (ClaimVerdict.AS_STATED, ClaimVerdict.UNDERSPECIFIED)
            and not any(fit.cut_off and fit.how in clearly for fit in member.finding.fits)
        ]

    def _revisions(self, clear: Sequence[tuple[Hypothesis, JointSettings]]) -> Iterator[Revision]:
        members = {member.claim.id: member for member in self.members}
        for hypothesis, settings in clear:
            for claim in settings.claims:
                if revision := self._confirmed(members[claim], hypothesis, settings):
                    yield revision
        for member in self._standing_out(clear):
            yield self._contradicted(member, *clear[0])

    def _confirmed(self, member: Member, hypothesis: Hypothesis, settings: JointSettings) -> Revision | None:
        """Return the revised verdict on a claim that the source's settings explain; None if it does not change."""
        finding, fit = member.finding, self.fits[hypothesis][member.claim.id]
        verdict = STEPS[hypothesis.step].shared_verdict
        if finding.verdict is ClaimVerdict.AS_STATED:  # confirmed by the clear settings
            verdict, fit = finding.verdict, finding.fits[0]
        if not finding.weak and finding.verdict is verdict:
            return None
        ratio = f"{len(settings.claims)} of {len(self.members)} claims"
        if verdict is ClaimVerdict.UNUSUAL and finding.verdict in _NOT_UNUSUAL:
            note = f"also by {settings.how}, which gives {ratio} of its source (probability by chance {settings.probability:.1g})"
            return Revision(
                claim=member.claim.id,
                verdict=finding.verdict,
                value=finding.value,
                signature=finding.signature,
                command=finding.command,
                note=note,
            )
        note = f"the settings of its source give it, as they give {ratio} (probability by chance {settings.probability:.1g})"
        return Revision(
            claim=member.claim.id,
            verdict=verdict,
            value=fit.value,
            signature=fit.signature,
            command=command_for(member.search.question, fit),
            note=note,
            probability=settings.probability,
            fit=fit,
        )

    def _contradicted(self, member: Member, hypothesis: Hypothesis, settings: JointSettings) -> Revision:
        """Return the revised verdict on a claim that the clear settings of its source do not explain."""
        fit = member.attempt(hypothesis)
        ratio = f"{len(settings.claims)} of {len(self.members)}"
        given = "give no score here" if fit is None else f"give {format_like(fit.value, member.search.printed)}"
        failed = member.finding.failed
        return Revision(
            claim=member.claim.id,
            verdict=member.finding.verdict if failed else ClaimVerdict.STANDS_OUT,
            value=fit.value if fit else member.finding.value,
            signature=fit.signature if fit else member.finding.signature,
            command=command_for(member.search.question, fit) if fit else member.finding.command,
            note=f"the settings that give {ratio} claims of its source ({settings.how}) {given}",
        )


def at_least(successes: int, chances: Sequence[float]) -> float:
    """Return the probability of at least `successes` successes in independent trials with these chances of success."""
    exactly = [1.0]  # the probabilities of 0, 1, 2, ... successes so far
    for chance in chances:
        missed = [probability * (1 - chance) for probability in exactly] + [0.0]
        hit = [0.0, *(probability * chance for probability in exactly)]
        exactly = [a + b for a, b in zip(missed, hit, strict=True)]
    return min(1.0, sum(exactly[successes:]))
