"""Pages as a reader meets them: clicks, filters, the keyboard, a phone, a screen reader, hostile text."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.command import call

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: tox run -e pages")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed: tox run -e pages")

_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(_CHROMIUM is None, reason="Chromium is not installed: apt-get install chromium"),
]

_HOSTILE = "<img src=x onerror=window.hit=1></script><script>window.hit=1</script>"
_COMMANDS = {
    "run": "run native native:nltk py:wrong:bleu -m bleu -m mcc --no-report --fresh 5 --seed 1",
    "diff": "diff hyp -r ref -i native:sacrebleu -i native:nltk -i native:bleuscore",
    "explain": "explain native:sacrebleu native:nltk.sentence_bleu hyp -r ref",
    "audit": "audit claims.jsonl -j 1",
    "drift": "drift native:sacrebleu==2.3.1 native:sacrebleu==2.6.0 -m ter",
    "gate": "run native:sacrebleu==2.6.0 -m ter --against baseline.jsonl --no-report",
    "identify": "identify native:nltk -m ribes",
    "account": "explain native:sacrebleu hyp -r ref --reported 1.5",
}
_WRONG = """
def bleu(hypotheses, references):
    return 1.5

bleu.samescore = {"metric": "bleu"}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page of each kind of result."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "wrong.py").write_text(_WRONG, encoding="utf-8")
    (folder / "hyp").write_text(f"the cat sat on a mat .\na dog {_HOSTILE}\nit is so\n", encoding="utf-8")
    (folder / "ref").write_text("The cat sat on the mat.\na dog\nit was so\n", encoding="utf-8")
    claim = {"metric": "BLEU", "hypotheses": "hyp", "references": ["ref"], "source": _HOSTILE}
    claims = [{**claim, "published": "51.9"}, {"metric": "f1", "published": "1.5", "id": _HOSTILE}]
    (folder / "claims.jsonl").write_text("\n".join(map(json.dumps, claims)) + "\n", encoding="utf-8")
    assert call("run", "native:sacrebleu==2.3.1", "-m", "ter", "--report", "baseline.jsonl", cwd=folder).returncode == 0
    for kind, command in _COMMANDS.items():
        shown = call(*command.split(), "--format", "jsonl", cwd=folder, PYTHONPATH=str(folder))
        (folder / f"{kind}.jsonl").write_text(shown.stdout, encoding="utf-8")
        done = call("render", f"{kind}.jsonl", "--html", f"{kind}.html", cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def opened(browser: Any, folder: Path) -> Iterator[Any]:
    """Opens a page by its name; at the end nothing may have been complained about, or have run."""
    complaints: list[str] = []
    pages = []

    def open_page(name: str, **options: Any) -> Any:
        page = browser.new_page(**options)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: complaints.extend([] if request.url.startswith("file:") else [request.url]))
        page.goto((folder / f"{name}.html").as_uri())
        pages.append(page)
        return page

    yield open_page
    assert not complaints
    assert not any(page.evaluate("window.hit") for page in pages), "foreign text ran"
    for page in pages:
        page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", _COMMANDS)
def test_a_page_is_accessible_and_fits_a_phone(kind: str, scheme: str, opened: Any) -> None:
    page = opened(kind, viewport={"width": 375, "height": 700}, color_scheme=scheme)
    violations = axe.Axe().run(page).response["violations"]
    assert not [(violation["id"], violation["nodes"][0]["html"]) for violation in violations]
    assert page.evaluate("document.documentElement.scrollWidth") <= 375, "the page itself scrolls sideways"


def test_a_cell_shows_its_results_and_a_result_its_facts(opened: Any, folder: Path) -> None:
    page = opened("run")
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
    facts = items.first.locator("dt").all_inner_texts()
    assert {"input", "settings", "expected", "got", "again"} <= set(facts)
    named = items.first.locator("summary").inner_text()
    (result,) = (
        record
        for record in map(json.loads, (folder / "run.jsonl").read_text(encoding="utf-8").splitlines())
        if record["type"] == "result"
        and record["implementation"] == "py:wrong:bleu"
        and f" {record['vector']} " in named
    )
    assert str(result["outcome"]["value"]) in items.first.locator("dl").inner_text()
    page.locator("[data-reset]").click()
    assert page.locator("[data-count]").inner_text() == everything


def test_filters_narrow_the_results(opened: Any) -> None:
    page = opened("run")
    counts = {}
    for name, value in (("verdict", "agree"), ("metric", "mcc"), ("implementation", "native"), ("text", "clipped")):
        field = page.locator(f"[data-filter={name}]")
        field.fill(value) if name == "text" else field.select_option(value)
        counts[name] = int(page.locator("[data-count]").inner_text().split()[0])
        page.locator("[data-reset]").click()
    total = int(page.locator("[data-count]").inner_text().split()[0])
    assert all(0 < count < total for count in counts.values()), counts


def test_more_results_are_shown_on_request_and_by_keyboard(opened: Any) -> None:
    page = opened("run")
    assert page.locator("[data-list] details").count() == 100
    page.locator("[data-more]").focus()
    page.keyboard.press("Enter")
    assert page.locator("[data-list] details").count() == 200
    page.locator("[data-list] details summary").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("[data-list] details").first.get_attribute("open") is not None


def test_a_number_of_an_audit_leads_to_its_finding(opened: Any) -> None:
    page = opened("audit")
    link = page.locator("table a").first
    target = link.get_attribute("href")
    link.click()
    assert page.url.endswith(target)
    assert page.locator(target).is_visible()


def test_without_a_script_the_failures_are_there(browser: Any, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "run.html").as_uri())
    assert page.locator("noscript details, details").first.is_visible()
    assert "py:wrong:bleu" in page.locator("main").inner_text()
    context.close()
