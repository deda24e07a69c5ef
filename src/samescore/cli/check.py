"""``samescore smoke``, ``axioms`` and ``expect``: trying an implementation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from samescore.cli.options import format_option, wants_table
from samescore.errors import InputError

_IMPLEMENTATION = click.argument("name", metavar="IMPLEMENTATION")


@click.command()
@_IMPLEMENTATION
def smoke(name: str) -> None:
    """The least that an implementation must pass: it answers, twice the same, and gets the basic vectors right.

    For a program that speaks the protocol (cmd:...) this is the first thing to try.
    """
    from samescore.catalogue.vectors import vectors
    from samescore.implementations import implementation
    from samescore.implementations.base import Profiled
    from samescore.records import VectorVerdict
    from samescore.report.plain import visible
    from samescore.verbs.judge import judge

    ctx = click.get_current_context()
    one = implementation(name)
    try:
        if gone := one.unavailable():
            click.echo(f"it does not start: {visible(gone.reason)}", err=True)
            ctx.exit(5)
        known = [v for v in vectors().values() if not isinstance(one, Profiled) or one.profiles(v.metric)]
        metrics = sorted({vector.metric for vector in known})
        click.echo(f"{visible(one.label)} computes {', '.join(metrics) or 'nothing'}")
        red = 0
        for metric in metrics:
            basic = [v for v in known if v.metric == metric and "basic" in v.flags]
            results = [judge(one, vector) for vector in basic]
            again = [judge(one, vector) for vector in basic[:3]]
            changed = [a.vector for a, b in zip(again, results, strict=False) if a.outcome != b.outcome]
            wrong = [result for result in results if result.verdict.red]
            asked = sum(result.verdict is not VectorVerdict.UNSUPPORTED for result in results)
            click.echo(f"{metric}: {asked - len(wrong)} of {asked} basic vectors as they should be")
            for result in wrong[:3]:
                click.echo(f"  {result.vector}: {visible(result.why, 300)}")
            for identifier in changed:
                click.echo(f"  {identifier}: another answer when asked again")
            red += len(wrong) + len(changed)
        ctx.exit(1 if red else 0 if metrics else 4)
    finally:
        one.close()


@click.command()
@click.argument("names", nargs=-1, metavar="[IMPLEMENTATION]...")
@click.option("-m", "--metric", "metrics", multiple=True, help="Only this metric. Repeatable.")
@format_option
def axioms(names: tuple[str, ...], metrics: tuple[str, ...], form: str) -> None:
    """Checks that need no expected value: identity, the order of segments, an empty hypothesis, and so on."""
    import dataclasses

    from samescore import records
    from samescore.implementations import implementation
    from samescore.implementations.base import Profiled
    from samescore.report.plain import visible
    from samescore.verbs import axioms as verb

    red = asked = 0
    for name in names or ("native",):
        one = implementation(name)
        try:
            for metric in metrics or verb.HIGHER_IS_BETTER:
                if not metrics and isinstance(one, Profiled) and not one.profiles(metric):
                    continue
                for found in verb.check(name, metric, one):
                    asked += found.holds is not None
                    red += found.red
                    if not wants_table(form):
                        click.echo(records.line(records.Axiom(**dataclasses.asdict(found))))
                    elif found.holds is not True:
                        state = "not asked" if found.holds is None else "BROKEN" if found.red else "broken by design"
                        note = f" ({found.exception})" if found.exception else ""
                        click.echo(
                            visible(
                                f"{found.implementation} {found.metric}, {found.axiom}: {state}{note}: {found.detail}"
                            )
                        )
        finally:
            one.close()
    if wants_table(form):
        click.echo(f"{asked} checks: {red} broken without a known reason")
    click.get_current_context().exit(1 if red else 0 if asked else 4)


@click.command()
@_IMPLEMENTATION
@click.option("-m", "--metric", "metrics", multiple=True, help="Only this metric's vectors. Repeatable.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write here instead of printing.")
def expect(name: str, metrics: tuple[str, ...], output: Path | None) -> None:
    """Write down what fails now, as a file for run --expect; give each failure its reason by hand."""
    from samescore.catalogue.expectations import Expectations, as_toml
    from samescore.verbs import run as conform

    report = conform.run([name], metrics=metrics)
    if gone := report.implementations[0].unavailable:
        raise InputError(f"{name} cannot be asked: {gone}", hint="nothing was written")
    reasons: dict[str, Any] = {
        result.vector: " or ".join(map(str, result.mistakes)) or f"to be explained: {result.stage}"
        for result in report.failures
    }
    text = as_toml(Expectations(name, reasons))
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise InputError(f"cannot write {output}: {problem.strerror}", hint="choose another --output") from None
    click.echo(f"{len(reasons)} expected failures in {output}")
