"""Golden vectors: small inputs whose scores are known exactly."""

import json
from pathlib import Path

import pytest
from nltk.translate import bleu_score, chrf_score, gleu_score, nist_score, ribes_score

FOLDER = Path(__file__).parent
VECTORS = [json.loads(line) for line in (FOLDER / "vectors.jsonl").read_text(encoding="utf-8").splitlines()]
EXPECTED_FAILURES = json.loads((FOLDER / "expectations.json").read_text(encoding="utf-8"))
MODULES = {"bleu": bleu_score, "chrf": chrf_score, "gleu": gleu_score, "nist": nist_score, "ribes": ribes_score}
TOLERANCE = 8 * 2.0**-52  # eight units in the last place of a double


@pytest.mark.filterwarnings("ignore::UserWarning")  # a precision of 0
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_score(vector, request):
    if reason := EXPECTED_FAILURES.get(vector["id"]):
        request.applymarker(pytest.mark.xfail(reason=reason, raises=AssertionError, strict=True))
    call, arguments = vector["call"], dict(vector["arguments"])
    if method := arguments.pop("smoothing_function", ""):
        constants = {name: arguments.pop(name) for name in ("epsilon", "alpha", "k") if name in arguments}
        arguments["smoothing_function"] = getattr(bleu_score.SmoothingFunction(**constants), method)
    score = getattr(MODULES[call.replace("corpus_", "")], call)(vector["references"], vector["hypotheses"], **arguments)
    assert score == pytest.approx(vector["expected"], rel=TOLERANCE, abs=0)


def test_every_expected_failure_is_a_vector():
    assert EXPECTED_FAILURES.keys() <= {vector["id"] for vector in VECTORS}
