"""Import the accuracies of a harness's log: those that it states, and the means of the scores that it recorded."""

from __future__ import annotations

from pathlib import Path

from samescore.base.errors import InputError
from samescore.data.answer_logs.log import AnswerLog
from samescore.verbs.audit.importers.results import Results
from samescore.verbs.audit.importers.tabular import Imported

#: The metric that reads logs.
METRIC = "answer-match"


def of_log(path: Path, log: AnswerLog) -> Imported:
    """Return a claim for each scorer of a log, about the log itself.

    A claim is the accuracy that the log states, or else the mean of the recorded scores. If the two differ, the mean is
    a second claim. Raises `InputError` if there is neither.
    """
    results = Results(path.name)
    for scorer in dict.fromkeys((*log.stated, *log.scorers)):
        stated = log.stated.get(scorer)
        recorded = mean_of_recorded(log, scorer)
        if stated is not None:
            _add(results, scorer, scorer, stated, log)
        if recorded is not None and recorded != stated:
            _add(results, scorer if stated is None else f"{scorer}, mean of the recorded scores", scorer, recorded, log)
    if not results.imported().claims:
        raise InputError(
            f"{path} states no accuracy, and not every question has a score of 0 or 1",
            hint="audit a published number with --published",
        )
    return results.imported()


def mean_of_recorded(log: AnswerLog, scorer: str) -> float | None:
    """Return the mean of a scorer's recorded scores; None unless each question has a score of 0 or 1."""
    if scorer not in log.scorers:
        return None
    return sum(answer.scores[scorer] for answer in log.answers) / len(log.answers)


def _add(results: Results, identifier: str, scorer: str, value: float, log: AnswerLog) -> None:
    results.add(
        identifier,
        METRIC,
        repr(value),
        hypotheses=results.source,
        items=len(log.answers),
        label=scorer,
        original_tool=f"{log.harness}: {scorer}",
    )
