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
from samescore.verbs.audit.claims import Claim, MalformedClaim, file_of
from samescore.verbs.audit.importers.answer_log import METRIC
from samescore.verbs.inputs.recorded_answers import Agreement, agreement

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
        return msgspec.structs.replace(
            finding, notes=[*finding.notes, _note(_agreements(log, claim.label), log.harness)]
        )

    def _log(self, claim: Claim) -> AnswerLog | None:
        try:
            return find_log(file_of(self._base, claim.hypotheses)) if claim.hypotheses else None
        except InputError:  # the finding says so
            return None


def _agreements(log: AnswerLog, scorer: str) -> dict[str, Agreement]:
    """Return how each model of the metric agrees with a scorer's records, by the name of the entry point."""
    data = log.corpus
    found = {}
    for file in files_of_metric(METRIC):
        for profile in file.profile:
            if profile.metric != METRIC or limits(profile, data) is not None:
                continue
            with suppress(SamescoreError):  # the model needs an option, or refuses an output
                name = f"{file.implementation}.{profile.entry_point}"
                found[name] = agreement(log, scorer, profile.settings(), data)
    return found


def _note(found: dict[str, Agreement], harness: str) -> str:
    """Return the note; models of the harness itself come first, then those with most equal answers."""
    most = max((each.equal_scores for each in found.values()), default=0)
    best = sorted(
        (name for name, each in found.items() if each.equal_scores == most),
        key=lambda name: (not name.startswith(f"{harness}."), -found[name].equal_answers),
    )
    shown = ", ".join(best[:_MOST]) + (f" and {len(best) - _MOST} more" if len(best) > _MOST else "")
    if not best:
        return "no model accepts the questions of this log"
    first = found[best[0]]
    if first.complete:
        return f"models that give each of the {first.scores} recorded scores: {shown}"
    return (
        f"no model gives each of the {first.scores} recorded scores; closest, with {most}: {shown} "
        f"(first difference of {best[0]}: {first.first})"
    )
