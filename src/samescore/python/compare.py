"""`samescore.compare`: rank systems by a metric, and test whether their differences are significant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from samescore.base.errors import InputError
from samescore.python.results import Presented, bare, with_fields
from samescore.records import SystemComparison
from samescore.verbs.compare.question import Wanted
from samescore.verbs.compare.request import Request, execute
from samescore.verbs.compare.systems import SystemColumns
from samescore.verbs.inputs.columns import Labelled, References


class CompareResult(Presented, SystemComparison, frozen=True):
    """The result of comparing systems.

    Each of `metrics` has its `systems` (score, interval, group) and the tests of their `pairs`.
    """

    def to_records(self) -> Sequence[SystemComparison]:
        return [bare(SystemComparison, self)]

    def to_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "metric": by_metric.metric,
                "system": system.system,
                "score": system.score,
                "low": system.interval.low if system.interval is not None else None,
                "high": system.interval.high if system.interval is not None else None,
                "group": system.group,
            }
            for by_metric in self.metrics
            for system in by_metric.systems
        ]

    def to_latex(self) -> str:
        """Return the result as a LaTeX table, as ``--format latex`` does; it needs the LaTeX package `booktabs`."""
        from samescore.report.latex.compare import compare as table

        return table(self)

    def _summary(self) -> str:
        from samescore.report.compare_words import headline

        return "; ".join(headline(self, by_metric) for by_metric in self.metrics)


def compare(
    metric: str | Sequence[str],
    systems: Mapping[str, Any],
    references: References | None = None,
    *,
    gold: Labelled | None = None,
    higher_is_better: bool = True,
    baseline: str = "",
    like: str = "",
    test: str = "",
    interval: str = "",
    correction: str = "",
    alpha: float = 0.05,
    level: float = 0.95,
    resamples: int | None = None,
    seed: int | None = None,
    test_settings: Mapping[str, object] | None = None,
    interval_settings: Mapping[str, object] | None = None,
    on_progress: Callable[[str], None] = lambda _: None,
    **knobs: object,
) -> CompareResult:
    """Score the outputs of systems on the same segments, and test whether their differences are significant.

    Parameters
    ----------
    metric
        A name such as ``bleu``, or several. ``mean`` compares segment scores that were computed elsewhere.
    systems
        A mapping from each system's name to its output: a column of texts, predicted labels (with `gold`), an input
        object, such as a `Corpus`, or for ``mean`` a number for each segment.
    references, gold
        The references or gold labels of all systems, in any form that `samescore.score` accepts.
    higher_is_better
        For ``mean``: whether a higher mean is better. Other metrics define this themselves.
    baseline
        The name of the system that all other systems are tested against. By default every pair is tested.
    like
        The tool to follow: ``sacrebleu``, ``sacrebleu.paired_ar``. Its p-values are not corrected by default.
    test, interval
        The kind of test (``randomization``, ``bootstrap``, ``wilcoxon``, ...) and of interval (``percentile``, ...);
        ``none`` to compute none.
    correction
        Correction of each metric's p-values for multiple tests: ``holm`` by default, or ``bonferroni``, ``fdr_bh``,
        ..., ``none``.
    alpha, level
        The significance level and the confidence level of the intervals, between 0 and 1.
    resamples, seed
        Number of resamples and their seed; the same seed gives the same numbers everywhere.
    test_settings, interval_settings
        Other knobs of the metrics ``p-value`` and ``interval``.
    on_progress
        Called with a description of the current step.
    knobs
        Settings of the metrics, by name.

    Returns
    -------
    CompareResult
        Each of its `metrics` has `systems`, `pairs` and the complete settings of score, test and interval.

    Raises
    ------
    InputError
        For systems of unequal length, an input that `samescore.score` would reject, or an `alpha` or a `level` that is
        not between 0 and 1.
    SettingsError, UnknownNameError
        For a knob, a value or a name that does not exist.

    Examples
    --------
    >>> import samescore
    >>> right, wrong = ["a b c d e"] * 20, ["a b x d e"] * 20
    >>> samescore.compare("chrf", {"old": wrong, "new": right}, right, interval="none", resamples=500)
    <CompareResult chrf: new is better than old (+74.00, p = 0.0020)>
    """
    if not isinstance(systems, Mapping):
        raise InputError("systems is not a mapping", hint='give each system a name: {"old": [...], "new": [...]}')
    drawn = {name: value for name, value in (("resamples", resamples), ("seed", seed)) if value is not None}
    wanted = Wanted(like, test, interval, drawn, test_settings or {}, interval_settings or {})
    request = Request(
        SystemColumns(systems, references, gold),
        (metric,) if isinstance(metric, str) else metric,
        knobs,
        higher_is_better,
        wanted,
        correction,
        alpha,
        level,
        baseline,
    )
    (compared,) = execute(request, on_progress)
    result: CompareResult = with_fields(CompareResult, compared)
    return result
