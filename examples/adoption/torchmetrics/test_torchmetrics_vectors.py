"""Golden vectors: small inputs whose scores are known exactly."""

import json
from pathlib import Path

import pytest
from torchmetrics.functional import text

FOLDER = Path(__file__).parent
VECTORS = [json.loads(line) for line in (FOLDER / "vectors.jsonl").read_text(encoding="utf-8").splitlines()]
EXPECTED_FAILURES = json.loads((FOLDER / "expectations.json").read_text(encoding="utf-8"))
TOLERANCE = 8 * 2.0**-23  # eight units in the last place of a 32-bit float


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_score(vector, request):
    if reason := EXPECTED_FAILURES.get(vector["id"]):
        request.applymarker(pytest.mark.xfail(reason=reason, raises=AssertionError, strict=True))
    function = getattr(text, vector["call"])
    score = function(vector["hypotheses"], vector["references"], **vector["arguments"]).item()
    assert score == pytest.approx(vector["expected"], rel=TOLERANCE, abs=0)


def test_every_expected_failure_is_a_vector():
    assert EXPECTED_FAILURES.keys() <= {vector["id"] for vector in VECTORS}
