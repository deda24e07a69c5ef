"""Adapter for NumPy, for Python 3.6 and later. It uses only the standard library and numpy."""

MODULE = "numpy"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import numpy

    metric, human = (
        [float("nan") if value is None else float(value) for row in _rows(request[side]) for value in row]
        for side in ("metric_scores", "human_scores")
    )
    return {"outcome": "score", "value": float(numpy.corrcoef(metric, human)[0, 1])}


def _rows(table):
    return table if table and isinstance(table[0], list) else [table]
