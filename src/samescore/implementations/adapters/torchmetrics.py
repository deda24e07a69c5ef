"""Adapter for torchmetrics, for Python 3.6 and later. It uses only the standard library and torchmetrics."""

import importlib
import math

MODULE = "torchmetrics"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised.

    PyTorch runs in one thread, because the order in which it adds more than 32,768 floats depends on the number of
    threads.
    """
    importlib.import_module("torch").set_num_threads(1)
    settings = request["settings"]
    if "metric_scores" in request:
        return {"outcome": "score", "value": _correlation(request, settings).item()}
    if "rankings" in request:
        return _retrieval(request, settings)
    if "gold_sets" in request:
        return _score_label_sets(request, settings)
    if "calibration_error" in request["entry_point"]:
        return _calibration(request, settings)
    if "scores" in request or "class_scores" in request:
        return {"outcome": "score", "value": _ranking(request, settings).item()}
    if "gold" in request and request["entry_point"] in ("cohen_kappa", "matthews_corrcoef"):
        return {"outcome": "score", "value": _task_score(request, settings).item()}
    if "gold" in request:
        return {"outcome": "score", "value": _classification(request, settings).item()}
    text = importlib.import_module("torchmetrics.functional.text")
    if "logprobs" in request:
        return {"outcome": "score", "value": _perplexity(text, request["logprobs"]).item()}
    hypotheses = [segment["hypothesis"] for segment in request["segments"]]
    references = [segment["references"] for segment in request["segments"]]
    value = _ENTRY_POINTS[request["entry_point"]](text, hypotheses, references, settings)
    return {"outcome": "score", "value": value.item()}


def _correlation(request, settings):
    torch = importlib.import_module("torch")
    regression = importlib.import_module("torchmetrics.functional.regression")
    sides = []
    for side in ("metric_scores", "human_scores"):
        table = request[side]
        rows = table if table and isinstance(table[0], list) else [table]
        sides.append([float("nan") if value is None else float(value) for row in rows for value in row])
    function = getattr(regression, request["entry_point"])
    options = {"variant": _VARIANTS[settings["variant"]]} if "variant" in settings else {}
    dtype = getattr(torch, settings.get("dtype", "float32"))
    return function(*(torch.tensor(side, dtype=dtype) for side in sides), **options)


def _perplexity(text, sequences):
    """Return the perplexity of sequences of log-probabilities.

    Each token is passed as a distribution over two words, whose softmax is the token's probability and the rest.
    """
    torch = importlib.import_module("torch")
    size = max(map(len, sequences), default=0)
    preds = [[*map(_two_words, sequence), *[(0.0, 0.0)] * (size - len(sequence))] for sequence in sequences]
    target = [[0] * len(sequence) + [-100] * (size - len(sequence)) for sequence in sequences]
    shape = (len(sequences), size)
    return text.perplexity(
        torch.tensor(preds, dtype=torch.float64).reshape(*shape, 2),
        torch.tensor(target, dtype=torch.long).reshape(*shape),
        ignore_index=-100,
    )


def _two_words(logprob):
    if logprob is None:
        return float("-inf"), 0.0
    return logprob, math.log(-math.expm1(logprob)) if logprob else float("-inf")


def _classification(request, settings):
    torch = importlib.import_module("torch")
    functions = importlib.import_module("torchmetrics.functional.classification")
    gold, predicted = request["gold"], request["predicted"]
    entry_point = request["entry_point"]
    options = {}
    if entry_point.startswith("binary_"):
        codes = {label: int(str(label) == settings["positive"]) for label in gold + predicted}
    else:
        classes = sorted(set(gold + predicted))
        codes = {label: k for k, label in enumerate(classes)}
        average = settings.get("average", "micro")
        options = {"num_classes": max(len(classes), 2), "average": "micro" if average == "items" else average}
    if "fbeta" in entry_point:
        options["beta"] = settings["beta"]
    if settings.get("zero_division", "0") != "0":
        options["zero_division"] = float(settings["zero_division"])
    preds, target = (torch.tensor([codes[label] for label in side], dtype=torch.long) for side in (predicted, gold))
    return getattr(functions, entry_point.replace("_micro", ""))(preds, target, **options)


def _score_label_sets(request, settings):
    """Return the answer for sets of labels, passed as rows of 0 and 1 with a column for each label that occurs.

    The answer is ``unsupported`` for fewer than two labels.
    """
    torch = importlib.import_module("torch")
    functions = importlib.import_module("torchmetrics.functional.classification")
    gold, predicted = request["gold_sets"], request["predicted_sets"]
    names = sorted({name for rows in (gold, predicted) for row in rows for name in row})
    if len(names) < 2:
        return {"outcome": "unsupported", "reason": "torchmetrics takes two labels or more"}
    preds, target = (torch.tensor([[int(name in row) for name in names] for row in side]) for side in (predicted, gold))
    options = {"average": settings["average"]} if request["entry_point"] == "multilabel_hamming_distance" else {}
    value = getattr(functions, request["entry_point"])(preds, target, num_labels=len(names), **options)
    return {"outcome": "score", "value": value.item()}


def _calibration(request, settings):
    """Return the answer for the calibration error of probabilities of two or more classes.

    The answer is ``unsupported`` for scores outside 0..1, which all go through the logistic function or a softmax first.
    """
    torch = importlib.import_module("torch")
    functions = importlib.import_module("torchmetrics.functional.classification")
    classes = request.get("classes", ["0", "1"])
    if len(classes) < 2:
        return {"outcome": "unsupported", "reason": "torchmetrics takes two classes or more"}
    rows = request["class_scores"] if "classes" in request else [[score] for score in request["scores"]]
    scores = [float(score) for row in rows for score in row]
    if not all(0 <= score <= 1 for score in scores):
        return {"outcome": "unsupported", "reason": "torchmetrics takes scores outside 0..1 as logits"}
    gold = [classes.index(str(name)) for name in request["gold"]]
    preds, target = torch.tensor(scores, dtype=torch.float32), torch.tensor(gold, dtype=torch.long)
    norm = {"mean": "l1", "root-mean-square": "l2", "max": "max"}[settings["measure"]]
    options = {"n_bins": settings["bins"], "norm": norm}
    if "classes" not in request:
        return {"outcome": "score", "value": functions.binary_calibration_error(preds, target, **options).item()}
    preds = preds.reshape(len(rows), len(classes))
    value = functions.multiclass_calibration_error(preds, target, num_classes=len(classes), **options)
    return {"outcome": "score", "value": value.item()}


def _retrieval(request, settings):
    """Return the answer of a retrieval metric, or the mean of a function's answers, for the queries judged and retrieved.

    The items of a query are its results, and unjudged ones have grade 0. The answer is ``unsupported`` if a query has no
    results, if PyTorch sorts too many of them with ties (see `_STABLE`), and for negative grades that leave the sum of grades
    or the highest one at 0: a metric takes such a query for an empty one, and a function gives it 0.
    """
    torch = importlib.import_module("torch")
    name = request["entry_point"]
    is_ndcg, is_metric = name in ("RetrievalNormalizedDCG", "retrieval_normalized_dcg"), name.startswith("R")
    queries = [query for query in request["rankings"] if query["qrels"] is not None and query["run"] is not None]
    items, tied = [], False
    for query in queries:
        grades = dict(query["qrels"])
        target = [grades.get(document, 0) for document, _ in query["run"]]
        preds = torch.tensor([float(score) for _, score in query["run"]], dtype=torch.float64).float()
        if not target:
            return {"outcome": "unsupported", "reason": "torchmetrics has no queries without items"}
        if is_ndcg and min(target) < 0 and (not sum(target) or not max(target)):
            return {"outcome": "unsupported", "reason": "negative grades cancel others"}
        if len(set(preds.tolist())) < len(target):
            tied = tied or is_metric or len(target) > _STABLE
        items.append((preds, torch.tensor(target if is_ndcg else [int(grade > 0) for grade in target])))
    if tied and name not in _ANY_ORDER and (not is_metric or sum(len(preds) for preds, _ in items) > _STABLE):
        return {"outcome": "unsupported", "reason": "the order of more than 16 items with ties depends on PyTorch"}
    options = {"top_k": settings["cutoff"]} if settings.get("cutoff") else {}
    if "recision" in name and settings["measure"] == "precision":
        options["adaptive_k"] = settings["precision_total"] == "capped"
    if not is_metric:
        function = getattr(importlib.import_module("torchmetrics.functional.retrieval"), name)
        values = [function(*item, **options) for item in items]
        return {"outcome": "score", "value": torch.stack(values).mean().item() if values else float("nan")}
    if not items:
        return {"outcome": "unsupported", "reason": "torchmetrics needs a query with items"}
    options["empty_target_action"] = _EMPTY_TARGETS[settings["empty_query"]]
    metric = getattr(importlib.import_module("torchmetrics.retrieval"), name)(**options)
    for number, (preds, target) in enumerate(items):
        metric.update(preds, target, indexes=torch.full(preds.shape, number))
    return {"outcome": "score", "value": metric.compute().item()}


#: The names of what to do with queries without relevant items.
_EMPTY_TARGETS = {"zero": "neg", "one": "pos", "skip": "skip", "raise": "error"}
#: How many items PyTorch's ``sort`` and ``argsort`` leave in their order, whatever its version. A metric sorts all its items by query.
_STABLE = 16
#: Entry points that do not depend on the order of tied items, or that call only ``topk``, whose order is known.
_ANY_ORDER = (
    "RetrievalNormalizedDCG",
    "retrieval_normalized_dcg",
    "retrieval_average_precision",
    "retrieval_reciprocal_rank",
    "retrieval_precision",
)


def _ranking(request, settings):
    """Return the area under a curve for scores of two classes, or its average over several classes."""
    torch = importlib.import_module("torch")
    functions = importlib.import_module("torchmetrics.functional.classification")
    gold = request["gold"]
    if "scores" in request:
        preds = _probabilities(torch, request["scores"])
        options = {"max_fpr": settings["max_fpr"]} if settings.get("max_fpr", 1) != 1 else {}
    else:
        classes = request["classes"]
        rows = request["class_scores"]
        columns = [_probabilities(torch, [row[k] for row in rows]) for k in range(len(classes))]
        preds = torch.stack(columns, dim=1)
        options = {"num_classes": len(classes), "average": settings["average"]}
        gold = [classes.index(name) for name in gold]
    return getattr(functions, request["entry_point"])(preds, torch.tensor(gold, dtype=torch.long), **options)


def _probabilities(torch, scores):
    """Return scores as a tensor of 32-bit floats from 0 to 1 in the same order.

    The scores are unchanged if they are such floats; otherwise they are replaced by their ranks, divided by their
    number.
    """
    scores = [float(score) for score in scores]
    preds = torch.tensor(scores, dtype=torch.float32)
    if all(0 <= score <= 1 for score in scores) and preds.tolist() == scores:
        return preds
    ranks = {score: rank for rank, score in enumerate(sorted(set(scores)))}
    return torch.tensor([ranks[score] / len(scores) for score in scores], dtype=torch.float32)


def _task_score(request, settings):
    """Return the score of an entry point whose task is ``binary`` for up to two classes, and otherwise ``multiclass``.

    Classes are passed as numbers in sorted order.
    """
    torch = importlib.import_module("torch")
    function = getattr(importlib.import_module("torchmetrics.functional"), request["entry_point"])
    gold, predicted = request["gold"], request["predicted"]
    classes = sorted(set(gold + predicted))
    options = {"task": "binary"} if len(classes) < 3 else {"task": "multiclass", "num_classes": len(classes)}
    if "weighting" in settings:
        options["weights"] = settings["weighting"]
    preds, target = (
        torch.tensor([classes.index(label) for label in side], dtype=torch.long) for side in (predicted, gold)
    )
    return function(preds, target, **options)


#: The package's name for each variant of Kendall's tau.
_VARIANTS = {"gamma": "a", "b": "b", "c": "c"}


def _bleu_options(settings):
    weights = settings["weights"]
    return {
        "n_gram": settings["max_order"],
        "smooth": settings["smoothing"] == "add-k",
        "weights": None if weights == "uniform" else weights,
    }


def _bleu(text, hypotheses, references, settings):
    return text.bleu_score(hypotheses, references, **_bleu_options(settings))


def _sacre_bleu(text, hypotheses, references, settings):
    return text.sacre_bleu_score(
        hypotheses,
        references,
        tokenize=settings["tokenizer"],
        lowercase=settings["case"] == "lower-tokens",
        **_bleu_options(settings),
    )


def _chrf(text, hypotheses, references, settings):
    return text.chrf_score(
        hypotheses,
        references,
        n_char_order=settings["char_order"],
        n_word_order=settings["word_order"],
        beta=settings["beta"],
        lowercase=settings["case"] == "lower",
        whitespace=settings["whitespace"] == "keep",
    )


def _ter(text, hypotheses, references, settings):
    return text.translation_edit_rate(
        hypotheses,
        references,
        normalize=settings["tokenizer"] == "tercom",
        no_punctuation=settings["punctuation"] == "remove",
        lowercase=settings["case"] == "lower",
        asian_support=settings["asian"],
    )


def _rouge(text, hypotheses, references, settings):
    name = "rouge%s" % settings.get("order", "Lsum" if "union" in settings else "L")
    measure = {"f": "fmeasure", "precision": "precision", "recall": "recall"}[settings["measure"]]
    scores = text.rouge_score(
        hypotheses,
        references,
        accumulate="avg" if settings["references"] == "mean" else "best",
        use_stemmer=settings["stemmer"] != "none",
        rouge_keys=name,
    )
    return scores["%s_%s" % (name, measure)]


def _wer(text, hypotheses, references, _settings):
    return text.word_error_rate(hypotheses, [several[0] for several in references])


def _edit_distance(text, hypotheses, references, settings):
    return text.edit_distance(
        hypotheses,
        [several[0] for several in references],
        substitution_cost=settings["substitution_cost"],
        reduction="mean" if settings["average"] == "sentences" else "sum",
    )


def _squad(text, hypotheses, references, _settings):
    predicted = [{"prediction_text": answer, "id": str(k)} for k, answer in enumerate(hypotheses)]
    gold = [
        {"answers": {"text": answers, "answer_start": [0] * len(answers)}, "id": str(k)}
        for k, answers in enumerate(references)
    ]
    return text.squad(predicted, gold)


def _squad_exact_match(*arguments):
    return _squad(*arguments)["exact_match"]


def _squad_f1(*arguments):
    return _squad(*arguments)["f1"]


def _mer(text, hypotheses, references, _settings):
    return text.match_error_rate(hypotheses, [several[0] for several in references])


def _wil(text, hypotheses, references, _settings):
    return text.word_information_lost(hypotheses, [several[0] for several in references])


def _wip(text, hypotheses, references, _settings):
    return text.word_information_preserved(hypotheses, [several[0] for several in references])


def _cer(text, hypotheses, references, _settings):
    return text.char_error_rate(hypotheses, [several[0] for several in references])


_ENTRY_POINTS = {
    "bleu_score": _bleu,
    "sacre_bleu_score": _sacre_bleu,
    "chrf_score": _chrf,
    "translation_edit_rate": _ter,
    "rouge_n": _rouge,
    "rouge_l": _rouge,
    "rouge_lsum": _rouge,
    "word_error_rate": _wer,
    "char_error_rate": _cer,
    "edit_distance": _edit_distance,
    "squad_exact_match": _squad_exact_match,
    "squad_f1": _squad_f1,
    "match_error_rate": _mer,
    "word_information_lost": _wil,
    "word_information_preserved": _wip,
}
