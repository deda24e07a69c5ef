"""Adapter for statsmodels, for Python 3.6 and later. It uses only the standard library and statsmodels."""

MODULE = "statsmodels"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    settings = request["settings"]
    if request["entry_point"] == "fleiss_kappa":
        return {"outcome": "score", "value": float(_fleiss_kappa(request["annotations"], settings))}
    first, second = [[float(score) for score in system["scores"]] for system in request["systems"]]
    test = {"mcnemar": _mcnemar, "sign_test": _sign_test}[request["entry_point"]]
    return {"outcome": "score", "value": float(test(first, second, settings))}


def _mcnemar(first, second, settings):
    """Return the p-value of McNemar's test for two systems' correct (1) and wrong (0) answers.

    Raises `ValueError` for other numbers.
    """
    from numpy import errstate
    from statsmodels.stats.contingency_tables import mcnemar

    if not set(first + second) <= {0.0, 1.0}:
        raise ValueError("McNemar's test needs scores of 1 (right) or 0 (wrong)")
    pairs = list(zip(first, second))
    table = [[pairs.count((x, y)) for y in (1.0, 0.0)] for x in (1.0, 0.0)]
    with errstate(all="ignore"):
        return mcnemar(table, exact=settings["null"] == "exact", correction=settings["continuity"]).pvalue


def _sign_test(first, second, _):
    from statsmodels.stats.descriptivestats import sign_test

    return sign_test([x - y for x, y in zip(first, second)])[1]


def _fleiss_kappa(annotations, settings):
    from numpy import errstate
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    if any(label is None for row in annotations for label in row):
        raise ValueError("an item has no label from one of the annotators")
    table, _ = aggregate_raters([list(item) for item in zip(*_name_sets(annotations))])
    with errstate(all="ignore"):
        return fleiss_kappa(table, method={"pooled": "fleiss", "uniform": "rand"}[settings["chance"]])


def _name_sets(rows):
    """Replace labels that are sets by names that sort like the sets' members; other labels are kept."""
    sets = {tuple(label) for row in rows for label in row if isinstance(label, list)}
    in_order = sorted(sets, key=lambda members: [(isinstance(member, str), member) for member in members])
    names = {members: "set %09d" % place for place, members in enumerate(in_order)}
    return [[names[tuple(label)] if isinstance(label, list) else label for label in row] for row in rows]
