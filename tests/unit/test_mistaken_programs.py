"""Wrong programs with choices of their own are told which mistake they make; right ones are told of none."""

from __future__ import annotations

from typing import Any

import pytest

from samescore.implementations import described_function
from samescore.metrics import find
from samescore.metrics.mistakes import mistakes_of
from samescore.records import Identification
from samescore.verbs.identify import identify
from tests.miniatures.mistaken import chrf, edits, labels, ngrams, retrieval, samples
from tests.reports import text_of

identification = text_of("identification")

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_CHOICES: dict[str, list[dict[str, Any]]] = {
    "chrf": [{"beta": 3, "order": 5}, {"lower": True, "spaces": "keep"}],
    "bleu": [{"order": 3, "lower": True}],
    "rouge-l": [{"beta": 1.2, "lower": False}],
    "meteor": [{"gamma": 0.4, "alpha": 0.8}],
    "wer": [{"lower": True, "marks": False}],
    "f1": [{"beta": 2}],
    "mcc": [{}],
    "kappa": [{}],
    "roc-auc": [{}],
    "log-loss": [{}],
    "ndcg": [{"k": 3}],
    "map": [{}],
    "pass@k": [{"k": 2}],
    "pass^k": [{"k": 2}],
}
_PROGRAMS: dict[str, tuple[Any, dict[str, str]]] = {
    "chrf": (chrf.chrf, chrf.MISTAKES),
    "bleu": (ngrams.bleu, ngrams.BLEU),
    "rouge-l": (ngrams.rouge_l, ngrams.ROUGE_L),
    "meteor": (ngrams.meteor, ngrams.METEOR),
    "wer": (edits.wer, edits.WER),
    "f1": (labels.f1, labels.F1),
    "mcc": (labels.mcc, labels.MCC),
    "kappa": (labels.kappa, labels.KAPPA),
    "roc-auc": (labels.auc, labels.AUC),
    "log-loss": (labels.log_loss, labels.LOG_LOSS),
    "ndcg": (retrieval.ndcg, retrieval.NDCG),
    "map": (retrieval.ap, retrieval.AP),
    "pass@k": (samples.pass_at_k, samples.PASS),
    "pass^k": (samples.all_of_k, samples.ALL),
}
#: These end in seconds; the others belong to the slow tests, and two in three of their mistakes.
_QUICK = ("f1", "mcc", "kappa", "roc-auc", "log-loss", "ndcg", "map", "pass@k", "pass^k")


def _identified(metric: str, program: Any) -> Identification:
    chosen, knobs = find(metric)
    near = chosen.settings.from_mapping(knobs) if knobs else None
    return identify(described_function(program, "py:a:b", chosen.name, {}), chosen.name, near=near)


def _named(identified: Identification) -> set[str]:
    return {mistake.name for mistake in (*identified.mistakes, *identified.equivalents)}


_WRONG = [
    pytest.param(
        metric,
        mistake,
        choices,
        id=f"{metric}, {mistake}, {choices}",
        marks=[] if metric in _QUICK and place % 3 == 0 else [pytest.mark.slow],
    )
    for metric, (_, mistakes) in _PROGRAMS.items()
    for choices in _CHOICES[metric]
    for place, mistake in enumerate(mistakes)
    if mistakes[mistake] and not (mistake == "first space" and "spaces" in choices)
]


#: The value of a knob, or the other name, that denotes the same wrong computation.
_SAME = {
    "mean-of-segments": "average:sentences",
    "exponent-missing": "beta:1.0",
    "alpha-for-precision": "alpha:0.2",
    "gamma-missing": "gamma:1.0",
    "divided-by-longer": "denominator:longer",
    "divided-by-hypothesis": "swapped",
    "substitutions-twice": "no-substitutions",
}


@pytest.mark.parametrize(("metric", "mistake", "choices"), _WRONG)
def test_the_mistake_of_a_wrong_program_is_named(metric: str, mistake: str, choices: dict[str, Any]) -> None:
    make, names = _PROGRAMS[metric]
    identified = _identified(metric, make(mistake, **choices))
    knobs = identified.short_signature.split("|") if identified.explained == identified.nontrivial else ()
    said = {*_named(identified), *knobs}
    assert said & {names[mistake], _SAME.get(names[mistake], names[mistake])}, identified


@pytest.mark.parametrize(
    "metric", [*_QUICK, *(pytest.param(m, marks=pytest.mark.slow) for m in ("chrf", "bleu", "wer"))]
)
def test_a_right_program_makes_no_mistake(metric: str) -> None:
    make, _ = _PROGRAMS[metric]
    for choices in _CHOICES[metric]:
        assert not _named(_identified(metric, make(**choices)))


def test_a_mistake_is_named_in_rounded_answers_too() -> None:
    wrong = labels.mcc("absolute")
    identified = _identified("mcc", lambda gold, predicted: round(wrong(gold, predicted), 4))
    assert _named(identified) == {"absolute"}
    assert identified.rounding is not None


@pytest.mark.slow
@pytest.mark.parametrize("mistake", ["unclipped", "sets", "beta", "off by one", "first space"])
def test_the_five_classic_mistakes_of_chrf_are_named(mistake: str) -> None:
    identified = _identified("chrf", chrf.chrf(mistake, beta=3, order=5))
    assert [named.name for named in identified.mistakes] == [chrf.MISTAKES[mistake]]
    assert "beta:3.0" in identified.short_signature
    assert "char_order:5" in identified.short_signature


@pytest.mark.slow
def test_an_unknown_mistake_is_not_named() -> None:
    right = labels.f1()
    identified = _identified("f1", lambda gold, predicted: right(gold, predicted) ** 3 + 0.01 * len(gold))
    assert not identified.mistakes
    assert not identified.found


@pytest.mark.slow
def test_known_mistakes_that_right_answers_exclude_are_said() -> None:
    """It is right but for a whole that it adds where the first item is wrong: what changes right answers is excluded."""
    right = labels.mcc()

    def added(gold: list[Any], predicted: list[Any]) -> float:
        return right(gold, predicted) + (0.0123 if gold and gold[0] != predicted[0] else 0.0)

    identified = _identified("mcc", added)
    known = identified.still_possible
    assert not identified.found
    assert not identified.mistakes
    assert known is not None
    assert {"percent", "root-missing", "gold-only"}.isdisjoint(mistake.name for mistake in known.possible)
    assert 20 < known.excluded < sum(not mistake.typed for mistake in mistakes_of("mcc"))
    assert "known mistakes do not fit" in identification(identified)


@pytest.mark.slow
def test_possible_mistakes_depend_on_which_answers_are_wrong() -> None:
    """It is wrong for several segments only, so that no mistake in the counts or the formula of one is possible."""
    right = edits.wer()

    def added(hypotheses: list[str], references: list[list[str]]) -> float:
        return right(hypotheses, references) + 0.0123 * (len(hypotheses) > 1)

    known = _identified("wer", added).still_possible
    assert known is not None
    names = {mistake.name for mistake in known.possible}
    assert {"mean-of-segments", "sum-of-segments"} <= names
    assert {"divided-by-hypothesis", "substitutions-twice", "percent"}.isdisjoint(names)
    assert "no-substitutions" not in names
