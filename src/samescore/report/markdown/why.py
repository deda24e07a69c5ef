"""Known reasons for a symptom, as Markdown."""

from __future__ import annotations

from samescore.records import KnownReason, KnownReasons
from samescore.report.plain import code, escaped


def why(search: KnownReasons) -> str:
    """The reasons as a list, the likeliest first."""
    lines = [f"**Known reasons for: {escaped(search.symptom)}**", ""]
    lines += [_item(reason) for reason in search.reasons]
    if search.hint:
        lines.append(escaped(search.hint))
    return "\n".join(lines) + "\n"


def _item(reason: KnownReason) -> str:
    parts = [f"- `{code(reason.id)}`: {escaped(reason.sentence)}"]
    if reason.remedy:
        parts.append(f"*Remedy:* {escaped(reason.remedy)}")
    if reason.link:
        parts.append(escaped(reason.link))
    parts.append(f"`{code(reason.command)}`")
    return " ".join(parts)
