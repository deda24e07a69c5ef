"""The records of an audit."""

from __future__ import annotations

import msgspec


class Finding(msgspec.Struct, frozen=True, tag_field="type", tag="finding"):
    """The verdict of an audit on one published number."""

    claim: str
    source: str
    metric: str
    published: str
    verdict: str
    fits: list[str]
    value: float | None
    signature: str
    signatures: list[str]
    notes: list[str]


class Common(msgspec.Struct, frozen=True):
    """Settings, and how many claims of a group they reproduce."""

    signature: str
    claims: int


class Joint(msgspec.Struct, frozen=True, tag_field="type", tag="joint"):
    """The settings that reproduce claims of one source and metric, those that reproduce most of them first."""

    source: str
    metric: str
    claims: int
    settings: list[Common]
