"""Adapter for nltk. Standard library and nltk only; runs alone on Python 3.6 and later."""

import importlib

MODULE = "nltk"
VERSION_OF = "nltk"


def describe():
    """What this adapter wraps; imports the peer."""
    return {"implementation": MODULE, "version": importlib.import_module(MODULE).__version__}


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"] for segment in request["segments"]]
    by_entry_point = {
        "corpus_bleu": _corpus_bleu,
        "sentence_bleu": _sentence_bleu,
        "corpus_chrf": _corpus_chrf,
        "sentence_chrf": _sentence_chrf,
        "edit_distance": _edit_distance,
    }
    answer = by_entry_point[request["entry_point"]](references, hypotheses, request["settings"])
    answer["outcome"] = "score"
    return answer


def _bleu_arguments(settings):
    from nltk.translate.bleu_score import SmoothingFunction

    order = settings["max_order"]
    weights = settings["weights"]
    alpha, k = settings["nltk_alpha"], settings["nltk_k"]
    methods = {"floor": "method1", "add-k": "method2", "exp": "method3"}
    smoothing = settings["smoothing"]
    function = SmoothingFunction(
        epsilon=settings["floor_value"],
        alpha=int(alpha) if alpha == int(alpha) else alpha,
        k=int(k) if k == int(k) else k,
    )
    return {
        "weights": (1 / order,) * order if weights == "uniform" else tuple(weights),
        "smoothing_function": getattr(function, methods.get(smoothing, smoothing.replace("nltk-", "method"))),
        "auto_reweigh": settings["auto_reweigh"],
    }


def _corpus_bleu(references, hypotheses, settings):
    from nltk.translate.bleu_score import corpus_bleu

    value = corpus_bleu(references, hypotheses, **_bleu_arguments(settings))
    return {"value": value, "stages": _bleu_stages(references, hypotheses, settings)}


def _sentence_bleu(references, hypotheses, settings):
    from nltk.translate.bleu_score import sentence_bleu

    arguments = _bleu_arguments(settings)
    scores = [sentence_bleu(refs, hypothesis, **arguments) for refs, hypothesis in zip(references, hypotheses)]
    stages = _bleu_stages(references, hypotheses, settings) if len(hypotheses) == 1 else {}
    stages["sentences"] = scores
    return {"value": sum(scores) / len(scores), "stages": stages}


def _bleu_stages(references, hypotheses, settings):
    """Nltk's own statistics, from its public helper functions."""
    from nltk.translate.bleu_score import closest_ref_length, modified_precision

    orders = range(1, settings["max_order"] + 1)
    fractions = [
        [modified_precision(refs, hypothesis, n) for n in orders] for refs, hypothesis in zip(references, hypotheses)
    ]
    return {
        "c": sum(len(hypothesis) for hypothesis in hypotheses),
        "r": sum(closest_ref_length(refs, len(hypothesis)) for refs, hypothesis in zip(references, hypotheses)),
        "matches": [sum(row[i].numerator for row in fractions) for i in range(len(orders))],
        "totals": [sum(row[i].denominator for row in fractions) for i in range(len(orders))],
    }


def _chrf_arguments(settings):
    return {
        "min_len": settings["min_char_order"],
        "max_len": settings["char_order"],
        "beta": settings["beta"],
        "ignore_whitespace": settings["whitespace"] != "keep",
    }


def _corpus_chrf(references, hypotheses, settings):
    from nltk.translate.chrf_score import corpus_chrf

    return {"value": corpus_chrf([refs[0] for refs in references], hypotheses, **_chrf_arguments(settings))}


def _sentence_chrf(references, hypotheses, settings):
    from nltk.translate.chrf_score import sentence_chrf

    arguments = _chrf_arguments(settings)
    scores = [sentence_chrf(refs[0], hypothesis, **arguments) for refs, hypothesis in zip(references, hypotheses)]
    return {"value": sum(scores) / len(scores), "stages": {"sentences": scores}}


def _edit_distance(references, hypotheses, settings):
    from nltk.metrics.distance import edit_distance

    def units(text):
        text = text.lower() if settings["case"] == "lower" else text
        return text if settings["tokenizer"] == "characters" else text.split()

    options = {
        "substitution_cost": settings["substitution_cost"],
        "transpositions": settings["operations"] == "damerau",
    }
    pairs = [(units(refs[0]), units(hypothesis)) for refs, hypothesis in zip(references, hypotheses)]
    scores = [edit_distance(reference, hypothesis, **options) for reference, hypothesis in pairs]
    return {"value": sum(scores) / len(scores), "stages": {"sentences": scores}}
