"""Run the packages' own test suites on `samescore.compat` in their place: ``python -m tools.compat_suites``.

The tests come from the source distribution of each release, or from the installed release, in a folder that is not
kept. tools/compat_suites.toml says where they are, and lists exceptions. With ``--faults``, each suite runs with wrong
models instead, which it must notice.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import urllib.request
from html.parser import HTMLParser
from pathlib import Path
from typing import Literal
from urllib.parse import urljoin
from xml.etree import ElementTree

import msgspec

from samescore.implementations.package_index import UV, source_for
from tools.compat_plugin import VARIABLE, Fault, Swap

_TOP = Path(__file__).resolve().parents[1]
#: Seconds that a suite may take.
_PATIENCE = 900


class Package(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A package's tests, as tools/compat_suites.toml describes them."""

    releases: list[str]
    tests: list[str]
    distribution: str = ""
    source: Literal["sdist", "installed"] = "sdist"
    swap: Literal["package", "names"] = "package"
    requires: list[str] = []
    options: list[str] = []
    left_out: dict[str, str] = {}
    data: dict[str, str] = {}
    failures: dict[str, str] = {}
    faults: list[Fault] = []


PACKAGES = msgspec.toml.decode((_TOP / "tools/compat_suites.toml").read_bytes(), type=dict[str, Package])


class Suite(msgspec.Struct, frozen=True):
    """The outcome of a release's tests: how many passed, the failures with their messages, and the seconds.

    `lacking` are files of tests that were left out because the distribution lacks their data.
    """

    passed: int
    failures: dict[str, str]
    seconds: float
    lacking: list[str]


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


def _install(requirements: list[str], folder: Path) -> None:
    """Install packages for this interpreter into a folder; raises `SystemExit` without uv, and if uv fails."""
    uv = shutil.which("uv") or shutil.which("uv", path=sysconfig.get_path("scripts"))
    if not uv:
        raise SystemExit("uv is not installed: pip install 'samescore[isolate]'")
    command = [uv, "pip", "install", "--quiet", "--python", sys.executable, "--target", str(folder), *requirements]
    if subprocess.run(command, env={**os.environ, **source_for(UV)[1]}, check=False).returncode:  # noqa: S603 - uv
        raise SystemExit(f"{', '.join(requirements)} cannot be installed")


class Tests:
    """The tests of a package's release in a folder, ready to run."""

    def __init__(self, name: str, release: str, folder: Path, *, original: bool = False) -> None:
        self._name, self._release, self._original = name, release, original
        self._package = PACKAGES[name]
        self._report = folder / "report.xml"
        self._installed = folder / "installed"
        distribution = self._package.distribution or name
        need_package = original or self._package.swap == "names" or self._package.source == "installed"
        requirements = [*self._package.requires, *([f"{distribution}=={release}"] if need_package else [])]
        if requirements:
            _install(requirements, self._installed)
        if self._package.source == "sdist":
            self._top = download(distribution, release, folder)
        else:
            self._top = self._installed

    def run(self, fault: Fault | None = None, *, stop: bool = False) -> Suite:
        """Run the tests on `samescore.compat`, with a wrong model if one is given, or on the package itself.

        With `stop`, the tests after the first failure are not run.
        """
        package = self._package
        lacking = [file for file, data in package.data.items() if not (self._top / data).exists()]
        left_out = [*lacking, *package.left_out]
        skip = [f"--deselect={test}" if "::" in test else f"--ignore={test}" for test in left_out]
        swap = Swap(self._name, self._release, package.swap == "names", fault)
        plugin = [] if self._original else ["-p", "tools.compat_plugin"]
        command = [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", "-p", "no:cacheprovider", *plugin]
        command += [f"--junitxml={self._report}", "--continue-on-collection-errors", *package.options]
        command += ["-x"] if stop else []
        started = time.perf_counter()
        done = subprocess.run(  # noqa: S603 - pytest, on the package's own tests
            [*command, *skip, *package.tests],
            cwd=self._top,
            env={
                **os.environ,
                VARIABLE: msgspec.json.encode(swap).decode(),
                "PYTHONPATH": os.pathsep.join([str(self._installed), str(_TOP)]),
            },
            timeout=_PATIENCE,
            capture_output=True,
            text=True,
            check=False,
        )
        seconds = time.perf_counter() - started
        if done.returncode > 1 or not self._report.exists():  # neither passed nor failed
            raise SystemExit(f"pytest could not run {self._name} {self._release}:\n{done.stdout}{done.stderr}")
        passed, failures = _outcome(self._report)
        self._report.unlink()
        return Suite(passed, failures, seconds, lacking)


def _outcome(report: Path) -> tuple[int, dict[str, str]]:
    """Return the number of tests that passed, and the failures with their messages, as pytest reported them."""
    cases = list(ElementTree.parse(report).getroot().iter("testcase"))  # noqa: S314 - written by pytest
    failures = {}
    for case in cases:
        for kind in ("failure", "error"):
            if (found := case.find(kind)) is not None:
                first = (found.get("message") or found.text or kind).strip().splitlines()[0]
                failures[f"{case.get('classname')}::{case.get('name')}"] = first
    skipped = sum(case.find("skipped") is not None for case in cases)
    return len(cases) - len(failures) - skipped, failures


def _print_outcome(name: str, suite: Suite, expected: dict[str, str]) -> bool:
    """Print a row of the table and the failures, and return whether the failures are the expected ones."""
    print(f"| {name} | {suite.passed} | {len(suite.failures)} | {suite.seconds:.1f} |", flush=True)
    for file in suite.lacking:
        print(f"  left out: {file} (its data are not in the source distribution)", file=sys.stderr)
    unexpected = False
    for test, message in suite.failures.items():
        reason = next((reason for start, reason in expected.items() if test.startswith(start)), "")
        unexpected |= not reason
        print(f"  {test}: {reason or f'UNEXPECTED: {message}'}", file=sys.stderr)
    return not unexpected


def _print_faults(name: str, release: str) -> bool:
    """Run a suite with each of its faults, print a row for each, and return whether all of them were noticed."""
    noticed = True
    with tempfile.TemporaryDirectory() as folder:
        tests = Tests(name, release, Path(folder))
        before = tests.run().failures
        for fault in PACKAGES[name].faults:
            failures = [test for test in tests.run(fault, stop=not before).failures if test not in before]
            noticed &= bool(failures)
            print(f"| {name} {release} | {fault} | {failures[0] if failures else 'survived'} |", flush=True)
    return noticed


def main() -> None:
    """Run the suites that are named (all by default), print a row for each, and fail if a result is not as expected."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", default=[*PACKAGES], metavar="PACKAGE[==RELEASE]")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("--original", action="store_true", help="run the tests on the packages themselves instead")
    choice.add_argument("--faults", action="store_true", help="run them on wrong models of the newest release instead")
    options = parser.parse_args()
    as_expected = True
    print("| release | fault | first test that fails |\n|---|---|---|" if options.faults else _HEADING)
    for name in options.names:
        package, _, release = name.partition("==")
        if package not in PACKAGES:
            parser.error(f"there are no tests of {package}; choose {', '.join(PACKAGES)}")
        releases = [release] if release else PACKAGES[package].releases
        if options.faults:
            as_expected &= _print_faults(package, releases[-1])
            continue
        for each in releases:
            with tempfile.TemporaryDirectory() as folder:
                suite = Tests(package, each, Path(folder), original=options.original).run()
            expected = {} if options.original else PACKAGES[package].failures
            as_expected &= _print_outcome(f"{package} {each}", suite, expected)
        for test, reason in PACKAGES[package].left_out.items():
            print(f"left out of {package}: {test} ({reason})")
    raise SystemExit(not as_expected)


_HEADING = "| release | passed | failed | seconds |\n|---|---:|---:|---:|"


if __name__ == "__main__":
    main()
