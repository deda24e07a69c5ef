"""What is looked up: lists, entries, and names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import pytest

from samescore.base.errors import SettingsError, UnknownNameError
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.catalogue.vectors import flags, select, vectors
from samescore.implementations import package
from samescore.metrics import METRIC_NAMES, find, metric
from samescore.settings import Settings
from samescore.settings.knobs import chosen_first, is_chosen
from samescore.verbs.lookup import entries, listing
from samescore.verbs.lookup.entry_text import text_of
from samescore.verbs.lookup.listed_rows import Listing
from samescore.verbs.lookup.names import knob_names, metric_names, native_name

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


def _listed(what: str, *words: str) -> Listing:
    """The listing; of the knobs, those that several tools use."""
    found, *others = listing.execute(listing.Request(what, words))
    assert not others or what == "knobs"
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
    for what in ("divergences", "properties", "reported"):
        rows = [dict(row) for row in _listed(what).records()]
        for name in ("bleu", "chrf", "rouge-n", "f1", "rouge-s"):  # names of other metrics begin with the last two
            of_metric = [row["id"] for row in rows if row["metric"] and find(row["metric"])[0].name == name]
            assert [row[0] for row in _listed(what, name).rows] == of_metric
            assert len(of_metric) < len(rows)


def test_a_note_about_a_version_stands_with_the_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    state = "1.2.3 (no profile covers it)"
    monkeypatch.setattr("samescore.implementations.package.implementation_state", lambda _package: state)
    found = _listed("implementations")
    assert found.groups is not None
    assert {row[1] for row in found.groups.rows} == {"1.2.3", "profile only"}
    assert {row["here"] for row in found.records()} == {state, "profile only"}


def test_the_first_knobs_of_bleu_are_those_that_users_choose() -> None:
    shared, *_ = listing.execute(listing.Request("knobs", ("bleu",)))
    assert [row[0] for row in shared.rows[:5]] == ["tokenizer", "case", "max_order", "smoothing", "average"]


@pytest.mark.parametrize("name", ["bleu", "ter", "accuracy", "roc-auc", "rouge-n"])
def test_knobs_that_users_choose_come_first_and_those_of_one_tool_last(name: str) -> None:
    shared, *tools = listing.execute(listing.Request("knobs", (name,)))
    listed, own = [row[0] for row in shared.rows], [row[0] for group in tools for row in group.rows]
    declared = [knob.name for knob in metric(name).settings.knobs()]
    assert sorted([*listed, *own]) == sorted(declared)
    assert own, "some knob belongs to a single tool"
    chosen = [knob.name for knob in chosen_first(metric(name).settings.knobs()) if is_chosen(knob)]
    assert listed[: len(chosen)] == chosen, "what users choose comes first"
    rest = listed[len(chosen) :]
    assert rest == [knob for knob in declared if knob in rest], "the rest is in the order of the pipeline"
    for group in tools:
        tool = group.heading.removesuffix(" only:")
        for row in group.records():
            assert row["tool"] == tool
            assert _setters(name, row["knob"]) == {tool}
    for row in shared.records():
        assert not row["tool"]
        assert row["knob"] in chosen or len(_setters(name, row["knob"])) != 1


def _setters(metric_name: str, knob: str) -> set[str]:
    """The implementations some profile of which differs from the metric's default, read from the profiles themselves."""
    default = metric(metric_name).settings().knob(knob).default
    return {
        file.implementation
        for file in profile_files().values()
        for profile in file.profile
        if profile.metric == metric_name and knob not in profile.irrelevant
        if profile.free.get(knob) == "any"
        or any(getattr(settings, knob) != default for settings in _corners(profile, knob))
    }


def _corners(profile: Profile, knob: str) -> Iterator[Settings]:
    """Settings of a profile that differ in what decides a knob."""
    yield profile.settings()
    by = profile.tied[knob].follows if knob in profile.tied else knob
    for value in profile.options(by) or ():
        with suppress(SettingsError):
            yield profile.settings(**{by: value})


def test_a_value_that_one_tool_uses_stands_behind_its_name() -> None:
    [smoothing] = [row for row in _listed("knobs", "bleu").records() if row["knob"] == "smoothing"]
    shared, *tools = smoothing["usual_values"].split("; ")
    assert shared.split(", ")[:4] == ["none", "floor", "add-k", "exp"]
    assert "nltk only: nltk-5, nltk-6, nltk-7" in tools
    assert all(value in smoothing["values"] for value in ("nltk-5", "nltk-1 (= floor)", "exp"))


def test_a_default_is_a_usual_value_even_if_one_tool_uses_it() -> None:
    shared, *_ = listing.execute(listing.Request("knobs", ("nist",)))
    [references] = [row for row in shared.records() if row["knob"] == "references"]
    assert references["default"] == "merged"
    usual, *tools = references["usual_values"].split("; ")
    assert "merged" in usual.split(", ")
    assert not any("merged" in values for values in tools)


def test_the_brief_table_of_knobs_lacks_their_meanings() -> None:
    found = _listed("knobs", "bleu")
    brief, rows = found.table(verbose=False)
    assert brief == ("knob", "default", "usual_values")
    assert rows[0][:2] == ("tokenizer", "13a")
    long, rows = found.table(verbose=True)
    assert long == ("knob", "stage", "default", "values", "meaning")
    assert rows[0][-1] == metric("bleu").settings.knob("tokenizer").meaning


def test_a_list_without_its_metric_or_with_an_unknown_word_is_refused() -> None:
    with pytest.raises(SettingsError, match="list knobs needs a metric"):
        _listed("knobs")
    with pytest.raises(UnknownNameError, match="unknown metric: 'blue'") as caught:
        _listed("knobs", "blue")
    assert caught.value.hint == "did you mean bleu?"
    with pytest.raises(
        UnknownNameError, match="samescore list implementations: nothing matches 'torchmetrcs'"
    ) as caught:
        _listed("implementations", "bleu", "torchmetrcs")
    assert caught.value.hint == "did you mean torchmetrics?"
    with pytest.raises(UnknownNameError, match="list knobs bleu: nothing matches 'smothing'") as caught:
        _listed("knobs", "bleu", "smothing")
    assert caught.value.hint == "did you mean smoothing?"
    with pytest.raises(UnknownNameError, match="no single row matches 'ter' and 'sklearn'"):
        _listed("implementations", "ter", "sklearn")
    with pytest.raises(UnknownNameError, match="list vectors: nothing matches 'qqqqqqq'") as caught:
        _listed("vectors", "qqqqqqq")
    assert caught.value.hint == "list everything with: samescore list vectors"


def test_a_metric_a_package_or_a_part_of_a_cell_selects_rows() -> None:
    everything = list(_listed("implementations").records())

    def names(*words: str) -> list[str]:
        return [row["entry_point"] for row in _listed("implementations", *words).records()]

    bleu = [row["entry_point"] for row in everything if row["metric"] == "bleu"]
    assert names("bleu") == bleu
    assert "sacrebleu.corpus_chrf" in {row["entry_point"] for row in everything}
    assert "sacrebleu.corpus_chrf" not in names("bleu"), "the name of a metric is not a part of another name"
    assert names("chrf++") == names("chrf") != []
    assert names("f1") == [row["entry_point"] for row in everything if row["metric"] == "f1"] != []
    of_rouge = [name for name in (row["entry_point"] for row in everything) if name.split(".")[0] == "rouge"]
    assert names("rouge") == of_rouge != []
    assert names("SENTENCE_BLEU") == [name for name in names() if "sentence_bleu" in name.lower()] != []
    both = [name for name in bleu if name.startswith("torchmetrics.")]
    assert names("torchmetrics", "bleu") == names("bleu", "torchmetrics") == both != []


def test_the_words_of_every_list_select_some_of_its_rows() -> None:
    for what, words in (
        ("metrics", ("rouge",)),
        ("vectors", ("ter", "empty")),
        ("flags", ("white", "space")),
        ("mistakes", ("bleu", "clipped")),
        ("divergences", ("chrf", "torchmetrics")),
        ("properties", ("ter",)),
        ("reported", ("rouge1", "Chinese")),
        ("knobs", ("bleu", "smoothing")),
    ):
        rows = [row for part in listing.execute(listing.Request(what, words)) for row in part.rows]
        metric_words = words[:1] if what == "knobs" else ()
        everything = [row for part in listing.execute(listing.Request(what, metric_words)) for row in part.rows]
        assert 0 < len(rows) < len(everything), what


def test_implementations_without_words_are_a_line_for_each_package(monkeypatch: pytest.MonkeyPatch) -> None:
    uncovered = "sacrebleu"  # as if a release newer than its profiles were installed, whatever is
    covered = package.implementation_state
    monkeypatch.setattr(
        package,
        "implementation_state",
        lambda found: "99.0 (no profile covers it)" if found.file.implementation == uncovered else covered(found),
    )
    found = _listed("implementations")
    columns, rows = found.table(verbose=False)
    assert columns == ("package", "here", "entry_points", "metrics")
    assert [row[0] for row in rows] == list(profile_files())
    by_package: dict[str, list[dict[str, str]]] = {}
    for record in found.records():
        by_package.setdefault(record["entry_point"].partition(".")[0], []).append(record)
    for name, here, entry_points, metrics in rows:
        assert int(entry_points) == len(by_package[name])
        assert " (" not in here, "a line for a package has its version only"
        assert {record["here"].partition(" (")[0] for record in by_package[name]} == {here}
        assert set(metrics.split(", ")) == {record["metric"] for record in by_package[name]}
    assert found.table(verbose=True) == (found.columns, found.rows)
    assert {record["here"] for record in by_package[uncovered]} == {"99.0 (no profile covers it)"}
    assert _listed("implementations", "bleu").table(verbose=False)[0] == ("entry_point", "metric", "here")


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
        ("13a", "samescore why WORDS searches the catalogue"),
        ("bleu-papineni-the-cliped", "did you mean bleu-papineni-the-clipped"),
    ],
)
def test_an_unknown_entry_has_a_hint(name: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        list(entries.execute(entries.Request(name)))
    assert caught.value.hint.startswith(hint)


def test_a_metric_and_a_package_have_a_list_instead_of_an_entry() -> None:
    assert entries.list_instead("chrf++") == listing.Request("knobs", ("chrf",))
    assert entries.list_instead("nltk") == listing.Request("implementations", ("nltk",))
    assert entries.list_instead("accuracy") is None, "it is the name of an entry, too"
    assert entries.list_instead("nothing") is None


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
