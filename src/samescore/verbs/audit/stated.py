"""Resolve the settings that a publication states: as a signature, an implementation, or knobs."""

from __future__ import annotations

import dataclasses
from typing import Any

from samescore.base.errors import DataError
from samescore.catalogue.printed_names import printed_as
from samescore.catalogue.profile import Profile
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.implementations.base import limits
from samescore.implementations.sides import settings_like
from samescore.implementations.signatures import is_signature_of_sacrebleu, read_signature
from samescore.metrics import parse_signature
from samescore.metrics.base import AnyMetric
from samescore.records import Tier
from samescore.settings import Settings
from samescore.verbs.audit.claims import Claim


@dataclasses.dataclass(frozen=True, slots=True)
class Candidate:
    """Settings that may have produced a number; `how` describes their origin, `tier` their plausibility.

    `profile` is the entry point that they come from, if any. `references` is the number of references per segment
    according to a signature, None if no signature states it. `notes` are remarks about the settings, such as parts of a
    signature that are not checked.
    """

    how: str
    settings: Settings
    profile: Profile | None = None
    references: int | None = None
    notes: tuple[str, ...] = ()
    tier: Tier = Tier.STATED

    def refusal(self, data: Data) -> str:
        """Return why these settings, or their entry point, do not accept this input; empty if they do."""
        if self.references is not None and isinstance(data, Corpus):
            counts = sorted(set(map(len, data.reference_lines)))
            if counts and counts != [self.references]:
                has = " to ".join(map(str, dict.fromkeys((counts[0], counts[-1]))))
                return f"nrefs:{self.references} is stated, but the segments have {has}"
        refused = limits(self.profile, data) if self.profile else None
        return refused.reason if refused else ""

    def with_settings(self, settings: Settings) -> Candidate:
        """Return a copy of the candidate with different settings."""
        return dataclasses.replace(self, settings=settings)


def stated_settings(claim: Claim, metric: AnyMetric, implied: dict[str, Any]) -> Candidate | None:
    """Return the settings that the publication states; None if it states none.

    They are stated by a signature, by an implementation or knobs, or by the name of a tool whose convention is
    documented. `implied` are the knob values implied by the metric's name. Raises `SamescoreError` for unknown names
    and settings, and for a signature of a different metric.
    """
    reported = {"end": implied["end"]} if "end" in implied else {}  # the claim itself says which number it is
    if claim.signature:
        chosen = _of_signature(claim.signature, metric.name)
        return chosen.with_settings(chosen.settings.replace(**reported))
    if claim.like or claim.settings:
        own = metric.settings.by_present_name(claim.settings)
        how = " with ".join(filter(None, [claim.like, ", ".join(f"{k}={v}" for k, v in own.items())]))
        knobs = {**implied, **own, **reported}
        if claim.like:
            profile, settings = settings_like(claim.like, metric.name, **knobs)
            return Candidate(how, settings, profile)
        return Candidate(how, metric.settings.from_mapping(knobs))
    return _documented(str(claim.original_tool or ""), metric, implied)


def _documented(tool: str, metric: AnyMetric, implied: dict[str, Any]) -> Candidate | None:
    """Return the first documented convention whose words all occur in the tool's name; None if there is none."""
    for convention in metric.facts.documented:
        if set(convention.how.split()) <= set(tool.split()):
            return Candidate(tool, metric.settings.from_mapping({**implied, **convention.knobs}))
    return None


def _of_signature(text: str, metric: str) -> Candidate:
    """Return the settings of a signature, which is samescore's or sacreBLEU's.

    Raises `SamescoreError` for a malformed signature, and for one of a different metric.
    """
    how = f"signature {text}"
    if not is_signature_of_sacrebleu(text):
        own = parse_signature(text)
        if own.metric not in printed_as(metric):
            raise DataError(
                f"the signature is for {own.metric}, not for {metric}", hint=f"pass a signature of {metric}"
            )
        return Candidate(how, own)
    signature = read_signature(text, metric)
    profile, settings, note = signature.settings()
    unchecked = f"not checked: {', '.join(signature.unchecked)}" if signature.unchecked else ""
    notes = tuple(filter(None, (note, unchecked)))
    return Candidate(how, settings, profile, signature.references, notes)
