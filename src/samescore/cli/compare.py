"""``samescore compare``: find out which system is better, and whether the difference is significant."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from samescore.base.errors import SettingsError
from samescore.cli.completing import complete_implementation
from samescore.cli.numeric import CountRange, DecimalRange
from samescore.cli.options import (
    InputFile,
    NamedChoice,
    full_signature_option,
    jobs_option,
    memory_option,
    metrics_option,
    references_option,
    set_option,
)
from samescore.cli.output import Outputs
from samescore.cli.page import html_option, page_of
from samescore.cli.progress import progress

if TYPE_CHECKING:
    from samescore.report.formats import Format
    from samescore.verbs.compare.request import Request
    from samescore.verbs.compare.systems import SystemFiles


class _Options(msgspec.Struct, frozen=True):
    """The options that control the comparison; empty or None if not given."""

    like: str
    test: str
    interval: str
    resamples: int | None
    seed: int | None
    level: float
    correction: str
    alpha: float
    baseline: str
    set_test: tuple[str, ...]
    set_interval: tuple[str, ...]

    def request(
        self, systems: SystemFiles, metrics: tuple[str, ...], knobs: tuple[str, ...], *, higher_is_better: bool
    ) -> Request:
        """Build the request for a comparison."""
        from samescore.verbs.compare.question import Wanted
        from samescore.verbs.compare.request import Request

        drawn = {"resamples": self.resamples, "seed": self.seed}
        known = {name: value for name, value in drawn.items() if value is not None}
        wanted = Wanted(self.like, self.test, self.interval, known, self.set_test, self.set_interval)
        return Request(
            systems,
            metrics,
            knobs,
            higher_is_better,
            wanted,
            correction=self.correction,
            alpha=self.alpha,
            level=self.level,
            baseline=self.baseline,
        )


@click.command()
@click.argument("systems", nargs=-1, required=True, type=InputFile(), metavar="SYSTEM...")
@references_option
@click.option(
    "-t",
    "--test-set",
    default="",
    metavar="NAME",
    help="Take the references from a test set that sacreBLEU has downloaded, e.g. wmt22.",
)
@click.option("-l", "--language-pair", default="", metavar="PAIR", help="The language pair for -t, e.g. en-de.")
@metrics_option("bleu (the default), chrf++, ter, rouge2, mcc, ... Repeat for several.")
@set_option
@click.option(
    "--scores", is_flag=True, help="Read each SYSTEM as a file of segment scores, one number per line, from any metric."
)
@click.option("--lower-is-better", is_flag=True, help="With --scores: a lower mean is better.")
@click.option(
    "--baseline", default="", metavar="SYSTEM", help="Test each other system against this one only, not every pair."
)
@click.option(
    "--test",
    default="",
    metavar="TEST",
    help="randomization (the default), bootstrap, wilcoxon, mcnemar, sign, t, or none.",
)
@click.option(
    "--interval", default="", metavar="METHOD", help="percentile (the default), basic, bca, normal, t, wilson, or none."
)
@click.option(
    "--level",
    type=DecimalRange(0, 1, min_open=True, max_open=True),
    metavar="NUMBER",
    default=0.95,
    show_default=True,
    help="The confidence level of the intervals.",
)
@click.option(
    "--correction",
    default="",
    metavar="METHOD",
    help="The correction for multiple tests of a metric: holm (the default), bonferroni, fdr_bh, ..., or none.",
)
@click.option(
    "--alpha",
    type=DecimalRange(0, 1, min_open=True, max_open=True),
    metavar="NUMBER",
    default=0.05,
    show_default=True,
    help="A difference is significant if its corrected p-value is at most this.",
)
@click.option(
    "--resamples",
    type=CountRange(1, 10**6),
    metavar="NUMBER",
    help="Number of resamples for tests and intervals. [default: 10000 for tests, 1000 for intervals]",
)
@click.option(
    "--seed", type=CountRange(0, 2**32 - 1), metavar="NUMBER", help="The seed of the resampling. [default: 12345]"
)
@click.option(
    "--like",
    shell_complete=complete_implementation,
    default="",
    metavar="IMPLEMENTATION",
    help="Score and test as this implementation does: sacrebleu, sacrebleu.paired_ar, or with --scores scipy.wilcoxon.",
)
@click.option(
    "--set-test",
    multiple=True,
    metavar="KNOB=VALUE",
    help="Set a knob of the test (samescore list knobs p-value). Repeatable.",
)
@click.option(
    "--set-interval",
    multiple=True,
    metavar="KNOB=VALUE",
    help="Set a knob of the interval (samescore list knobs interval). Repeatable.",
)
@click.option(
    "--format",
    "form",
    type=NamedChoice(["text", "jsonl", "markdown", "latex"]),
    default="text",
    show_default=True,
    help="text for reading, jsonl (JSON Lines) for programs, markdown for a page, or latex for a table in a paper.",
)
@full_signature_option
@html_option
@memory_option("Memory limit for the systems' statistics. [default: a quarter of the memory]")
@jobs_option
def compare(
    systems: tuple[Path, ...],
    references: tuple[Path, ...],
    test_set: str,
    language_pair: str,
    metrics: tuple[str, ...],
    assignments: tuple[str, ...],
    scores: bool,
    lower_is_better: bool,
    memory: float | None,
    full_signature: bool,
    form: Format,
    html: Path | None,
    **options: object,
) -> None:
    """Compare systems: which is better, and is the difference significant?

    Shows the score of each system with a confidence interval, a paired test of every pair (corrected for multiple
    tests), and groups of systems without a significant difference. Each SYSTEM is a file that samescore score accepts,
    with the same segments in the same order.
    """
    from samescore.verbs.compare.request import execute
    from samescore.verbs.compare.systems import SystemFiles

    if test_set or language_pair:
        from samescore.cli.test_sets import references_of

        if references:
            raise SettingsError("-t and -r are both given", hint="remove one of them")
        references = references_of(test_set, language_pair)
    with Outputs({"--html": html}, [*systems, *references]) as outputs, progress() as say:
        _check_scores(references, metrics, assignments, scores=scores, lower_is_better=lower_is_better)
        files = SystemFiles(systems, references, round((memory or 0) * 2**30))
        asked = ("mean",) if scores else metrics or ("bleu",)
        how = msgspec.convert(options, _Options)
        (compared,) = execute(how.request(files, asked, assignments, higher_is_better=not lower_is_better), say)
        outputs.write_whole("--html", lambda: page_of([compared]))
    outputs.show([compared], form, verbose=full_signature)
    outputs.check()
    scored = any(system.score is not None for by_metric in compared.metrics for system in by_metric.systems)
    click.get_current_context().exit(0 if scored else 4)


def _check_scores(
    references: tuple[Path, ...],
    metrics: tuple[str, ...],
    assignments: tuple[str, ...],
    *,
    scores: bool,
    lower_is_better: bool,
) -> None:
    """Raise `SettingsError` for options that do not apply to ``--scores``, and for options that require it."""
    if scores and (references or metrics or assignments):
        raise SettingsError("--scores takes final scores; metric options do not apply", hint="remove -r, -m and --set")
    if lower_is_better and not scores:
        raise SettingsError(
            "--lower-is-better applies to --scores only", hint="a metric defines whether lower is better"
        )
