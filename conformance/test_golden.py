"""Golden vectors against the native metrics and every installed package: nothing may be red."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from conformance.peers import need
from samescore.base.errors import SettingsError
from samescore.base.outcome import STORED_ULPS, prints_as, same_outcome, ulps
from samescore.catalogue.profile_files import profile_files
from samescore.catalogue.vectors import flags, select, vectors
from samescore.implementations import InstalledPackage, implementation
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.evaluator import bare_outcome
from samescore.metrics.knob_domains.pattern_lists import Patterns
from samescore.metrics.names import begins_with_a_name
from samescore.records import VectorVerdict
from samescore.settings import ClassNames, Knob, Settings, Weights
from samescore.verbs.judging.judge import judge
from samescore.verbs.judging.plan import default_implementations


def _asked() -> Iterator[tuple[str, str]]:
    """Each implementation, with the metrics that it has."""
    for name in default_implementations():
        file = profile_files().get(name)
        metrics = {profile.metric for profile in file.profile} if file else METRIC_NAMES
        yield from ((name, metric_name) for metric_name in METRIC_NAMES if metric_name in metrics)


@pytest.mark.parametrize(("name", "metric_name"), list(_asked()))
def test_no_vector_fails(name: str, metric_name: str) -> None:
    tested = implementation(name)
    if isinstance(tested, InstalledPackage):
        need(tested)
    results = [judge(tested, vector) for vector in select([metric_name])]
    red = [f"{r.vector}: {r.verdict.value}: {r.why}" for r in results if r.verdict.red]
    assert not red, "\n".join(red)
    if name == "native":
        assert {r.verdict for r in results} == {VectorVerdict.AGREE}, "native can take any settings"


@pytest.mark.parametrize("metric_name", METRIC_NAMES)
def test_the_vectors_are_consistent(metric_name: str) -> None:
    for vector in select([metric_name]):
        assert begins_with_a_name(vector.id, metric_name), vector.id
        assert vector.source.where, vector.id
        assert set(vector.flags) <= set(flags()), f"{vector.id}: every flag is registered"
        if vector.printed:
            value, printed = float(vector.expected.value), vector.printed
            # A source that prints all digits of a double also prints its own rounding errors.
            assert prints_as(value, printed) or ulps(value, float(printed)) <= STORED_ULPS, vector.id


def test_every_registered_flag_is_used() -> None:
    assert set(flags()) == {flag for vector in vectors().values() for flag in vector.flags}


def test_there_are_vectors_of_every_metric() -> None:
    counts = {name: len(select([name])) for name in METRIC_NAMES}
    few = [name for name, count in counts.items() if count < 6]
    assert not few, f"add cases to tests/oracle/cases/, then run python -m tools.derive: {few}"
    assert sum(counts.values()) >= 120


def test_many_vectors_are_confirmed_by_a_peer() -> None:
    """Nearly half; for the others, no package offers the same settings, and the oracle is the only source."""
    confirmed = [vector for vector in vectors().values() if vector.confirmed_by]
    assert len(confirmed) > 850


def _flips(knob: Knob, settings: Settings) -> Iterator[Settings]:
    """The settings with each other value of one knob, where they are allowed; some values of weights and classes."""
    values = knob.alternatives(getattr(settings, knob.name))
    if isinstance(knob.domain, Weights):
        values = ("uniform", tuple(0.1 * n for n in range(1, settings.max_order + 1)))  # type: ignore[attr-defined]
    elif isinstance(knob.domain, ClassNames):
        values = ("present", ("OK",), ("OK", "BAD", "other"))
    elif isinstance(knob.domain, Patterns):
        values = (*values, ("[a-z]+",))
    for value in values:
        with suppress(SettingsError):
            yield settings.replace(**{knob.name: value})


def _witnessed(knob: Knob, value: object) -> str:
    """What needs a witness of its own: each value of a knob that has a few, and otherwise the knob."""
    return f"{knob.name}={knob.domain.format(value)}" if knob.domain.finite else knob.name


#: Knobs that do nothing without a package's dictionaries: tests/unit/test_meteor15.py asks with some entries of them.
_OF_DICTIONARIES = {"meteor15": {"synonym_weight", "paraphrase_weight"}}


def _needs_a_witness(metric_name: str) -> set[str]:
    """Rounding knobs do not: a stored value is compared within some ulps. Nor do those whose other values need packages."""
    knobs = [
        knob for knob in metric(metric_name).settings.knobs() if not knob.rounding and len(knob.domain.likely()) != 1
    ]
    needed = {_witnessed(knob, value) for knob in knobs for value in knob.domain.likely() or [knob.default]}
    return needed - _OF_DICTIONARIES.get(metric_name, set())


@pytest.mark.slow
@pytest.mark.parametrize("metric_name", METRIC_NAMES)
def test_every_value_of_a_knob_has_a_vector_that_notices(metric_name: str) -> None:
    """The settings of the vector have the value, and with some other value in its place the outcome is another."""
    unnoticed = _needs_a_witness(metric_name)
    for vector in select([metric_name]):
        data, settings = vector.data(), vector.complete_settings()
        before = bare_outcome(data, settings)
        for knob in settings.knobs():
            name = _witnessed(knob, getattr(settings, knob.name))
            if name in unnoticed:
                after = (bare_outcome(data, flipped) for flipped in _flips(knob, settings))
                if any(not same_outcome(before, other, max_ulps=vector.expected.ulps) for other in after):
                    unnoticed.discard(name)
    assert not unnoticed, f"add a case to tests/oracle/cases/, then run python -m tools.derive: {sorted(unnoticed)}"
