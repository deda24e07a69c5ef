"""List the names in the catalogue for shell completion, with regular expressions, because parsing the files is slow."""

from __future__ import annotations

import re

from samescore.base.lines import read_text
from samescore.catalogue.paths import data_folder
from samescore.metrics.elsewhere import ELSEWHERE

_HEADING = re.compile(r'^\["?([\w.+-]+)"?\]$', re.MULTILINE)
_ENTRY_POINT = re.compile(r'^entry_point = "([^"]+)"$', re.MULTILINE)
#: The beginning of the ids, for topics whose ids do not begin with the name of the metric's folder.
_START = dict.fromkeys(("sample-weights", "weighted-scores"), "sample-weighted")
_VECTOR = re.compile(r'^ *"id": "([^"]+)"|\{"id": "([^"]+)"', re.MULTILINE)


def entry_ids() -> list[str]:
    """Return the ids of all divergences, reported cases, properties, notes, flags and mistakes in ``mistakes.toml``.

    Notes on metrics that have no entry in ``notes.toml`` are included.
    """
    conformance, golden = data_folder("conformance"), data_folder("golden")
    files = [
        *sorted((conformance / "divergences").glob("*.toml")),
        *sorted((conformance / "reported").glob("*.toml")),
        conformance / "properties.toml",
        conformance / "notes.toml",
        golden / "mistakes.toml",
        golden / "flags.toml",
    ]
    written = [name for file in files for name in _HEADING.findall(read_text(file))]
    return [*written, *(name for name in map(str.lower, ELSEWHERE) if name not in written)]


def vector_ids(beginning: str = "") -> list[str]:
    """Return those ids of golden vectors that start with `beginning`, sorted by folder and file.

    Only the files whose ids can start with it are read: ids start with the name of the metric's folder, except in the
    topics in `_START`.
    """
    ids = []
    for folder in sorted(path for path in data_folder("golden").iterdir() if path.is_dir()):
        for file in sorted(folder.glob("*.json")):
            start = _START.get(file.stem, folder.name)
            if not file.name.endswith(".observed.json") and start.startswith(beginning[: len(start)]):
                pairs = _VECTOR.findall(read_text(file))
                ids += [first or second for first, second in pairs]
    return [name for name in dict.fromkeys(ids) if name.startswith(beginning)]


def profile_names() -> list[str]:
    """Return the names of the implementations that have profiles, sorted."""
    return sorted(path.stem for path in (data_folder("conformance") / "profiles").glob("*.toml"))


def entry_points(implementation: str) -> list[str]:
    """Return the entry points in the profiles of an implementation, in the order of the file, without aliases.

    Raises `InputError` if the implementation has no profiles.
    """
    path = data_folder("conformance") / "profiles" / f"{implementation}.toml"
    return list(dict.fromkeys(_ENTRY_POINT.findall(read_text(path))))
