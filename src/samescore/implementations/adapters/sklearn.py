"""Adapter for scikit-learn, for Python 3.6 and later. It uses only the standard library and sklearn."""

import importlib
import inspect

MODULE = "sklearn"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    from sklearn import metrics

    settings = request["settings"]
    entry_point = request["entry_point"]
    for field, answer in _BY_FIELD:
        if field in request:
            return answer(metrics, entry_point, request, settings)
    gold = request["gold"]
    predicted = request["predicted"]
    refusal = _beyond_numpy(gold + predicted)
    if refusal:
        return {"outcome": "unsupported", "reason": refusal}
    arguments = _sample_weight(request, settings)
    if settings.get("normalize") == "count" and not _is_exact(arguments):
        return {"outcome": "unsupported", "reason": _PROCESSOR}
    if entry_point in ("accuracy_score", "zero_one_loss"):
        arguments["normalize"] = settings["normalize"] == "fraction"
    elif entry_point == "balanced_accuracy_score":
        arguments["adjusted"] = settings["adjusted"]
    elif entry_point == "cohen_kappa_score":
        arguments["labels"] = _labels(settings["labels"], gold + predicted)
        arguments["weights"] = None if settings["weighting"] == "none" else settings["weighting"]
    elif entry_point == "f1_score_product":
        return {"outcome": "score", "value": _product(metrics, gold, predicted, settings)}
    function = getattr(metrics, entry_point)
    if "positive" in settings:
        arguments.update(_zero_division(function, settings))
        if entry_point == "fbeta_score":
            arguments["beta"] = settings["beta"]
        return {"outcome": "score", "value": float(_averaged_score(function, gold, predicted, settings, arguments))}
    return {"outcome": "score", "value": float(function(gold, predicted, **arguments))}


_PROCESSOR = "scikit-learn adds these weights up in an order of the processor's own"


def _sample_weight(request, settings):
    """Return the argument ``sample_weight``; empty unless the input has weights and the settings use them."""
    if settings["weights"] == "given" and "weights" in request:
        return {"sample_weight": request["weights"]}
    return {}


def _is_exact(arguments):
    """Return whether the sum of the weights in `arguments` is exact, and therefore the same in every order.

    The order in which inner products add depends on the processor.
    """
    weights = arguments.get("sample_weight", ())
    return all(weight * 1024 == int(weight * 1024) for weight in weights) and sum(weights) < 2**40


def _product(metrics, gold, predicted, settings):
    """Return the product of the F1 scores of all classes."""
    arguments = _zero_division(metrics.f1_score, settings)
    classes = _labels(settings["labels"], gold + predicted)
    value = 1.0
    for f1 in metrics.f1_score(gold, predicted, labels=classes, average=None, **arguments).tolist():
        value *= f1
    return value


def _score_label_sets(metrics, entry_point, request, settings):
    """Return the answer for sets of labels, passed as rows of 0 and 1.

    There is a column for each label that occurs or that the settings name. The answer is ``unsupported`` for fewer than
    two columns, and for weights whose sum depends on the processor.
    """
    from numpy import array

    gold, predicted = request["gold_sets"], request["predicted_sets"]
    names = settings["labels"]
    if names == "present":
        names = sorted({name for rows in (gold, predicted) for row in rows for name in row})
    if len(names) < 2:
        return {
            "outcome": "unsupported",
            "reason": "scikit-learn takes rows of fewer than two columns for something else",
        }
    sides = [
        array([[int(name in row) for name in names] for row in rows], dtype=int).reshape(len(rows), len(names))
        for rows in (gold, predicted)
    ]
    weights = _sample_weight(request, settings)
    if (entry_point == "multilabel_hamming" or settings.get("normalize") == "count") and not _is_exact(weights):
        return {"outcome": "unsupported", "reason": _PROCESSOR}
    if entry_point == "multilabel_hamming":
        value = metrics.hamming_loss(*sides, **weights)
    elif entry_point == "multilabel_zero_one":
        value = metrics.zero_one_loss(*sides, normalize=settings["normalize"] == "fraction", **weights)
    elif entry_point == "multilabel_accuracy":
        value = metrics.accuracy_score(*sides, **weights)
    else:
        function, arguments = _chosen_score(metrics, settings)
        value = function(*sides, average=settings["average"], **arguments, **weights)
    return {"outcome": "score", "value": float(value)}


def _chosen_score(metrics, settings):
    """Return the function for the value of the knob ``measure``, and its arguments."""
    names = {"f": "fbeta_score", "precision": "precision_score", "recall": "recall_score", "jaccard": "jaccard_score"}
    function = getattr(metrics, names[settings["measure"]])
    arguments = _zero_division(function, settings)
    if settings["measure"] == "f":
        arguments["beta"] = settings["beta"]
    return function, arguments


def _score_item_scores(metrics, entry_point, request, settings):
    """Return the answer of an entry point that takes a score or probability of each item.

    The answer is ``unsupported`` for a weighted sum of log losses, which depends on the processor.
    """
    gold, scores = request["gold"], [float(x) for x in request["scores"]]
    if entry_point == "calibration_curve":
        return {"outcome": "score", "value": _mean_gap(gold, scores, settings)}
    arguments = _sample_weight(request, settings)
    if entry_point == "brier_score_loss" and settings["classes"] == "both":
        arguments["scale_by_half"] = False
    elif entry_point == "roc_auc_score" and settings["max_fpr"] != 1:
        arguments["max_fpr"] = settings["max_fpr"]
    elif entry_point == "log_loss":
        if arguments and settings["normalize"] == "sum":
            return {"outcome": "unsupported", "reason": _PROCESSOR}
        arguments["normalize"] = settings["normalize"] == "mean"
        if settings["one_class"] == "score":
            arguments["labels"] = [0, 1]
        if "eps" in inspect.signature(metrics.log_loss).parameters:
            arguments["eps"] = settings["epsilon"]
    return {"outcome": "score", "value": float(getattr(metrics, entry_point)(gold, scores, **arguments))}


def _mean_gap(gold, scores, settings):
    """Return the mean distance between the two curves of ``calibration_curve``, added up from left to right."""
    calibration = importlib.import_module("sklearn.calibration")
    strategy = {"width": "uniform", "quantile": "quantile"}[settings["binning"]]
    curves = calibration.calibration_curve(gold, scores, pos_label=1, n_bins=settings["bins"], strategy=strategy)
    total = 0.0
    for positive, predicted in zip(*(curve.tolist() for curve in curves)):
        total += abs(positive - predicted)
    return total / len(curves[0])


def _score_class_scores(metrics, entry_point, request, settings):
    """Return the answer of an entry point that takes rows of class scores; classes are passed as column numbers.

    The answer is ``unsupported`` for fewer than two classes, and for weights whose sum depends on the processor.
    """
    from numpy import array

    width = len(request["classes"])
    if width < 2:
        return {
            "outcome": "unsupported",
            "reason": "scikit-learn takes rows of fewer than two columns for something else",
        }
    columns = {name: column for column, name in enumerate(request["classes"])}
    gold = [columns[name] for name in request["gold"]]
    scores = array([[float(score) for score in row] for row in request["class_scores"]]).reshape(len(gold), width)
    arguments, weights = {"labels": list(range(width))}, _sample_weight(request, settings)
    if weights and (
        settings.get("normalize") == "sum" or (settings.get("normalize") == "count" and not _is_exact(weights))
    ):
        return {"outcome": "unsupported", "reason": _PROCESSOR}
    if entry_point == "multiclass_log_loss":
        function = metrics.log_loss
        arguments["normalize"] = settings["normalize"] == "mean"
        if "eps" in inspect.signature(function).parameters:
            arguments["eps"] = settings["epsilon"]
    elif entry_point == "multiclass_brier":
        function = metrics.brier_score_loss
        arguments["scale_by_half"] = {"never": False, "two-classes": "auto", "always": True}[settings["halved"]]
    elif entry_point == "multiclass_roc_auc":
        function = metrics.roc_auc_score
        arguments.update(multi_class=settings["comparison"], average=settings["average"])
    elif entry_point == "multiclass_average_precision":
        function, arguments = metrics.average_precision_score, {"average": settings["average"]}
    elif entry_point.startswith("binarized_"):
        preprocessing = importlib.import_module("sklearn.preprocessing")
        gold = preprocessing.label_binarize(gold, classes=list(range(width))) if gold else array([]).reshape(0, width)
        function, arguments = getattr(metrics, entry_point[len("binarized_") :]), {"average": settings["average"]}
    else:
        function = metrics.top_k_accuracy_score
        arguments.update(k=settings["k"], normalize=settings["normalize"] == "fraction")
    return {"outcome": "score", "value": float(function(gold, scores, **arguments, **weights))}


#: Fields of a request, each with the function that handles requests with this field; the first match applies.
def _score_rankings(metrics, entry_point, request, settings):
    """Return the mean of the scores of the queries that are judged and retrieved, one call for each.

    The retrieved documents are the columns, and unjudged ones have grade 0.
    """
    from numpy import mean

    ignores_ties = settings.get("ties") == "reversed"
    values = []
    for query in request["rankings"]:
        if query["qrels"] is None or query["run"] is None:
            continue
        grades = dict(query["qrels"])
        gold = [grades.get(document, 0) for document, _ in query["run"]]
        scores = [float(score) for _, score in query["run"]]
        if len(scores) < 2:
            return {"outcome": "unsupported", "reason": "%s refuses fewer than two documents" % entry_point}
        if not all(abs(score) < float("inf") for score in scores):
            return {"outcome": "unsupported", "reason": "%s refuses infinite scores" % entry_point}
        if entry_point != "ndcg_score":
            relevant = [int(grade >= 1) for grade in gold]
            values.append(getattr(metrics, entry_point)([relevant], [scores]))
            continue
        if ignores_ties and len(set(scores)) < len(scores):
            return {"outcome": "unsupported", "reason": "NumPy's order of ties depends on the processor"}
        values.append(metrics.ndcg_score([gold], [scores], k=settings["cutoff"] or None, ignore_ties=ignores_ties))
    return {"outcome": "score", "value": float(mean(values)) if values else float("nan")}


_BY_FIELD = (
    ("rankings", _score_rankings),
    ("gold_sets", _score_label_sets),
    ("class_scores", _score_class_scores),
    ("scores", _score_item_scores),
)


def _averaged_score(function, gold, predicted, settings, arguments):
    positive = _label(settings["positive"], gold + predicted)
    if settings["average"] == "class":
        return function(gold, predicted, labels=[positive], average=None, **arguments)[0]
    if settings["average"] == "binary":
        return function(gold, predicted, pos_label=positive, average="binary", **arguments)
    arguments["labels"] = _labels(settings["labels"], gold + predicted)
    return function(gold, predicted, average=settings["average"], **arguments)


def _labels(names, labels):
    """Return the classes called `names` in the settings; None, which means the classes that occur, for ``present``.

    If the labels are integers, a name that does not occur becomes an unused integer.
    """
    if names == "present":
        return None
    occurring = {str(label): label for label in labels}
    absent = [name for name in names if name not in occurring]
    if not labels or isinstance(labels[0], int):
        unused = max(labels, default=0) + 1
        occurring.update((name, unused + k) for k, name in enumerate(absent))
    return [occurring.get(name, name) for name in names]


def _label(name, labels):
    """Return the class called `name` in the settings, where integer labels are written as text.

    If the labels are integers, a name that does not occur becomes an unused integer.
    """
    for label in labels:
        if str(label) == name:
            return label
    if labels and isinstance(labels[0], int):
        return max(labels) + 1  # a class that does not occur
    return name


def _beyond_numpy(labels):
    """Return the reason why numpy cannot hold these labels unchanged, or None."""
    if any(isinstance(label, str) and label.endswith("\0") for label in labels):
        return "numpy drops NUL characters at the end of a label"
    if any(isinstance(label, int) and not -(2**63) < label < 2**63 - 1 for label in labels):
        return "a label does not fit into 64 bits"
    return None


def _zero_division(function, settings):
    """Return the argument ``zero_division`` for a function; empty in releases before 0.22, which lack it."""
    if "zero_division" not in inspect.signature(function).parameters:
        return {}
    nan = importlib.import_module("numpy").nan  # 1.3.0 compares it by identity
    return {"zero_division": {"0": 0, "1": 1, "nan": nan}[settings["zero_division"]]}
