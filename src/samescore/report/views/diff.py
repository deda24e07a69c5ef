"""The view of a comparison of implementations: the numbers, the causes of each gap, the closest settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from samescore.records import CommonRow, DiffReport, DiffRow, shown_shares, shown_steps
from samescore.report import view as show
from samescore.report.counted import count_phrase
from samescore.report.plain import amount, shown_changes, visible
from samescore.report.view import View

#: Maximum length of a name on one line; longer ones are split before the settings.
_LONG_NAME = 42


def view(compared: DiffReport) -> View:
    """Build the view: the numbers under own defaults and the closest settings, and the explanation of each gap."""
    numbered = [row for row in compared.rows if row.number is not None]
    unexplained = compared.unexplained
    style: show.Style = "bad" if unexplained else "good" if not _differing(numbered) else "known"
    blocks = show.compact(
        show.Heading(f"{compared.metric}: each under its own defaults"),
        _scores(compared.rows),
        *(note for row in compared.rows for note in _notes(row)),
        show.Picture("gaps", (compared,)) if len(numbered) > 2 else None,
        *(why for row in compared.rows for why in _gap_explanation(row, numbered)),
        *_known(compared),
        show.Heading("Closest settings that both support", apart=True) if compared.common else None,
        *(block for pair in compared.common for block in _common(pair)),
        *(
            show.Paragraph(f"{absent.implementation}: not compared: {absent.reason}", "none")
            for absent in compared.absent
        ),
        *(
            show.Paragraph(
                f"{row.name}: UNEXPLAINED: the native metric gives a different score with its settings",
                "bad",
            )
            for row in unexplained
        ),
    )
    return View("diff", compared.metric, style, _verdict(numbered), blocks, _lead(compared, numbered))


def _differing(numbered: Sequence[DiffRow]) -> int:
    """Return the number of different scores at four decimals; 0 if they are all equal."""
    count = len({f"{row.number:.4f}" for row in numbered})
    return count if count > 1 else 0


def _verdict(numbered: Sequence[DiffRow]) -> str:
    if not numbered:
        return "No scores to compare"
    if not _differing(numbered):
        return f"{count_phrase(len(numbered), 'implementation')}, one score: {numbered[0].number:.4f}"
    numbers = [row.number or 0.0 for row in numbered]
    spread = f"from {min(numbers):.4f} to {max(numbers):.4f}"
    return f"{len(numbered)} implementations, {_differing(numbered)} different scores, {spread}"


def _lead(compared: DiffReport, numbered: Sequence[DiffRow]) -> str:
    if names := [row.name for row in compared.unexplained]:
        return f"Unexplained: {', '.join(names)}. The native metric gives a different score with these settings."
    return "Named settings explain every gap." if _differing(numbered) else ""


def _scores(rows: Sequence[DiffRow], *, apart: bool = False) -> show.Table:
    widest = rows[0].scale if rows else ""
    gaps = any(row.gap is not None for row in rows)
    columns = [show.Column("implementation"), show.Column("as returned", number=True)]
    columns += [show.Column(f"0-{widest}", number=True)] if widest else []
    columns += [show.Column("gap", number=True)] if gaps else []
    shown = tuple(
        (
            _name(row),
            row.outcome.text if row.outcome.kind == "score" else row.outcome.kind,
            *(["" if row.number is None else f"{row.number:.4f}"] if widest else []),
            *(["" if row.gap is None else f"{row.gap:+.4f}"] if gaps else []),
        )
        for row in rows
    )
    return show.Table(tuple(columns), shown, head=True, apart=apart)


def _name(row: DiffRow) -> show.Cell:
    if len(row.name) <= _LONG_NAME or not row.arguments:
        return row.name
    own = f"({row.arguments})"
    return show.Stack((row.name.removesuffix(own), visible(own, _LONG_NAME)))


def _notes(row: DiffRow) -> Iterator[show.Block]:
    """Yield remarks on a row, in addition to its numbers."""
    if row.arguments and row.changed:
        yield show.Paragraph(f"{row.name}: {_shown(row.changed)}", "soft")
    if row.outcome.kind != "score":
        yield show.Paragraph(f"{row.name}: {row.outcome.text}", "none")
    if row.ignored:
        yield show.Paragraph(f"{row.name} does not support the given {', '.join(row.ignored)}", "none")


def _gap_explanation(row: DiffRow, numbered: Sequence[DiffRow]) -> Iterator[show.Block]:
    """Yield the explanation of a row's gap: a sentence, the shares of knobs, known divergences."""
    if not row.gap or not row.shares:
        return
    carried = shown_shares(row.shares)
    columns = show.Column("share", number=True), show.Column("knob")
    rows = tuple((amount(share.share), shown_changes(share.changes)) for share in carried)
    shares = show.Table(columns, rows if len(carried) > 1 else (), head=True, indent=2)
    yield show.Paragraph(row.sentence, apart=True)
    if row.number is None or not numbered:
        yield from show.compact(shares)
    else:
        drawn = (numbered[0].name, row.name, numbered[0].number or 0.0, row.gap, row.shares)
        yield show.Picture("waterfall", drawn, show.compact(shares))
    if row.divergences:
        yield show.Facts((("known", show.join_spans(show.entries(row.divergences))),), indent=2)


def _known(compared: DiffReport) -> Iterator[show.Block]:
    """Yield each catalogue entry about the rows once: the divergence and its remedy."""
    if compared.known:
        yield show.Heading("Known disagreements", apart=True)
    for entry in compared.known:
        yield show.Card(
            show.Span(entry.id, "code"), (show.Paragraph(entry.what), show.Facts((("to agree", entry.remedy),)))
        )


def _common(pair: CommonRow) -> Iterator[show.Block]:
    rows = (pair.first, pair.second)
    yield _scores(rows, apart=True)
    for row in rows:
        if row.chosen:
            yield show.Paragraph(f"{row.name}: {_shown(row.chosen)}", "soft", indent=2)
    if pair.same:
        conflicts = shown_changes(pair.conflicts)
        rest = f" on this input; no value of these knobs is supported by both: {conflicts}" if pair.conflicts else ""
        yield show.Paragraph(f"same number{rest}", "good")
        return
    gap = "no scores to compare" if pair.gap is None else f"still {pair.gap:+.4f} apart"
    yield show.Paragraph(
        f"{gap}: no value of these knobs is supported by both" if pair.steps else f"{gap}, unexplained", "known"
    )
    if pair.steps and pair.first.number is not None:
        columns = show.Column("change", number=True), show.Column("score", number=True), show.Column("knob")
        steps = tuple(
            (
                "" if effect is None else amount(effect),
                step.outcome.text if effect is None else f"{step.outcome.value:.4f}",
                shown_changes(step.changes),
            )
            for effect, step in shown_steps(pair.steps, pair.first.number)
        )
        yield show.Table(columns, steps, head=True, indent=2)


def _shown(knobs: Mapping[str, str]) -> str:
    return ", ".join(f"{knob}:{value}" for knob, value in knobs.items())
