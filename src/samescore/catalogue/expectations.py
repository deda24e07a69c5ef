"""Expected failures: a TOML file of vector ids, each with a reason.

::

    implementation = "py:mypackage.metrics:bleu"

    [expected]
    "bleu-empty-both" = "we score two empty texts 100"
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from samescore.base.documents import toml_document
from samescore.base.errors import DataError
from samescore.catalogue.paths import data_folder


class Expectations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The expected failures of one `implementation`. `expected` maps the ids of vectors to the reasons."""

    implementation: str
    expected: dict[str, str] = {}


def read_expectations(path: Path) -> Expectations:
    """Read a file of expected failures. Raises `DataError` if it is missing or malformed, or a reason is empty."""
    hint = 'write one with: samescore expect IMPLEMENTATION; [expected] has lines such as "bleu-empty" = "the reason"'
    expectations: Expectations = toml_document(path, Expectations, hint, error=DataError)
    for name, reason in expectations.expected.items():
        if not reason.strip():
            raise DataError(f"{path}: {name} has no reason", hint="state why this failure is accepted")
    return expectations


def expected_failures(files: Sequence[Path], names: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the expected failures of the implementations `names`, as reasons by implementation and vector id.

    They are read from `files` or, for implementations that `files` omit, from the files shipped with samescore. An
    implementation without a file is absent. Raises the errors of `read_expectations`, and `DataError` if one of `files`
    is about an implementation that is not in `names`, or if two of them are about the same implementation.
    """
    expected: dict[str, dict[str, str]] = {}
    for path in files:
        file = read_expectations(path)
        if file.implementation not in names:
            raise DataError(
                f"{path} lists failures of {file.implementation}, which is not in this run",
                hint=f"this run has: {', '.join(names)}",
            )
        if file.implementation in expected:
            raise DataError(
                f"{path}: a second file lists failures of {file.implementation}", hint="merge the two files"
            )
        expected[file.implementation] = file.expected
    for path in sorted((data_folder("conformance") / "expectations").glob("*.toml")):
        file = read_expectations(path)
        if file.implementation in names:
            expected.setdefault(file.implementation, file.expected)
    return expected


def as_toml(expectations: Expectations) -> str:
    """Return expected failures as the text of a TOML file, with every string quoted and escaped."""

    def quoted(text: str) -> str:
        encoded = msgspec.json.encode(text).decode("utf-8")
        return "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in encoded)

    lines = [f"implementation = {quoted(expectations.implementation)}", "", "[expected]"]
    lines += [f"{quoted(name)} = {quoted(reason)}" for name, reason in expectations.expected.items()]
    return "\n".join(lines) + "\n"
