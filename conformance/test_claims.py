"""Published numbers that are not simply right: what they are when recomputed, and whether that is what was printed."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import msgspec
import pytest

from samescore import score
from samescore.inputs import from_plain
from samescore.outcome import STORED_ULPS, prints_as, ulps
from samescore.suite.paths import data_folder


def claims() -> list[dict[str, Any]]:
    """All claims in ``conformance/claims``."""
    files = sorted((data_folder("conformance") / "claims").glob("*.toml"))
    return [claim for path in files for claim in msgspec.toml.decode(path.read_bytes())["claim"]]


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim["id"])
def test_a_claim_is_what_its_verdict_says(claim: dict[str, Any]) -> None:
    value = score(claim["metric"], from_plain(claim["input"]), **claim["settings"]).value
    assert ulps(value, claim["recomputed"]) <= STORED_ULPS
    printed = Decimal(claim["printed"])
    rounded = Decimal(value).quantize(printed, rounding=ROUND_HALF_UP)
    match claim["verdict"]:
        case "reproduced":
            assert rounded == printed or ulps(value, float(claim["printed"])) <= STORED_ULPS
        case "cut-off":
            assert rounded != printed
            assert prints_as(value, claim["printed"])
        case "otherwise":
            assert prints_as(value, claim["printed"])
            plain = score(claim["metric"], from_plain(claim["input"]), scale="1", tokenizer="none").value
            assert not prints_as(plain, claim["printed"]), "the settings given are not needed"
        case "not-reproduced":
            assert not prints_as(value, claim["printed"])
        case "mislabelled":
            assert rounded == printed
        case verdict:
            pytest.fail(f"unknown verdict {verdict}")
    assert claim["reason"]
