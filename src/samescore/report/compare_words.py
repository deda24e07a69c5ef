"""A comparison of systems as text: formatted numbers, a sentence for each pair and each metric."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from samescore.records import MetricComparison, PairTest, PairVerdict, ScoreInterval, SystemComparison, SystemScore
from samescore.report.counted import count_phrase

#: The verdict on the second system of a pair, relative to the first.
_SAID = {
    PairVerdict.BETTER: "{second} is better than {first}",
    PairVerdict.WORSE: "{second} is worse than {first}",
    PairVerdict.DIFFERENT: "{second} and {first} differ",
    PairVerdict.OPEN: "no significant difference between {second} and {first}",
    PairVerdict.UNTESTED: "{second} and {first} cannot be tested",
}
#: If a score has at least this size, the metric's scores are shown with two decimals, else with four.
_LARGE = 10


def decimals(compared: MetricComparison) -> int:
    """Return the number of decimals for a metric's scores: two if any is at least 10 in size, else four."""
    largest = max((abs(system.score) for system in compared.systems if system.score is not None), default=0.0)
    return 2 if largest >= _LARGE else 4


def score_text(compared: MetricComparison, system: SystemScore) -> str:
    """Return a formatted score; empty if there is none."""
    return "" if system.score is None else f"{system.score:.{decimals(compared)}f}"


def interval_text(compared: MetricComparison, system: SystemScore) -> str:
    """Return a formatted interval; empty if there is none."""
    interval, places = system.interval, decimals(compared)
    if interval is None:
        return ""
    if interval.centre is not None and interval.half is not None:
        return f"{interval.centre:.{places}f} \N{PLUS-MINUS SIGN} {interval.half:.{places}f}"
    return f"{interval.low:.{places}f} to {interval.high:.{places}f}"


def difference_text(compared: MetricComparison, pair: PairTest) -> str:
    """Return a signed difference with the decimals of the scores, or two significant digits if these would all be 0."""
    if pair.difference is None:
        return ""
    places = decimals(compared)
    small = 0 < abs(pair.difference) < 0.5 * 10**-places
    return f"{pair.difference:+.1e}" if small else f"{pair.difference:+.{places}f}"


def p_text(p: float | None) -> str:
    """Return a p-value with four decimals, or two significant digits if these would all be 0.

    >>> p_text(0.01234), p_text(3.2e-9), p_text(None)
    ('0.0123', '3.2e-09', '')
    """
    if p is None:
        return ""
    return f"{p:.1e}" if 0 < p < 0.00005 else f"{p:.4f}"


def ranks_text(system: SystemScore) -> str:
    """Return the ranks that the tests do not exclude, such as ``2-3``; empty unless every pair was tested."""
    if system.ranks is None:
        return ""
    best, worst = system.ranks
    return str(best) if best == worst else f"{best}-{worst}"


def group_text(system: SystemScore) -> str:
    """Return the number of a system's significance group; empty if it has none."""
    return "" if system.group is None else str(system.group)


def said(pair: PairTest) -> str:
    """Return the verdict on a pair in words, with any remarks."""
    sentence = _SAID[pair.verdict].format(first=pair.first, second=pair.second)
    if pair.problem:
        return f"{sentence}: {pair.problem}"
    if pair.same and pair.verdict is PairVerdict.DIFFERENT:
        return f"{sentence} by this test, although the outputs are identical"
    return f"{sentence}: identical outputs" if pair.same else sentence


def headline(compared: SystemComparison, by_metric: MetricComparison) -> str:
    """Return a one-sentence summary of the comparison for one metric."""
    pairs = by_metric.pairs
    if not pairs and len(by_metric.systems) == 1:
        return f"{by_metric.metric}: {_single(compared, by_metric, by_metric.systems[0])}"
    if not any(pair.p is not None for pair in pairs):
        return f"{by_metric.metric}: no tests"
    if len(pairs) == 1:
        return f"{by_metric.metric}: {said(pairs[0])} ({_numbers(compared, by_metric, pairs[0])})"
    significant = by_metric.significant
    if compared.baseline:
        return f"{by_metric.metric}: {_beside_baseline(compared.baseline, pairs)}"
    if not significant:
        return f"{by_metric.metric}: no significant difference between any two of {len(by_metric.systems)} systems"
    return f"{significant_text(by_metric)}; {_groups(by_metric)}"


def significant_text(by_metric: MetricComparison) -> str:
    """Return the number of pairs that differ significantly, in words."""
    number, pairs = len(by_metric.significant), len(by_metric.pairs)
    differ = "differs" if number == 1 else "differ"
    return f"{by_metric.metric}: {number} of {count_phrase(pairs, 'pair')} {differ} significantly"


def _single(compared: SystemComparison, by_metric: MetricComparison, system: SystemScore) -> str:
    """Return the score of the only system, with its interval."""
    if system.score is None:
        return f"{system.system} has no score"
    interval = interval_text(by_metric, system)
    return f"{system.system} scores {score_text(by_metric, system)}" + (
        f" ({level_text(compared)} {interval})" if interval else ""
    )


def _numbers(compared: SystemComparison, by_metric: MetricComparison, pair: PairTest) -> str:
    p = p_text(pair.p)
    if compared.correction != "none" and pair.corrected != pair.p:
        p = f"{p}, {p_text(pair.corrected)} after {compared.correction}"
    return f"{difference_text(by_metric, pair)}, p = {p}"


def _beside_baseline(baseline: str, pairs: list[PairTest]) -> str:
    parts = []
    for verdict, words in (
        (PairVerdict.BETTER, "better than"),
        (PairVerdict.WORSE, "worse than"),
        (PairVerdict.DIFFERENT, "different from"),
        (PairVerdict.OPEN, "not significantly different from"),
        (PairVerdict.UNTESTED, "not tested against"),
    ):
        names = [pair.second for pair in pairs if pair.verdict is verdict]
        if names:
            parts.append(f"{', '.join(names)} {'is' if len(names) == 1 else 'are'} {words} {baseline}")
    return "; ".join(parts)


def _groups(by_metric: MetricComparison) -> str:
    grouped = [system for system in by_metric.ranked if system.group is not None]
    if not grouped:
        return "systems cannot be ranked: for this metric, neither higher nor lower is better"
    groups = [[system.system for system in members] for _, members in groupby(grouped, lambda system: system.group)]
    if len(groups) == 1:
        return "no group of systems is better than all others"
    return "groups: " + " > ".join(", ".join(names) for names in groups)


def settings(
    compared: SystemComparison, by_metric: MetricComparison, *, full: bool = True
) -> Iterator[tuple[str, str]]:
    """Yield the signatures of score, test and interval, and the correction, each with its name; short unless `full`."""

    def signature(name: str, complete: str) -> tuple[str, str]:
        return name, complete if full else by_metric.short_signatures.get(name, complete)

    yield signature("score", by_metric.signature)
    if by_metric.test:
        yield signature("test", by_metric.test)
        yield "correction", correction(compared, by_metric)
    if by_metric.interval:
        yield signature("interval", by_metric.interval)


def correction(compared: SystemComparison, by_metric: MetricComparison) -> str:
    """Return the correction of p-values, and the level below which a pair differs significantly."""
    tests = sum(pair.p is not None for pair in by_metric.pairs)
    if compared.correction == "none":
        over = "none"
    else:
        over = f"{compared.correction} over {tests} test{'s' if tests != 1 else ''}"
    return f"{over}; significant where p is at most {compared.alpha:g}"


def overlap_text(by_metric: MetricComparison) -> str:
    """Return a sentence on significantly different systems whose intervals overlap; empty if there are none."""
    intervals = {system.system: system.interval for system in by_metric.systems}
    pairs = [
        pair
        for pair in by_metric.significant
        if not pair.same and _overlap(intervals[pair.first], intervals[pair.second])
    ]
    if not pairs:
        return ""
    which = (
        f"The intervals of {pairs[0].first} and {pairs[0].second} overlap, but their difference is significant"
        if len(pairs) == 1
        else f"The intervals of {len(pairs)} pairs overlap, but their differences are significant"
    )
    return f"{which}: an interval describes one system, and the test compares both on the same segments."


def _overlap(first: ScoreInterval | None, second: ScoreInterval | None) -> bool:
    return first is not None and second is not None and first.low <= second.high and second.low <= first.high


def problems(by_metric: MetricComparison) -> Iterator[str]:
    """Yield the reasons why systems have no score, and remarks on the tests."""
    for system in by_metric.systems:
        if system.problem:
            yield f"{system.system}: {system.problem}"
    yield from filter(None, [overlap_text(by_metric)])
    yield from by_metric.notes


def level_text(compared: SystemComparison) -> str:
    """Return the heading of the interval column, such as ``95 % interval``."""
    return f"{100 * compared.level:g} % interval"
