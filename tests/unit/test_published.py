"""Published numbers from real files, where those files are at hand; they are not part of this project.

Set SAMESCORE_PUBLISHED to the folder that holds ``claims.jsonl``, or put it beside the checkout as
``shared/data``.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from samescore import Corpus, Labels, score

_BESIDE = Path(__file__).resolve().parents[3] / "shared" / "data"
DATA = Path(os.environ.get("SAMESCORE_PUBLISHED", _BESIDE))

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not DATA.is_dir(), reason=f"no published data at {DATA}")]

#: sacreBLEU's tokenizer for the target language, as the organizers used it.
_TOKENIZER = {"wmt22-en-zh": "zh", "wmt22-cs-en": "13a", "wmt22-en-hr": "13a"}


def _claims(prefix: str) -> list[dict[str, Any]]:
    lines = (DATA / "claims.jsonl").read_text(encoding="utf-8").splitlines()
    return [claim for claim in map(json.loads, lines) if claim["id"].startswith(prefix)]


@pytest.mark.parametrize("pair", sorted(_TOKENIZER))
def test_wmt22_scores_to_the_last_digit(pair: str) -> None:
    claims = _claims(pair)[:12]
    assert len(claims) == 12
    assert {len(claim["references"]) for claim in claims} == {1, 2}
    for claim in claims:
        corpus = Corpus.read(DATA / claim["hypotheses"], [DATA / path for path in claim["references"]])
        knobs: dict[str, Any] = {}
        if claim["metric"] == "BLEU":  # the interpreter of the time added floats from left to right; 3.12 compensates
            knobs = {"tokenizer": _TOKENIZER[pair], "summation": "left-to-right"}
        assert score(claim["metric"], corpus, **knobs).value == float(claim["published"]), claim["id"]


#: The settings behind each label of WMT17: mteval-v13a.pl, mteval-v14.pl, chrF++.py with and without words, Tercom.
_WMT17: dict[str, tuple[str, dict[str, Any]]] = {
    "MTEVAL": ("bleu", {"tokenizer": "13a"}),
    "MTEVAL14": ("bleu", {"tokenizer": "intl"}),
    "CHRF": ("chrf", {"order_mean": "f-score"}),
    "CHRFPP": ("chrf++", {"order_mean": "f-score"}),
    "TER": ("ter", {"scale": "1"}),
}


@pytest.mark.parametrize("label", sorted(_WMT17))
def test_wmt17_scores_to_the_printed_digits(label: str) -> None:
    metric, knobs = _WMT17[label]
    claims = [claim for claim in _claims("wmt17") if claim["label"] == label][:2]
    assert claims
    for claim in claims:
        corpus = Corpus.read(DATA / claim["hypotheses"], [DATA / path for path in claim["references"]])
        value = score(metric, corpus, **knobs).value
        assert f"{value:.{claim['decimals']}f}" == claim["published"], claim["id"]


@pytest.mark.parametrize("pair", ["en-de", "en-cs"])
def test_qe22_mcc_and_f1_to_the_printed_digits(pair: str) -> None:
    claims = _claims(f"qe22-{pair}")
    assert {claim["metric"] for claim in claims} == {"MCC", "F1-OK", "F1-BAD"}
    for claim in claims:
        labels = Labels.read(DATA / claim["references"][0], DATA / claim["hypotheses"])
        if claim["metric"] == "MCC":
            value = score("mcc", labels).value
        else:
            value = score("f1", labels, average="class", positive=claim["metric"].removeprefix("F1-")).value
        assert f"{value:.4f}" == claim["published"], claim["id"]
