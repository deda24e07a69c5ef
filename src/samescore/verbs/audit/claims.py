"""Published numbers to be audited."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from samescore.base.errors import InputError

#: The name of the half-width of an interval that is printed behind a ±: it may also be a deviation of several runs.
PLUS_MINUS = "plus-minus"


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published number, as it is printed (``27.3``, ``.221``, ``27,3 ± 0,4``), of a metric as publications name it.

    A p-value may be a bound (``p < 0.05``). An interval behind a score (``34.2 ± 0.9``, ``34.2 [33.1, 35.0]``) is a claim
    of its own, about the same files; so is a mark behind it (``34.2*``) that `marks` explain: ``{"*": "p < 0.05"}``.

    `hypotheses` and `references` are files in the folder of the claims file. A p-value or an interval is about the
    `statistic` (a metric, as publications name it), a p-value also about the file `baseline`, the other system's output.
    The settings that the publication states go into `settings`, `like` (``sacrebleu==1.5.1``) or `signature`. Without
    files, the number is checked for consistency with `precision`, `recall`, `items` (the number of items), `class_f1`
    (the F1 of each class) and `classes` (the number of classes). `source` says where the number was published: claims
    of one source and metric are examined together, as if computed with the same settings; or only those of one `system`
    or `row`, if `shared` says that only they share them. `original_tool` is the tool that the source
    names: claims with different tools are never taken together. `label` and `decimals` are for readers: what the source
    calls the number, and its decimals (those of `published` count).
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
        """The system or the row whose claims share their settings; empty if all claims of the metric do."""
        return {"system": self.system, "row": self.row}.get(self.shared, "")

    @property
    def where(self) -> str:
        """The source in a line."""
        return where_of(self.source)

    @property
    def number(self) -> str:
        """The printed number, without a percent sign; a bound of a p-value with its sign (``<0.05``)."""
        return self.published.removesuffix("%").rstrip()

    @property
    def title(self) -> str:
        """The metric, and what a p-value or an interval is about."""
        return f"{self.metric} of {self.statistic}" if self.statistic else self.metric


class NotedClaim(Claim, frozen=True, forbid_unknown_fields=True):
    """A claim with what stands beside its number and is not checked: `unchecked`, a sentence each."""

    unchecked: list[str] = []


def noted(claim: Claim, unchecked: list[str]) -> Claim:
    """The claim with what is not checked of its text; the claim itself if that is nothing."""
    return NotedClaim(**{**msgspec.structs.asdict(claim), "unchecked": unchecked}) if unchecked else claim


class MalformedClaim(msgspec.Struct, frozen=True):
    """A claim that cannot be audited, and why: `problem`. The other fields are what can be read of it.

    `elsewhere` if there is nothing wrong with it, but its metric is not computed here (COMET, BERTScore). `system` and
    `row` are as in `Claim`.
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
    """A source in a line."""
    parts = source.values() if isinstance(source, dict) else [source or ""]
    return " ".join(map(str, parts))


def files_of(claim: Claim | MalformedClaim) -> list[str]:
    """The names of the files of a claim."""
    baseline = claim.baseline if isinstance(claim, Claim) else ""
    return [name for name in (claim.hypotheses, baseline, *claim.references) if name]


def file_of(base: Path, name: str) -> Path:
    """A file that a claim names, which must lie in the claims file's folder; `InputError` otherwise."""
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
