"""Adapter for sacrebleu, for Python 3.6 and later. It uses only the standard library and sacrebleu."""

import contextlib
import importlib
import inspect
import os

MODULE = "sacrebleu"


def _version():
    """Return the installed version; the package's attribute was called VERSION until 1.4.9."""
    module = importlib.import_module(MODULE)
    return getattr(module, "__version__", None) or module.VERSION


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    settings = request["settings"]
    entry_point = request["entry_point"]
    if entry_point.endswith("_interval"):
        return _interval(request)
    if entry_point.startswith("paired_"):
        return _paired(entry_point[len("paired_") :], request)
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


def _paired(test, request):
    """Return the p-value of the difference between two systems, by the paired test ``bs`` or ``ar``.

    The value is nan for seed 0, which means unseeded and would not be repeatable. The answer is ``unsupported`` if the
    systems have different references. Raises `ValueError` unless there are two systems.
    """
    from sacrebleu.significance import PairedTest

    settings = request["settings"]
    systems = [[segment["hypothesis"] for segment in system["segments"]] for system in request["systems"]]
    references = [segment["references"] for segment in request["systems"][0]["segments"]]
    if any([segment["references"] for segment in system["segments"]] != references for system in request["systems"]):
        return {"outcome": "unsupported", "reason": "the systems have different references"}
    if len(systems) != 2:
        raise ValueError("a p-value compares two systems, not %d" % len(systems))
    if not settings["seed"]:
        return {"outcome": "score", "value": float("nan")}
    named = [(str(number), system) for number, system in enumerate(systems)]
    with _use_seed(settings["seed"]):
        metric = _metric(request["statistic"], request["statistic_settings"])
        paired = PairedTest(named, {"metric": metric}, _streams(references), test, settings["resamples"])
        results = [column[1] for name, column in paired()[1].items() if name != "System"]
    return {"outcome": "score", "value": float(results[0].p_value)}


@contextlib.contextmanager
def _use_seed(seed):
    """Set sacreBLEU's seed, which is an environment variable, within a ``with`` block."""
    before = os.environ.get("SACREBLEU_SEED")
    os.environ["SACREBLEU_SEED"] = str(seed)
    try:
        yield
    finally:
        if before is None:
            del os.environ["SACREBLEU_SEED"]
        else:
            os.environ["SACREBLEU_SEED"] = before


def _interval(request):
    """Return the mean of the resamples' scores of the first system, or the half-width of the interval.

    The answer is ``unsupported`` for means over segments, and for a single resample of `corpus_score`.
    """
    from sacrebleu.significance import PairedTest

    settings = request["settings"]
    if request["statistic_settings"].get("average") == "sentences":
        return {"outcome": "unsupported", "reason": "resamples are scored as corpora"}
    segments = request["systems"][0]["segments"]
    hypotheses = [segment["hypothesis"] for segment in segments]
    streams = _streams([segment["references"] for segment in segments])
    with _use_seed(settings["seed"]):
        metric = _metric(request["statistic"], request["statistic_settings"])
        if request["entry_point"] == "corpus_score_interval":
            if settings["resamples"] == 1:
                return {"outcome": "unsupported", "reason": "a single resample makes no interval"}
            result = metric.corpus_score(hypotheses, streams, n_bootstrap=settings["resamples"])
            mean, half_width = result._mean, result._ci
        else:
            paired = PairedTest([("0", hypotheses)], {"metric": metric}, streams, "bs", settings["resamples"])
            result = next(column[0] for name, column in paired()[1].items() if name != "System")
            mean, half_width = result.mean, result.ci
    return {"outcome": "score", "value": float(mean if settings["end"] == "centre" else half_width)}


def _classes(entry_point, settings):
    """Return the functions of sacreBLEU 2 that score a corpus and a sentence, which are methods of a metric."""
    metric = _metric(entry_point, settings)
    return metric.corpus_score, metric.sentence_score


def _metric(name, settings):
    """Return a metric object of sacreBLEU 2: BLEU or TER if the name ends with it, otherwise chrF."""
    from sacrebleu.metrics import BLEU, CHRF

    if name.endswith("bleu"):
        return BLEU(
            lowercase=settings["case"] == "lower",
            force=True,
            tokenize=settings["tokenizer"],
            smooth_method=settings["smoothing"],
            smooth_value=_smooth_value(settings),
            max_ngram_order=settings["max_order"],
            effective_order=settings["effective_order"],
        )
    if name.endswith("ter"):
        return _ter(settings)
    return CHRF(
        char_order=settings["char_order"],
        word_order=settings["word_order"],
        beta=settings["beta"],
        lowercase=settings["case"] == "lower",
        whitespace=settings["whitespace"] == "keep",
        eps_smoothing=settings["empty_order"] == "epsilon-counts",
    )


def _functions(entry_point, settings):
    """Return functions that score a corpus and a sentence with sacreBLEU 1, whose parameters vary by release."""
    module = importlib.import_module(MODULE)
    function = getattr(module, entry_point)
    if entry_point.endswith("bleu"):
        arguments = {
            "smooth_method": settings["smoothing"],
            "smooth_value": _smooth_value(settings),
            "use_effective_order": settings["effective_order"],
            "lowercase": settings["case"] == "lower",
            "tokenize": {"intl-1": "intl", "13a-quotes": "13a"}.get(settings["tokenizer"], settings["tokenizer"]),
            "force": True,
        }
        arguments["smooth"], arguments["smooth_floor"] = arguments["smooth_method"], arguments["smooth_value"]
        arguments["lc"] = arguments["lowercase"]
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
    """Return the score of a result; some releases return the number itself."""
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
    """Transpose the references of the segments into streams, padded with None; there is at least one stream."""
    width = max([len(refs) for refs in references] + [1])
    return [[refs[k] if k < len(refs) else None for refs in references] for k in range(width)]


def _stages(result, settings):
    """Return the statistics in a BLEU result; empty for other results, and for add-k, which smooths the counts."""
    if not hasattr(result, "sys_len") or settings["smoothing"] == "add-k":
        return {}
    return {
        "c": result.sys_len,
        "r": result.ref_len,
        "matches": list(result.counts),
        "totals": list(result.totals),
        "bp": result.bp,
    }
