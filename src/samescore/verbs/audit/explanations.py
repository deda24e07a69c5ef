"""Find alternative explanations of a number that no settings reproduce: a different metric or class, altered files.

Each explanation is one more candidate, so its chance accounts for everything tried before it and for all explanations.
"""

from __future__ import annotations

from collections.abc import Iterator

from samescore.base.errors import SamescoreError
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.data.labels import Labels
from samescore.metrics import find
from samescore.records import Tier
from samescore.settings import Settings
from samescore.verbs.audit.alterations import alterations
from samescore.verbs.audit.claim_search import ClaimSearch
from samescore.verbs.audit.command import format_like
from samescore.verbs.audit.fits import CandidateScore, attempt
from samescore.verbs.audit.grid import candidates
from samescore.verbs.audit.inputs import ClaimInput, Way
from samescore.verbs.audit.stated import Candidate

#: Metrics that tables often print side by side, by kind of input.
_OF_TEXTS = ("bleu", "chrf", "chrf++", "ter", "rouge1", "rouge2", "rougeL", "gleu", "wer", "meteor")
_OF_LABELS = ("accuracy", "precision", "recall", "f1", "f1-mult", "mcc", "kappa", "balanced-accuracy")


def explanations(search: ClaimSearch) -> Iterator[str]:
    """Yield a line for each alternative explanation of the number, with the chance that it is a coincidence."""
    tried = list(_attempts(search))
    if (window := search.window) is None:
        return
    chance = window.chance([*search.rounded, *tried], search.cut_off)
    for made in tried:
        for fit in made.fits(search.printed):
            value = format_like(fit.value, search.printed)
            yield f"{made.way.how}: {fit.how} give {value} (probability by chance {chance.probability:.2g}, over everything tried)"
            break


def _attempts(search: ClaimSearch) -> Iterator[CandidateScore]:
    data = search.claimed.data
    likely = _likely(search, data)
    for how, altered in alterations(data):
        for candidate in likely:
            if not candidate.refusal(altered):
                yield from _attempt(candidate, ClaimInput(Way(how), altered))
    for how, candidate in _other_metrics(search, data):
        yield from _attempt(candidate, ClaimInput(Way(how), data))


def _attempt(candidate: Candidate, read: ClaimInput) -> Iterator[CandidateScore]:
    made = attempt(candidate, read)
    if made is not None:
        yield made


def _likely(search: ClaimSearch, data: Data) -> list[Candidate]:
    """Return the stated settings, as a list, or the defaults if none are stated or if they refuse the input."""
    chosen = candidates(search.question, search.own, data, (Tier.STATED, Tier.DEFAULT))
    return [each for each in chosen if each.tier is Tier.STATED] or chosen


def _other_metrics(search: ClaimSearch, data: Data) -> Iterator[tuple[str, Candidate]]:
    """Yield other metrics for the same input with their defaults, each described in words.

    For labels, metrics are also tried with other averages, and for single classes. For a half-width, only the standard
    error is tried.
    """
    own = search.question.usual
    names: tuple[str, ...] = _OF_LABELS if isinstance(data, Labels) else _OF_TEXTS if isinstance(data, Corpus) else ()
    if own.metric == "interval" and getattr(own, "end", "") == "half-width":
        names = ("standard-error",)
    for name in names:
        metric, implied = find(name)
        settings = metric.settings.from_mapping(implied)
        if settings != own:
            yield f"it may be {name}", Candidate(f"the defaults of {name}", settings, tier=Tier.DEFAULT)
        if isinstance(data, Labels) and "average" in {knob.name for knob in metric.settings.knobs()}:
            yield from _averages(name, data, own)


def _averages(name: str, data: Labels, own: Settings) -> Iterator[tuple[str, Candidate]]:
    kind = find(name)[0].settings
    means = [{"average": average} for average in ("macro", "micro", "weighted")]
    classes = [{"average": "class", "positive": str(label)} for label in data.classes[:10]]
    for knobs in (*classes, *means):
        try:
            settings = kind.from_mapping(dict(knobs))
        except SamescoreError:
            continue
        if settings != own:
            which = f"of class {knobs['positive']}" if "positive" in knobs else f"as {knobs['average']} average"
            yield f"it may be {name} {which}", Candidate("its other defaults", settings, tier=Tier.DEFAULT)
