"""Adapter for sacrebleu. Standard library and sacrebleu only; runs alone on Python 3.6 and later."""

import importlib

MODULE = "sacrebleu"
VERSION_OF = "sacrebleu"


def describe():
    """What this adapter wraps; imports the peer."""
    return {"implementation": MODULE, "version": importlib.import_module(MODULE).__version__}


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    from sacrebleu.metrics import BLEU, CHRF

    settings = request["settings"]
    entry_point = request["entry_point"]
    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"] for segment in request["segments"]]
    if entry_point.endswith("bleu"):
        metric = BLEU(
            lowercase=settings["case"] == "lower",
            force=True,
            tokenize=settings["tokenizer"],
            smooth_method=settings["smoothing"],
            smooth_value=_smooth_value(settings),
            max_ngram_order=settings["max_order"],
            effective_order=settings["effective_order"],
        )
    elif entry_point.endswith("ter"):
        metric = _ter(settings)
    else:
        metric = CHRF(
            char_order=settings["char_order"],
            word_order=settings["word_order"],
            beta=settings["beta"],
            lowercase=settings["case"] == "lower",
            whitespace=settings["whitespace"] == "keep",
            eps_smoothing=settings["missing_order"] == "epsilon-counts",
        )
    if entry_point.startswith("corpus_"):
        result = metric.corpus_score(hypotheses, _streams(references))
        return {"outcome": "score", "value": result.score, "stages": _stages(result, settings)}
    results = [metric.sentence_score(hypothesis, refs) for hypothesis, refs in zip(hypotheses, references)]
    scores = [result.score for result in results]
    stages = _stages(results[0], settings) if len(results) == 1 else {}
    stages["sentences"] = scores
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": stages}


def _ter(settings):
    from sacrebleu.metrics import TER

    return TER(
        normalized=settings["tokenizer"] == "tercom",
        no_punct=settings["punctuation"] == "remove",
        asian_support=settings["asian"],
        case_sensitive=settings["case"] == "keep",
    )


def _smooth_value(settings):
    if settings["smoothing"] == "floor":
        return settings["floor_value"]
    if settings["smoothing"] == "add-k":
        k = settings["add_k"]
        return int(k) if k == int(k) else k
    return None


def _streams(references):
    """Segment-major references as streams, padded with None; at least one stream."""
    width = max([len(refs) for refs in references] + [1])
    return [[refs[k] if k < len(refs) else None for refs in references] for k in range(width)]


def _stages(result, settings):
    """The statistics a BLEU result carries; add-k has overwritten its counts with smoothed ones."""
    if not hasattr(result, "sys_len") or settings["smoothing"] == "add-k":
        return {}
    return {
        "c": result.sys_len,
        "r": result.ref_len,
        "matches": list(result.counts),
        "totals": list(result.totals),
        "bp": result.bp,
    }
