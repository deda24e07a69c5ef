"""The site in a browser: opened from disk, on a phone, in the dark, by keyboard, with and without its script."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tools.site.facts import gather
from tools.site.pages import write
from tools.site.render import Site
from tools.site.search import Entry, write_index

axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed: tox run -e pages")

pytestmark = pytest.mark.once

#: A page of each kind.
_PAGES = [
    "index.html",
    "index.html#q=sacrebleu",
    "index.html#q=nothing%20of%20that",
    "implementations.html",
    "implementations/sacrebleu.html",
    "metrics.html",
    "metrics/ter.html",
    "vectors/gleu.html#gleu-case-lower",
    "divergences.html",
    "divergences/torchmetrics-ter-empty-hypothesis.html",
    "mistakes.html",
    "flags.html",
    "reported.html",
    "releases.html",
    "benchmarks.html",
    "badges.html",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    write(
        gather(("gleu", "ter", "mcc")),
        Site(folder, "https://example.org/", "https://example.org/"),
    )
    return folder


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", _PAGES)
def test_a_page_is_accessible_and_fits_a_phone(path: str, scheme: str, folder: Path, opened: Any) -> None:
    assert (folder / path.partition("#")[0]).is_file()
    page = opened(path, viewport={"width": 360, "height": 700}, color_scheme=scheme)
    assert page.locator("h1").count() == 1
    assert page.evaluate("getComputedStyle(document.querySelector('header.site')).display") == "flex", "no style"
    violations = axe.Axe().run(page, options={"preload": False}).response["violations"]
    assert not [(violation["id"], violation["nodes"][0]["html"]) for violation in violations]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, "the page itself scrolls sideways"


def test_everything_is_searched_by_keyboard(opened: Any) -> None:
    page = opened("index.html")
    assert page.get_by_text("The search needs JavaScript").count() == 0
    page.keyboard.press("/")
    page.keyboard.type("ter tokenizer")
    results = page.locator("[data-results] a")
    assert results.first.inner_text() == "ter: tokenizer"
    assert page.locator("[data-found]").inner_text().endswith("for “ter tokenizer”")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert results.nth(1).evaluate("link => link === document.activeElement")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.wait_for_url("**/metrics/ter.html#knob-tokenizer")
    page.go_back()
    assert page.locator("#words").input_value() == "ter tokenizer"
    assert results.first.inner_text() == "ter: tokenizer"


@pytest.mark.parametrize(("query", "kind"), [
    ("gleu", "metric"),
    ("sacrebleu", "package"),
    ("tercom", "script"),
    ("sacrebleu.corpus_ter", "entry point"),
    ("torchmetrics-ter-empty-hypothesis", "divergence"),
    ("sentence-mean", "mistake"),
])  # fmt: skip
def test_a_name_is_the_first_result(query: str, kind: str, opened: Any) -> None:
    page = opened("index.html")
    page.locator("#words").fill(query)
    found = page.locator("[data-results] li").first
    assert found.locator("a").inner_text() == query
    assert found.locator(".badge").inner_text() == kind
    found.locator("a").click()
    page.wait_for_url(lambda url: "index.html" not in url)


def test_results_that_have_most_of_the_words(opened: Any) -> None:
    page = opened("index.html")
    page.locator("#words").fill("zzyx gleu")
    assert page.locator("[data-found]").inner_text().startswith("Nothing has all words of “zzyx gleu”")
    assert page.locator("[data-results] a").first.inner_text() == "gleu"


def test_no_results_say_what_to_do(opened: Any) -> None:
    page = opened("index.html")
    page.locator("#words").fill("<img src=x onerror=window.hit=1>zzyx")
    assert page.locator("[data-found]").inner_text() == "No results for “<img src=x onerror=window.hit=1>zzyx”."
    assert page.get_by_text("Use fewer or more general words").is_visible()
    assert page.locator("[data-results] li").count() == 0
    page.locator("#words").fill("")
    assert page.locator("[data-found]").inner_text() == ""
    assert page.get_by_text("Use fewer or more general words").is_hidden()


def test_all_results_are_shown_on_request(opened: Any) -> None:
    page = opened("index.html")
    page.locator("#words").fill("mistake")
    results = page.locator("[data-results] a")
    count = int(page.locator("[data-found]").inner_text().split()[0])
    assert results.count() == 20 < count
    page.locator("[data-more]").click()
    assert results.count() == count
    assert results.nth(20).evaluate("link => link === document.activeElement")


def test_foreign_text_in_the_index_is_text(browser: Any, folder: Path, tmp_path: Path) -> None:
    hostile = "<img src=x onerror=window.hit=1>"
    shutil.copytree(folder, tmp_path / "site")
    write_index(
        [Entry("flag", hostile, hostile, "flags.html", hostile)],
        Site(tmp_path / "site", "https://example.org/", "https://example.org/"),
    )
    page = browser.new_page()
    page.goto((tmp_path / "site" / "index.html").as_uri())
    page.locator("#words").fill("img")
    assert page.locator("[data-results] a").inner_text() == hostile
    assert page.locator("[data-results] img").count() == 0
    assert not page.evaluate("window.hit")
    page.close()


def test_the_matrix_is_narrowed(opened: Any) -> None:
    page = opened("index.html")
    cells, heads = page.locator("td a.tally:visible"), page.locator("thead a:visible")
    everything, names = cells.count(), heads.count()
    page.locator("[data-rows]").fill("ter")
    assert page.locator("tbody tr:visible").count() == 1
    assert set(heads.all_inner_texts()) == {"pyter", "sacrebleu", "tercom", "torchmetrics"}
    page.locator("[data-columns]").fill("torch")
    assert cells.count() == heads.count() == 1
    page.locator("[data-all]").click()
    assert (cells.count(), heads.count()) == (everything, names)
    page.locator("select[data-kind]").select_option("script")
    assert set(heads.all_inner_texts()) == {"azure-ai-evaluation", "naive", "openkiwi", "opik", "tercom"}
    page.locator("[data-all]").click()
    page.locator("select[data-style]").select_option("bad")
    assert cells.count() == page.locator("td[data-style=bad]").count()


def test_a_cell_leads_to_its_implementation(opened: Any) -> None:
    page = opened("index.html")
    page.locator("a.tally[aria-label^='sacrebleu, ter']").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/implementations/sacrebleu.html#ter")
    assert page.locator("tr#ter").is_visible()


def test_a_link_to_a_vector_opens_it(opened: Any) -> None:
    page = opened("vectors/gleu.html#gleu-case-lower")
    assert page.locator("details[open]").count() == 1
    assert page.locator("#gleu-case-lower").is_visible()
    page.evaluate("location.hash = 'gleu-identical'")
    page.locator("#gleu-identical").wait_for(state="visible")


def test_a_list_is_narrowed_to_what_has_every_word(opened: Any) -> None:
    page = opened("divergences.html")
    items = page.locator("#divergences li:visible")
    everything = items.count()
    page.locator("[data-narrow]").fill("torchmetrics ter")
    assert 0 < items.count() < everything
    assert all("torchmetrics" in text.lower() for text in items.all_inner_texts())
    assert page.locator("[data-left]").inner_text() == f"{items.count()} of {everything}"


def test_only_the_knobs_that_differ(opened: Any) -> None:
    page = opened("metrics/ter.html")
    rows = page.locator("#who-table tbody tr:visible")
    everything = rows.count()
    page.locator("[data-differing]").check()
    assert 0 < rows.count() < everything
    assert all(len(set(row.split("\t")[1:])) > 1 for row in rows.all_inner_texts())


def test_a_badge_is_copied(opened: Any) -> None:
    page = opened("badges.html")
    image = page.locator("img").first
    assert image.evaluate("image => image.naturalWidth") > 100
    page.evaluate(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}})"
    )
    page.locator("button.copy").nth(1).click()
    page.get_by_text("copied", exact=True).wait_for()
    assert page.evaluate("window.copied").startswith("[![samescore: ")


def test_without_a_script_everything_is_there(browser: Any, folder: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "index.html").as_uri())
    assert page.locator("td a.tally").count() >= 6
    assert page.locator(".doors a").count() == page.locator(".doors code").count() == 3
    assert page.locator("[data-search]").is_hidden()
    assert page.get_by_text("The search needs JavaScript").is_visible()
    assert page.locator(".filters").is_hidden()
    page.goto((folder / "vectors/gleu.html").as_uri())
    page.locator("summary").first.click()
    assert page.locator("details[open] dl").first.is_visible()
    context.close()
