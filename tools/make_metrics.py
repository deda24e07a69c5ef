"""Write docs/metrics.md from the code: ``python -m tools.make_metrics``. A test checks that it is up to date."""

from __future__ import annotations

from pathlib import Path

from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.catalogue.vectors import select
from samescore.implementations import package_names
from samescore.metrics import METRIC_NAMES, metric
from samescore.metrics.aliases import ALIASES, Alias
from samescore.metrics.elsewhere import ELSEWHERE
from samescore.metrics.names import presets_of

_HEAD = """# Metrics

This page is generated from the code by `python -m tools.make_metrics`.

- *Tested live*: the parity suite checks `native(profile) == package` on up to 2,000 generated inputs for each entry
  point. tox runs it for sacrebleu, nltk, rouge_score and sklearn, and for the others wherever they are installed.
- *Older versions*: the models of earlier releases. The matrix (`tox run -e matrix`) or
  `python -m tools.release_parity NAME==VERSION` compares them with the releases. [releases.md](releases.md) shows what
  changed.
- *Profile only*: there is no package to run; golden vectors test the native model.

| metric | also | knobs | vectors | entry points |
|---|---|---|---|---|
"""

_NAMES = """
## Names in publications

`audit` also accepts these names, in any case and with any punctuation, arrows or units ([tables.md](tables.md)).

| name | metric |
|---|---|
"""

_MIDDLE = """
## Entry points

| entry point | metric | versions | parity | call |
|---|---|---|---|---|
"""


def _parity(implementation: str, profile: Profile, newest: set[int]) -> str:
    if implementation not in package_names():
        return "profile only"
    return "tested live" if id(profile) in newest else "older versions"


def _meaning(alias: Alias) -> str:
    settings = ", ".join(f"{name}={value}" for name, value in alias.knobs.items())
    return " ".join(filter(None, [f"`{alias.metric}`", settings, alias.tool and f"by {alias.tool}"]))


def page() -> str:
    """Return the Markdown of the page."""
    profiles = [(name, profile) for name, file in profile_files().items() for profile in file.profile]
    lines = []
    for name in METRIC_NAMES:
        described = metric(name)
        also = ", ".join(preset for preset, _ in presets_of(described.name)[:4]) + (
            ", ..." if len(presets_of(described.name)) > 4 else ""
        )
        entries = sum(1 for entry in {(n, p.entry_point) for n, p in profiles if p.metric == name} if entry)
        knobs, vectors = len(described.settings.knobs()), len(select([name]))
        lines.append(f"| `{name}` ({described.title}) | {also} | {knobs} | {vectors} | {entries} |")
    newest = {id(p) for file in profile_files().values() for p in file.current(None)}
    rows = [
        f"| `{name}.{p.entry_point}` | `{p.metric}` | {p.versions.replace(',', ', ')} "
        f"| {_parity(name, p, newest)} | {p.call.replace('|', ' ')} |"
        for name, p in profiles
    ]
    names = [f"| {', '.join(alias.names)} | {_meaning(alias)} |" for alias in ALIASES]
    names.append(f"| {', '.join(sorted(ELSEWHERE, key=str.lower))} | known, but not computed here |")
    return _HEAD + "\n".join(lines) + "\n" + _NAMES + "\n".join(names) + "\n" + _MIDDLE + "\n".join(rows) + "\n"


if __name__ == "__main__":
    (Path(__file__).parents[1] / "docs" / "metrics.md").write_text(page(), encoding="utf-8")
