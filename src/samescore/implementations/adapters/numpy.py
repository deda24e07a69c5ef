"""Adapter for NumPy. Standard library and numpy only; runs alone on Python 3.6 and later."""

MODULE = "numpy"


def score(request):
    """Answer one request: a dictionary in, a dictionary out."""
    import numpy

    metric, human = (
        [float("nan") if value is None else float(value) for row in _rows(request[side]) for value in row]
        for side in ("metric_scores", "human_scores")
    )
    return {"outcome": "score", "value": float(numpy.corrcoef(metric, human)[0, 1])}


def _rows(table):
    return table if table and isinstance(table[0], list) else [table]
