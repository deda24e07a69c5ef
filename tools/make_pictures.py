"""Write docs/images/*.png, screenshots of HTML reports from real runs: ``python -m tools.make_pictures``.

It needs Playwright, which ``tox run -e pages`` installs, and Chromium.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

_IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"
_HYPOTHESES = "The cat sat on the mat.\nIt costs 1,000.50 euros.\nWhy not?\n"
_REFERENCES = "The cat sat on a mat.\nIt costs 1,000.50 euro .\nWhy not?\n"
#: For each picture, the command that writes its page, and the height of the screen in pixels.
_PICTURES = {
    "explain": (("explain", "native:sacrebleu", "native:nltk.sentence_bleu", "hyp.txt", "-r", "ref.txt"), 720),
}
_WIDTH = 1100


def main() -> None:
    """Run every command in a temporary folder, and take a screenshot of its page."""
    browser_path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    _IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        (folder / "hyp.txt").write_text(_HYPOTHESES, encoding="utf-8")
        (folder / "ref.txt").write_text(_REFERENCES, encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for picture, (command, height) in _PICTURES.items():
            page = folder / f"{picture}.html"
            subprocess.run([sys.executable, "-m", "samescore", *command, "--html", str(page)], cwd=folder, check=True)
            tab = browser.new_page(viewport={"width": _WIDTH, "height": height}, device_scale_factor=1.5)
            tab.goto(page.as_uri())
            tab.screenshot(path=_IMAGES / f"{picture}.png")
            tab.close()
        browser.close()


if __name__ == "__main__":
    main()
