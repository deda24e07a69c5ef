"""The site: a page for everything, links that lead somewhere, numbers that are those of the run, foreign text as text."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from samescore.base.outcome import Score, same_outcome
from samescore.metrics import METRIC_NAMES
from tools.site import __main__ as program
from tools.site import benchmarks
from tools.site.facts import Facts, gather
from tools.site.links import broken
from tools.site.metrics import who_does_what
from tools.site.pages import write
from tools.site.render import Site, file_name, prose
from tools.site.search import Entry, read_index, write_index

#: The runs of all models of three metrics take a dozen seconds.
pytestmark = pytest.mark.slow

_METRICS = ("gleu", "ter", "mcc")
_ADDRESS = "https://example.org/site/"
_HOSTILE = "<img src=x onerror=alert(1)></script><script>alert(1)</script>{{ 7 * 7 }}'\"&\u202e\x1b[31m"


@pytest.fixture(scope="module")
def facts() -> Facts:
    return gather(_METRICS)


@pytest.fixture(scope="module")
def site(facts: Facts, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _built(facts, tmp_path_factory.mktemp("site"))


def _built(facts: Facts, folder: Path) -> Path:
    write(facts, Site(folder, _ADDRESS, "https://example.org/source"))
    return folder


class _Read(HTMLParser):
    """The elements of a page, its links, and its words."""

    def __init__(self, path: Path) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.pieces: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.pieces).split())

    @property
    def links(self) -> set[str]:
        return {attributes["href"] or "" for tag, attributes in self.elements if tag == "a" and "href" in attributes}


def test_every_link_leads_somewhere(site: Path) -> None:
    assert list(broken(site)) == []


def test_every_implementation_metric_and_divergence_has_a_page_that_is_listed(facts: Facts, site: Path) -> None:
    assert set(facts.metrics) == set(_METRICS)
    assert {"nltk", "sacrebleu", "sklearn", "naive"} <= set(facts.implementations)
    assert len(facts.divergences) > 10
    for kind, names in (
        ("implementations", facts.implementations),
        ("metrics", facts.metrics),
        ("divergences", facts.divergences),
    ):
        written = {path.stem for path in (site / kind).glob("*.html")}
        assert written == set(names)
        listed = _Read(site / f"{kind}.html").links
        assert {f"{kind}/{name}.html" for name in names} <= listed
        for name in names:
            assert _Read(site / kind / f"{name}.html").words


def test_the_matrix_has_the_counts_of_the_run(facts: Facts, site: Path) -> None:
    counts = Counter(
        (result.implementation, result.metric, result.verdict.value)
        for report in facts.models.values()
        for result in report.results
        if result.verdict.answered and result.implementation != "native"
    )
    labels = [
        attributes["aria-label"]
        for tag, attributes in _Read(site / "index.html").elements
        if tag == "a" and "aria-label" in attributes
    ]
    assert set(labels) == {
        f"{name.removeprefix('native:')}, {metric}: {counts[name, metric, 'agree']} as expected, "
        f"{counts[name, metric, 'diverge']} explained, {counts[name, metric, 'error'] + counts[name, metric, 'disagree']} unexplained"
        for name, metric, _ in counts
    }
    total = sum(count for (_, _, verdict), count in counts.items() if verdict == "agree")
    assert f"{total:,} agree with the expected value" in _Read(site / "index.html").words


def test_a_divergence_shows_both_scores_the_input_and_the_remedy(facts: Facts, site: Path) -> None:
    for entry in facts.divergences.values():
        words = _Read(site / "divergences" / f"{entry.id}.html").words
        for part in (
            entry.left.value,
            entry.right.value,
            entry.left.implementation,
            entry.right.implementation,
            *entry.knobs,
        ):
            assert part in words
        assert " ".join(entry.what.split())[:200] in words
        assert " ".join(entry.remedy.split())[:200] in words
        assert ("No settings make the two agree." in words) == (entry.agree is None)
    by_link = {case.link: case.id for case in facts.reported.values()}
    linked = [entry for entry in facts.divergences.values() if set(entry.links) & set(by_link)]
    assert linked
    for entry in linked:
        links = _Read(site / "divergences" / f"{entry.id}.html").links
        assert {f"../reported.html#{by_link[link]}" for link in entry.links if link in by_link} <= links


def test_the_effect_of_a_knob_is_what_the_golden_vector_says(facts: Facts) -> None:
    """The right answers do not come from the code that the site computes with."""
    effects = [effect for name in _METRICS for effect in facts.effects[name].values()]
    vectors = {vector.id: vector for name in _METRICS for vector in facts.vectors[name]}
    assert len(effects) > 30
    for effect in effects:
        expected = vectors[effect.vector].expected
        assert effect.outcome.kind == expected.outcome
        if isinstance(effect.outcome, Score):
            assert same_outcome(effect.outcome, Score(float(expected.value)), max_ulps=expected.ulps)
        assert not same_outcome(effect.outcome, effect.otherwise)


def test_the_table_of_entry_points_matches_the_profiles(facts: Facts) -> None:
    points, rows = who_does_what(facts, "ter")
    assert ("sacrebleu", "corpus_ter") in points
    assert ("torchmetrics", "translation_edit_rate") in points
    column = points.index(("sacrebleu", "corpus_ter"))
    profile = next(p for p in facts.implementations["sacrebleu"].profile if p.entry_point == "corpus_ter")
    roles = {row["knob"]: row["roles"][column] for row in rows}
    assert {name for name, (role, _) in roles.items() if role == "fixed"} == set(profile.fixed)
    assert {name for name, (role, _) in roles.items() if role == "free"} == set(profile.free)
    assert {name for name, (role, _) in roles.items() if role == "irrelevant"} == set(profile.irrelevant)
    assert roles["scale"] == ("fixed", "100")
    differing = {row["knob"] for row in rows if not row["same"]}
    assert differing
    assert all(len({value for _, value in row["roles"]}) > 1 for row in rows if row["knob"] in differing)


def test_the_releases_that_changed_ter_are_in_its_strip(site: Path) -> None:
    words = _Read(site / "implementations" / "sacrebleu.html").words
    assert "corpus_ter ter from 1.4.14 from 2.0.0 from 2.2.0 from 2.3.2" in words
    assert "sacrebleu 2.2.0 → 2.3.2" in words


def test_a_badge_and_what_to_copy(facts: Facts, site: Path) -> None:
    counts = Counter(result.verdict.value for result in facts.models["nltk"].results)
    message = f"{counts['agree']} agree · {counts['diverge']} explained · 0 unexplained"
    assert json.loads((site / "badges" / "nltk.json").read_text(encoding="utf-8"))["message"] == message
    root = ElementTree.fromstring((site / "badges" / "nltk.svg").read_text(encoding="utf-8"))  # noqa: S314 (made here)
    assert root.get("aria-label") == f"samescore: {message}"
    markdown = f"[![samescore: {message}]({_ADDRESS}badges/nltk.svg)]({_ADDRESS}implementations/nltk.html)"
    for page in ("badges.html", "implementations/nltk.html"):
        assert markdown in _Read(site / page).words
        assert (
            "https://img.shields.io/endpoint?url=https%3A%2F%2Fexample.org%2Fsite%2Fbadges%2Fnltk.json"
            in _Read(site / page).words
        )
    assert {path.stem for path in (site / "badges").iterdir()} == set(facts.implementations)


def test_the_same_facts_make_the_same_bytes(facts: Facts, site: Path, tmp_path: Path) -> None:
    again = _built(facts, tmp_path / "again")
    assert _digests(again) == _digests(site)


def test_two_processes_make_the_same_bytes(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from tools.site.facts import gather; from tools.site.pages import write; "
        "from tools.site.render import Site; "
        "write(gather(('gleu', 'ter', 'mcc')), Site(Path(sys.argv[1]), 'https://example.org/', 'https://example.org/'))"
    )
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path / seed)],
            check=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
    assert _digests(tmp_path / "1") == _digests(tmp_path / "2")


def _digests(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_foreign_text_is_text(facts: Facts, tmp_path: Path) -> None:
    """Wherever a file of the project holds a text, markup in it stays a text."""
    replace = msgspec.structs.replace
    entry = next(iter(facts.divergences.values()))
    case = next(case for case in facts.reported.values() if case.sides)
    known = next(iter(facts.properties.values()))
    vector = facts.vectors["gleu"][0]
    nltk = facts.implementations["nltk"]
    point = replace(nltk.profile[0], call=_HOSTILE, why=dict.fromkeys(nltk.profile[0].fixed, _HOSTILE))
    hostile = dataclasses.replace(
        facts,
        divergences={**facts.divergences, entry.id: replace(entry, what=_HOSTILE, remedy=_HOSTILE, message=_HOSTILE, links=["javascript:alert(1)"])},
        reported={**facts.reported, case.id: replace(case, symptom=_HOSTILE, because=_HOSTILE, residual=_HOSTILE, link="javascript:alert(1)")},
        properties={**facts.properties, known.id: replace(known, what=_HOSTILE, remedy=_HOSTILE)},
        vectors={**facts.vectors, "gleu": [replace(vector, comment=_HOSTILE, flags=[_HOSTILE], input={"segments": [{"hypothesis": _HOSTILE, "references": [_HOSTILE]}]}), *facts.vectors["gleu"][1:]]},
        implementations={**facts.implementations, "nltk": replace(nltk, title=_HOSTILE, profile=[point, *nltk.profile[1:]])},
    )  # fmt: skip
    folder = _built(hostile, tmp_path)
    shown = 0
    for path in folder.rglob("*.html"):
        page = _Read(path)
        scripts = [attributes for tag, attributes in page.elements if tag == "script"]
        own = ["site.js", "search-index.js", "search.js"] if path.name == "index.html" else ["site.js"]
        assert [str(attributes.get("src")).rpartition("/")[2] for attributes in scripts] == own, path
        images = [attributes["src"] for tag, attributes in page.elements if tag == "img"]
        assert all(source and source.endswith(".svg") for source in images), path
        assert not any(name.startswith("on") for _, attributes in page.elements for name in attributes), path
        assert not any(link.startswith("javascript") for link in page.links), path
        assert not {"\u202e", "\x1b"} & set(page.words), path
        shown += "<img src=x onerror=alert(1)>" in page.words
    assert shown >= 6
    found = [found for found in read_index(folder / "search-index.js") if "<img src=x onerror=alert(1)>" in found.text]
    assert {found.kind for found in found} >= {"divergence", "reported", "property", "package"}
    assert not any(character in found.text for found in found for character in "\u202e\x1b")
    assert "{{ 7 * 7 }}" in _Read(folder / "divergences" / f"{entry.id}.html").words


def test_a_name_cannot_lead_out_of_the_folder() -> None:
    for name in ("../x", "a/b", "", ".hidden", "a b", "a\\b"):
        with pytest.raises(ValueError, match="cannot be the name of a page"):
            file_name(name)
    assert file_name("rouge_score-1.0") == "rouge_score-1.0"


def test_prose_has_paragraphs_formulas_and_code() -> None:
    text = "One <b>\nline, see ``knob`` and `Name`.\n\n    a = b\n      + c\n\nEnd"
    assert (
        prose(text)
        == "<p>One &lt;b&gt; line, see <code>knob</code> and <code>Name</code>.</p>\n<pre>a = b\n  + c</pre>\n<p>End</p>"
    )


def _linked(folder: Path, *, page: str, other: str = "") -> list[str]:
    (folder / "sub").mkdir(exist_ok=True)
    (folder / "index.html").write_text(page, encoding="utf-8")
    (folder / "sub" / "other.html").write_text(other, encoding="utf-8")
    return list(broken(folder))


def test_the_check_of_links_finds_what_leads_nowhere(tmp_path: Path) -> None:
    assert _linked(tmp_path, page='<a href="sub/other.html#b">x</a><p id="a"><a href="#a">', other='<p id="b">') == []
    for page, problem in (
        ('<a href="none.html">', "no such file"),
        ('<img src="none.svg">', "no such file"),
        ('<a href="sub">', "no such file"),
        ('<a href="sub/other.html#c">', "no element"),
        ('<a href="#c">', "no element"),
        ('<a href="/index.html">', "root of the host"),
        ('<a href="../x.html">', "leads out"),
        ('<p id="a"><p id="a">', "two elements"),
    ):
        (line,) = _linked(tmp_path, page=page, other='<p id="b">')
        assert problem in line
    assert _linked(tmp_path, page='<a href="https://example.org/nothing">') == []
    target = Site(tmp_path, _ADDRESS, "https://example.org/source")
    found = Entry("metric", "b", "", "sub/other.html#b")
    write_index([found, found._replace(address="https://example.org/nothing")], target)
    assert _linked(tmp_path, page="", other='<p id="b">') == []
    for address in ("none.html", "sub/other.html#c", "../x.html"):
        write_index([found, found._replace(address=address)], target)
        (line,) = _linked(tmp_path, page="", other='<p id="b">')
        assert line.startswith(f"search-index.js: b: {address}: ")


def test_the_stored_benchmarks_are_read(tmp_path: Path) -> None:
    path = tmp_path / "benchmarks.md"
    head = "# B\n\n## Results\n\nOn `x`.\n\n| metric | items | samescore | times faster than |\n| --- | ---: | ---: | --- |\n"
    path.write_text(f"{head}| CER | 30,000 | 3 µs | jiwer 10× · rapidfuzz 0.10× (wall 2×) |\n", encoding="utf-8")
    (table,) = benchmarks.tables(path)
    assert (table.heading, table.about) == ("Results", "On `x`.")
    (row,) = table.rows
    assert row[:3] == ("CER", "30,000", "3 µs")
    assert row.bars == [("jiwer", 10.0, "", 50.0, 50.0), ("rapidfuzz", 0.1, "wall 2×", 0.0, 50.0)]
    assert table.axis == [("0.1×", 0.0), ("1×", 50.0), ("10×", 100.0)]
    path.write_text(f"{head}| CER | 30,000 | 3 µs | jiwer ten times |\n", encoding="utf-8")
    with pytest.raises(ValueError, match="jiwer ten times"):
        benchmarks.tables(path)
    path.write_text("# B\n", encoding="utf-8")
    with pytest.raises(ValueError, match="no table"):
        benchmarks.tables(path)


def test_only_a_site_is_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["site", "--output", str(tmp_path)])
    assert program.main() == 2
    assert "not empty" in capsys.readouterr().err
    assert (tmp_path / "thesis.txt").read_text(encoding="utf-8") == "mine"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _built(gather(), tmp_path_factory.mktemp("whole"))


def test_the_whole_site_has_everything(whole: Path) -> None:
    from samescore.catalogue.divergences import divergences
    from samescore.catalogue.profile_files import profile_files
    from samescore.catalogue.vectors import vectors

    assert list(broken(whole)) == []
    for kind, names in (
        ("implementations", profile_files()),
        ("metrics", METRIC_NAMES),
        ("divergences", divergences()),
    ):
        assert {path.stem for path in (whole / kind).glob("*.html")} == set(names)
    named = {
        attributes.get("id") for path in (whole / "vectors").glob("*.html") for _, attributes in _Read(path).elements
    }
    assert set(vectors()) <= named
