"""Golden vectors: small inputs whose scores are known exactly."""

import json
from itertools import zip_longest
from pathlib import Path

import pytest
from sacrebleu.metrics import BLEU, CHRF, TER

FOLDER = Path(__file__).parent
VECTORS = [json.loads(line) for line in (FOLDER / "vectors.jsonl").read_text(encoding="utf-8").splitlines()]
EXPECTED_FAILURES = json.loads((FOLDER / "expectations.json").read_text(encoding="utf-8"))
METRICS = {"corpus_bleu": BLEU, "corpus_chrf": CHRF, "corpus_ter": TER}
TOLERANCE = 8 * 2.0**-52  # eight units in the last place of a double


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_score(vector, request):
    if reason := EXPECTED_FAILURES.get(vector["id"]):
        request.applymarker(pytest.mark.xfail(reason=reason, raises=AssertionError, strict=True))
    metric = METRICS[vector["call"]](**vector["arguments"])
    score = metric.corpus_score(vector["hypotheses"], list(zip_longest(*vector["references"]))).score
    assert score == pytest.approx(vector["expected"], rel=TOLERANCE, abs=0)


def test_every_expected_failure_is_a_vector():
    assert EXPECTED_FAILURES.keys() <= {vector["id"] for vector in VECTORS}
