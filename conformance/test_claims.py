"""Published numbers, recomputed and compared with what was printed."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest

from samescore import score
from samescore.base.outcome import STORED_ULPS, prints_as, ulps
from samescore.catalogue.paths import data_folder
from samescore.catalogue.vectors import vector, vectors
from samescore.data.kinds import from_plain
from tests.command import call, records

_SOURCES = Path(__file__).resolve().parents[2] / "shared" / "sources"


def claims() -> list[dict[str, Any]]:
    """All claims in ``conformance/claims``; one that names a golden vector has its input and settings."""
    files = sorted((data_folder("conformance") / "claims").glob("*.toml"))
    return [_whole(claim) for path in files for claim in msgspec.toml.decode(path.read_bytes())["claim"]]


def _whole(claim: dict[str, Any]) -> dict[str, Any]:
    if "vector" not in claim:
        return claim
    golden = vector(claim["vector"])  # which other tests check against the native metric and the packages
    assert golden.metric == claim["metric"]
    assert golden.printed == claim["printed"] or "reason" in claim
    recomputed = float(golden.expected.value)
    return {
        "reason": golden.comment,
        **claim,
        "settings": golden.settings,
        "input": golden.input,
        "recomputed": recomputed,
    }


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


#: What `samescore audit` says of a claim that states its settings.
_AUDITED = {
    "reproduced": "as stated",
    "cut-off": "only if cut off",
    "otherwise": "as stated",  # the settings stated here are not those of the article
    "not-reproduced": "not reproduced",
}


def test_an_audit_of_the_texts_reaches_the_same_verdicts(tmp_path: Path) -> None:
    audited = [claim for claim in claims() if "segments" in claim["input"]]
    assert len(audited) > 25
    for claim in audited:
        segments = (msgspec.json.encode(segment).decode() for segment in claim["input"]["segments"])
        (tmp_path / f"{claim['id']}.jsonl").write_text("\n".join(segments), encoding="utf-8")
    lines = (
        msgspec.json.encode(
            {
                "id": claim["id"],
                "metric": claim["metric"],
                "published": claim["printed"],
                "hypotheses": f"{claim['id']}.jsonl",
                "settings": claim["settings"],
            }
        ).decode()
        for claim in audited
    )
    (tmp_path / "claims.jsonl").write_text("\n".join(lines), encoding="utf-8")
    done = call("audit", "claims.jsonl", "-j", "1", "--format", "jsonl", cwd=tmp_path)
    found = {record["claim"]: record["verdict"] for record in records(done.stdout) if record["type"] == "finding"}
    assert found == {claim["id"]: _AUDITED[claim["verdict"]] for claim in audited}


def test_article_004s_mean_is_the_mean_of_two_separate_scores() -> None:
    (claim,) = (claim for claim in claims() if claim["id"] == "article-004-chrf-mean-of-two-sentences")
    alone = [from_plain({"segments": [segment]}) for segment in claim["input"]["segments"]]
    first, second = (score("chrf", data, like="nltk.sentence_chrf").value for data in alone)
    assert prints_as(first, "0.634990")
    assert prints_as(second, "0.198315")
    assert ulps((first + second) / 2, float(claim["printed"])) <= STORED_ULPS


def test_every_printed_number_of_an_article_is_a_claim() -> None:
    claimed = {(claim["metric"], claim["printed"]) for claim in claims()}
    printed = {(v.metric, v.printed) for v in vectors().values() if v.source.kind == "article" and v.printed}
    assert printed <= claimed
    assert len(printed) > 20


#: Numbers in the articles that are not scores: section numbers, intermediate results, page furniture.
_NO_SCORES = {
    *("1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "2.4", "3.0", "9.5", "10.00"),
    *("0.6666666666666666", "0.8333333333333333", "20.48484848484848486", "16122.0"),
}


@pytest.mark.skipif(not _SOURCES.is_dir(), reason="the articles are not here")
def test_every_decimal_number_in_the_articles_is_a_claim() -> None:
    printed = {claim["printed"] for claim in claims()}
    missing = [
        f"{path.name}: {number}"
        for path in sorted(_SOURCES.glob("0*.txt"))
        for number in re.findall(r"(?<![\w.])\d+\.\d+(?![\w.])", path.read_text(encoding="utf-8"))
        if number not in printed | _NO_SCORES and f"{number}0" not in printed
    ]
    assert not missing
