"""``python -m tools.site --output FOLDER``: build the site, and check its links."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import Any

from samescore.base.documents import toml_document
from tools.site.facts import gather
from tools.site.links import broken
from tools.site.pages import write
from tools.site.render import Site

_PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"


def main() -> int:
    """Build; 1 if a link leads nowhere, 2 if the folder has something else in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True, metavar="FOLDER", help="made again if it is a site")
    parser.add_argument(
        "--docs", type=Path, metavar="FOLDER", help="the built documentation, copied to docs/ if it is there"
    )
    parser.add_argument("--live", action="store_true", help="also run the packages that are installed here")
    options = parser.parse_args()
    output: Path = options.output
    if output.exists() and any(output.iterdir()) and not (output / "site.js").is_file():
        print(f"{output} is not empty, and no site: choose another folder", file=sys.stderr)
        return 2
    if output.exists():
        shutil.rmtree(output)
    urls = toml_document(_PROJECT, dict[str, Any], "")["project"]["urls"]
    facts = gather(live=options.live, say=lambda what: print(what, file=sys.stderr, flush=True))
    documentation = options.docs if options.docs and (options.docs / "index.html").is_file() else None
    write(facts, Site(output, urls["Homepage"], urls["Source"], documentation))
    if documentation:
        shutil.copytree(documentation, output / "docs", ignore=shutil.ignore_patterns(".doctrees", ".buildinfo"))
    elif options.docs:
        print(f"there is no documentation in {options.docs}: tox run -e docs builds it", file=sys.stderr)
    problems = list(broken(output))
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{sum(1 for _ in output.glob('**/*.html'))} pages in {output}, {len(problems)} broken links")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
