"""Reproduce DROP's evaluation script (``drop_eval.py`` of AllenNLP's reading comprehension)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from samescore.data.questions import SpansAnswer, SpansQuestion, read_drop, read_predictions, spans_prediction
from samescore.metrics.summation import numpy_sum
from samescore.records import ProgramOutput
from samescore.verbs.scoring.programs.answers import Asked, Output, question_scores

#: The kind of a question's answer ("" if all its gold answers are blank), and its EM and F1.
Scored = tuple[str, float, float]


def evaluate(data: Path, predictions: Path) -> ProgramOutput:
    """Return the script's output: exact match and F1 of all questions, and by the kind of the best-matching answer.

    The lines are in percent; the `scores` of the output are from 0 to 1, and nan without questions. A question without a
    prediction scores 0, with a message. If some questions, but not all, have only blank gold answers, or if an answer
    object is empty, the output ends with the script's exception. Raises `InputError` for unreadable or malformed files.
    """
    output = Output()
    questions, predicted = read_drop(data), read_predictions(predictions)
    candidates = _candidates(questions, predicted, predictions)
    scored: list[Scored] = []
    for question in questions:
        first = question.answers[0]
        if question.id not in predicted:
            output.say(f"Missing prediction for question: {question.id}")
            scored.append((first.kind if first else "number", 0.0, 0.0))
        elif first is None:
            return output.record("drop", f"ValueError: the answer of question {question.id} is empty")
        else:
            scored.append(_best([next(candidates) for _ in question.answers]))
    em, f1 = _mean([em for _, em, _ in scored]), _mean([f1 for _, _, f1 in scored])
    output.scores = {"em": em, "f1": f1}
    output.say(f"Exact-match accuracy {em * 100:.2f}")
    output.say(f"F1 score {f1 * 100:.2f}")
    output.say(f"{em * 100:.2f}   &   {f1 * 100:.2f}")
    output.say("----")
    kinds = {kind for kind, _, _ in scored}
    if "" in kinds and len(kinds) > 1:
        return output.record("drop", "TypeError: the kinds of answers cannot be sorted, as some questions have none")
    for kind in sorted(kinds):
        rows = [row for row in scored if row[0] == kind]
        output.say(f"{kind or None}: {len(rows)} ({100.0 * len(rows) / len(scored):.2f}%)")
        output.say(f"  Exact-match accuracy {100.0 * _mean([em for _, em, _ in rows]):.3f}")
        output.say(f"  F1 score {100.0 * _mean([f1 for _, _, f1 in rows]):.3f}")
    return output.record("drop")


def _candidates(
    questions: Sequence[SpansQuestion], predicted: Mapping[str, Any], path: Path
) -> Iterator[tuple[SpansAnswer, float, float]]:
    """Yield every gold answer of questions with a prediction, with the prediction's EM and F1 against it."""
    answers: list[SpansAnswer] = []
    asked: list[Asked] = []
    for question in questions:
        if question.id in predicted:
            prediction = spans_prediction(predicted, question.id, path)
            for answer in filter(None, question.answers):
                answers.append(answer)
                asked.append((_lines(prediction), [_lines(answer.parts)] if prediction else []))  # nothing scores 0
    em, f1 = question_scores("exact-match", "drop.em", asked), question_scores("drop-f1", "drop.f1", asked)
    return zip(answers, em, f1, strict=True)


def _lines(parts: Sequence[str]) -> str:
    """Join the parts of an answer, one per line; a line break within a part becomes a tab."""
    return "\n".join(part.replace("\n", "\t") for part in parts)


def _best(candidates: Sequence[tuple[SpansAnswer, float, float]]) -> Scored:
    """Return the kind, EM and F1 of a question: the largest EM and F1, and the kind of the last answer that sets both.

    Blank answers are ignored; if all are blank, the kind is empty and the scores are 0.
    """
    kind, best_em, best_f1 = "", 0.0, 0.0
    for answer, em, f1 in candidates:
        if answer.parts[0].strip():
            best_em, best_f1 = max(best_em, em), max(best_f1, f1)
            kind = answer.kind if (em, f1) == (best_em, best_f1) else kind
    return kind, best_em, best_f1


def _mean(values: list[float]) -> float:
    """Return the mean, computed in numpy's order of additions; nan for an empty list."""
    return numpy_sum(values) / len(values) if values else math.nan
