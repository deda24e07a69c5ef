"""Adapter for krippendorff, for Python 3.6 and later. It uses only the standard library, numpy and krippendorff."""

MODULE = "krippendorff"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    import krippendorff
    from numpy import errstate

    rows = _name_sets(request["annotations"])
    texts = any(isinstance(label, str) for row in rows for label in row)
    missing = "nan" if texts else float("nan")
    data = [[missing if label is None else label for label in row] for row in rows]
    with errstate(all="ignore"):
        value = krippendorff.alpha(data, level_of_measurement=request["settings"]["distance"])
    return {"outcome": "score", "value": float(value)}


def _name_sets(rows):
    """Replace labels that are sets by names that sort like the sets' members; other labels are kept."""
    sets = {tuple(label) for row in rows for label in row if isinstance(label, list)}
    in_order = sorted(sets, key=lambda members: [(isinstance(member, str), member) for member in members])
    names = {members: "set %09d" % place for place, members in enumerate(in_order)}
    return [[names[tuple(label)] if isinstance(label, list) else label for label in row] for row in rows]
