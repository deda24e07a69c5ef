"""Scores of segments by the kernel, compiled and not: bit for bit those of the Python code."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from functools import partial
from itertools import chain
from types import ModuleType
from typing import Any

import pytest

from samescore.base.errors import MetricError, SettingsError
from samescore.generators.settings import random_settings
from samescore.kernels import rows as rows_kernel
from samescore.metrics import bleu, chrf
from samescore.metrics.bleu import segments as bleu_segments
from samescore.metrics.bleu.neighbours import neighbour_precisions
from samescore.metrics.bleu.settings import BleuSettings
from samescore.metrics.bleu.smoothing import SmoothingInput, smooth
from samescore.metrics.chrf import segments as chrf_segments
from samescore.metrics.chrf.combine import matched_score
from samescore.metrics.chrf.settings import ChrfSettings
from samescore.metrics.float32 import single
from samescore.metrics.rows import Row, Rows
from tests.unit.kernels import uncompiled

#: The same source is compiled on every interpreter: on the oldest and the newest one.
pytestmark = pytest.mark.ends

_SETTINGS = 600


@pytest.fixture(params=["as installed", "uncompiled"])
def _route(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "uncompiled":
        monkeypatch.setattr(bleu_segments, "kernel", uncompiled("bleu_scores"))
        monkeypatch.setattr(chrf_segments, "kernel", uncompiled("chrf_scores"))


def _plain(score: Any, rows: Sequence[Row]) -> list[float] | None:
    try:
        return [score(row) for row in rows]
    except (MetricError, ArithmeticError):
        return None


def _bleu_row(rng: random.Random, orders: int) -> list[int]:
    """Counts of one segment, often without words or matches in some order."""
    length = rng.choice([0, 1, 2, 3, 5, 18, 200, 10_000])
    totals = [max(0, length - n) for n in range(orders)]
    matches = [rng.choice([0, total, rng.randint(0, total)]) for total in totals]
    reference = rng.choice([-1 if not length else 0, length, length + 1, rng.randint(0, 2 * length + 3)])
    return [length, reference, *matches, *totals]


def _chrf_row(rng: random.Random, orders: int) -> list[int]:
    row, least = [], rng.choice([0, 1])
    for _ in range(orders):
        h, r = rng.choice([least, 1, 7, 100, 10_000]), rng.choice([least, 1, 8, 90])
        row += [h, r, rng.choice([least, min(h, r), rng.randint(least, min(h, r))])]
    return row


#: What extended arithmetic needs, and what the kernel covers of it.
_EXTENDED = {"mean": "geometric", "summation": "sum", "effective_order": False, "auto_reweigh": False}


def _bleu_settings(rng: random.Random) -> Iterator[Any]:
    for _ in range(_SETTINGS):
        settings: Any = random_settings(BleuSettings, rng)
        if rng.random() < 0.8:  # the units that the kernel covers
            settings = settings.replace(log_unit=rng.choice(["percent", "fraction"]))
        if rng.random() < 0.3:
            with suppress(SettingsError):  # effective_order needs uniform weights
                settings = settings.replace(weights=[rng.choice([0.0, 0.25, 0.3, 1e6])] * settings.max_order)
        if rng.random() < 0.2:
            with suppress(SettingsError):  # not with every weight, or with knobs that leave out orders
                settings = settings.replace(dtype="extended", smoothing=rng.choice(["none", "floor"]), **_EXTENDED)
        yield settings


def _by_kernel(rows: Sequence[Row], settings: BleuSettings) -> Sequence[float] | None:
    try:
        return bleu.BLEU.compiled_segment_scores(rows, settings)
    except OverflowError:  # math.exp of the uncompiled source; exp in C gives infinity, which the kernel refuses
        return None


@pytest.mark.usefixtures("_route")
def test_bleu() -> None:
    rng, covered, refused = random.Random(5), 0, 0
    values: dict[str, set[object]] = {}
    for settings in _bleu_settings(rng):
        orders = max(settings.max_order, rng.choice([1, 5]))
        rows = Rows.of([_bleu_row(rng, orders) for _ in range(rng.choice([1, 6]))])
        compiled = _by_kernel(rows, settings)
        plain = _plain(partial(bleu.BLEU.segment_score, settings=settings), rows)
        if compiled is not None:
            assert list(map(repr, compiled)) == list(map(repr, plain or [])), settings.short_signature
        elif bleu_segments.covers_scores(settings):
            assert plain is None or max(plain) > 1e6, settings.short_signature
            refused += plain is None
        if compiled is not None:
            covered += 1
            for name, value in settings.as_dict().items():
                values.setdefault(name, set()).add(str(value))
    assert covered > _SETTINGS / 4
    assert refused > 5, "inputs on which the Python code raises"
    for name in ("zero_guard", "zero_precision", "mean", "scale"):
        assert values[name] >= set(BleuSettings.knob(name).domain.values), name
    assert values["brevity_penalty"] == {"standard", "zero-if-empty", "by-ratio", "by-ratio-ieee", "tiny", "none"}
    assert values["empty_order"] == {"zero", "one", "raise"}
    assert values["log_unit"] == {"percent", "fraction"}
    assert values["dtype"] == {"float64", "extended"}
    assert values["smoothing"] == {"none", "floor", "add-k", "exp", "tiny", "nltk-0", "nltk-4", "nltk-5", "nltk-7"}
    assert values["summation"] == {"sum", "fsum", "left-to-right", "weighted", "weighted-total", "product"}


@pytest.mark.parametrize("smoothing", ["nltk-5", "nltk-7"])
def test_precisions_averaged_with_their_neighbours(smoothing: str) -> None:
    """Fractions and floats in any order, and denominators beyond the integers that a double has."""
    rng, floats = random.Random(8), 0
    for _ in range(_SETTINGS):
        settings: Any = BleuSettings().replace(
            smoothing=smoothing,
            max_order=rng.choice([1, 2, 4, 4, 7]),
            empty_order=rng.choice(["zero", "one", "raise"]),
            nltk_4_form=rng.choice(["halving", "reciprocal", "growing"]),
            nltk_k=rng.choice([0.0, 5.0, 0.3]),
        )
        orders = max(settings.max_order, rng.choice([1, 5]))
        rows = [_bleu_row(rng, orders) for _ in range(6)]
        plain: list[float] = []
        raises = False
        try:
            for row in rows:
                matches, totals = row[2 : 2 + settings.max_order], row[2 + orders :][: settings.max_order]
                fifth = (row[6], row[6 + orders]) if orders > 4 else (0, 1)
                plain += smooth(SmoothingInput(matches, totals, row[0], 0, row[0], fifth), settings, 1.0)
                floats += smoothing == "nltk-7" and not all(matches)
        except MetricError:
            raises = True
        table = Rows(2 + 2 * orders, array("q", chain.from_iterable(rows)))
        with pytest.raises(MetricError) if raises else nullcontext():
            assert list(map(repr, neighbour_precisions(table, settings))) == list(map(repr, plain))
    assert floats > 100 or smoothing == "nltk-5"


@pytest.mark.usefixtures("_route")
def test_chrf() -> None:
    rng, covered = random.Random(6), 0
    values: dict[str, set[object]] = {}
    for _ in range(_SETTINGS):
        settings: Any = random_settings(ChrfSettings, rng)
        orders = settings.char_order - settings.min_char_order + 1 + settings.word_order
        if orders < 1:
            continue
        rows = Rows.of([_chrf_row(rng, orders) for _ in range(rng.choice([1, 6]))])
        for matched in (False, True):
            compiled = chrf_segments.compiled_scores(rows, settings, matched=matched)
            score: Any = matched_score if matched else chrf.CHRF.segment_score
            plain = _plain(partial(score, settings=settings), rows)
            if compiled is None:
                assert plain is None or settings.summation == "fsum", settings.short_signature
                continue
            assert list(map(repr, compiled)) == list(map(repr, plain or [])), settings.short_signature
            covered += 1
            for name, value in settings.as_dict().items():
                values.setdefault(name, set()).add(str(value))
    assert covered > _SETTINGS / 2
    for name in ("empty_order", "order_mean", "f_product", "summation", "scale", "dtype"):
        assert values[name] >= set(ChrfSettings.knob(name).domain.values) - {"fsum"}, name


@pytest.mark.usefixtures("_route")
def test_scores_are_added_up_as_the_plain_route_does() -> None:
    """Weights and precisions whose products need more digits than a double has."""
    rng = random.Random(7)
    for _ in range(_SETTINGS):
        orders = rng.randint(1, 20)
        weights = [rng.choice([1e-3, 0.1, 0.3, 1.0, 7.0]) * rng.random() for _ in range(orders)]
        summation = rng.choice(["sum", "fsum", "left-to-right", "weighted"])
        settings: Any = BleuSettings().replace(
            max_order=orders, weights=weights, smoothing="floor", summation=summation, zero_guard="off"
        )
        rows = Rows.of([_bleu_row(rng, orders) for _ in range(3)])
        plain = _plain(partial(bleu.BLEU.segment_score, settings=settings), rows)
        compiled = bleu.BLEU.compiled_segment_scores(rows, settings)
        assert plain is not None
        assert list(map(repr, compiled or [])) == list(map(repr, plain))


@pytest.mark.parametrize("kernel", [rows_kernel, uncompiled("rows")], ids=["as installed", "uncompiled"])
def test_the_first_of_the_highest_rows_is_chosen(kernel: ModuleType) -> None:
    rng = random.Random("highest rows")
    for _ in range(100):
        references = array("q", rng.choices((1, 2, 3), k=rng.randrange(5)))
        scores = array("d", rng.choices((0.0, 0.5, 1.0), k=sum(references)))
        rows = [(number, -number) for number in range(len(scores))]
        cells = array("q", [cell for row in rows for cell in row])
        starts = [sum(references[:i]) for i in range(len(references))]
        places = [range(start, start + many) for start, many in zip(starts, references, strict=True)]
        best = [max(own, key=scores.__getitem__) for own in places]
        chosen = array("q", [cell for place in best for cell in rows[place]])
        assert kernel.highest_rows(cells, 2, scores, references, False) == chosen
        positive = all(scores[place] > 0 for place in best)
        assert kernel.highest_rows(cells, 2, scores, references, True) == (chosen if positive else None)


def _f_of_32_bits(m: int, h: int, r: int, beta: float, factor: float, *, grouped: bool) -> float:
    """F of one order, rounded to 32 bits after every operation; `factor` stands for 1 + beta^2."""
    precision, recall = single(m / h), single(m / r)
    denominator = single(single(single(beta**2) * precision) + recall)
    product = factor * single(precision * recall) if grouped else single(factor * precision) * recall
    return single(single(product) / denominator)


@pytest.mark.usefixtures("_route")
@pytest.mark.parametrize("grouped", [False, True])
def test_the_factor_of_f_has_32_bits_too(grouped: bool) -> None:
    """With a beta that is no whole number 1 + beta^2 is rounded, which changes some scores."""
    rows = Rows.of([(h, r, m) for h in (7, 9, 11) for r in (6, 10, 13) for m in (1, 2, 3, 5)])
    product, changed = "grouped" if grouped else "left-to-right", 0
    for beta in (0.3, 0.7, 1.1, 1.3, 2.6):
        factor = 1 + beta**2
        expected = [_f_of_32_bits(m, h, r, beta, single(factor), grouped=grouped) for h, r, m in rows]
        changed += expected != [_f_of_32_bits(m, h, r, beta, factor, grouped=grouped) for h, r, m in rows]
        settings = ChrfSettings(
            char_order=1, order_mean="f-score", beta=beta, dtype="float32", f_product=product, scale="1"
        )
        assert [chrf.CHRF.segment_score(row, settings) for row in rows] == expected
        assert list(chrf_segments.compiled_scores(rows, settings) or []) == expected
    assert changed > 2
