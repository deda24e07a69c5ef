"""Which known mistakes the answers exclude, where none of them is named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samescore.metrics.mistakes import Mistake
from samescore.metrics.mistakes.contract import Hook
from samescore.outcome import Unsupported
from samescore.records import NamedMistake, StillPossible
from samescore.settings import Settings
from samescore.verbs.identify.answers import Answers, Mistaken

#: The stage of the pipeline that a mistake is made in.
_STAGES: dict[Hook, str] = {
    "data": "the reading of the input",
    "settings": "the settings",
    "counts": "what is counted",
    "row": "what is counted",
    "score": "the formula",
    "kept": "the formula",
    "mean": "the average over segments",
    "value": "the number that is returned",
}


def still_possible(
    answers: Answers, settings: Settings, wrong: Sequence[str], mistakes: Iterable[Mistake], ulps: int
) -> StillPossible | None:
    """The mistakes that change an answer which the settings do not give, and none that they give; None if none is known.

    A mistake is excluded if with it the settings give another number than the implementation where they give that number
    without it.
    """
    known = [mistake for mistake in mistakes if not mistake.typed]
    missed = set(wrong)
    given = [name for name in answers.telling() if name not in missed]
    if not known or not given or not wrong:
        return None
    possible = [mistake for mistake in known if _is_possible(answers, settings, mistake, given, wrong, ulps)]
    stages = list(dict.fromkeys(_STAGES[mistake.hook] for mistake in possible))
    every = list(dict.fromkeys(_STAGES.values()))
    first = next((stage for stage in every[1:] if stage in stages), "") if every[0] not in stages else ""
    named = [NamedMistake(mistake.name, mistake.meaning) for mistake in possible]
    return StillPossible(len(known) - len(possible), named, first)


def _is_possible(
    answers: Answers, settings: Settings, mistake: Mistake, given: Sequence[str], wrong: Sequence[str], ulps: int
) -> bool:
    cause = Mistaken(settings, (mistake,))

    def applies(name: str) -> bool:
        return not isinstance(answers.native(cause, name), Unsupported)

    if any(applies(name) and not answers.fits(cause, name, ulps) for name in given):
        return False
    return any(applies(name) and answers.native(cause, name) != answers.native(settings, name) for name in wrong)
