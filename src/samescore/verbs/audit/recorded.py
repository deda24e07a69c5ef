"""Name the models that give the scores that a harness recorded for each question of its log."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from samescore.base.errors import InputError, SamescoreError
from samescore.data.answer_logs.formats import find_log
from samescore.data.answer_logs.log import AnswerLog
from samescore.implementations.base import limits
from samescore.implementations.package import files_of_metric
from samescore.records import AuditFinding
from samescore.settings import Settings
from samescore.verbs.audit.claims import Claim, MalformedClaim, file_of
from samescore.verbs.audit.importers.answer_log import METRIC
from samescore.verbs.inputs.recorded_answers import equal_answers, equal_scores

#: Maximum number of models that a note names.
_MOST = 5


class RecordedScores:
    """The logs of claims about accuracies; `claims` refer to files in the folder `base`."""

    def __init__(self, claims: Sequence[Claim | MalformedClaim], base: Path) -> None:
        self._claims = {claim.id: claim for claim in claims if isinstance(claim, Claim) and claim.metric == METRIC}
        self._base = base

    def beside(self, finding: AuditFinding) -> AuditFinding:
        """Return the finding on a claim with a note on the models that give all scores that the scorer recorded.

        Without such a model, the note names the closest ones. A finding on other claims, or about a log without scores
        of this scorer, is returned unchanged.
        """
        claim = self._claims.get(finding.claim)
        log = self._log(claim) if claim is not None else None
        if claim is None or log is None or not any(claim.label in answer.scores for answer in log.answers):
            return finding
        return msgspec.structs.replace(finding, notes=[*finding.notes, _note(log, claim.label)])

    def _log(self, claim: Claim) -> AnswerLog | None:
        try:
            return find_log(file_of(self._base, claim.hypotheses)) if claim.hypotheses else None
        except InputError:  # the finding says so
            return None


def _note(log: AnswerLog, scorer: str) -> str:
    """Return a note on the models with most equal scores; models of the harness itself come first.

    If all scores are equal, it also names the models among them that extract each recorded answer.
    """
    found = _equal_scores(log, scorer)
    if not found:
        return "no model accepts the questions of this log"
    most = max(equal.count(True) for _, equal in found.values())
    best = [name for name, (_, equal) in found.items() if equal.count(True) == most]
    best.sort(key=lambda name: not name.startswith(f"{log.harness}."))
    _, first = found[best[0]]
    recorded = len(first) - first.count(None)
    if most < recorded:
        return (
            f"no model gives each of the {recorded} recorded scores; closest, with {most}: {_shown(best)} "
            f"(first difference of {best[0]}: {log.answers[first.index(False)].place})"
        )
    extracting = [name for name in best if _is_each(equal_answers(log, scorer, found[name][0]))]
    further = f"; models that also extract each recorded answer: {_shown(extracting)}" if extracting else ""
    return f"models that give each of the {recorded} recorded scores: {_shown(best)}{further}"


def _shown(names: Sequence[str]) -> str:
    return ", ".join(names[:_MOST]) + (f" and {len(names) - _MOST} more" if len(names) > _MOST else "")


def _is_each(equal: Sequence[bool | None]) -> bool:
    return True in equal and False not in equal


def _equal_scores(log: AnswerLog, scorer: str) -> dict[str, tuple[Settings, list[bool | None]]]:
    """Return the settings of each model of the metric, by the name of its entry point, and which scores it gives."""
    data = log.corpus
    found = {}
    for file in files_of_metric(METRIC):
        for profile in file.profile:
            if profile.metric != METRIC or limits(profile, data) is not None:
                continue
            with suppress(SamescoreError):  # the model needs an option, or refuses an output
                settings = profile.settings()
                name = f"{file.implementation}.{profile.entry_point}"
                found[name] = settings, equal_scores(log, scorer, settings, data)
    return found
