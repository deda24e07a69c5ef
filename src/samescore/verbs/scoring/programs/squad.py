"""Reproduce SQuAD's evaluation scripts: ``evaluate-v1.1.py`` and ``evaluate-v2.0.py`` (without its plots)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from samescore.base.errors import InputError
from samescore.data.questions import (
    QuestionItem,
    read_no_answer_probabilities,
    read_predictions,
    read_squad,
    text_prediction,
)
from samescore.records import ProgramOutput
from samescore.text.answer_normalization import squad
from samescore.verbs.scoring.programs.answers import Output, question_scores

#: The version of the data that `version_1` expects.
_VERSION = "1.1"

#: A score by question id.
Scores = dict[str, int | float]


def version_1(data: Path, predictions: Path) -> ProgramOutput:
    """Return the output of ``evaluate-v1.1.py``: exact match and F1 in percent.

    A question without a prediction scores 0, with a message. Data of a version other than 1.1 cause a message. If there
    are no questions, or if a question with a prediction has no gold answer, the output ends with the script's
    exception. Raises `InputError` for unreadable or malformed files, and for data without a version.
    """
    output = Output()
    version, questions = read_squad(data)
    if version is None:
        raise InputError(f"{data} has no version", hint='the script needs a top-level "version" key next to "data"')
    if version != _VERSION:
        output.warn(f"Evaluation expects v-{_VERSION}, but got dataset with v-{version}")
    predicted = read_predictions(predictions)
    asked = []
    for question in questions:
        if question.id not in predicted:
            output.warn(f"Unanswered question {question.id} will receive score 0.")
            continue
        if not question.answers:
            return output.record("squad-v1", f"ValueError: question {question.id} has no gold answer")
        asked.append((text_prediction(predicted, question.id, predictions), question.answers))
    if not questions:
        return output.record("squad-v1", "ZeroDivisionError: there are no questions")
    right = sum(map(int, question_scores("exact-match", "squad-v1.exact_match", asked)))
    f1 = 0.0
    for score in question_scores("answer-f1", "squad-v1.f1", asked):
        f1 += score
    output.scores = {"exact_match": 100.0 * right / len(questions), "f1": 100.0 * f1 / len(questions)}
    output.say(json.dumps(output.scores))
    return output.record("squad-v1")


def version_2(
    data: Path, predictions: Path, probabilities: Path | None = None, threshold: float = 1.0
) -> ProgramOutput:
    """Return the output of ``evaluate-v2.0.py``: exact match and F1 in percent, and the numbers of questions.

    They are computed for all questions, for those with an answer (HasAns), and for those without (NoAns).
    `probabilities` is a file with the probability that each question has no answer, which adds the best thresholds to
    the output. Above `threshold`, the prediction is replaced by the empty answer. If no question has a prediction, or if
    one lacks a prediction or a probability, the output ends with the script's exception. Raises `InputError` for
    unreadable or malformed files.
    """
    output = Output()
    _, questions = read_squad(data)
    predicted = read_predictions(predictions)
    no_answer: Mapping[str, int | float] = (
        dict.fromkeys(predicted, 0.0) if probabilities is None else read_no_answer_probabilities(probabilities)
    )
    has_answer = {question.id: bool(question.answers) for question in questions}
    asked = {}
    for question in questions:  # the last of several questions with the same id counts
        if question.id not in predicted:
            output.say(f"Missing prediction for {question.id}")
            continue
        asked[question.id] = (text_prediction(predicted, question.id, predictions), question)
    exact, f1 = _raw_scores(asked)
    unknown = [name for name in exact if name not in no_answer]
    if unknown:
        return output.record("squad-v2", f"KeyError: question {unknown[0]} has no no-answer probability")
    changed = {name: float(not has_answer[name]) for name in exact if no_answer[name] > threshold}
    exact_counted, f1_counted = {**exact, **changed}, {**f1, **changed}
    if not exact:
        return output.record("squad-v2", "ZeroDivisionError: no question has a prediction")
    output.scores.update(_means(exact_counted, f1_counted, list(exact), ""))
    for prefix, kind in (("HasAns_", True), ("NoAns_", False)):
        names = [name for name, has in has_answer.items() if has is kind]
        missing = [name for name in names if name not in exact]
        if missing:
            return output.record("squad-v2", f"KeyError: question {missing[0]} has no prediction")
        if names:
            output.scores.update(_means(exact_counted, f1_counted, names, prefix))
    if probabilities is not None:
        for name, scores in (("exact", exact), ("f1", f1)):
            best, at = _best_threshold(predicted, scores, no_answer, has_answer)
            output.scores.update({f"best_{name}": best, f"best_{name}_thresh": at})
    output.say(json.dumps(output.scores, indent=2))
    return output.record("squad-v2")


def _raw_scores(asked: Mapping[str, tuple[str, QuestionItem]]) -> tuple[Scores, Scores]:
    """Return exact match and F1, each by question id.

    As in the script, an F1 of 0 and any F1 against the empty answer is an integer, because builtin `sum` has treated
    integers among floats differently from Python 3.12 on.
    """
    questions = [(prediction, question.answers) for prediction, question in asked.values()]
    exact = map(int, question_scores("exact-match", "squad-v2.exact", questions))
    f1 = question_scores("answer-f1", "squad-v2.f1", questions)
    unanswerable = [not any(map(squad, answers)) for _, answers in questions]
    counted = [int(score) if empty or not score else score for score, empty in zip(f1, unanswerable, strict=True)]
    return dict(zip(asked, exact, strict=True)), dict(zip(asked, counted, strict=True))


def _means(exact: Scores, f1: Scores, names: list[str], prefix: str) -> Scores:
    total = len(names)
    return {
        f"{prefix}exact": 100.0 * sum(exact[name] for name in names) / total,
        f"{prefix}f1": 100.0 * sum(f1[name] for name in names) / total,
        f"{prefix}total": total,
    }


def _best_threshold(
    predicted: Mapping[str, str], scores: Scores, no_answer: Mapping[str, int | float], has_answer: Mapping[str, bool]
) -> tuple[float, int | float]:
    """Return the best score at any threshold, in percent, and the first threshold that gives it.

    Questions are added in order of increasing probability of having no answer; among equal probabilities, the order in
    the file decides.
    """
    score: int | float = sum(not has for has in has_answer.values())
    best, at = score, 0.0
    for name in sorted(no_answer, key=no_answer.__getitem__):
        if name not in scores:
            continue
        score += scores[name] if has_answer[name] else -bool(predicted[name])
        if score > best:
            best, at = score, no_answer[name]
    return 100.0 * best / len(scores), at
