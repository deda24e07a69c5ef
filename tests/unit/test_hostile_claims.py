"""Claims with odd marks, settings and intervals: each is named, and none takes the others with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.audit.claims import Claim, MalformedClaim
from samescore.verbs.audit.printed_text.printed_intervals import legend, printed_interval


@pytest.mark.parametrize("caption", ["* p < 5", "* p<05", "* p < 200%"])
def test_a_legend_that_names_no_probability_explains_nothing(caption: str) -> None:
    assert legend(caption) == {}
    assert legend(f"{caption}. ** p < 0.01.") == {"**": "<0.01"}


def test_three_numbers_are_no_interval() -> None:
    assert printed_interval("2.0 [1.0,2.0,3.0]") is None
    assert printed_interval("2.0 [1.0,2,5]") is None
    two = printed_interval("2.0 [1.0,2.5]")
    assert two is not None
    assert (two.low, two.high) == ("1.0", "2.5")


def _read(folder: Path, **claim: Any) -> list[Claim | MalformedClaim]:
    usual = {"metric": "BLEU", "published": "34.2 [33.1, 35.0]", "hypotheses": "h", "references": ["r"]}
    (folder / "claims.jsonl").write_text(json.dumps({**usual, **claim}) + "\n" + json.dumps(usual), encoding="utf-8")
    return list(read_claims(folder / "claims.jsonl"))


@pytest.mark.parametrize(
    "claim",
    [
        {"settings": {"metric": "x"}},
        {"settings": {"like": "y"}},
        {"like": "sacrebleu", "settings": {"like": "y"}},
        {"like": "sacrebleu", "settings": {"metric_name": "y"}},
        {"like": "sacrebleu(", "settings": {}},
    ],
)
def test_parts_of_a_claim_with_unknown_settings_are_unchecked(claim: dict[str, Any], tmp_path: Path) -> None:
    made = _read(tmp_path, **claim)
    assert len(made) == 1 + 3, "the other claim has its three parts"
    first = made[0]
    assert isinstance(first, MalformedClaim) or "cannot be tried" in str(first.unchecked)  # type: ignore[attr-defined]


def test_an_empty_mark_is_malformed(tmp_path: Path) -> None:
    (first, *_) = _read(tmp_path, published="34.2", marks={"": "p < 0.05"}, baseline="b")
    assert isinstance(first, MalformedClaim)
    assert "an empty mark" in first.problem


def test_a_level_is_divided_in_decimals(tmp_path: Path) -> None:
    (_, low, *_) = _read(tmp_path, published="34.2 (99.9% CI: 33.1-35.0)")
    assert isinstance(low, Claim)
    assert low.settings == {"confidence": 0.999}
