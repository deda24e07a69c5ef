"""Failures that are known and accepted: vector ids with a reason each, in a TOML file.

::

    implementation = "py:mypackage.metrics:bleu"

    [expected]
    "bleu-empty-both" = "we score two empty texts 100"
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from samescore.catalogue.paths import data_folder
from samescore.errors import DataError


class Expectations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file. `implementation` says whose failures they are."""

    implementation: str
    expected: dict[str, str] = {}


def read_expectations(path: Path) -> Expectations:
    """The file's content; `DataError` when it is missing or malformed, or a reason is empty."""
    try:
        found = msgspec.toml.decode(path.read_bytes(), type=Expectations)
    except OSError as problem:
        raise DataError(f"{path}: {problem.strerror}", hint="samescore expect IMPLEMENTATION writes one") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as problem:
        raise DataError(
            f"{path}: {problem}", hint='[expected] holds lines such as "bleu-empty" = "the reason"'
        ) from None
    for name, reason in found.expected.items():
        if not reason.strip():
            raise DataError(f"{path}: {name} has no reason", hint="say why this failure is accepted")
    return found


def expected_failures(files: Sequence[Path], names: Sequence[str]) -> dict[str, dict[str, str]]:
    """The expected failures of the implementations `names`: those in `files`, and those that ship with samescore.

    Raises `DataError` for a file of an implementation that is not among them, and for two of the same one.
    """
    found = {}
    for path in files:
        one = read_expectations(path)
        if one.implementation not in names:
            raise DataError(
                f"{path} is about {one.implementation}, which does not take part", hint=f"name it: {', '.join(names)}"
            )
        if one.implementation in found:
            raise DataError(f"{path}: there is another file about {one.implementation}", hint="make them one")
        found[one.implementation] = one.expected
    for path in sorted((data_folder("conformance") / "expectations").glob("*.toml")):
        one = read_expectations(path)
        if one.implementation in names:
            found.setdefault(one.implementation, one.expected)
    return found


def as_toml(expectations: Expectations) -> str:
    """The file's text; every string as TOML wants it."""

    def quoted(text: str) -> str:
        return msgspec.json.encode(text).decode("utf-8").replace("\x7f", "\\u007F")

    lines = [f"implementation = {quoted(expectations.implementation)}", "", "[expected]"]
    lines += [f"{quoted(name)} = {quoted(reason)}" for name, reason in expectations.expected.items()]
    return "\n".join(lines) + "\n"
