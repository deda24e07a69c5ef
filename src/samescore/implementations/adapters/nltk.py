"""Adapter for nltk, for Python 3.6 and later. It uses only the standard library and nltk."""

import inspect
import random

MODULE = "nltk"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    if request["entry_point"] == "approxrand":
        return _approxrand(request)
    if request["entry_point"] in ("kappa", "weighted_kappa"):
        return _kappa(request)
    if request["entry_point"] in ("alpha", "agreement"):
        return _agreement(request)
    if request["entry_point"] == "spearman_correlation":
        return _spearman_correlation(request["metric_scores"], request["human_scores"])
    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"] for segment in request["segments"]]
    by_entry_point = {
        "corpus_bleu": _corpus_bleu,
        "sentence_bleu": _sentence_bleu,
        "corpus_chrf": _corpus_chrf,
        "sentence_chrf": _sentence_chrf,
        "corpus_gleu": _corpus_gleu,
        "sentence_gleu": _sentence_gleu,
        "corpus_nist": _corpus_nist,
        "sentence_nist": _sentence_nist,
        "corpus_ribes": _corpus_ribes,
        "sentence_ribes": _sentence_ribes,
        "meteor_score": _meteor_score,
        "single_meteor_score": _single_meteor_score,
        "lidstone_perplexity": _lidstone_perplexity,
        "edit_distance": _edit_distance,
        "jaro_similarity": _jaro_similarity,
        "jaro_winkler_similarity": _jaro_winkler_similarity,
    }
    answer = by_entry_point[request["entry_point"]](references, hypotheses, request["settings"])
    answer["outcome"] = "score"
    return answer


def _approxrand(request):
    """Return the p-value of the difference between two lists of numbers.

    NLTK shuffles with Python's global random generator, which is seeded for the call and restored. Raises `ValueError`
    if there are no numbers.
    """
    from nltk.metrics.scores import approxrand

    first, second = [[float(score) for score in system["scores"]] for system in request["systems"]]
    if not first:
        raise ValueError("no numbers were given")  # a mean of none fails in any case, after the orders are counted
    state = random.getstate()
    random.seed(request["settings"]["seed"])
    try:
        significance = approxrand(first, second, shuffles=request["settings"]["resamples"])[0]
    finally:
        random.setstate(state)
    return {"outcome": "score", "value": significance}


def _agreement(request):
    """Return a coefficient of `AnnotationTask`.

    Annotators and items are passed as numbers, because NLTK puts them into sets, whose order is then fixed. Raises
    `ValueError` for labels that NLTK counts wrongly or not at all.
    """
    from nltk.metrics import agreement
    from nltk.metrics import distance as distances

    settings = request["settings"]
    data = [
        (annotator, item, frozenset(label) if isinstance(label, list) else label)
        for annotator, row in enumerate(request["annotations"])
        for item, label in enumerate(row)
        if label is not None
    ]
    labels = {label for _, _, label in data}
    level = settings["distance"]
    if level == "interval" and len(labels) > 1 and not all(isinstance(label, (int, float)) for label in labels):
        raise ValueError("the interval distance needs numbers")  # it prints that others have none, and fails
    names = {"nominal": "binary", "interval": "interval", "jaccard": "jaccard", "masi": "masi", "masi-0.67": "masi"}
    task = agreement.AnnotationTask(data, distance=getattr(distances, names[level] + "_distance"))
    if request["entry_point"] == "alpha":
        value = task.alpha()
    elif any(label is None for row in request["annotations"] for label in row):
        raise ValueError("an item has no label from one of the annotators")  # it counts such an item where it can
    else:
        names = {"pooled": "pi", "uniform": "S", "own": "multi_kappa", "pairs": "kappa"}
        value = getattr(task, names[settings["chance"]])()
    return {"outcome": "score", "value": float(value)}


def _kappa(request):
    from nltk.metrics import agreement
    from nltk.metrics.distance import binary_distance, interval_distance

    sides = ("gold", "predicted")
    data = [(side, item, label) for side in sides for item, label in enumerate(request[side])]
    if request["entry_point"] == "kappa":
        return {"outcome": "score", "value": agreement.AnnotationTask(data).kappa()}
    interval = request["settings"]["weighting"] == "squared-differences"
    if interval and any(isinstance(label, str) for _, _, label in data):
        raise TypeError("the interval distance needs numbers, not strings")  # it prints that they have none, and fails
    task = agreement.AnnotationTask(data, distance=interval_distance if interval else binary_distance)
    return {"outcome": "score", "value": task.weighted_kappa()}


def _spearman_correlation(metric_scores, human_scores):
    """Return Spearman's correlation; outputs that lack a score are omitted from the ranking."""
    from nltk.metrics.spearman import ranks_from_scores, spearman_correlation

    rankings = []
    for table in (metric_scores, human_scores):
        rows = table if table and isinstance(table[0], list) else [table]
        scores = enumerate(value for row in rows for value in row)
        known = [(output, float(value)) for output, value in scores if value is not None]
        rankings.append(dict(ranks_from_scores(sorted(known, key=lambda pair: -pair[1]))))
    return {"outcome": "score", "value": spearman_correlation(*rankings)}


def _bleu_arguments(settings):
    from nltk.translate.bleu_score import SmoothingFunction

    order = settings["max_order"]
    weights = settings["weights"]
    alpha, k = settings["nltk_alpha"], settings["nltk_k"]
    methods = {"none": "method0", "floor": "method1", "add-k": "method2", "exp": "method3"}
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
    """Return the statistics of BLEU, computed by NLTK's public helper functions."""
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
    from nltk.translate.chrf_score import sentence_chrf

    arguments = {"min_len": settings["min_char_order"], "max_len": settings["char_order"], "beta": settings["beta"]}
    if "ignore_whitespace" in inspect.signature(sentence_chrf).parameters:  # since 3.4
        arguments["ignore_whitespace"] = settings["whitespace"] != "keep"
    return arguments


def _corpus_chrf(references, hypotheses, settings):
    from nltk.translate.chrf_score import corpus_chrf

    return {"value": corpus_chrf([refs[0] for refs in references], hypotheses, **_chrf_arguments(settings))}


def _sentence_chrf(references, hypotheses, settings):
    from nltk.translate.chrf_score import sentence_chrf

    arguments = _chrf_arguments(settings)
    scores = [sentence_chrf(refs[0], hypothesis, **arguments) for refs, hypothesis in zip(references, hypotheses)]
    return {"value": sum(scores) / len(scores), "stages": {"sentences": scores}}


def _mean(scores):
    return {"value": sum(scores) / len(scores), "stages": {"sentences": scores}}


def _gleu_arguments(settings):
    return {"min_len": settings["min_order"], "max_len": settings["max_order"]}


def _corpus_gleu(references, hypotheses, settings):
    from nltk.translate.gleu_score import corpus_gleu

    return {"value": corpus_gleu(references, hypotheses, **_gleu_arguments(settings))}


def _sentence_gleu(references, hypotheses, settings):
    from nltk.translate.gleu_score import sentence_gleu

    arguments = _gleu_arguments(settings)
    return _mean([sentence_gleu(refs, hypothesis, **arguments) for refs, hypothesis in zip(references, hypotheses)])


def _corpus_nist(references, hypotheses, settings):
    from nltk.translate.nist_score import corpus_nist

    return {"value": corpus_nist(references, hypotheses, n=settings["max_order"])}


def _sentence_nist(references, hypotheses, settings):
    from nltk.translate.nist_score import sentence_nist

    n = settings["max_order"]
    return _mean([sentence_nist(refs, hypothesis, n=n) for refs, hypothesis in zip(references, hypotheses)])


def _ribes_arguments(settings):
    return {"alpha": settings["alpha"], "beta": settings["beta"]}


def _corpus_ribes(references, hypotheses, settings):
    from nltk.translate.ribes_score import corpus_ribes

    return {"value": corpus_ribes(references, hypotheses, **_ribes_arguments(settings))}


def _sentence_ribes(references, hypotheses, settings):
    from nltk.translate.ribes_score import sentence_ribes

    arguments = _ribes_arguments(settings)
    return _mean([sentence_ribes(refs, hypothesis, **arguments) for refs, hypothesis in zip(references, hypotheses)])


class _NoWordNet:
    """A substitute for NLTK's WordNet reader, in which no word has synonyms."""

    def synsets(self, _word):
        return []


class _NoStemmer:
    """A substitute for NLTK's stemmer, for which every word is its own stem."""

    def stem(self, word):
        return word


def _dictionary(settings):
    """Return NLTK's WordNet reader, or a substitute if the settings use no synonyms.

    Calls of NLTK's reader raise `LookupError` if its corpus is missing.
    """
    if settings["synonyms"] == "none":
        return _NoWordNet()
    from nltk.corpus import wordnet

    return wordnet


def _meteor_arguments(settings):
    from nltk.stem.porter import PorterStemmer
    from nltk.translate import meteor_score

    reader = _dictionary(settings)
    if hasattr(meteor_score, "_enum_allign_words"):  # not forwarded until 3.6.2
        meteor_score._enum_allign_words.__defaults__ = (PorterStemmer(), reader)
    modes = {
        "porter-martin": PorterStemmer.MARTIN_EXTENSIONS,
        "porter-original": PorterStemmer.ORIGINAL_ALGORITHM,
    }
    stemmer = settings["stemmer"]
    return {
        "preprocess": str.lower if settings["case"] == "lower" else str,
        "stemmer": _NoStemmer()
        if stemmer == "none"
        else PorterStemmer(modes.get(stemmer, PorterStemmer.NLTK_EXTENSIONS)),
        "wordnet": reader,
        "alpha": settings["alpha"],
        "beta": settings["beta"],
        "gamma": settings["gamma"],
    }


def _meteor_score(references, hypotheses, settings):
    from nltk.translate.meteor_score import meteor_score

    arguments = _meteor_arguments(settings)
    return _mean([meteor_score(refs, hypothesis, **arguments) for refs, hypothesis in zip(references, hypotheses)])


def _single_meteor_score(references, hypotheses, settings):
    from nltk.translate.meteor_score import single_meteor_score

    arguments = _meteor_arguments(settings)
    pairs = zip(references, hypotheses)
    return _mean([single_meteor_score(refs[0], hypothesis, **arguments) for refs, hypothesis in pairs])


def _lidstone_perplexity(references, hypotheses, settings):
    """Return the perplexity of the hypotheses under a model trained on all references.

    The average ``corpus`` means one perplexity for the n-grams of all hypotheses; otherwise it is the mean over texts.
    """
    from nltk.lm import Lidstone
    from nltk.lm.preprocessing import pad_both_ends, padded_everygram_pipeline
    from nltk.util import ngrams

    order = settings["order"]
    training, vocabulary = padded_everygram_pipeline(order, [line for lines in references for line in lines])
    model = Lidstone(settings["add_k"], order)
    model.fit(training, vocabulary)
    texts = [list(ngrams(pad_both_ends(hypothesis, n=order), order)) for hypothesis in hypotheses]
    if settings["average"] == "corpus":
        return {"value": model.perplexity([gram for text in texts for gram in text])}
    scores = [model.perplexity(text) for text in texts]
    return {"value": sum(scores) / len(scores), "stages": {"sentences": scores}}


def _edit_distance(references, hypotheses, settings):
    from nltk.metrics.distance import edit_distance

    options = {
        "substitution_cost": settings["substitution_cost"],
        "transpositions": settings["operations"] != "levenshtein",
    }
    return _mean_of_pairs(references, hypotheses, settings, lambda *pair: edit_distance(*pair, **options))


def _jaro_similarity(references, hypotheses, settings):
    from nltk.metrics.distance import jaro_similarity

    return _mean_of_pairs(references, hypotheses, settings, jaro_similarity)


def _jaro_winkler_similarity(references, hypotheses, settings):
    from nltk.metrics.distance import jaro_winkler_similarity

    return _mean_of_pairs(references, hypotheses, settings, jaro_winkler_similarity)


def _mean_of_pairs(references, hypotheses, settings, function):
    """Return the mean of `function` over the segments, called with the first reference and the hypothesis.

    The settings decide whether they are passed as characters or as words, and whether they are lowercased.
    """

    def units(text):
        text = text.lower() if settings["case"] == "lower" else text
        return text if settings["tokenizer"] == "characters" else text.split()

    scores = [function(units(refs[0]), units(hypothesis)) for refs, hypothesis in zip(references, hypotheses)]
    return {"value": sum(scores) / len(scores), "stages": {"sentences": scores}}
