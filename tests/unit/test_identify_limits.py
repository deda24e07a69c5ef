"""Steps of identify with a scripted sameness: which regions are near, which arguments remain, and which pairs are tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest

from samescore.base.outcome import Outcome, Raised, Score
from samescore.catalogue.profile import Profile
from samescore.metrics import metric
from samescore.metrics.mistakes import Mistake
from samescore.settings import Settings
from samescore.verbs.identify.answers import Answers
from samescore.verbs.identify.changes import Change
from samescore.verbs.identify.findings import Same, fits, nearest, simplest
from samescore.verbs.identify.mistakes import MistakeSearch
from samescore.verbs.identify.regions import Region
from samescore.verbs.identify.search import Point

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_WER = metric("wer").settings


def _same(holds: Callable[[Settings], bool]) -> Same:
    """A sameness of answers that only depends on the settings."""
    scripted = SimpleNamespace(holds=lambda settings, _: settings is not None and holds(settings))
    return cast("Same", scripted)


def _region(free: Mapping[str, Any], ulps: int = 8, **fixed: Any) -> Region:
    rest = {name: value for name, value in _WER().as_dict().items() if name not in free}
    defaults = {name: options[0] for name, options in free.items()}
    profile = Profile("e", "wer", "e()", ">=0", fixed={**rest, **fixed}, free=dict(free), defaults=defaults, ulps=ulps)
    return Region(f"p{ulps}", profile, newest=True, callers={})


_FREE = {"case": ["keep", "lower", "ascii"], "denominator": ["reference", "longer"], "costs": ["one", "sclite"]}
_FOUND = _WER(case="lower", denominator="longer")


@pytest.mark.parametrize(
    ("other", "arguments"),
    [
        (_WER(), {}),
        (_WER(case="lower"), {"case": "lower"}),  # one argument is reset
        (_WER(case="ascii"), {"case": "ascii"}),  # one is reset while another argument changes
        (_WER(costs="sclite"), {"case": "lower", "denominator": "longer"}),  # no argument is added
        (_WER(case="lower", costs="sclite"), {"case": "lower", "denominator": "longer"}),
        (_WER(case="ascii", denominator="longer"), {"case": "lower", "denominator": "longer"}),  # not fewer
    ],
)
def test_arguments_are_removed_one_at_a_time_or_while_another_one_changes(
    other: Settings, arguments: dict[str, str]
) -> None:
    """Two settings give the answers: those found, and others that may need fewer arguments."""
    same = _same(lambda settings: settings in (_FOUND, other) and settings != _WER())
    if not arguments:
        same = _same(lambda settings: settings in (_FOUND, _WER(case="lower"), other))
    (fit,) = fits(same, [_region(_FREE)], _FOUND)
    assert dict(fit.arguments) == arguments


@pytest.mark.parametrize(
    ("others", "callers", "found"),
    [
        ([], {}, _FOUND),
        ([_WER(case="lower")], {}, _WER(case="lower")),
        ([_WER(case="ascii")], {}, _WER(case="ascii")),
        ([_WER(case="ascii"), _WER()], {}, _WER()),
        ([_WER(costs="sclite")], {}, _FOUND),
        ([_WER(case="lower")], {"denominator": "longer"}, _FOUND),
        ([_WER(denominator="longer")], {"denominator": "longer"}, _WER(denominator="longer")),
    ],
)
def test_knobs_are_reset_one_at_a_time_or_while_another_one_changes(
    others: list[Settings], callers: dict[str, object], found: Settings
) -> None:
    same = _same(lambda settings: settings in (_FOUND, *others))
    assert simplest(same, Point(_FOUND, 8, 0), callers, _WER()) == found


@pytest.mark.parametrize(("before", "examined"), [(7, True), (8, False)])
def test_the_nearest_region_is_one_of_the_eight_with_the_fewest_differences(before: int, examined: bool) -> None:
    """Some regions differ in the case, which matters; the last one differs in two knobs, which do not."""
    near = [_region({}, 10 + k, case="lower") for k in range(before)]
    far = _region({}, 99, denominator="longer", costs="sclite")
    same = _same(lambda settings: settings.case == "keep")  # type: ignore[attr-defined]
    found = nearest(same, [*near, far], Point(_WER(), 8, 0))
    assert found is not None
    region, differences = found
    assert (region.name == "p99.e") is examined
    assert [difference.knob.name for difference in differences] == ([] if examined else ["case"])


def test_no_region_is_the_nearest_of_none() -> None:
    assert nearest(_same(lambda _: True), [], Point(_WER(), 8, 0)) is None


_TOKENIZERS = ["each-space", "every-space", "none", "none-unicode", "none-ascii", "treebank", "ptb-coco", "wordpunct"]
_EMPTY = ["one", "always-one", "zero", "undefined", "infinite", "raise"]


def _pairs(outcomes: Mapping[str, Outcome], gives: bool = True) -> tuple[list[Settings], int]:
    """The pairs of changes that are proposed, and how many were tried, given the outcome of each change of a knob."""
    tried = []

    def fits_once(cause: Any, *_: object) -> bool:
        tried.append(cause)
        return gives

    def native(cause: Any, _: str) -> Outcome:
        changed = {off.knob.name for off in _WER().differences(cause.settings)}
        return outcomes.get("".join(sorted(changed)), Score(1.0))

    answers = SimpleNamespace(
        comparable=list, left=0, total_weight=lambda: 1, over_budget=False, native=native, fits_once=fits_once
    )
    search = MistakeSearch(cast("Answers", answers), {}, [])
    changes: list[Change] = [("tokenizer", value) for value in _TOKENIZERS]
    changes += [("empty_reference", value) for value in _EMPTY]
    changes += [("case", "lower")]
    changed = [(change, _WER(**dict([change]))) for change in changes]
    no_mistakes: tuple[Mistake, ...] = ()
    return list(search._in_pairs("answer", _WER(), changed, no_mistakes)), len(tried)


@pytest.mark.parametrize(
    ("outcomes", "gives", "proposed", "tried"),
    [
        # Six of eight tokenizers and all six values for empty references, after one pair of them was successful.
        ({"tokenizer": Score(2.0), "empty_reference": Score(3.0)}, True, 36, 1),
        ({"tokenizer": Score(2.0), "empty_reference": Score(3.0)}, False, 0, 1),
        ({"tokenizer": Score(2.0), "case": Score(3.0)}, True, 6, 1),
        ({"tokenizer": Score(2.0), "empty_reference": Score(3.0), "case": Score(4.0)}, False, 0, 3),
        # Changes with the same effect are alternatives of each other, not pairs; those without effect are skipped.
        ({"tokenizer": Score(2.0), "empty_reference": Score(2.0)}, True, 0, 0),
        ({"tokenizer": Score(2.0), "empty_reference": Score(2.0 + 1e-10)}, True, 0, 0),
        ({"tokenizer": Score(2.0), "empty_reference": Score(2.0 + 1e-8)}, True, 36, 1),
        ({"tokenizer": Score(2.0), "empty_reference": Score(1.0)}, True, 0, 0),
        ({"tokenizer": Score(2.0), "empty_reference": Raised("E")}, True, 0, 0),
    ],
)
def test_pairs_of_changes(outcomes: Mapping[str, Outcome], gives: bool, proposed: int, tried: int) -> None:
    pairs, attempts = _pairs(outcomes, gives)
    assert (len(pairs), attempts) == (proposed, tried)
    assert all(len(_WER().differences(pair)) == 2 for pair in pairs)
