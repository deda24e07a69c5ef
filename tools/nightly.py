"""Does a new release of a package move a score? Run every night, by .github/workflows/site.yml.

    python -m tools.nightly check [--folder DIR] [PACKAGE ...]
    python -m tools.nightly report OLD.jsonl NEW.jsonl [--folder DIR]

``check`` asks the package index for the newest release of each package that samescore has a profile of (or of those
named), with uv. One that is newer than the profiles know is installed into an environment of its own, beside the newest
known one; both are asked for all golden vectors (``samescore run --all-answers``) and compared. ``report`` compares two
recordings that there are already.

Where an answer moved, DIR/issues/PACKAGE-VERSION.md has the text of an issue, and the title of the issue in its first
line. The title does not change from night to night, so that an issue is written once. Exit codes: 0, whether or not a
score moved; 1 if a release could not be installed or asked.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from packaging.version import InvalidVersion, Version

from samescore.base.errors import SamescoreError
from samescore.catalogue.profile_files import ProfileFile, profile_files
from samescore.implementations.package import package_names
from samescore.implementations.recording import Recording, read_recordings
from samescore.records import Gate, GateVerdict, Regression, VectorGate
from samescore.report.plain import escape_markdown, visible
from samescore.verbs.releases.gate import gate

#: The most causes, and the most lost vectors, that an issue lists.
_MOST = 40
_KINDS = {"default": " (defaults)", "numbers": " (numbers at defaults)", "counterpart": " (same argument)"}


class Moved(NamedTuple):
    """What moved for one reason: on how many answers, and the first of them."""

    reason: str
    answers: int
    vector: VectorGate
    regression: Regression


def newest(distribution: str) -> str:
    """The newest release of a distribution that runs on this Python, as uv finds it on its index."""
    uv = [program] if (program := shutil.which("uv")) else [sys.executable, "-m", "uv"]
    command = [*uv, "pip", "compile", "-", "--no-deps", "--no-header", "--no-annotate", "--quiet"]
    command += ["--python", sys.executable]
    done = subprocess.run(command, input=distribution, capture_output=True, text=True, check=False, timeout=300)  # noqa: S603 (uv)
    if done.returncode:
        raise SamescoreError(f"the newest release of {distribution} is not known: {done.stderr.strip()[-400:]}")
    return done.stdout.split(";")[0].partition("==")[2].strip()


def check(names: Sequence[str], folder: Path) -> int:
    """Look for new releases of packages, and compare them with the newest known ones; the exit code."""
    code = 0
    for name in names:
        file = profile_files()[name]
        known = file.reach()[1]
        try:
            latest = newest(file.distribution)
            if Version(latest) <= Version(known):
                print(f"{name}: {latest} is the newest release, and known")
                continue
            old, new = (_recorded(name, version, folder) for version in (known, latest))
            print(report(old, new, folder))
        except (SamescoreError, subprocess.TimeoutExpired, InvalidVersion) as problem:
            print(f"{name}: {problem}", file=sys.stderr)
            code = 1
    return code


def _recorded(name: str, version: str, folder: Path) -> Path:
    """The recording of a release, which is made unless it is there already."""
    path = folder / f"{name}-{version}.jsonl"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "samescore", "run", f"{name}=={version}", "--all-answers", "--report"]
        done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)  # noqa: S603 (our own program)
        if done.returncode not in (0, 1):  # 1: answers that nothing explains, as a new release may give
            path.unlink(missing_ok=True)
            raise SamescoreError(f"{name} {version} could not be asked: {done.stderr.strip()[-400:]}")
    return path


def report(old: Path, new: Path, folder: Path) -> str:
    """Compare two recordings of a package, write the text of an issue if an answer moved; what was found, in a line."""
    before, after = _only(old), _only(new)
    compared = gate([before], [after])
    summary = compared.summary
    line = f"{after.label}: {summary.moved} of {summary.compared} answers moved since {before.version}"
    line += f", {summary.lost} vectors lost" if summary.lost else ""
    if not (summary.moved or summary.lost):
        return line
    path = folder / "issues" / f"{after.package}-{after.version}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(issue(before, after, compared), encoding="utf-8", newline="\n")
    return f"{line}; {path}"


def _only(path: Path) -> Recording:
    """The one recording of a file."""
    recordings = read_recordings(path)
    if len(recordings) != 1:
        raise SamescoreError(f"{path} has {len(recordings)} recordings", hint="record one release in each file")
    return recordings[0]


def issue(before: Recording, after: Recording, compared: Gate) -> str:
    """The issue in Markdown: its title in the first line, an empty line, and its text."""
    return "\n".join(_lines(before, after, compared)) + "\n"


def _lines(before: Recording, after: Recording, compared: Gate) -> Iterator[str]:
    package, old, new = (escape_markdown(text) for text in (after.package, before.version, after.version))
    summary = compared.summary
    yield f"{after.package} {after.version} moves scores"
    yield ""
    yield f"{summary.moved} of {summary.compared} answers of {package} {new} to the golden vectors are others than those of {old}."
    if summary.lost:
        yield f"{summary.lost} vectors that {old} answers have no answer now."
    file = profile_files().get(after.package)
    if file and not _is_known(file, after.version):
        yield f"No profile covers {new}: it was asked under the settings of the newest one that is known."
    yield ""
    causes = by_reason(compared)
    if causes:
        yield "| moved | metric | cause | for example | before | after |"
        yield "|---:|---|---|---|---|---|"
    for moved in causes[:_MOST]:
        where = f"`{moved.vector.vector}` {escape_markdown(moved.vector.entry_point)}{_KINDS.get(moved.regression.kind, '')}"
        answers = [
            escape_markdown(visible(answer.text, 60)) for answer in (moved.regression.was, moved.regression.became)
        ]
        cells = [
            str(moved.answers),
            moved.vector.metric,
            escape_markdown(moved.reason.replace("->", "→")) or "**unexplained**",
            where,
            *answers,
        ]
        yield f"| {' | '.join(cells)} |"
    if len(causes) > _MOST:
        yield f"\nand {len(causes) - _MOST} other causes."
    lost = [vector.vector for vector in compared.vectors if vector.verdict is GateVerdict.LOST]
    if lost:
        yield f"\nLost: {', '.join(f'`{name}`' for name in lost[:_MOST])}{' ...' if len(lost) > _MOST else ''}"
    yield ""
    yield "See it again:"
    yield ""
    metrics = dict.fromkeys(moved.vector.metric for moved in causes) or dict.fromkeys(
        v.metric for v in compared.vectors
    )
    releases = [shlex.quote(f"{after.package}=={version}") for version in (before.version, after.version)]
    yield "```console"
    yield f"$ samescore drift {' '.join(releases)}{''.join(f' -m {metric}' for metric in metrics)}"
    yield "```"
    yield ""
    yield (
        "What to do: where an unexplained move is a new behaviour, give its knob a value; then a profile for the release "
        "(`conformance/profiles/`), or a wider `versions` where nothing moved. CONTRIBUTING has the steps under *A release "
        "of a package*."
    )


def by_reason(compared: Gate) -> list[Moved]:
    """The moves by metric and reason: unexplained ones first, then the most frequent."""
    groups: dict[tuple[str, str], list[tuple[VectorGate, Regression]]] = {}
    for vector in compared.vectors:
        for regression in vector.regressions:
            groups.setdefault((vector.metric, regression.reason), []).append((vector, regression))
    moved = [Moved(reason, len(members), *_shown(members)) for (_, reason), members in groups.items()]
    return sorted(moved, key=lambda group: (bool(group.reason), -group.answers, group.vector.metric, group.reason))


def _shown(members: Sequence[tuple[VectorGate, Regression]]) -> tuple[VectorGate, Regression]:
    """The move to show: preferably between numbers."""
    return min(members, key=lambda pair: not pair[1].was.kind == pair[1].became.kind == "score")


def _is_known(file: ProfileFile, version: str) -> bool:
    return any(profile.covers(version) for profile in file.profile)


def main() -> int:
    """Parse the arguments, and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, default=Path(".tox/nightly"), help="recordings, and texts of issues")
    commands = parser.add_subparsers(dest="what", required=True)
    checking = commands.add_parser("check")
    checking.add_argument("packages", nargs="*", metavar="PACKAGE")
    reporting = commands.add_parser("report")
    reporting.add_argument("old", type=Path)
    reporting.add_argument("new", type=Path)
    options = parser.parse_args()
    if options.what == "report":
        print(report(options.old, options.new, options.folder))
        return 0
    known = package_names()
    if unknown := set(options.packages) - set(known):
        parser.error(f"{', '.join(sorted(unknown))}: the packages are {', '.join(known)}")
    return check(options.packages or known, options.folder)


if __name__ == "__main__":
    sys.exit(main())
