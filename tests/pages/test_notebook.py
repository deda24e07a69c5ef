"""Results in a notebook: they leave the page around them as it is, and nothing in them runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import samescore

pytestmark = pytest.mark.once

_HOSTILE = "<img src=x onerror=window.hit=1></script><script>window.hit=1</script></style></div>"
_HOST = """<!doctype html><meta charset="utf-8"><title>notebook</title>
<style>body { font: 16px serif; background: rgb(1, 2, 3); } .card { color: rgb(4, 5, 6); }</style>
<h2 id="host">a heading</h2><table id="table"><tr><td>a cell</td></tr></table><p class="card" id="card">a card</p>
"""
_STYLES = """() => ["body", "#host", "#table", "#table td", "#card"].flatMap(selector => {
    const style = getComputedStyle(document.querySelector(selector));
    return ["color", "backgroundColor", "font", "padding", "margin", "border", "boxSizing", "maxWidth", "borderCollapse"]
        .map(name => `${selector} ${name} ${style[name]}`);
})"""


def _results() -> dict[str, str]:
    hypotheses, references = ["the cat sat on a mat.", f"a dog {_HOSTILE}"], ["the cat sat on the mat.", "a dog"]
    names = ["native:sacrebleu.corpus_bleu", "native:nltk.corpus_bleu"]
    return {
        "score": samescore.score("bleu", hypotheses, references)._repr_html_(),
        "diff": samescore.diff("bleu", hypotheses, references, implementations=names)._repr_html_(),
        "explain": samescore.explain("bleu", hypotheses, references, first=names[0], second=names[1])._repr_html_(),
        "run": samescore.run(["native:nltk"], metrics=["bleu"], pattern="smooth")._repr_html_(),
    }


@pytest.mark.parametrize("kind", ["score", "diff", "explain", "run"])
def test_a_result_leaves_the_page_around_it_as_it_is(kind: str, browser: Any, tmp_path: Path) -> None:
    alone, with_result = tmp_path / "alone.html", tmp_path / "with.html"
    alone.write_text(_HOST, encoding="utf-8")
    with_result.write_text(f"{_HOST}{_results()[kind]}", encoding="utf-8")
    complaints: list[str] = []
    page = browser.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("request", lambda request: complaints.extend([] if request.url.startswith("file:") else [request.url]))
    page.goto(alone.as_uri())
    before = page.evaluate(_STYLES)
    page.goto(with_result.as_uri())
    assert page.evaluate(_STYLES) == before
    assert not page.evaluate("window.hit")
    assert page.locator("script").count() == page.locator("img").count() == 0
    assert not complaints
    if kind != "score":
        assert page.locator(".samescore-result h1, .samescore-result h2").first.is_visible()
        assert page.locator(".samescore-result [hidden]:visible").count() == 0
