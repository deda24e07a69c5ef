"""Split files into shards, and describe the job for an engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.errors import InputError, SettingsError
from samescore.base.files import TABLES, PathLike
from samescore.base.folders import absolute
from samescore.base.lines import check_is_text
from samescore.base.packed import suffix_of
from samescore.data.corpus import Corpus
from samescore.data.slices import JSON_LINES, Slice, is_parquet, slices
from samescore.metrics import find
from samescore.verbs.inputs.settings import settings_for
from samescore.verbs.scale.job import Job, ScoringTask, Shard

#: Number of lines in a shard: some seconds of work, and some tens of megabytes of memory.
SHARD_LINES = 50_000


class Plan(msgspec.Struct, frozen=True):
    """A job and its shards as plain bytes, and the number of lines of each system, which `finish` needs."""

    job: bytes
    shards: tuple[bytes, ...]
    lines: dict[str, int]


def plan(
    systems: PathLike | Sequence[PathLike] | Mapping[str, PathLike],
    references: Sequence[PathLike] = (),
    metrics: str | Sequence[str] | Mapping[str, Mapping[str, object]] = "bleu",
    *,
    like: str = "",
    segments: PathLike = "",
    shard_lines: int = SHARD_LINES,
) -> Plan:
    """Return a plan that splits the files of systems into shards of `shard_lines` lines.

    Each file is read once; shared references are read only once for all systems.

    `systems` are files or folders, optionally named in a mapping. `references` are files or folders shared by all
    systems; omit them if the systems' files hold both sides (``.tsv``, ``.jsonl``, ``.parquet``) or the metrics need no
    references. The files of a folder are parts of one text, in the order of their names; a folder of references must
    have as many files, with the same numbers of lines. `metrics` are names, or a mapping from names to knobs; `like` is
    the implementation to follow. `segments` names a new or empty folder for segment scores, which is created. All paths
    must be valid on the workers, too.

    Raises `InputError` for files that cannot be read or split, that do not belong together, or that lack references,
    and for a folder of segments that is not empty; `SettingsError` for metrics that do not score texts and for shards
    without lines. Unknown names and knobs raise the same errors as in `samescore.score`.
    """
    if shard_lines < 1:
        raise SettingsError(f"a shard cannot have {shard_lines} lines", hint="use at least 1")
    questions = _questions(metrics, like)
    needed = any(question.metric_and_settings()[0].needs_references for question in questions)
    folder = _segments_folder(segments)
    sides = [_split(path, shard_lines, scored=False) for path in references]
    shards: list[bytes] = []
    lines: dict[str, int] = {}
    for system, path in _systems_by_name(systems).items():
        files = _split(path, shard_lines, scored=not references)
        if needed and not references and not _both_sides(files[0][0].path):
            hint = "pass reference files (-r FILE), or a .tsv, .jsonl or .parquet file with both sides"
            raise InputError(f"no references were given for {path}", hint=hint)
        _check_alike(path, files, references, sides)
        lines[system] = 0
        for number, parts in enumerate(files):
            for place, part in enumerate(parts):
                aside = tuple(side[number][place] for side in sides)
                shards.append(msgspec.msgpack.encode(Shard(system, len(shards), lines[system], part, aside)))
                lines[system] += part.lines
    return Plan(msgspec.msgpack.encode(Job(questions, folder)), tuple(shards), lines)


def _questions(metrics: str | Sequence[str] | Mapping[str, Mapping[str, object]], like: str) -> tuple[ScoringTask, ...]:
    named: Mapping[str, Mapping[str, Any]]
    if isinstance(metrics, Mapping):
        named = metrics
    else:
        named = {name: {} for name in ([metrics] if isinstance(metrics, str) else metrics)}
    if not named:
        raise SettingsError("no metric was given", hint='name one, as in metrics=["bleu"]')
    for name in named:
        chosen, _ = find(name)
        if chosen.takes != (Corpus,):
            hint = "remove --engine to score in one process"
            raise SettingsError(
                f"several processes can score only text metrics, but {name} takes {chosen.takes[0].__name__}", hint=hint
            )
    return tuple(
        ScoringTask(name, settings_for(name, like=like, **knobs).signature, like) for name, knobs in named.items()
    )


def _systems_by_name(systems: PathLike | Sequence[PathLike] | Mapping[str, PathLike]) -> dict[str, PathLike]:
    """Return the systems by name; without given names, each is named after its path.

    Raises `InputError` if there is no system, and for a path that is given twice.
    """
    if isinstance(systems, Mapping):
        named = dict(systems)
    else:
        paths = [systems] if isinstance(systems, (str, Path)) else list(systems)
        named = {str(path): path for path in paths}
        if len(named) < len(paths):
            twice = next(name for name in named if [str(path) for path in paths].count(name) > 1)
            raise InputError(f"the system {twice} is given twice", hint="give each system once")
    if not named:
        raise InputError("no system to score", hint="pass at least one file or folder")
    return named


def _split(path: PathLike, size: int, *, scored: bool) -> list[list[Slice]]:
    """Split a file, or each file of a folder, into parts of `size` lines, and return one list of parts for each file.

    With `scored`, the files may hold both sides. Raises `InputError` for files that cannot be split.
    """
    files = _files(absolute(path))
    for file in files:
        suffix = file.suffix.lower()
        if suffix_of(file) != suffix:
            raise InputError(f"{file} is compressed, so it cannot be split", hint="decompress it, or remove --engine")
        if suffix in TABLES and not is_parquet(file):
            raise InputError(
                f"{file} cannot be split; it must be read whole", hint="convert it to Parquet, or remove --engine"
            )
        if not is_parquet(file) and not (scored and suffix in JSON_LINES):
            check_is_text(file)
    return [slices(file, size) for file in files]


def _files(path: Path) -> list[Path]:
    """Return a file, or the files of a folder in name order, without hidden files and markers (``_SUCCESS``).

    Raises `InputError` for an empty folder.
    """
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if not file.name.startswith((".", "_")))
    if not files:
        raise InputError(f"the folder {path} is empty", hint="pass a folder with text files")
    return files


def _both_sides(path: str) -> bool:
    return is_parquet(path) or Path(path).suffix.lower() in (".tsv", *JSON_LINES)


def _check_alike(
    path: PathLike, files: list[list[Slice]], references: Sequence[PathLike], sides: list[list[list[Slice]]]
) -> None:
    """Raise `InputError` unless each reference has as many files as the system, with the same numbers of lines."""
    hint = "the files must have the same segments, one per line, in the same order"
    for reference, side in zip(references, sides, strict=True):
        if len(side) != len(files):
            raise InputError(f"{reference} has {len(side)} files but {path} has {len(files)}", hint=hint)
        for ours, theirs in zip(files, side, strict=True):
            if (scored := _line_count(ours)) != (there := _line_count(theirs)):
                message = f"{theirs[0].path} has {there} lines but {ours[0].path} has {scored}"
                raise InputError(message, hint=hint)


def _line_count(parts: Sequence[Slice]) -> int:
    return sum(part.lines for part in parts)


def _segments_folder(folder: PathLike) -> str:
    """Create the folder for segment scores and return its absolute path; empty if no folder is given.

    Raises `InputError` if the folder is not empty, or cannot be created.
    """
    if not str(folder):
        return ""
    path = absolute(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise InputError(f"{folder} is not empty; old and new segments would be mixed", hint="pass a new folder")
    except OSError as problem:
        raise InputError(f"cannot write to {folder}: {problem.strerror}", hint="pass a new folder") from None
    return str(path)
