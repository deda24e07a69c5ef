"""Find the known mistakes that the answers rule out, if none has been identified."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from samescore.base.outcome import Unsupported
from samescore.metrics.mistakes import Mistake
from samescore.metrics.mistakes.contract import Hook
from samescore.records import NamedMistake, StillPossible
from samescore.settings import Settings
from samescore.verbs.identify.answers import Answers, Mistaken

#: The pipeline stage in which a mistake occurs.
_STAGES: dict[Hook, str] = {
    "data": "the reading of the input",
    "settings": "the settings",
    "counts": "the counts",
    "row": "the counts",
    "score": "the formula",
    "kept": "the formula",
    "mean": "the average over segments",
    "value": "the number that is returned",
}


def still_possible(
    answers: Answers, settings: Settings, wrong: Sequence[str], mistakes: Iterable[Mistake], ulps: int
) -> StillPossible | None:
    """Return the number of known mistakes that the answers rule out, and the mistakes that are still possible.

    A mistake is ruled out if the settings give some nontrivial answer, but not with the mistake. It is still possible
    if it is not ruled out, and changes the native score of some input in `wrong`, whose answers the settings do not
    give. Return None if no mistakes are known, if no nontrivial answer is explained, or if `wrong` is empty.
    """
    known = [mistake for mistake in mistakes if not mistake.typed]
    missed = set(wrong)
    given = [name for name in answers.nontrivial_inputs() if name not in missed]
    if not known or not given or not wrong:
        return None
    excluded = [mistake for mistake in known if _changes(answers, settings, mistake, given, ulps)]
    left = [mistake for mistake in known if mistake not in excluded]
    possible = [mistake for mistake in left if _changes(answers, settings, mistake, wrong, None)]
    stages = list(dict.fromkeys(_STAGES[mistake.hook] for mistake in possible))
    every = list(dict.fromkeys(_STAGES.values()))
    first = next((stage for stage in every[1:] if stage in stages), "") if every[0] not in stages else ""
    named = [NamedMistake(mistake.name, mistake.meaning) for mistake in possible]
    return StillPossible(len(excluded), named, first)


def _changes(answers: Answers, settings: Settings, mistake: Mistake, names: Sequence[str], ulps: int | None) -> bool:
    """Return whether a mistake changes the score of some input in `names`.

    With `ulps`, a score is changed if it no longer equals the answer; with None, if it differs from the score without
    the mistake. Inputs to which the mistake does not apply are skipped.
    """
    cause = Mistaken(settings, (mistake,))
    for name in names:
        outcome = answers.native(cause, name)
        if isinstance(outcome, Unsupported):
            continue
        if outcome != answers.native(settings, name) if ulps is None else not answers.fits(cause, name, ulps):
            return True
    return False
