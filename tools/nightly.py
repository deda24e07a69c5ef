"""Check whether new releases of packages change scores; .github/workflows/site.yml runs this every night.

    python -m tools.nightly check [--folder DIR] [PACKAGE ...]
    python -m tools.nightly report OLD.jsonl NEW.jsonl [--folder DIR]

``check`` uses uv to find the newest release of each PACKAGE (by default every package with a profile). If it is newer than
the newest release that the profiles cover, both releases are installed into separate environments, run on all golden
vectors (``samescore run --all-answers``) and compared. ``report`` compares two existing recordings.

If an answer changed, DIR/issues/PACKAGE-VERSION.md has the text of an issue, with the title in its first line. The title
stays the same from night to night, so the issue is opened only once. Exit codes: 0, whether or not a score changed; 1 if
a release could not be installed or run.
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

#: Maximum number of causes, and of lost vectors, that an issue lists.
_MOST = 40
_KINDS = {"default": " (defaults)", "numbers": " (numbers at defaults)", "counterpart": " (same argument)"}


class Moved(NamedTuple):
    """The answers that changed for one reason: their number, and one example (the vector and its change)."""

    reason: str
    answers: int
    vector: VectorGate
    regression: Regression


def newest(distribution: str) -> str:
    """Return the newest release of a distribution that runs on this Python, as uv finds it.

    Raises `SamescoreError` if it fails.
    """
    uv = [program] if (program := shutil.which("uv")) else [sys.executable, "-m", "uv"]
    command = [*uv, "pip", "compile", "-", "--no-deps", "--no-header", "--no-annotate", "--quiet"]
    command += ["--python", sys.executable]
    done = subprocess.run(command, input=distribution, capture_output=True, text=True, check=False, timeout=300)  # noqa: S603 (uv)
    if done.returncode:
        raise SamescoreError(f"the newest release of {distribution} is not known: {done.stderr.strip()[-400:]}")
    return done.stdout.split(";")[0].partition("==")[2].strip()


def check(names: Sequence[str], folder: Path) -> int:
    """Find new releases of packages, compare them with the newest known ones, and return the exit code."""
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
    """Return the path of the recording of a release, which is made if it does not exist.

    Raises `SamescoreError` if the release cannot be run.
    """
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
    """Compare two recordings of a package, and return a summary in one line.

    If an answer changed or a vector was lost, the text of an issue is written.
    """
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
    """Return the only recording of a file. Raises `SamescoreError` if it has several."""
    recordings = read_recordings(path)
    if len(recordings) != 1:
        raise SamescoreError(f"{path} has {len(recordings)} recordings", hint="record one release in each file")
    return recordings[0]


def issue(before: Recording, after: Recording, compared: Gate) -> str:
    """Return an issue in Markdown: its title in the first line, an empty line, and its text."""
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
    """Return the changes by metric and reason: unexplained ones first, then the most frequent reasons."""
    groups: dict[tuple[str, str], list[tuple[VectorGate, Regression]]] = {}
    for vector in compared.vectors:
        for regression in vector.regressions:
            groups.setdefault((vector.metric, regression.reason), []).append((vector, regression))
    moved = [Moved(reason, len(members), *_shown(members)) for (_, reason), members in groups.items()]
    return sorted(moved, key=lambda group: (bool(group.reason), -group.answers, group.vector.metric, group.reason))


def _shown(members: Sequence[tuple[VectorGate, Regression]]) -> tuple[VectorGate, Regression]:
    """Return the change to show as an example: the first between two scores, or else the first."""
    return min(members, key=lambda pair: not pair[1].was.kind == pair[1].became.kind == "score")


def _is_known(file: ProfileFile, version: str) -> bool:
    return any(profile.covers(version) for profile in file.profile)


def main() -> int:
    """Parse the arguments, run the command, and return the exit code."""
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
