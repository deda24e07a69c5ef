"""Run the packages' own test suites on `samescore.compat` in their place: ``python -m tools.compat_suites``.

The tests come from the source distribution of each release, in a folder that is not kept. Files that test other
parts of a package, such as test sets, are left out and named.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin
from xml.etree import ElementTree

import msgspec

from samescore.implementations.package_index import UV, source_for
from tools.compat_plugin import NAMED

_TOP = Path(__file__).resolve().parents[1]
_RELEASES = tuple(
    f"sacrebleu=={release}" for release in ("2.0.0", "2.1.0", "2.2.1", "2.3.1", "2.4.3", "2.5.1", "2.6.0")
)
#: The folder with the tests of each package, and the files that test other parts of it, with the reason.
_TESTS = {"sacrebleu": "test"}
_OUTSIDE = {"sacrebleu": {"test_api.py": "files of test sets", "test_dataset.py": "test sets"}}
#: Files of tests that read data which some source distributions lack.
_DATA = {"sacrebleu": {"test_significance.py": "wmt17_en_de_systems.pkl.bz2"}}
#: Seconds that a suite may take.
_PATIENCE = 900


class Suite(msgspec.Struct, frozen=True):
    """The outcome of a release's tests: how many passed, the failures with their reasons, and the seconds.

    `lacking` are files of tests that were left out because the distribution lacks their data.
    """

    name: str
    passed: int
    failures: dict[str, str]
    seconds: float
    lacking: list[str] = []


class _Links(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.page, self.found = page, list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        href = dict(attrs).get("href")
        if tag == "a" and href:
            self.found.append(urljoin(self.page, href))


def download(package: str, release: str, folder: Path) -> Path:
    """Download and unpack a source distribution, and return its folder; raises `SystemExit` if there is none."""
    index = source_for(UV)[0].index  # where samescore installs releases from
    page = f"{index.rstrip('/')}/{package.replace('_', '-')}/"
    links = _Links(page)
    links.feed(_read(page).decode())
    for link in links.found:
        address, _, digest = link.partition("#sha256=")
        name = address.rpartition("/")[2]
        if name.removesuffix(".tar.gz") in (f"{package}-{release}", f"{package.replace('_', '-')}-{release}"):
            content = _read(address)
            if digest and hashlib.sha256(content).hexdigest() != digest:
                raise SystemExit(f"{name} does not have the digest that the index states")
            (folder / name).write_bytes(content)
            with tarfile.open(folder / name) as archive:
                archive.extractall(folder, filter="data")
            return folder / name.removesuffix(".tar.gz")
    raise SystemExit(f"{index} has no source distribution of {package} {release}")


def _read(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310 - the user's index
        content: bytes = answer.read()
        return content


def run_suite(name: str, *, original: bool = False) -> Suite:
    """Run the tests of ``package==release`` on `samescore.compat`, or with `original` on the installed package."""
    package, _, release = name.partition("==")
    with tempfile.TemporaryDirectory() as made:
        sources, report = download(package, release, Path(made)), Path(made, "report.xml")
        tests = sources / _TESTS[package]
        lacking = [file for file, data in _DATA[package].items() if not (tests / data).exists()]
        left_out = [f"--ignore={_TESTS[package]}/{file}" for file in (*_OUTSIDE[package], *lacking)]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *left_out]
        plugin = [] if original else ["-p", "tools.compat_plugin"]
        started = time.perf_counter()
        subprocess.run(  # noqa: S603 - pytest, on the package's own tests
            [*command, *plugin, "--continue-on-collection-errors", _TESTS[package]],
            cwd=sources,
            env={**os.environ, NAMED: name, "PYTHONPATH": str(_TOP)},
            timeout=_PATIENCE,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        seconds = time.perf_counter() - started
        return _outcome(name, report, seconds, lacking)


def _outcome(name: str, report: Path, seconds: float, lacking: list[str]) -> Suite:
    cases = list(ElementTree.parse(report).getroot().iter("testcase"))  # noqa: S314 - written by pytest
    failures = {}
    for case in cases:
        for kind in ("failure", "error"):
            if (found := case.find(kind)) is not None:
                first = (found.get("message") or found.text or kind).strip().splitlines()[0]
                failures[f"{case.get('classname')}::{case.get('name')}"] = first
    skipped = sum(case.find("skipped") is not None for case in cases)
    return Suite(name, len(cases) - len(failures) - skipped, failures, seconds, lacking)


def main() -> None:
    """Run the suites that are named (all by default), print a row for each, and fail if a test fails."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", default=_RELEASES, metavar="PACKAGE==RELEASE")
    parser.add_argument("--original", action="store_true", help="run them on the installed package instead")
    asked = parser.parse_args()
    failed = 0
    print("| release | passed | failed | seconds |")
    print("|---|---:|---:|---:|")
    for name in asked.names:
        suite = run_suite(name, original=asked.original)
        failed += len(suite.failures)
        print(f"| {name} | {suite.passed} | {len(suite.failures)} | {suite.seconds:.1f} |", flush=True)
        for file in suite.lacking:
            print(f"  left out: {file} (its data are not in the source distribution)", file=sys.stderr)
        for test, reason in suite.failures.items():
            print(f"  {test}: {reason}", file=sys.stderr)
    for package, files in _OUTSIDE.items():
        for file, reason in files.items():
            print(f"left out of {package}: {file} ({reason})")
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()
