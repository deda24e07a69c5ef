"""Adapter for pandas, for Python 3.6 and later. It uses only the standard library and pandas."""

MODULE = "pandas"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import pandas

    metric, human = (
        [float("nan") if value is None else float(value) for row in _rows(request[side]) for value in row]
        for side in ("metric_scores", "human_scores")
    )
    container, method = request["entry_point"].split("_")
    if container == "series":
        value = pandas.Series(metric, dtype=float).corr(pandas.Series(human, dtype=float), method=method)
    else:
        frame = pandas.DataFrame({"metric": metric, "human": human}, dtype=float)
        value = frame.corr(method=method).iloc[0, 1]
    return {"outcome": "score", "value": float(value)}


def _rows(table):
    return table if table and isinstance(table[0], list) else [table]
