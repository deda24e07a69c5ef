"""Adapter for scipy, for Python 3.6 and later. It uses only the standard library, scipy and the numpy that it needs."""

import inspect

MODULE = "scipy"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    value = _ENTRY_POINTS[request["entry_point"]](request)
    if isinstance(value, dict):  # a refusal
        return value
    return {"outcome": "score", "value": float(value)}


def _sides(request):
    """Return the list of all metric scores and the list of all human scores, by system; missing scores are nan."""
    return [
        [float("nan") if value is None else float(value) for row in _rows(request[side]) for value in row]
        for side in ("metric_scores", "human_scores")
    ]


def _rows(table):
    return table if table and isinstance(table[0], list) else [table]


#: The value of SciPy's argument ``nan_policy`` for each value of the knob ``missing``.
_POLICIES = {
    "propagate": "propagate",
    "raise": "raise",
    "raise-unless-one-pair": "raise",
    "raise-unless-constant": "raise",
    "drop": "omit",
}


def _pearsonr(request):
    from scipy import stats

    return stats.pearsonr(*_sides(request))[0]


def _spearmanr(request):
    from scipy import stats

    return stats.spearmanr(*_sides(request), nan_policy=_POLICIES[request["settings"]["missing"]])[0]


def _kendalltau(request):
    from scipy import stats

    settings = request["settings"]
    policy = _POLICIES[settings["missing"]]
    return stats.kendalltau(*_sides(request), nan_policy=policy, variant=settings["variant"])[0]


def _somersd(request):
    from scipy import stats

    return stats.somersd(*_sides(request)).statistic


def _systems(request):
    """Return the list of the numbers of each system."""
    return [[float(score) for score in system["scores"]] for system in request["systems"]]


def _permutation_test(request):
    """Return the p-value of the difference between the means of two systems, by a permutation test."""
    from numpy import errstate, mean
    from numpy.random import default_rng
    from scipy.stats import permutation_test

    settings, systems = request["settings"], _systems(request)
    seed = "rng" if "rng" in inspect.signature(permutation_test).parameters else "random_state"  # before 1.15
    with errstate(all="ignore"):
        return permutation_test(
            systems,
            lambda first, second: mean(first) - mean(second),
            permutation_type=request["entry_point"][len("permutation_test_") :],
            vectorized=False,
            n_resamples=settings["resamples"],
            alternative=settings["alternative"],
            **{seed: default_rng(settings["seed"])},
        ).pvalue


def _wilcoxon(request):
    from numpy import errstate
    from scipy import stats

    method = "mode" if _release() < (1, 9) else "method"
    null = request["settings"]["null"]
    if null == "normal":
        null = "asymptotic" if _release() >= (1, 15) else "approx"
    elif null == "exact-limited":
        null = "exact"
    first, second = _systems(request)  # given only one, SciPy would treat the numbers as differences
    with errstate(all="ignore"):
        return stats.wilcoxon(
            first,
            second,
            zero_method=request["settings"]["zeros"],
            correction=request["settings"]["continuity"],
            alternative=request["settings"]["alternative"],
            **{method: null},
        )[1]


def _ttest_rel(request):
    from numpy import errstate
    from scipy import stats

    with errstate(all="ignore"):
        return stats.ttest_rel(*_systems(request), alternative=request["settings"]["alternative"])[1]


def _ttest_ind(request):
    from numpy import errstate
    from scipy import stats

    settings = request["settings"]
    pooled = settings["test"] == "t-unpaired"
    with errstate(all="ignore"):
        return stats.ttest_ind(*_systems(request), equal_var=pooled, alternative=settings["alternative"])[1]


def _binomtest(request):
    """Return the p-value of the sign test, which counts how often the first number is greater in pairs that differ."""
    from scipy import stats

    pairs = list(zip(*_systems(request)))
    more, fewer = sum(x > y for x, y in pairs), sum(x < y for x, y in pairs)
    return stats.binomtest(more, more + fewer, 0.5, alternative=request["settings"]["alternative"]).pvalue


def _release():
    import scipy

    return tuple(int(part) for part in scipy.__version__.split(".")[:2])


def _numbers(request):
    """Return the numbers of the first system."""
    return [float(score) for score in request["systems"][0]["scores"]]


def _bootstrap_result(request, **arguments):
    import numpy
    from scipy import stats

    settings = request["settings"]
    make = {"pcg64": numpy.random.default_rng, "mt19937": numpy.random.RandomState}[settings["generator"]]
    return stats.bootstrap(
        (_numbers(request),),
        numpy.mean,
        n_resamples=settings["resamples"],
        random_state=make(settings["seed"]),
        **arguments,
    )


def _bootstrap(request):
    from scipy import stats

    settings = request["settings"]
    arguments = {
        "confidence_level": settings["confidence"],
        "method": {"bca": "BCa"}.get(settings["method"], settings["method"]),
    }
    if "alternative" in inspect.signature(stats.bootstrap).parameters:
        arguments["alternative"] = settings["alternative"]
    return _end(_bootstrap_result(request, **arguments).confidence_interval, settings)


def _end(interval, settings):
    """Return the bound of an interval that the settings select, or half of the distance between the bounds."""
    low, high = interval
    return {"low": low, "high": high, "half-width": 0.5 * (high - low)}[settings["end"]]


def _bootstrap_standard_error(request):
    return _bootstrap_result(request, method="percentile").standard_error


def _sem(request):
    from scipy import stats

    return stats.sem(_numbers(request))


def _around_mean(request, distribution, *degrees):
    import numpy
    from scipy import stats

    settings, numbers = request["settings"], _numbers(request)
    if len(numbers) < 2:
        raise ZeroDivisionError("a standard error needs at least two numbers")
    middle, error = float(numpy.mean(numbers)), float(stats.sem(numbers))
    return _end(distribution.interval(settings["confidence"], *degrees, loc=middle, scale=error), settings)


def _norm_interval(request):
    from scipy import stats

    return _around_mean(request, stats.norm)


def _t_interval(request):
    from scipy import stats

    return _around_mean(request, stats.t, len(_numbers(request)) - 1)


def _proportion_ci(request):
    from scipy import stats

    settings, numbers = request["settings"], _numbers(request)
    if not set(numbers) <= {0.0, 1.0}:
        return {"outcome": "unsupported", "reason": "a share of right ones is asked for, not a mean of other numbers"}
    test = stats.binomtest(int(sum(numbers)), len(numbers), alternative=settings["alternative"])
    return _end(test.proportion_ci(settings["confidence"], method="wilson"), settings)


_ENTRY_POINTS = {
    "wilcoxon": _wilcoxon,
    "ttest_rel": _ttest_rel,
    "ttest_ind": _ttest_ind,
    "binomtest": _binomtest,
    "permutation_test_samples": _permutation_test,
    "permutation_test_independent": _permutation_test,
    "pearsonr": _pearsonr,
    "spearmanr": _spearmanr,
    "kendalltau": _kendalltau,
    "somersd": _somersd,
    "bootstrap": _bootstrap,
    "bootstrap_standard_error": _bootstrap_standard_error,
    "sem": _sem,
    "norm_interval": _norm_interval,
    "t_interval": _t_interval,
    "proportion_ci": _proportion_ci,
}
