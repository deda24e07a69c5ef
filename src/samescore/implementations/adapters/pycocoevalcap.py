"""Adapter for pycocoevalcap, for Python 3.6 and later. It uses only the standard library and pycocoevalcap."""

MODULE = "pycocoevalcap"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    segments = request["segments"]
    references = {i: segment["references"] for i, segment in enumerate(segments)}
    hypotheses = {i: [segment["hypothesis"]] for i, segment in enumerate(segments)}
    by_entry_point = {"bleu": _bleu, "sentence_bleu": _sentence_bleu, "rouge_l": _rouge_l, "cider": _cider}
    answer = by_entry_point[request["entry_point"]](references, hypotheses, request["settings"])
    answer["outcome"] = "score"
    return answer


def _mean(scores):
    scores = [float(score) for score in scores]
    return {"value": sum(scores) / len(scores), "stages": {"sentences": scores}}


def _both_bleus(references, hypotheses, settings):
    from pycocoevalcap.bleu.bleu import Bleu

    order = settings["max_order"]
    corpus, by_segment = Bleu(order).compute_score(references, hypotheses, verbose=0)
    return corpus[order - 1], by_segment[order - 1]


def _bleu(references, hypotheses, settings):
    if not hypotheses:
        raise ValueError("no segments")  # all of its sums would be empty
    return {"value": _both_bleus(references, hypotheses, settings)[0]}


def _sentence_bleu(references, hypotheses, settings):
    return _mean(_both_bleus(references, hypotheses, settings)[1])


def _rouge_l(references, hypotheses, _settings):
    from pycocoevalcap.rouge.rouge import Rouge

    return _mean(Rouge().compute_score(references, hypotheses)[1])


def _cider(references, hypotheses, settings):
    from pycocoevalcap.cider.cider import Cider

    return _mean(Cider(sigma=settings["sigma"]).compute_score(references, hypotheses)[1])
