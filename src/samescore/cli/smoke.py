"""``samescore smoke``: the first thing to try on an implementation."""

from __future__ import annotations

import click


@click.command()
@click.argument("name", metavar="IMPLEMENTATION")
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
    named = implementation(name)
    try:
        if refusal := named.unavailable():
            click.echo(f"it does not start: {visible(refusal.reason)}", err=True)
            ctx.exit(5)
        known = [v for v in vectors().values() if not isinstance(named, Profiled) or named.profiles(v.metric)]
        metrics = sorted({vector.metric for vector in known})
        click.echo(f"{visible(named.label)} computes {', '.join(metrics) or 'nothing'}")
        red = 0
        for metric in metrics:
            basic = [v for v in known if v.metric == metric and "basic" in v.flags]
            results = [judge(named, vector) for vector in basic]
            again = [judge(named, vector) for vector in basic[:3]]
            pairs = zip(results, again, strict=False)
            changed = [first.vector for first, second in pairs if first.outcome != second.outcome]
            wrong = [result for result in results if result.verdict.red]
            answered = sum(result.verdict is not VectorVerdict.UNSUPPORTED for result in results)
            click.echo(f"{metric}: {answered - len(wrong)} of {answered} basic vectors as they should be")
            for result in wrong[:3]:
                click.echo(f"  {result.vector}: {visible(result.why, 300)}")
            for identifier in changed:
                click.echo(f"  {identifier}: another answer when asked again")
            red += len(wrong) + len(changed)
        ctx.exit(1 if red else 0 if metrics else 4)
    finally:
        named.close()
