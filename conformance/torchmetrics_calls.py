"""The calls of torchmetrics' functions: see `package_calls`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from conformance.package_calls import Call, first, module


def torchmetrics_function(name: str, **usual: Any) -> Call:
    def call(hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any) -> float:
        function = getattr(module("torchmetrics.functional.text"), name)
        value = function(hypotheses, references, **{**usual, **arguments})
        if isinstance(value, dict):
            value = next(number for key, number in value.items() if key.endswith("_fmeasure"))
        return value.item()  # type: ignore[no-any-return]

    return call


def torchmetrics_edit_distance(
    hypotheses: Sequence[str], references: Sequence[Sequence[str]], **arguments: Any
) -> float:
    value = module("torchmetrics.functional.text").edit_distance(hypotheses, first(references), **arguments)
    return value.item()  # type: ignore[no-any-return]


def torchmetrics_labels(name: str) -> Call:
    """A function of labels; its classes are those that occur."""

    def call(gold: Sequence[Any], predicted: Sequence[Any], **arguments: Any) -> float:
        classes = sorted({*gold, *predicted})
        sizes = {"num_classes": max(len(classes), 2)} if name.startswith("multiclass") else {}
        target, preds = (module("torch").tensor([classes.index(label) for label in side]) for side in (gold, predicted))
        function = getattr(module("torchmetrics.functional.classification"), name)
        return float(function(preds, target, **sizes, **arguments))

    return call


def torchmetrics_scores(name: str) -> Call:
    """A function of gold labels and 32-bit floats, of one class or a row for each item."""

    def call(gold: Sequence[Any], scores: Sequence[Any], **arguments: Any) -> float:
        torch = module("torch")
        sizes = {"num_classes": len(scores[0])} if name.startswith("multiclass") else {}
        function = getattr(module("torchmetrics.functional.classification"), name.removesuffix("_l2"))
        return float(function(torch.tensor(scores, dtype=torch.float32), torch.tensor(gold), **sizes, **arguments))

    return call


def torchmetrics_sets(name: str) -> Call:
    """A function of rows of 0 and 1, a column for each label that occurs."""

    def call(gold: Sequence[Any], predicted: Sequence[Any], **arguments: Any) -> float:
        names = sorted({label for side in (gold, predicted) for row in side for label in row})
        tensor = module("torch").tensor
        target, preds = (tensor([[int(label in row) for label in names] for row in side]) for side in (gold, predicted))
        function = getattr(module("torchmetrics.functional.classification"), name)
        return float(function(preds, target, num_labels=len(names), **arguments))

    return call


def torchmetrics_kappa(gold: Sequence[Any], predicted: Sequence[Any], **arguments: Any) -> float:
    classes = sorted({*gold, *predicted})
    target, preds = (module("torch").tensor([classes.index(label) for label in side]) for side in (gold, predicted))
    function = module("torchmetrics.functional").cohen_kappa
    return float(function(preds, target, task="multiclass", num_classes=len(classes), **arguments))


def torchmetrics_kendall(metric: Sequence[float], human: Sequence[float], **arguments: Any) -> float:
    tensor = module("torch").tensor
    function = module("torchmetrics.functional").kendall_rank_corrcoef
    return float(function(tensor(metric), tensor(human), **arguments))


def torchmetrics_retrieval(name: str) -> Call:
    """The mean of a function over queries, or a metric of all their items; the retrieved documents are the items."""

    def call(queries: Sequence[Any], _: Sequence[Any], **arguments: Any) -> float:
        torch, package = module("torch"), module("torchmetrics")
        most = 9 if "dcg" in name.lower() else 1
        items = []
        for query in queries:
            grades = dict(query["qrels"])
            target = [min(grades.get(document, 0), most) for document, _ in query["run"]]
            items.append((torch.tensor([score for _, score in query["run"]]), torch.tensor(target)))
        if name.startswith("retrieval_"):
            function = getattr(module("torchmetrics.functional.retrieval"), name)
            return float(torch.stack([function(*item, **arguments) for item in items]).mean())
        metric = getattr(package.retrieval, name)(**arguments)
        for number, (preds, target) in enumerate(items):
            metric.update(preds, target, indexes=torch.full(preds.shape, number))
        return float(metric.compute())

    return call
