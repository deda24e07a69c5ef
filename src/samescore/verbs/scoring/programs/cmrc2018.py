"""Reproduce CMRC2018's evaluation script (version 6, which also reads data in SQuAD's format)."""

from __future__ import annotations

import json
from pathlib import Path

from samescore.data.questions import read_cmrc, read_predictions
from samescore.records import ProgramOutput
from samescore.verbs.scoring.programs.answers import Output, question_scores


def evaluate(data: Path, predictions: Path) -> ProgramOutput:
    """Return the script's output: AVERAGE, F1 and EM in percent, and the numbers of questions and of skipped questions.

    A question without a prediction is skipped: it scores 0, with a message. Predictions that are not text are converted
    with ``str``. English text is not split into sentences. If there are no questions, or if a question with a
    prediction has no gold answer, the output ends with the script's exception. Raises `InputError` for unreadable or
    malformed files.
    """
    output = Output()
    questions, predicted = read_cmrc(data), read_predictions(predictions)
    asked = []
    for question in questions:
        if question.id not in predicted:
            output.warn(f"Unanswered question: {question.id}")
            continue
        if not question.answers:
            return output.record("cmrc2018", f"ValueError: question {question.id} has no gold answer")
        asked.append((str(predicted[question.id]), question.answers))
    if not questions:
        return output.record("cmrc2018", "ZeroDivisionError: there are no questions")
    f1 = 0.0
    for score in question_scores("answer-f1", "cmrc2018.f1", asked):
        f1 += score
    right = sum(map(int, question_scores("exact-match", "cmrc2018.em", asked)))
    total, skipped = len(questions), len(questions) - len(asked)
    f1, em = 100.0 * f1 / total, 100.0 * right / total
    average = (em + f1) * 0.5
    output.scores = {"AVERAGE": average, "F1": f1, "EM": em, "TOTAL": total, "SKIP": skipped}
    texts = {name: f"{output.scores[name]:.3f}" for name in ("AVERAGE", "F1", "EM")}
    output.say(json.dumps({**texts, "TOTAL": total, "SKIP": skipped, "FILE": str(predictions)}))
    return output.record("cmrc2018")
