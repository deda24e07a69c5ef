"""Group the runs of each question in a log, for metrics of several samples."""

from __future__ import annotations

from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.data.answer_logs.log import AnswerLog, LoggedAnswer


def by_question(log: AnswerLog) -> list[list[LoggedAnswer]]:
    """Return the runs of each question, in the order of the log. Runs with the same id belong to one question.

    Raises `InputError` if two runs of a question have different gold answers.
    """
    questions: dict[str | int, list[LoggedAnswer]] = {}
    for number, answer in enumerate(log.answers):
        runs = questions.setdefault(answer.id or number, [])
        if runs and runs[0].golds != answer.golds:
            raise InputError(
                f"{answer.place}: the gold answers of {answer.id!r:.80} differ from those of an earlier run",
                hint="give different questions different ids",
            )
        runs.append(answer)
    return list(questions.values())


def sampled_responses(log: AnswerLog) -> list[dict[str, list[str]]]:
    """Return the questions of a log as `SampledResponses` takes them. Raises `InputError` as `by_question` does."""
    return [
        {"responses": [output for run in runs for output in run.outputs], "references": list(runs[0].golds)}
        for runs in by_question(log)
    ]


def recorded_verdicts(path: PathLike, log: AnswerLog) -> list[list[int]]:
    """Return for each question of a log the recorded scores of its runs, as `Verdicts` takes them.

    Raises `InputError` unless exactly one scorer recorded 0 or 1 for every run, if a run has several outputs, and as
    `by_question` does.
    """
    scorers = log.scorers
    if len(scorers) != 1:
        found = f"scores of {', '.join(scorers)}" if scorers else "no scores of 0 or 1"
        raise InputError(
            f"{path} records {found}", hint="pass a log in which one scorer says whether an output is right"
        )
    questions = by_question(log)
    for answer in log.answers:
        if len(answer.outputs) > 1:
            raise InputError(f"{answer.place}: {len(answer.outputs)} outputs share one score", hint="score each output")
    return [[int(run.scores[scorers[0]]) for run in runs] for runs in questions]
