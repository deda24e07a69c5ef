"""Print the problems of divergences or reported cases, and what the installed packages return, for catalogue authors.

    python -m tools.witnesses conformance/divergences/bleu.toml [ID ...]
    python -m tools.witnesses conformance/reported/bleu.toml [ID ...]

If a package is not installed, the oracle of the test suite computes the value instead.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from samescore.base.errors import SamescoreError
from samescore.base.outcome import Outcome
from samescore.catalogue.divergences import Divergence, WitnessSide, load_file
from samescore.catalogue.reported import Reported, ReportedSide
from samescore.catalogue.reported import load_file as load_cases
from samescore.data.kinds import Data
from samescore.implementations import InstalledPackage
from samescore.settings import Settings
from samescore.verbs.golden import reported
from samescore.verbs.why import witnesses
from tools.derive import expected

Side = WitnessSide | ReportedSide
Entry = tuple[str, list[str], list[tuple[Side, Callable[[], str]]]]


def _now(live: tuple[InstalledPackage, Outcome] | None, data: Data, settings: Settings) -> str:
    """Return a text that says what one side returns now: the installed package, or else the oracle."""
    if live is not None:
        return f"{live[0].label} returns {live[1].describe()}"
    by_hand = expected(settings.metric, data.plain(), settings.as_dict())
    return f"not installed; the oracle: {by_hand.get('value', by_hand['outcome'])}"


def _divergences(path: Path) -> Iterator[Entry]:
    for name, entry in load_file(path).items():
        yield (
            name,
            witnesses.problems(entry),
            [(seen, partial(_seen, entry, seen)) for seen in (entry.left, entry.right)],
        )


def _seen(entry: Divergence, seen: WitnessSide) -> str:
    return _now(witnesses.installed_answer(entry, seen), entry.data(), witnesses.compute_witness(entry, seen).settings)


def _reported(path: Path) -> Iterator[Entry]:
    for name, case in load_cases(path).items():
        yield name, reported.problems(case), [(side, partial(_side, case, side)) for side in case.sides]


def _side(case: Reported, side: ReportedSide) -> str:
    seen = reported.compute_side(case, side)
    return _now(reported.installed_answer(case, side), seen.data, seen.settings)


def _safely(answer: Callable[[], str]) -> str:
    try:
        return answer()
    except SamescoreError as problem:
        return str(problem)


def main(arguments: Sequence[str]) -> None:
    """Print the problems of the entries in a file, and current values that differ from the recorded ones.

    `arguments` are the file, and the ids of the entries (by default all).
    """
    path, wanted = Path(arguments[0]), arguments[1:]
    entries = _reported(path) if path.parent.name == "reported" else _divergences(path)
    for name, wrong, sides in entries:
        if wanted and name not in wanted:
            continue
        print(name, "ok" if not wrong else "WRONG")
        for text in wrong:
            print("   ", text)
        for side, answer in sides:
            now = _safely(answer)
            if wrong or side.value not in now:
                print(f"    {side.implementation}: recorded {side.value}; {now}")


if __name__ == "__main__":
    main(sys.argv[1:])
