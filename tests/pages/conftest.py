"""Fixtures that open pages in Chromium."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

_CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Yield Chromium; skip the test if Chromium or Playwright is not installed."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: tox run -e pages")
    if _CHROMIUM is None:
        pytest.skip("Chromium is not installed: apt-get install chromium")
    with playwright.sync_playwright() as started:
        running = started.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def opened(browser: Any, folder: Path) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens a page of a module's folder by its path, which may end in ``#`` and an anchor.

    Afterwards the test fails if the browser reported an error, a page used the network, or text from an input was executed.
    """
    complaints: list[str] = []
    pages = []

    def open_page(path: str, **options: Any) -> Any:
        page = browser.new_page(**options)
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: complaints.extend([] if request.url.startswith("file:") else [request.url]))
        name, _, place = path.partition("#")
        page.goto((folder / name).as_uri() + (f"#{place}" if place else ""))
        pages.append(page)
        return page

    yield open_page
    assert not complaints
    assert not any(page.evaluate("window.hit") for page in pages), "foreign text ran"
    for page in pages:
        page.close()
