"""What is looked up: lists, entries, and names."""

from __future__ import annotations

import pytest

from samescore.base.errors import SettingsError, UnknownNameError
from samescore.catalogue.vectors import flags, select, vectors
from samescore.metrics import METRIC_NAMES, find, metric
from samescore.verbs.lookup import entries, listing
from samescore.verbs.lookup.entry_text import text_of
from samescore.verbs.lookup.names import knob_names, metric_names, native_name

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _listed(what: str, metric_name: str = "") -> listing.Listing:
    [found] = listing.execute(listing.Request(what, metric_name))
    return found


@pytest.mark.parametrize("what", [name for name in listing.LISTS if name != "knobs"])
def test_every_list_has_rows_as_wide_as_its_headings(what: str) -> None:
    found = _listed(what)
    assert found.rows
    assert {len(row) for row in found.rows} == {len(found.columns)}
    assert next(found.records()) == dict(zip(found.columns, found.rows[0], strict=True))


def test_a_list_is_whole_or_of_one_metric() -> None:
    assert [row[0] for row in _listed("metrics").rows] == list(METRIC_NAMES)
    assert [row[0] for row in _listed("flags").rows] == list(flags())
    assert [row[0] for row in _listed("vectors").rows] == list(vectors())
    assert [row[0] for row in _listed("vectors", "chrf++").rows] == [vector.id for vector in select(["chrf"])]
    listed, declared = (
        [row[0] for row in _listed("knobs", "bleu").rows],
        [k.name for k in metric("bleu").settings.knobs()],
    )
    assert sorted(listed) == sorted(declared)
    assert listed[:5] == ["tokenizer", "case", "max_order", "smoothing", "average"], "what users choose comes first"
    assert listed[7:] == [name for name in declared if name not in listed[:7]], (
        "the rest is in the order of the pipeline"
    )
    for what in ("divergences", "properties", "reported"):
        rows = [dict(row) for row in _listed(what).records()]
        for name in ("bleu", "chrf", "rouge-n"):
            of_metric = [row["id"] for row in rows if row["metric"] and find(row["metric"])[0].name == name]
            assert [row[0] for row in _listed(what, name).rows] == of_metric
            assert len(of_metric) < len(rows)


def test_a_list_without_its_metric_or_with_a_needless_one_is_refused() -> None:
    with pytest.raises(SettingsError, match="list knobs needs a metric"):
        _listed("knobs")
    with pytest.raises(SettingsError, match="list flags does not take a metric"):
        _listed("flags", "bleu")
    with pytest.raises(UnknownNameError, match="unknown metric: 'nothing'"):
        _listed("vectors", "nothing")


def test_every_entry_has_a_heading_with_its_name_and_says_more() -> None:
    names = [*entries.entry_names(), *list(vectors())[::200]]
    assert {entry.kind for name in names for entry in entries.execute(entries.Request(name))} == {
        *("divergence", "reported", "property", "mistake", "flag", "note", "vector")
    }
    for name in names:
        for entry in entries.execute(entries.Request(name)):
            heading, *rest = text_of(entry)
            assert heading.beginning.startswith(f"{name} (")
            assert any(line.text for line in rest), name
            assert list(entry.fields())[:2] == ["type", "id"]


def test_a_name_of_two_entries_shows_both() -> None:
    both = {name for name in entries.entry_names() if entries.entry_names().count(name) == 2}
    assert both
    for name in both:
        assert len(list(entries.execute(entries.Request(name)))) == 2


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("knobs", "samescore list knobs METRIC shows them all"),
        ("chrf++", "it is a metric: samescore list knobs chrf shows its knobs"),
        ("bleu-papineni-the-cliped", "did you mean bleu-papineni-the-clipped"),
    ],
)
def test_an_unknown_entry_has_a_hint(name: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        list(entries.execute(entries.Request(name)))
    assert caught.value.hint.startswith(hint)


def test_the_names_of_metrics_and_knobs_are_those_of_the_metrics() -> None:
    assert {native_name(name) for name in metric_names()} == set(METRIC_NAMES)
    for name in METRIC_NAMES:
        kind = metric(name).settings
        for knob in knob_names(name):
            domain = kind.knob(knob.name).domain
            assert [domain.check(value) for value in knob.values] == list(domain.values)
    [suffix] = [knob for knob in knob_names("entity-f1") if knob.name == "suffix"]
    assert suffix.values == ("yes", "no")
    assert knob_names("nothing") == []
