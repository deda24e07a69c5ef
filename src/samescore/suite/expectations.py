"""Failures that are known and accepted: vector ids with a reason each, in a TOML file.

::

    implementation = "py:mypackage.metrics:bleu"

    [expected]
    "bleu-empty-both" = "we score two empty texts 100"
"""

from __future__ import annotations

from pathlib import Path

import msgspec

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


def as_toml(expectations: Expectations) -> str:
    """The file's text; every string as TOML wants it."""

    def quoted(text: str) -> str:
        return msgspec.json.encode(text).decode("utf-8").replace("\x7f", "\\u007F")

    lines = [f"implementation = {quoted(expectations.implementation)}", "", "[expected]"]
    lines += [f"{quoted(name)} = {quoted(reason)}" for name, reason in expectations.expected.items()]
    return "\n".join(lines) + "\n"
