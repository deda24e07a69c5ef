"""Represent published numbers to be audited, and find their files."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from samescore.base.errors import InputError

#: The metric of a number after ±: the half-width of an interval, or a standard deviation over runs.
PLUS_MINUS = "plus-minus"


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published number as printed (``27.3``, ``.221``, ``27,3 ± 0,4``), by a metric as publications name it.

    A p-value may be a bound (``p < 0.05``). An interval after a score (``34.2 ± 0.9``, ``34.2 [33.1, 35.0]``) becomes a
    separate claim about the same files, as does a mark after a score (``34.2*``) that `marks` explain:
    ``{"*": "p < 0.05"}``.

    `hypotheses` and `references` are files in the folder of the claims file. For a p-value or an interval, `statistic`
    is the metric that it is about, as publications name it; for a p-value, `baseline` is the file with the other
    system's output. Settings that the publication states go into `settings`, `like` (``sacrebleu==1.5.1``) or
    `signature`. Without files, the number is checked for consistency with `precision`, `recall`, `items` (the number of
    items), `class_f1` (the F1 of each class) and `classes` (the number of classes). `source` says where the number was
    published: claims of one source and metric are examined together, assuming that they share their settings. `shared`
    restricts this to the claims of one `system` or one `row`. `original_tool` is the tool that the source names; claims
    with different tools are never combined. `label` (the source's name for the number) and `decimals` are for display
    only: the audit uses the decimals of `published`.
    """

    metric: str
    published: str
    id: str = ""
    hypotheses: str = ""
    references: list[str] = []
    baseline: str = ""
    statistic: str = ""
    marks: dict[str, str] = {}
    settings: dict[str, Any] = {}
    like: str = ""
    signature: str = ""
    precision: str = ""
    recall: str = ""
    items: int = 0
    class_f1: list[str] = []
    classes: int = 0
    source: Any = None
    label: str = ""
    decimals: str | int = ""
    original_tool: Any = None
    system: str = ""
    row: str = ""
    shared: Literal["metric", "system", "row"] = "metric"

    @property
    def group(self) -> str:
        """The system or row whose claims share their settings; empty if all claims of the metric do."""
        return {"system": self.system, "row": self.row}.get(self.shared, "")

    @property
    def where(self) -> str:
        """The source as text; the values of a table are joined by spaces."""
        return where_of(self.source)

    @property
    def number(self) -> str:
        """The printed number without a percent sign; for a bound on a p-value, with its sign (``<0.05``)."""
        return self.published.removesuffix("%").rstrip()

    @property
    def title(self) -> str:
        """The metric, followed by the statistic of a p-value or an interval, as in ``p-value of BLEU``."""
        return f"{self.metric} of {self.statistic}" if self.statistic else self.metric


class NotedClaim(Claim, frozen=True, forbid_unknown_fields=True):
    """A claim with text next to its number that is not checked; `unchecked` are sentences that say why."""

    unchecked: list[str] = []


def with_notes(claim: Claim, unchecked: list[str]) -> Claim:
    """Return a claim with notes on text that is not checked; the claim itself if there are no notes."""
    return NotedClaim(**{**msgspec.structs.asdict(claim), "unchecked": unchecked}) if unchecked else claim


class MalformedClaim(msgspec.Struct, frozen=True):
    """A claim that cannot be audited, with the reason `problem`; the other fields hold what could be read.

    `elsewhere` means that the claim is well-formed, but its metric is not implemented here (COMET, BERTScore). `system`
    and `row` are as in `Claim`.
    """

    problem: str
    metric: str = ""
    published: str = ""
    id: str = ""
    where: str = ""
    hypotheses: str = ""
    references: list[str] = []
    elsewhere: bool = False
    system: str = ""
    row: str = ""


def where_of(source: Any) -> str:
    """Return a source as text; the values of a table or dictionary are joined by spaces."""
    parts = source.values() if isinstance(source, dict) else [source or ""]
    return " ".join(map(str, parts))


def files_of(claim: Claim | MalformedClaim) -> list[str]:
    """Return the names of a claim's files: hypotheses, baseline and references, without empty names."""
    baseline = claim.baseline if isinstance(claim, Claim) else ""
    return [name for name in (claim.hypotheses, baseline, *claim.references) if name]


def file_of(base: Path, name: str) -> Path:
    """Return the path of the file `name` in the folder `base`.

    Raises `InputError` if it is missing, or lies outside this folder.
    """
    try:
        path = (base / name).resolve()
        inside, there = path.is_relative_to(base.resolve()), path.is_file()
    except (OSError, ValueError, RuntimeError) as problem:  # a null byte, a loop of links, a name too long
        raise InputError(
            f"{name!r:.80} is not a file: {problem}", hint="use a file in the folder of the claims file"
        ) from None
    if not inside:
        raise InputError(f"{name} lies outside {base}", hint="use files in the folder of the claims file")
    if not there:
        raise InputError(f"file not found: {path}", hint="paths are relative to the folder of the claims file")
    return path
