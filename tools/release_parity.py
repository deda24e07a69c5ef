"""Live parity with released versions, each in an environment of its own.

    python -m tools.release_parity [--inputs N] sacrebleu==1.5.1 nltk==3.4.5 ...

For every entry point: generated inputs, under the entry point's own settings and under settings drawn from its region;
the native model must give exactly what the release gives. Exits with 1 where it does not, with 5 where a release cannot
be asked.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence

from samescore.catalogue.profile import Profile
from samescore.errors import InputError
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import settings_in
from samescore.implementations import Package, implementation
from samescore.implementations.base import limits
from samescore.metrics.evaluator import native_outcome
from samescore.outcome import Outcome, Score, same_outcome


def differences(one: Package, profile: Profile, inputs: int) -> tuple[int, list[str]]:
    """How many inputs had a score, and what differs."""
    rng = random.Random(profile.entry_point)
    scored, found = 0, []
    for number, data in enumerate(inputs_for(profile.metric, inputs, profile.max_references)):
        if limits(profile, data) is not None:
            continue
        for settings in (
            (profile.settings(), settings_in(profile, rng)) if number < inputs // 2 else (settings_in(profile, rng),)
        ):
            theirs, ours = one.ask(profile, data, settings), native_outcome(data, settings)
            scored += isinstance(ours, Score)
            if not same(ours, theirs, profile, one):
                found.append(
                    f"{settings.short_signature}\n  {data!r:.400}\n  ours {ours.describe()}, theirs {theirs.describe()}"
                )
    return scored, found


def same(ours: Outcome, theirs: Outcome, profile: Profile, one: Package) -> bool:
    """Equal, or as near as two interpreters are that add up differently."""
    return same_outcome(ours, theirs, max_ulps=max(profile.ulps, one.ulps))


def check(names: Sequence[str], inputs: int, entry: str = "", show: int = 2) -> int:
    """Hold models against releases, printing what differs: the exit code."""
    code = 0
    for name in names:
        one = implementation(name)
        if not isinstance(one, Package):
            raise InputError(f"{name} is not a release of a package", hint="name one: sacrebleu==1.5.1")
        try:
            if gone := one.unavailable():
                print(f"{name}: {gone.reason}")
                code = 5
                continue
            if not one.covered:
                print(f"{name}: no profile covers it")
                code = code or 1
                continue
            chosen = [profile for profile in one.file.current(one.version) if entry in profile.entry_point]
            if not chosen:
                print(f"{name}: no entry point's name contains {entry}")
                code = code or 1
            for profile in chosen:
                scored, found = differences(one, profile, inputs)
                print(f"{name}.{profile.entry_point}: {scored} scores, {len(found)} differ", flush=True)
                for text in found[:show]:
                    print(" ", text)
                code = code or (1 if found or not scored else 0)
        finally:
            one.close()
    return code


def main() -> int:
    """Parse and check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=200)
    parser.add_argument("--entry", default="", help="only entry points whose name contains this")
    parser.add_argument("--show", type=int, default=2, help="so many differences are shown for each")
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    return check(options.names, options.inputs, options.entry, options.show)


if __name__ == "__main__":
    sys.exit(main())
