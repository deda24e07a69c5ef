"""The front page of the site: its doors lead to guides, and its search finds everything that is recorded."""

from __future__ import annotations

import dataclasses
import json
import shlex
from collections import defaultdict
from pathlib import Path

import msgspec
import pytest

from samescore.catalogue.divergences import divergences
from samescore.catalogue.mistakes import known_mistakes
from samescore.catalogue.notes import notes
from samescore.catalogue.profile_files import profile_files
from samescore.catalogue.properties import properties
from samescore.catalogue.reported import reported_cases
from samescore.catalogue.symptoms import symptoms
from samescore.catalogue.vectors import flags
from samescore.cli import commands as cli
from samescore.metrics import METRIC_NAMES, metric
from tests.documents import TOP, blocks, commands
from tools.site.doors import DOORS, INSTALL
from tools.site.facts import Facts, gather
from tools.site.headings import headings
from tools.site.render import Site
from tools.site.search import FILE, Entry, entries, read_index, write_index

#: It gathers everything that is recorded.
pytestmark = pytest.mark.slow

_SOURCE = "https://example.org/source"


@pytest.fixture(scope="module")
def facts() -> Facts:
    """Everything that is recorded of all metrics; the runs, which are not searched, are those of one metric."""
    return dataclasses.replace(
        gather(("mcc",)),
        metrics=METRIC_NAMES,
        implementations=profile_files(),
        divergences=divergences(),
        reported=reported_cases(),
        properties=properties(),
    )


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path, "https://example.org/", _SOURCE)


def test_everything_is_found(facts: Facts, site: Site) -> None:
    titles: dict[str, list[str]] = defaultdict(list)
    for entry in entries(facts, site):
        titles[entry.kind].append(entry.title)
    files = profile_files()
    everything = {
        "metric": METRIC_NAMES,
        "package": [name for name, file in files.items() if file.distribution],
        "script": [name for name, file in files.items() if not file.distribution],
        "entry point": [f"{name}.{point.entry_point}" for name, file in files.items() for point in file.current(None)],
        "knob": [f"{name}: {knob.name}" for name in METRIC_NAMES for knob in metric(name).settings.knobs()],
        "divergence": divergences(),
        "reported": reported_cases(),
        "property": properties(),
        "mistake": known_mistakes(),
        "flag": flags(),
        "not computed": [note.metric for note in notes().values() if note.metric],
        "documentation": [name for name, note in notes().items() if note.page],
        "symptom": [symptom.words for symptom in symptoms()],
    }
    assert {kind: sorted(found) for kind, found in titles.items()} == {
        kind: sorted(names) for kind, names in everything.items()
    }


def test_a_value_of_a_knob_and_the_words_of_users_are_found(facts: Facts, site: Site) -> None:
    found = {(entry.kind, entry.title): entry for entry in entries(facts, site)}
    assert "nltk-0" in found["knob", "bleu: smoothing"].words
    assert "laplace" in found["knob", "bleu: add_k_from"].words
    assert "more than hundred percent" in found["property", "ter-above-100"].words


def test_a_symptom_leads_to_an_entry_that_explains_it(facts: Facts, site: Site) -> None:
    found = entries(facts, site)
    places: dict[str, set[str]] = defaultdict(set)
    for entry in found:
        if entry.kind in ("divergence", "reported", "property", "mistake", "flag", "documentation"):
            places[entry.title].add(entry.address)
    for note in notes().values():
        if note.metric:
            places[note.id].add(f"metrics.html#note-{note.id}")
    led = {entry.title: entry.address for entry in found if entry.kind == "symptom"}
    for symptom in symptoms():
        assert led[symptom.words] in set[str]().union(*(places[answer] for answer in symptom.answers))


def test_a_symptom_that_nothing_on_the_site_explains_is_not_listed(facts: Facts, site: Site) -> None:
    case = next(symptom for symptom in symptoms() if symptom.answers == ["wer-above-one"])
    without = {name: entry for name, entry in facts.properties.items() if name != "wer-above-one"}
    assert any(entry.title == case.words for entry in entries(facts, site))
    assert not any(entry.title == case.words for entry in entries(dataclasses.replace(facts, properties=without), site))


def test_the_index_is_read_as_it_is_written(site: Site) -> None:
    found = [Entry("metric", "bleu", "BLEU", "metrics/bleu.html", "sacrebleu"), Entry("flag", "é", "ü", "flags.html#e")]
    write_index(found, site)
    assert read_index(site.folder / FILE) == found
    script = (site.folder / FILE).read_text(encoding="ascii")
    assert script.startswith("const SEARCH_INDEX = [\n")
    assert json.loads(script.removeprefix("const SEARCH_INDEX = ").rstrip(";\n"))[0] == list(found[0])


def test_text_of_others_is_escaped_in_the_index_and_shortened(facts: Facts, site: Site) -> None:
    entry = divergences()["nltk-bleu-phantom-ngrams"]
    hostile = msgspec.structs.replace(
        entry, what="</script>\u202e\x1b[31m\u2028" + "x " * 500, remedy="\u202e</script>"
    )
    changed = dataclasses.replace(facts, divergences={entry.id: hostile})
    write_index(entries(changed, site), site)
    script = (site.folder / FILE).read_text(encoding="ascii")
    assert all(line.isprintable() for line in script.splitlines())
    (found,) = (entry for entry in read_index(site.folder / FILE) if entry.kind == "divergence")
    assert found.text.startswith(r"</script>\u202e\x1b[31m\u2028x x")
    assert len(found.text) < 300
    with pytest.raises(ValueError, match="cannot be the name of a page"):
        entries(dataclasses.replace(facts, divergences={"javascript:alert(1)//": hostile}), site)


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.guide)
def test_a_door_shows_a_command_of_its_guide(door: tuple[str, str, str, str]) -> None:
    """The commands of the guides run in the tests of the documentation."""
    title, _, command, guide = door
    page = f"docs/{guide}.md"
    assert command in _commands(page)
    program, name, *arguments = shlex.split(command)
    assert program == "samescore"
    cli.commands.commands[name].make_context(name, arguments).close()
    assert (TOP / page).read_text(encoding="utf-8").startswith(f"# {title}\n")
    assert INSTALL in _commands("docs/guide-metric.md")


def _commands(page: str) -> list[str]:
    return [command.text for block in blocks(page) if block.language == "console" for command in commands(block)]


def test_headings_are_read_from_built_documentation(tmp_path: Path) -> None:
    (tmp_path / "run.html").write_text(
        '<h1>menu</h1><section id="run"><h1>run: it <code>runs</code><a class="headerlink" href="#run">¶</a></h1>'
        '<section id="a-b"><h2>A &lt;b&gt;<a class="headerlink" href="#a-b">¶</a></h2></section></section>',
        encoding="utf-8",
    )
    (tmp_path / "genindex.html").write_text('<section id="A"><h2>A</h2></section>', encoding="utf-8")
    assert list(headings(tmp_path)) == [
        ("run: it runs", "run: it runs", "run.html"),
        ("A <b>", "run: it runs", "run.html#a-b"),
    ]


def test_the_documentation_is_found_if_it_is_built(facts: Facts, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "run.html").write_text('<section id="run"><h1>run</h1></section>', encoding="utf-8")
    built = Site(tmp_path, "https://example.org/", _SOURCE, docs)
    found = [entry for entry in entries(facts, built) if entry.kind == "documentation"]
    assert found[-1] == ("documentation", "run", "", "docs/run.html", "")
    page = next(note for note in notes().values() if note.page == "releases.html#rouge-score")
    assert next(entry for entry in found if entry.title == page.id).address == "docs/releases.html#rouge-score"
