"""Identify allows for answers that were rounded, and calls nothing found that explains trivial answers only."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from conformance.renamed import Renamed
from samescore.base.outcome import Outcome, Score
from samescore.data.kinds import Data
from samescore.implementations import described_function, native_model
from samescore.implementations.rounding import Rounding, detect_rounding
from samescore.metrics.evaluator import native_outcome
from samescore.records import Identification
from samescore.verbs.identify import identify
from tests.reports import markdown_of, text_of

marked = markdown_of("identification")
identification = text_of("identification")

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _rounded(name: str, how: Callable[[float], float], **knobs: object) -> Identification:
    """What is identified of an entry point whose scores somebody rounds."""
    model = native_model(name)
    (profile,) = model.profiles(model.metric_name)
    settings = profile.settings(**knobs)

    def answer(data: Data) -> Outcome:
        outcome = native_outcome(data, settings)
        return Score(how(outcome.value)) if isinstance(outcome, Score) else outcome

    return identify(Renamed(profile, answer), profile.metric)


@pytest.mark.parametrize(
    ("name", "how", "knobs", "named", "said"),
    [
        (
            "sacrebleu.corpus_bleu",
            lambda value: round(value, 2),
            {"tokenizer": "none", "smoothing": "none"},
            "sacrebleu.corpus_bleu(tokenizer=none, smoothing=none) (",
            "rounded to 2 decimals on the scale 0-100",
        ),
        (
            "rouge_score.rougeL",
            lambda value: round(value, 3),
            {"stemmer": "porter-nltk"},
            "rouge_score.rougeL(stemmer=porter-nltk) (",
            "rounded to 3 decimals on the scale 0-1",
        ),
        (
            "nltk.corpus_gleu",
            lambda value: float(f"{value:.3g}"),
            {"max_order": 3},
            "nltk.corpus_gleu(max_order=3) (",
            "rounded to 3 significant digits on the scale 0-1",
        ),
        (
            "sacrebleu.corpus_ter",
            lambda value: math.floor(10 * value) / 10,
            {},
            "sacrebleu.corpus_ter (",
            "truncated to 1 decimal on the scale 0-100",
        ),
        (
            "jiwer.wer",
            lambda value: round(100 * value, 1) / 100,
            {},
            "jiwer.wer (",
            "rounded to 3 decimals on the scale 0-1",
        ),
    ],
)
@pytest.mark.slow
def test_rounded_answers_are_compared_as_such(
    name: str, how: Callable[[float], float], knobs: dict[str, object], named: str, said: str
) -> None:
    identified = _rounded(name, how, **knobs)
    assert identified.found, identification(identified)
    assert identified.like[0].startswith(named)
    assert f"answers are {said}" in identification(identified).splitlines()
    assert f"answers are {said}" in marked(identified)
    assert identified.margin
    assert "distinguish" in identification(identified)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rouge155.rouge-l", "sklearn.accuracy_score", "nltk.kappa", "rouge_score.rougeL"])
def test_scores_with_few_digits_are_not_called_rounded(name: str) -> None:
    identified = _rounded(name, float)
    assert identified.found, identification(identified)
    assert identified.rounding is None


def test_how_numbers_were_rounded() -> None:
    natives = [0.1234567, 0.2345678, 0.3456789]
    assert detect_rounding([0.12, 0.23, 0.35], natives) == Rounding(2, significant=False)
    assert detect_rounding([0.1235, 0.02346, 0.3457], natives) == Rounding(4, significant=True)
    assert detect_rounding([0.12, 0.23, 0.3456789], natives) is None, "not all are short"
    assert detect_rounding([0.5, 0.25, 0.75], [0.5, 0.25, 0.75]) is None, "they are short by nature"
    assert detect_rounding([42.0] * 9, natives) is None, "a constant is not rounded"
    two = Rounding(2, significant=False)
    assert two.modes([(0.125, 0.13)]) == ["half-up"]
    assert two.modes([(0.125, 0.12)]) == ["half-even", "truncated"]
    assert two.modes([(0.129, 0.12)]) == ["truncated"]
    assert two.modes([(0.129, 0.13), (0.121, 0.12)]) == ["half-even", "half-up"]
    assert not two.gives(0.136, 0.13 + 0.02)
    assert Rounding(3, significant=True).gives(1234.4, 1230.0)
    assert not Rounding(3, significant=True).gives(1236.0, 1230.0 - 10)


@pytest.mark.slow
def test_settings_that_explain_only_zeros_are_not_found() -> None:
    zero = identify(described_function(lambda *_: 0.0, "py:a:zero", "bleu", {}), "bleu")
    assert not zero.found
    assert identification(zero).startswith("py:a:zero: all of its answers are 0, 1, 100 or not numbers")

    def letters(hypotheses: list[str], references: list[list[str]]) -> float:
        text = "".join(hypotheses)
        return 31.41592 + len(text) ** 0.5 if text and references else 0.0

    wrong = identify(described_function(letters, "py:a:letters", "gleu", {}), "gleu")
    assert not wrong.found
    assert wrong.explained == 0
    assert wrong.nontrivial
    shown = identification(wrong).splitlines()
    assert shown[0].startswith("py:a:letters: no settings reproduce its nontrivial answers; the nearest reproduce ")
    assert ", natively 0." in shown[2]
    assert not [line for line in shown if "the nearest known implementation" in line]


def test_errors_are_shown_with_their_message_and_the_first_input() -> None:
    def picky(_: list[str], references: list[list[str]]) -> float:
        raise ValueError(f"give me strings, not {type(references[0]).__name__}s" if references else "nothing")

    identified = identify(described_function(picky, "py:a:picky", "chrf", {}), "chrf")
    first, second = identified.errors
    assert (first.error, second.error) == (
        "raised ValueError: give me strings, not lists",
        "raised ValueError: nothing",
    )
    assert second.count == 1
    lines = identification(identified).splitlines()
    assert lines[0] == "py:a:picky returns too few numbers to identify its settings: it fails on most golden inputs"
    assert lines[1] == f"it fails on {first.count} inputs, the first is {first.vector}: {first.error}"
    assert lines[2].startswith('  {"segments": [{"hypothesis": ')
    assert f"- it fails on {first.count} inputs, the first is {first.vector}: {first.error}<br>`{{" in marked(
        identified
    )
