"""Write docs/tools.md from the profiles: ``python -m tools.make_tools``. A test checks that it is up to date."""

from __future__ import annotations

from pathlib import Path

import msgspec

from samescore.catalogue.profile_files import profile_files
from samescore.implementations import package_names
from samescore.metrics import metric

_TOP = Path(__file__).resolve().parents[1]
_HEAD = """# Tools

This page is generated from `conformance/profiles/` and `tools/unmodelled.toml` by `python -m tools.make_tools`.

It lists other implementations of the metrics, and the settings under which the native metric gives the same numbers. *Live*: the
parity suite runs the package itself, wherever it is installed. *Recorded*: the script's answers are in `conformance/originals/`,
and a test compares its model with them. Knobs that are not named have the metric's defaults; knobs that a tool leaves free have
the tool's defaults. Every command accepts `native:TOOL` for these settings.

| entry point | tested | settings |
|---|---|---|
"""
_UNMODELLED = """
## Without a model

No profile covers these tools. The nearest settings were compared with the tool once, on about forty inputs (*source*: only its
source code was read). No test repeats this comparison.

| tool | nearest settings | remaining differences |
|---|---|---|
"""


class Unmodelled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An implementation without a profile.

    `settings` are the nearest signatures, `rest` describes the remaining differences, and `source` says that only the
    source was read.
    """

    name: str
    rest: str
    settings: list[str] = []
    source: bool = False


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    tool: list[Unmodelled]


def unmodelled() -> list[Unmodelled]:
    """Return the tools without a profile. Raises `SettingsError` if a signature of one is invalid."""
    tools = msgspec.toml.decode((_TOP / "tools/unmodelled.toml").read_bytes(), type=_File).tool
    for tool in tools:
        for signature in tool.settings:
            metric(signature.partition("|")[0]).settings.parse(signature)
    return tools


def page() -> str:
    """Return the Markdown of the page."""
    recorded = {path.stem for path in (_TOP / "conformance/originals").glob("*.jsonl")}
    rows = []
    for name, file in profile_files().items():
        held = "live" if name in package_names() else "recorded" if name in recorded else "neither"
        for profile in file.current(None):
            settings = profile.settings().short_signature
            rows.append(f"| `{name}.{profile.entry_point}` | {held} | `{_code(settings)}` |\n")
    others = [
        f"| {tool.name}{' (*source*)' if tool.source else ''} | {'; '.join(f'`{_code(text)}`' for text in tool.settings)} "
        f"| {tool.rest} |\n"
        for tool in unmodelled()
    ]
    return _HEAD + "".join(rows) + _UNMODELLED + "".join(others)


def _code(signature: str) -> str:
    """Return a signature for a cell of a table, with bars replaced by spaces because a bar ends the cell."""
    return signature.replace("|", " ")


if __name__ == "__main__":
    target = _TOP / "docs" / "tools.md"
    target.write_text(page(), encoding="utf-8")
    print(f"{target}: {len(page().splitlines())} lines")
