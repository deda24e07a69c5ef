"""Pages as a reader meets them: clicks, filters, the keyboard, a phone, a screen reader, hostile text."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from samescore import records
from samescore.records import Benchmark, BenchmarkCase, BenchmarkRow, BenchmarkSeries
from samescore.records.writing import line
from samescore.report.html.page import page as html_page
from samescore.report.html.vectors import Shown
from tests.command import call

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed: tox run -e pages")
playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: tox run -e pages")

pytestmark = pytest.mark.once

_HOSTILE = "<img src=x onerror=window.hit=1></script><script>window.hit=1</script>"
_COMMANDS = {
    "run": "run native native:nltk py:wrong:bleu -m bleu -m mcc --no-report --fresh 5 --seed 1",
    "right": "run native -m mcc --no-report",
    "diff": "diff hyp -r ref -i native:sacrebleu -i native:nltk -i native:bleuscore",
    "explain": "explain native:sacrebleu native:nltk.sentence_bleu hyp -r ref",
    "crossing": "explain native:sacrebleu native:jiwer hyp -r ref -m ter -m cer",
    "account": "explain native:sacrebleu hyp -r ref --reported 1.5",
    "audit": "audit claims.jsonl -j 1",
    "drift": "drift native:sacrebleu==2.3.1 native:sacrebleu==2.6.0 -m ter",
    "gate": "run native:sacrebleu==2.6.0 -m ter --against baseline.jsonl --no-report",
    "identify": "identify native:nltk -m ribes",
    "unidentified": "identify py:wrong:bleu -m bleu",
    "fuzz": "fuzz native:nltk native:sacrebleu -m bleu --examples 100 --seed 1 --known",
    "why": "why rouge of chinese",
    "compare": "compare hyp other ref -r ref -m bleu -m ter --resamples 100",
}
#: Saved results that are not what a command prints.
_SAVED = ("written", "benchmark")
_KINDS = (*_COMMANDS, *_SAVED)
_WRONG = """
def bleu(hypotheses, references):
    return 1.5

bleu.samescore = {"metric": "bleu"}
"""


def _benchmark() -> Benchmark:
    """A benchmark in which something is slower, something differs, and something failed."""
    rows = (
        BenchmarkRow("samescore", (0.1, 0.1, 0.2), (0.1, 0.1, 0.2), (50.0, 60.0), 120.0),
        BenchmarkRow(f"peer {_HOSTILE}", (2.0, 1.0, 3.0), (2.0, 1.0, 3.0), (50.0, 90.0), 9e3, 20.0, 20.0, "=="),
        BenchmarkRow(
            "other", (0.05, 0.05, 0.05), (0.05, 0.05, 0.05), ratio=0.5, agreement="DIFFERENT: 2.0", wrong=True
        ),
        BenchmarkRow("lost", problem="failed: no such file"),
    )
    case = BenchmarkCase("bleu", f"BLEU {_HOSTILE}", 100, "line", rows)
    growth = (BenchmarkSeries("BLEU", "samescore", ((10, 5000.0), (100, 1234.4))),)
    return Benchmark((("samescore", "0.1.0"),), (case,), (case,), growth, growth, (case,), (case,))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page of each kind of result."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "wrong.py").write_text(_WRONG, encoding="utf-8")
    (folder / "hyp").write_text(f"the cat sat on a mat .\na dog {_HOSTILE}\nit is so\n", encoding="utf-8")
    (folder / "ref").write_text("The cat sat on the mat.\na dog\nit was so\n", encoding="utf-8")
    (folder / "other").write_text("the cat\na dog\nit\n", encoding="utf-8")
    claim = {"metric": "BLEU", "hypotheses": "hyp", "references": ["ref"], "source": _HOSTILE}
    claims = [{**claim, "published": "51.9"}, {"metric": "f1", "published": "1.5", "id": _HOSTILE}]
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, claims)) + "\n", encoding="utf-8")
    assert call("run", "native:sacrebleu==2.3.1", "-m", "ter", "--report", "baseline.jsonl", cwd=folder).returncode == 0
    assert (
        call("run", "native", "-m", "ter", "--no-report", "--write-baseline", "written.jsonl", cwd=folder).returncode
        == 0
    )
    (folder / "benchmark.jsonl").write_text(line(_benchmark()) + "\n", encoding="utf-8")
    for kind, command in _COMMANDS.items():
        shown = call(*command.split(), "--format", "jsonl", cwd=folder, PYTHONPATH=str(folder))
        (folder / f"{kind}.jsonl").write_text(shown.stdout, encoding="utf-8")
    for kind in _KINDS:
        done = call("render", f"{kind}.jsonl", "--html", f"{kind}.html", cwd=folder)
        assert done.returncode == 0, done.stderr
    several = [(folder / f"{kind}.jsonl").read_text(encoding="utf-8") for kind in ("explain", "diff", "audit")]
    (folder / "several.jsonl").write_text("".join(several), encoding="utf-8")
    assert call("render", "several.jsonl", "--html", "several.html", cwd=folder).returncode == 0
    return folder


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", [*_KINDS, "several"])
def test_a_page_is_accessible_and_fits_a_phone(kind: str, scheme: str, opened: Any) -> None:
    page = opened(f"{kind}.html", viewport={"width": 320, "height": 700}, color_scheme=scheme)
    violations = axe.Axe().run(page).response["violations"]
    assert not [(violation["id"], violation["nodes"][0]["html"]) for violation in violations]
    assert page.evaluate("document.documentElement.scrollWidth") <= 320, "the page itself scrolls sideways"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_an_open_result_is_accessible_and_fits_a_phone(scheme: str, opened: Any) -> None:
    page = opened("run.html", viewport={"width": 320, "height": 700}, color_scheme=scheme)
    for metric in ("bleu", "mcc"):
        page.locator("[data-filter=metric]").select_option(metric)
        page.locator("[data-list] details summary").first.click()
        assert page.locator("[data-list] details").first.get_attribute("open") is not None
        violations = axe.Axe().run(page).response["violations"]
        assert not [(violation["id"], violation["nodes"][0]["html"]) for violation in violations]
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, "the page itself scrolls sideways"


def test_a_cell_shows_its_results_and_a_result_its_facts(opened: Any, folder: Path) -> None:
    page = opened("run.html")
    everything = page.locator("[data-count]").inner_text()
    cell = page.locator("button.cell[data-implementation='py:wrong:bleu'][data-metric=bleu]")
    cell.click()
    assert cell.get_attribute("aria-pressed") == "true"
    narrowed = page.locator("[data-count]").inner_text()
    assert narrowed != everything
    items = page.locator("[data-list] details")
    assert items.count() == min(100, int(narrowed.split()[0]))
    assert all("py:wrong:bleu" in text for text in items.locator("summary").all_inner_texts())
    items.first.locator("summary").click()
    items.first.locator("dt").first.wait_for()
    facts = items.first.locator("dt").all_inner_texts()
    assert {"hypothesis", "settings", "expected", "got", "run again"} <= set(facts)
    named = items.first.locator("summary").inner_text()
    (result,) = (
        record
        for record in map(json.loads, (folder / "run.jsonl").read_text(encoding="utf-8").splitlines())
        if record["type"] == "result"
        and record["implementation"] == "py:wrong:bleu"
        and f" {record['vector']} " in f" {named} "
    )
    assert str(result["outcome"]["value"]) in items.first.locator("dl.facts").inner_text()
    page.locator("[data-reset]").click()
    assert page.locator("[data-count]").inner_text() == everything


def test_filters_narrow_the_results(opened: Any) -> None:
    page = opened("run.html")
    counts = {}
    for name, value in (
        ("verdict", "agree"),
        ("metric", "mcc"),
        ("implementation", "native"),
        ("knob", "tokenizer"),
        ("text", "clipped"),
    ):
        field = page.locator(f"[data-filter={name}]")
        field.fill(value) if name == "text" else field.select_option(value)
        counts[name] = int(page.locator("[data-count]").inner_text().split()[0])
        page.locator("[data-reset]").click()
    total = int(page.locator("[data-count]").inner_text().split()[0])
    assert all(0 < count < total for count in counts.values()), counts


def test_a_flag_and_a_knob_narrow_to_the_results_that_have_them(opened: Any) -> None:
    page = opened("run.html")
    for name, fact in (("flag", "flags"), ("knob", "settings")):
        field = page.locator(f"[data-filter={name}]")
        value = field.locator("option").nth(1).get_attribute("value")
        field.select_option(value)
        first = page.locator("[data-list] details").first
        first.locator("summary").click()
        first.locator("dt").first.wait_for()  # what opens is filled in a moment later
        shown = first.locator("dl.facts")
        assert fact in shown.locator("dt").all_inner_texts()
        assert value in shown.inner_text()
        page.locator("[data-reset]").click()


def test_filters_that_nothing_passes_say_so(opened: Any) -> None:
    page = opened("run.html")
    page.locator("[data-filter=text]").fill("no result has this text")
    assert "no result passes all filters" in page.locator("[data-count]").inner_text()
    assert page.locator("[data-list] details").count() == 0
    assert not page.locator("[data-more]").is_visible()


def test_the_reproduction_is_copied_by_keyboard(browser: Any, folder: Path) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto((folder / "run.html").as_uri())
    page.locator("article.card details").first.evaluate("element => { element.open = true; }")
    button = page.locator("article.card details[open] button.copy").first
    line = page.locator("article.card details[open] .command code").first
    button.focus()
    page.keyboard.press("Enter")
    playwright.expect(button).to_have_text("copied")
    assert line.inner_text().startswith("samescore run py:wrong:bleu -k bleu-")
    assert page.evaluate("navigator.clipboard.readText()") == line.inner_text()
    context.close()


def test_a_line_is_selected_where_the_clipboard_is_closed(opened: Any) -> None:
    page = opened("why.html")
    page.evaluate("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.evaluate("document.execCommand = () => false")
    page.locator("button.copy").first.click()
    playwright.expect(page.locator("button.copy").first).to_have_text(re.compile("^selected"))
    assert page.evaluate("String(getSelection())") == page.locator("[data-copy]").first.inner_text()


def test_a_button_of_a_failing_group_and_one_of_a_knob_narrow_the_list(opened: Any) -> None:
    page = opened("run.html")
    group = page.locator("article.card button[data-implementation]").first
    wanted = int(group.inner_text().split()[-1])
    group.click()
    assert int(page.locator("[data-count]").inner_text().split()[0]) == wanted
    knob = page.locator("button[data-knob]").first
    knob.click()
    assert page.locator("[data-filter=knob]").input_value() == knob.get_attribute("data-knob")
    assert page.locator("[data-filter=implementation]").input_value() == ""


def test_the_contents_lead_to_each_result(opened: Any) -> None:
    page = opened("several.html")
    links = page.locator("nav a")
    assert links.count() == page.locator("section.result").count() == 3
    for place in range(3):
        target = links.nth(place).get_attribute("href")
        links.nth(place).click()
        assert page.url.endswith(target)
        assert page.locator(f"{target} h1").inner_text().split()[1:4] == links.nth(place).inner_text().split()[2:5]


def test_labels_are_rows_with_the_different_ones_marked(opened: Any) -> None:
    page = opened("right.html")
    page.locator("[data-filter=text]").fill("mcc-")
    for summary in page.locator("[data-list] details summary").all()[:20]:
        summary.click()
    rows = page.locator("[data-list] table.grid tr").evaluate_all(
        "rows => rows.map(row => [[...row.cells].map(cell => cell.textContent), row.querySelectorAll('mark').length])"
    )
    pairs = [(gold[1:], said[1:], marks) for (gold, _), (said, marks) in pairwise(rows) if said[0] == "predicted"]
    assert len(pairs) > 3
    assert all(marks == sum(map(str.__ne__, gold, said)) for gold, said, marks in pairs)
    assert any(marks for _, _, marks in pairs)


def test_more_results_are_shown_on_request_and_by_keyboard(opened: Any) -> None:
    page = opened("run.html")
    assert page.locator("[data-list] details").count() == 100
    page.locator("[data-more]").focus()
    page.keyboard.press("Enter")
    assert page.locator("[data-list] details").count() == 200
    page.locator("[data-list] details summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("[data-list] details").first.get_attribute("open") is not None


def test_a_number_of_an_audit_leads_to_its_finding(opened: Any) -> None:
    page = opened("audit.html")
    link = page.locator("table a").first
    target = link.get_attribute("href")
    link.click()
    assert page.url.endswith(target)
    assert page.locator(target).is_visible()


def test_a_link_to_a_finding_in_a_fold_opens_the_fold(opened: Any) -> None:
    page = opened("audit.html")
    link = page.locator("table a").last
    finding = page.locator(link.get_attribute("href"))
    assert finding.count() == 1
    assert not finding.is_visible()
    link.click()
    assert finding.is_visible()


@pytest.mark.parametrize("width", [320, 400, 800, 1280])
@pytest.mark.parametrize("kind", _KINDS)
def test_no_table_or_chart_of_a_page_is_cut_on_a_phone(kind: str, width: int, opened: Any) -> None:
    """Only the matrices of a run and of releases scroll inside the page; at no width does the page itself."""
    page = opened(f"{kind}.html", viewport={"width": width, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    cut = page.evaluate(
        """[...document.querySelectorAll(".scroll")].filter(
            box => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1 && !box.querySelector(".matrix, .strip, .grid")
        ).map(box => box.textContent.trim().slice(0, 80))"""
    )
    assert cut == [], "some columns are not visible"


def test_without_a_script_the_failures_are_there(browser: Any, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "run.html").as_uri())
    card = page.locator("article.card").first
    assert "py:wrong:bleu" in card.inner_text()
    card.locator("dt").first.wait_for()
    assert {"hypothesis", "expected", "got"} <= set(card.locator("dt").all_inner_texts())
    assert not page.locator(".filters").is_visible()
    context.close()


#: A large run: vectors, implementations, and the most seconds of a processor that its page may take to open.
_VECTORS, _IMPLEMENTATIONS, _SECONDS = 2_000, 12, 2.0


@pytest.mark.slow
def test_a_large_run_opens_within_two_seconds_of_a_processor(browser: Any, tmp_path: Path) -> None:
    names = [f"implementation-{number}" for number in range(_IMPLEMENTATIONS)]
    participants = [records.Participant(name, "1.0", "", "") for name in names]
    saved: list[Any] = [records.Header("samescore-report/1", "0.1.0", {}, participants, ["bleu", "chrf"])]
    vectors = {}
    verdicts = [records.VectorVerdict.AGREE, records.VectorVerdict.DIVERGE, records.VectorVerdict.DISAGREE]
    for number in range(_VECTORS):
        vector, metric = f"vector-{number}", ("bleu", "chrf")[number % 2]
        saved.append(records.Case(vector, metric, f"{metric}|tokenizer:none", "", records.Expectation("score", "0.5")))
        text = f"the cat number {number} sat on the mat and looked at the dog"
        segments = [{"hypothesis": text, "references": [text.replace("cat", "dog")]}] * 2
        vectors[vector] = Shown({"segments": segments}, ["basic"], "A vector of a large run.")
        for place, name in enumerate(names):
            saved.append(
                records.Result(
                    vector,
                    metric,
                    name,
                    "score",
                    verdicts[(number + place) % 3],
                    records.Answer("score", number / _VECTORS),
                    [records.Change("tokenizer", "text", "none", "13a")],
                    ["a-known-disagreement"],
                    "tokens: the first stage that differs",
                    [],
                    f"samescore run {name} -k {vector}",
                    f"{metric}|tokenizer:none|smoothing:exp",
                )
            )
    (tmp_path / "large.html").write_text(html_page(saved, vectors), encoding="utf-8")
    page = browser.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto((tmp_path / "large.html").as_uri())
    measured = {entry["name"]: entry["value"] for entry in session.send("Performance.getMetrics")["metrics"]}
    assert page.locator("[data-count]").inner_text() == f"{_VECTORS * _IMPLEMENTATIONS} of 24000 results"
    assert 0 < measured["TaskDuration"] < _SECONDS
    page.close()
