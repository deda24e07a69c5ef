"""Keep the last runs in the user's state folder, to show them again or repeat their failures.

The folder is ``runs`` in ``$SAMESCORE_STATE``, or else in the user's state folder (``~/.local/state/samescore`` on
Linux). Each run has a file of its own there, so concurrent runs do not interfere. The file names contain the start time
and a digest of the working folder. Files with other names are neither read nor removed.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path

from samescore.base.errors import InputError
from samescore.base.folders import absolute, working_folder
from samescore.records.file import PART
from samescore.records.reading import read
from samescore.records.run import Header, Result

#: Maximum number of runs kept, and of bytes in total; the last run is kept whatever its size.
MOST_RUNS = 20
MOST_BYTES = 64 * 2**20
#: Seconds without a change after which an unfinished run is assumed to belong to a killed process.
_ABANDONED = 86_400
#: The names made by `new_run`: start time in UTC, working folder, and process.
_NAME = re.compile(r"(?P<began>\d{8}T\d{6})\.\d{9}-(?P<folder>[0-9a-f]{12})-\d+\.jsonl", re.ASCII)


def state_folder() -> Path:
    """Return the folder of the kept runs, which may not exist.

    Raises `InputError` if ``$SAMESCORE_STATE`` is relative and the working folder has been deleted.
    """
    if folder := os.environ.get("SAMESCORE_STATE", ""):
        return absolute(folder) / "runs"
    from platformdirs import user_state_path

    return user_state_path("samescore", appauthor=False) / "runs"


def new_run() -> Path:
    """Return the path for a run that starts now, and create its folder.

    Raises `OSError` if the folder cannot be created, and `InputError` if the working folder has been deleted.
    """
    folder = state_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    seconds, nanoseconds = divmod(time.time_ns(), 10**9)
    began = time.strftime("%Y%m%dT%H%M%S", time.gmtime(seconds))
    return folder / f"{began}.{nanoseconds:09}-{_working_folder()}-{os.getpid()}.jsonl"


def _working_folder() -> str:
    """Return a digest of the working folder's name; raise `InputError` if the folder has been deleted."""
    return hashlib.sha256(os.fsencode(working_folder())).hexdigest()[:12]


def kept_runs(*, here: bool = False) -> list[Path]:
    """Return the files of the kept runs, latest first; with `here`, only of runs started in this working folder.

    Raises `InputError` as `state_folder` does and, with `here`, if the working folder has been deleted.
    """
    folder = _working_folder() if here else ""
    runs = [
        path
        for path in state_folder().glob("*.jsonl")
        if (name := _NAME.fullmatch(path.name))
        if folder in ("", name["folder"])
    ]
    return sorted(runs, reverse=True)


def last_run(*, here: bool = False) -> Path:
    """Return the file of the last kept run of this working folder, or if there is none, of any folder.

    With `here`, other folders are ignored. Raises `InputError` if no run is found.
    """
    for path in kept_runs(here=True) or ([] if here else kept_runs()):
        return path
    hint = "pass a report, or first run samescore run without --no-report"
    raise InputError(f"no saved run {'for this folder ' if here else ''}in {state_folder()}", hint=hint)


def origin(path: Path, header: Header) -> str:
    """Return where and when a kept run was started; empty for this working folder, and if `path` is not a kept run."""
    name = _NAME.fullmatch(path.name)
    if name is None or name["folder"] == _working_folder():
        return ""
    began = re.sub(r"(....)(..)(..)T(..)(..)(..)", r"\1-\2-\3 \4:\5:\6 UTC", name["began"])
    return f"{header.folder or 'another folder'}, {began}"


def forget_old_runs() -> None:
    """Remove the oldest runs beyond `MOST_RUNS` and `MOST_BYTES`, and unfinished runs that are a day old.

    Files that cannot be removed are left.
    """
    total = 0
    for number, path in enumerate(kept_runs()):
        with suppress(OSError):  # another process may have removed it
            total += path.stat().st_size
            if number and (number >= MOST_RUNS or total > MOST_BYTES):
                path.unlink()
    for path in state_folder().glob(f"*.jsonl{PART}"):
        with suppress(OSError):
            if _NAME.fullmatch(path.name.removesuffix(PART)) and time.time() - path.stat().st_mtime > _ABANDONED:
                path.unlink()


def last_failures(names: Collection[str]) -> dict[str, list[str]]:
    """Return, for each of these implementations, the vectors that it failed when it was last run on them.

    Only kept runs of this working folder count, and for fresh inputs only the latest seed. An implementation without
    such a run is omitted; an implementation without failures has an empty list.
    """
    failed: dict[str, dict[str, bool]] = {}
    seeds: dict[str, int | None] = {}
    for path in kept_runs(here=True):
        with suppress(InputError):  # a damaged file is ignored
            for result, seed in _results(path, names):
                newest = failed.setdefault(result.implementation, {})
                if seed is None or seeds.setdefault(result.implementation, seed) == seed:
                    newest.setdefault(result.vector, result.verdict.red)
    return {name: [vector for vector, red in newest.items() if red] for name, newest in failed.items()}


def _results(path: Path, names: Collection[str]) -> Iterator[tuple[Result, int | None]]:
    """Yield the answered results of these implementations in a kept run, each with the seed of its fresh input.

    The seed is None for a vector that is not a fresh input. Raises `InputError` for a damaged file.
    """
    seeds: dict[str, int | None] = {}
    for record in read(path):
        if isinstance(record, Header):
            seeds = {p.name: p.seed for p in record.implementations if p.name in names}
            if not seeds:
                return
        elif isinstance(record, Result) and record.implementation in seeds and record.verdict.answered:
            fresh = record.vector.startswith("fresh-")
            yield record, seeds[record.implementation] if fresh else None
