"""The chance that an audit states: what happens as often as it says, on numbers that are wrong by a random amount."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from pathlib import Path

import pytest

from samescore import Corpus, score
from samescore.metrics import METRIC_NAMES, metric
from samescore.records import LIKELY
from samescore.text.scripts import script_of
from samescore.verbs.audit.claim_search import ClaimSearch
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.inputs import ClaimFiles
from samescore.verbs.audit.printed_text.rounding import RoundedNumber, measure
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.steps import STEPS, steps_for

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

#: A test fails by chance with this probability at most, shared out among its comparisons.
_LEVEL = 1e-6
_NUMBERS = 250


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rng = random.Random(3)
    words = [
        "The",
        "cat",
        ",",
        "the",
        "Dog",
        ".",
        "and",
        "a",
        "mat-like",
        "THING",
        "(1,000)",
        "isn't",
        "it",
        "?",
        "yes",
    ]
    lines = [[rng.choice(words) for _ in range(rng.randint(4, 12))] for _ in range(30)]
    for name, kept in (("ref", 1.0), ("hyp", 0.8), ("hyp2", 0.6)):
        text = "".join(
            " ".join(word if rng.random() < kept else rng.choice(words).lower() for word in line) + "\n"
            for line in lines
        )
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize(("name", "decimals"), [("bleu", 1), ("bleu", 2), ("chrf", 1)])
def test_hits_happen_as_often_as_stated(folder: Path, name: str, decimals: int) -> None:
    """Numbers drawn evenly from the window: after each step, so many have been hit as the chance says."""
    true = score(name, Corpus.read(folder / "hyp", [folder / "ref"])).value
    rng, files = random.Random(1), ClaimFiles(folder)
    hits = dict.fromkeys(STEPS, 0)
    stated = dict.fromkeys(STEPS, 0.0)
    steps = list(steps_for(RoundedNumber.of("27.3"), rounding_only=False))
    for _ in range(_NUMBERS):
        number = rng.uniform(true - 2, true + 2)
        search = ClaimSearch(files, question_of(Claim(name, f"{number:.{decimals}f}", "x", "hyp", ["ref"])))
        hit = False
        for step in steps:
            hit = bool(search.take(step)) or hit
            hits[step] += hit
            chance = search.chance()
            assert chance is not None
            # A number at the end of the window widens it by half a unit at most.
            assert chance.half_width == pytest.approx(2, abs=10**-decimals)
            stated[step] = max(stated[step], chance.probability)
    assert stated[steps[-1]] > 2 * stated[steps[1]]
    for step in steps:
        assert _plausible(hits[step], stated[step], _LEVEL / len(steps)), (step, hits[step], stated[step])


def _plausible(hits: int, chance: float, level: float) -> bool:
    """Return whether `hits` of `_NUMBERS` are plausible at this level, for this chance or one that is 2 % lower."""
    low, high = 0.98 * chance - 1e-12, chance + 1e-12
    return _tail(range(hits, _NUMBERS + 1), high) >= level / 2 and _tail(range(hits + 1), low) >= level / 2


def _tail(counts: range, chance: float) -> float:
    chance = min(max(chance, 0.0), 1.0)
    return sum(math.comb(_NUMBERS, k) * chance**k * (1 - chance) ** (_NUMBERS - k) for k in counts)


def test_one_value_is_one_unit_of_the_window(folder: Path) -> None:
    value = score("bleu", Corpus.read(folder / "hyp", [folder / "ref"])).value
    for decimals in (1, 2, 3):
        search = ClaimSearch(
            ClaimFiles(folder), question_of(Claim("bleu", f"{value + 0.5:.{decimals}f}", "x", "hyp", ["ref"]))
        )
        search.take(STEPS[1])
        chance = search.chance()
        assert chance is not None
        assert chance.probability == pytest.approx(10**-decimals / 4)


def test_a_value_that_may_be_cut_off_is_two_units_of_the_window(folder: Path) -> None:
    value = score("bleu", Corpus.read(folder / "hyp", [folder / "ref"])).value
    decimals = next(decimals for decimals in range(1, 9) if f"{value:.12f}"[3 + decimals] >= "5")
    search = ClaimSearch(
        ClaimFiles(folder), question_of(Claim("bleu", f"{value + 0.5:.{decimals}f}", "x", "hyp", ["ref"]))
    )
    search.take(STEPS[1])
    search.take(next(step for step in STEPS if step.cut_off))
    chance = search.chance()
    assert chance is not None
    assert chance.probability == pytest.approx(2 * 10**-decimals / 4)


def test_the_window_ends_where_the_metric_does_and_reaches_as_far_as_the_number(folder: Path) -> None:
    perfect = ClaimSearch(ClaimFiles(folder), question_of(Claim("bleu", "99.5", "x", "ref", ["ref"])))
    perfect.take(STEPS[1])
    window = perfect.window
    assert window is not None
    assert float(window.low) == pytest.approx(98)
    assert float(window.high) == pytest.approx(100)
    far = ClaimSearch(ClaimFiles(folder), question_of(Claim("bleu", "80.0", "x", "ref", ["ref"])))
    far.take(STEPS[1])
    assert far.window is not None
    assert far.window.low == pytest.approx(80 - 0.05)
    fraction = ClaimSearch(ClaimFiles(folder), question_of(Claim("bleu", "0.995", "x", "ref", ["ref"])))
    fraction.take(STEPS[1])
    assert fraction.window is not None
    assert fraction.window.low == pytest.approx(0.98)


def test_the_measure_of_a_union() -> None:
    def measured(low: float, high: float, *pairs: tuple[float, float]) -> tuple[float, int]:
        length, values = measure([(Fraction(a), Fraction(b)) for a, b in pairs], Fraction(low), Fraction(high))
        return float(length), values

    assert measured(0, 10, (0, 1), (0.5, 2), (3, 4)) == (3, 3)
    assert measured(0, 10, (0, 1), (0, 1)) == (1, 1)
    assert measured(1, 3, (0, 4), (1, 2)) == (2, 2)
    assert measured(0, 3, (5, 6)) == (0, 0)


def test_likely_settings_come_before_unlikely_ones_whatever_the_reading() -> None:
    unlikely = [not set(step.tiers) <= set(LIKELY) for step in STEPS]
    assert unlikely == sorted(unlikely)
    assert any(step.otherwise for step in STEPS[: unlikely.index(True)])


@pytest.mark.parametrize("name", METRIC_NAMES)
def test_the_established_defaults_of_a_metric(name: str) -> None:
    chosen = metric(name)
    for convention in (*chosen.facts.defaults, *chosen.facts.documented):
        chosen.settings().replace(**convention.knobs)
        assert convention.script in ("", "han", "kana", "hangul")
        assert convention.how
    plain = [convention for convention in chosen.facts.defaults if not convention.script]
    assert plain or not chosen.facts.defaults
    assert not any(plain[0].knobs.items() if plain else ()), "the first default is the metric's own"
    assert 0 < chosen.facts.window < 1


def test_the_script_of_texts() -> None:
    assert script_of(["고양이가 매트 위에 앉았다"]) == "hangul"
    assert script_of(["Привет", "the cat"]) == ""
    assert script_of([]) == ""
