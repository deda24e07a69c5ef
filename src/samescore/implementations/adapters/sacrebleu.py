"""Adapter for sacrebleu. Standard library and sacrebleu only; runs alone on Python 3.6 and later."""

import importlib
import inspect

MODULE = "sacrebleu"


def _version():
    """The installed version; until 1.4.9 the attribute was called VERSION."""
    module = importlib.import_module(MODULE)
    return getattr(module, "__version__", None) or module.VERSION


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    settings = request["settings"]
    entry_point = request["entry_point"]
    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"] for segment in request["segments"]]
    make = _functions if _version().startswith("1.") else _classes
    corpus_score, sentence_score = make(entry_point, settings)
    if entry_point.startswith("corpus_"):
        result = corpus_score(hypotheses, _streams(references))
        return {"outcome": "score", "value": _number(result), "stages": _stages(result, settings)}
    results = [sentence_score(hypothesis, refs) for hypothesis, refs in zip(hypotheses, references)]
    scores = [_number(result) for result in results]
    stages = _stages(results[0], settings) if len(results) == 1 else {}
    stages["sentences"] = scores
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": stages}


def _classes(entry_point, settings):
    """The two functions of sacreBLEU 2, methods of a metric."""
    from sacrebleu.metrics import BLEU, CHRF

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
    return metric.corpus_score, metric.sentence_score


def _functions(entry_point, settings):
    """The two functions of sacreBLEU 1; their parameters' names changed with the releases."""
    module = importlib.import_module(MODULE)
    function = getattr(module, entry_point)
    if entry_point.endswith("bleu"):
        arguments = {
            "smooth_method": settings["smoothing"],
            "smooth_value": _smooth_value(settings),
            "use_effective_order": settings["effective_order"],
            "lowercase": settings["case"] == "lower",
            "tokenize": {"intl-1": "intl"}.get(settings["tokenizer"], settings["tokenizer"]),
            "force": True,
        }
        arguments["smooth"], arguments["smooth_floor"] = arguments["smooth_method"], arguments["smooth_value"]
    elif entry_point.endswith("ter"):
        arguments = {
            "normalized": settings["tokenizer"] == "tercom",
            "no_punct": settings["punctuation"] == "remove",
            "asian_support": settings["asian"],
            "case_sensitive": settings["case"] == "keep",
        }
    else:
        beta = settings["beta"]
        arguments = {
            "order": settings["char_order"],
            "beta": int(beta) if beta == int(beta) else beta,
            "remove_whitespace": settings["whitespace"] != "keep",
        }
    known = inspect.signature(function).parameters
    arguments = {name: value for name, value in arguments.items() if name in known}
    lists = hasattr(module, "metrics")  # since 1.4.11 references are lists everywhere

    def corpus_score(hypotheses, streams):
        if entry_point.endswith("chrf") and not lists:
            streams = streams[0]
        return function(hypotheses, streams, **arguments)

    def sentence_score(hypothesis, references):
        if not lists:
            references = references[0] if entry_point.endswith("chrf") else [[reference] for reference in references]
        return function(hypothesis, references, **arguments)

    return corpus_score, sentence_score


def _number(result):
    """The score of a result; some releases return the number itself."""
    return getattr(result, "score", result)


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
    """The statistics in a BLEU result; not for add-k, which overwrites the counts with smoothed ones."""
    if not hasattr(result, "sys_len") or settings["smoothing"] == "add-k":
        return {}
    return {
        "c": result.sys_len,
        "r": result.ref_len,
        "matches": list(result.counts),
        "totals": list(result.totals),
        "bp": result.bp,
    }
