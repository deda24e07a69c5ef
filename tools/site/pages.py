"""Every page of the site, from the facts."""

from __future__ import annotations

from pathlib import Path

from samescore.implementations.package import package_names
from samescore.metrics import metric
from samescore.metrics.names import presets_of
from samescore.report.badge import badge, endpoint, svg
from tools.release_matrix import rows as matrix_rows
from tools.site import benchmarks, catalogue, implementations, metrics
from tools.site.doors import DOORS, INSTALL
from tools.site.facts import Facts
from tools.site.matrix import Cell, Cells, cells
from tools.site.render import Site
from tools.site.search import entries, write_index

_DOCS = Path(__file__).resolve().parents[2] / "docs"


def write(facts: Facts, site: Site) -> None:
    """Write all pages, and the index of the search."""
    site.shared(known=facts.divergences)
    site.style_and_script()
    write_index(entries(facts, site), site)
    counted = cells(facts.models.values())
    _front_page(facts, counted, site)
    _implementations(facts, counted, site)
    _metrics(facts, counted, site)
    _catalogue(facts, site)
    _releases(facts, site)
    site.page("benchmarks.html", "benchmarks.html", tables=benchmarks.tables(_DOCS / "benchmarks.md"))


def _front_page(facts: Facts, counted: Cells, site: Site) -> None:
    models = [cell for (name, which), cell in counted.items() if name != "native" and not which]
    site.page(
        "index.html",
        "index.html",
        doors=DOORS,
        install=INSTALL,
        implementations=[
            (name, "package" if file.distribution else "script", file.title)
            for name, file in facts.implementations.items()
        ],
        metrics=facts.metrics,
        cells=counted,
        total=sum(map(len, facts.vectors.values())),
        sum=Cell(*(sum(column) for column in zip(*models, strict=True))),
        native=counted["native", ""],
        live=_live(facts, counted),
    )


def _live(facts: Facts, counted: Cells) -> list[tuple[str, str, bool]]:
    """The packages that were run, with their versions, and whether they got the verdicts of their models."""
    return [
        (
            participant.name,
            participant.version,
            all(cell == counted.get((f"native:{name}", which)) for (name, which), cell in cells([report]).items()),
        )
        for report in facts.live.values()
        for participant in report.implementations
        if not participant.unavailable
    ]


def _implementations(facts: Facts, counted: Cells, site: Site) -> None:
    asked = cells(facts.live.values())
    live = {name: version for name, version, _ in _live(facts, counted)}
    rows, badges = [], []
    for name, file in facts.implementations.items():
        model = f"native:{name}"
        computed = [which for which in facts.metrics if (model, which) in counted]
        entries, reports = facts.concerning(name), facts.reports_on(name)
        total = counted.get((model, ""))
        drift = facts.drifts.get(name)
        requirements = implementations.requirements(facts, file)
        reach = file.reach()
        drawn = badge(facts.models[name], model)
        words = f"{drawn.label}: {drawn.message}"
        badges.append((name, words))
        site.file(f"badges/{name}.svg", svg(drawn))
        site.file(f"badges/{name}.json", endpoint(drawn))
        why = dict(implementations.explanations(facts.models[name]))
        sections = [
            ("verdicts", "Golden vectors"),
            ("entry-points", "What it computes"),
            ("divergences", "Divergences"),
        ]
        sections += [("releases", "Releases")] if drift or requirements else []
        site.page(
            f"implementations/{name}.html",
            "implementation.html",
            name=name,
            file=file,
            adapter=name in package_names(),
            reach=reach,
            total=total,
            sections=[*sections, ("badge", "Badge")],
            verdicts=[
                (which, counted[model, which], asked.get((name, which)), why.get(which, [])) for which in computed
            ],
            live=name in live,
            live_version=live.get(name, ""),
            unexplained=implementations.unexplained(facts.models[name]),
            points=[point for point in implementations.entry_points(file) if point["profile"].metric in facts.metrics],
            entries=entries,
            reported=reports,
            strips=implementations.strips(drift) if drift else [],
            transitions=implementations.transitions(drift) if drift else [],
            requirements=requirements,
            words=words,
        )
        versions = f"{reach[0]} to {reach[1]}" if file.distribution else "–"
        rows.append(
            {
                "name": name,
                "title": file.title,
                "versions": versions,
                "metrics": computed,
                "cell": total,
                "divergences": len(entries),
            }
        )
    site.page("implementations.html", "implementations.html", rows=rows)
    site.page("badges.html", "badges.html", badges=badges)


def _metrics(facts: Facts, counted: Cells, site: Site) -> None:
    answered = metrics.answers(facts)
    rows = []
    for name in facts.metrics:
        chosen = metric(name)
        entries = [entry for entry in facts.divergences.values() if entry.metric == name]
        points, who = metrics.who_does_what(facts, name)
        also = [preset for preset, _ in presets_of(chosen.name)]
        answers = [
            (implementation, counted[f"native:{implementation}", name])
            for implementation in facts.implementations
            if (f"native:{implementation}", name) in counted
        ]
        site.page(
            f"metrics/{name}.html",
            "metric.html",
            name=name,
            chosen=chosen,
            also=also,
            bounds=metrics.bounds(chosen),
            vectors=len(facts.vectors[name]),
            definition=metrics.definition(chosen),
            stages=metrics.stages(chosen, facts.effects[name]),
            points=points,
            who=who,
            answers=answers,
            entries=entries,
            properties=[entry for entry in facts.properties.values() if entry.metric == name],
            reported=[case for case in facts.reported.values() if case.metric == name],
        )
        site.page(f"vectors/{name}.html", "vectors.html", name=name, cases=metrics.cases(facts.vectors[name], answered))
        rows.append(
            {
                "name": name,
                "title": chosen.title,
                "also": also,
                "knobs": len(chosen.settings.knobs()),
                "vectors": len(facts.vectors[name]),
                "implementations": len(answers),
                "divergences": len(entries),
            }
        )
    notes = [note for note in facts.notes.values() if note.metric]
    site.page("metrics.html", "metrics.html", rows=rows, notes=notes)


def _catalogue(facts: Facts, site: Site) -> None:
    for entry in facts.divergences.values():
        site.page(
            f"divergences/{entry.id}.html",
            "divergence.html",
            entry=entry,
            sides=catalogue.sides(entry),
            lines=catalogue.witness_input(entry),
            cases=facts.links_to(entry),
            implementations=facts.implementations,
        )
    site.page(
        "divergences.html",
        "divergences.html",
        entries=list(facts.divergences.values()),
        properties=list(facts.properties.values()),
    )
    site.page("mistakes.html", "mistakes.html", mistakes=facts.mistakes, metrics=facts.metrics)
    site.page("flags.html", "flags.html", flags=facts.flags)
    site.page("reported.html", "reported.html", cases=list(facts.reported.values()), metrics=facts.metrics)


def _releases(facts: Facts, site: Site) -> None:
    packages = [
        {
            "name": name,
            "title": facts.implementations[name].title,
            "reach": facts.implementations[name].reach(),
            "strips": implementations.strips(drift),
            "transitions": implementations.transitions(drift),
        }
        for name, drift in facts.drifts.items()
    ]
    rows = matrix_rows()
    names = list(dict.fromkeys(name for row in rows for name in row.releases))
    site.page("releases.html", "releases.html", packages=packages, matrix=rows, matrix_packages=names)
