"""Compare native models with released versions of packages, each installed in its own environment.

    python -m tools.release_parity [--inputs N] [--exact] sacrebleu==1.5.1 nltk==3.4.5 ...

Every entry point runs on generated inputs, with its default settings and with random settings from its region. The native
model must return exactly the same values. If the interpreter of a release has another ``sum``, a few units in the last place
are allowed, except with --exact, which suits packages that do not call it. The exit code is 1 if it does not, and 5 if a release cannot be used.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence

from conformance.missing_data import lacks
from samescore.base.errors import InputError
from samescore.base.outcome import Outcome, Score, Unsupported, same_outcome
from samescore.catalogue.profile import Profile
from samescore.data.comparison import MEAN, Comparison
from samescore.generators.inputs import inputs_for
from samescore.generators.settings import settings_in
from samescore.implementations import Package, implementation
from samescore.implementations.base import limits
from samescore.metrics import metric
from samescore.metrics.evaluator import native_outcome


def differences(package: Package, profile: Profile, inputs: int, exact: bool = False) -> tuple[int, list[str]]:
    """Return the number of outcomes that are scores, and a description of each difference between package and model.

    Inputs over the profile's limits and requests that the package does not support are not counted.
    """
    rng = random.Random(profile.entry_point)
    scored, texts = 0, []
    for number, data in enumerate(
        inputs_for(profile.metric, inputs, profile.max_references, statistics=profile.statistics)
    ):
        if limits(profile, data) is not None:
            continue
        for settings in (
            (profile.settings(), settings_in(profile, rng)) if number < inputs // 2 else (settings_in(profile, rng),)
        ):
            answer, native = package.ask(profile, data, settings), native_outcome(data, settings)
            if isinstance(answer, Unsupported):
                continue
            scored += isinstance(native, Score)
            if not same(native, answer, profile, package, exact):
                texts.append(
                    f"{settings.short_signature}\n  {data!r:.400}\n  native {native.describe()}, package {answer.describe()}"
                )
    return scored, texts


def same(native: Outcome, answer: Outcome, profile: Profile, package: Package, exact: bool = False) -> bool:
    """Return whether two outcomes are equal, within the ulps that the profile or, unless `exact`, the interpreter allow."""
    return same_outcome(native, answer, max_ulps=max(profile.ulps, 0 if exact else package.ulps))


def _magnifies_sums(profile: Profile) -> bool:
    """Return whether the last digits of builtin ``sum`` can change a score much, so releases cannot be compared.

    In a comparison of systems they may decide which resamples are extreme, or remain in a difference of similar scores.
    Only means of numbers that are not added up with ``sum`` do not depend on them.
    """
    if Comparison not in metric(profile.metric).takes:
        return False
    return set(profile.statistics) != {MEAN} or profile.fixed.get("summation") == "sum"


def check(names: Sequence[str], inputs: int, entry: str = "", show: int = 2, exact: bool = False) -> int:
    """Compare models with the releases `names`, print up to `show` differences for each entry point, and return the exit code.

    `entry` limits the comparison to entry points whose names contain it; `exact` allows no difference of interpreters.
    """
    code = 0
    for name in names:
        package = implementation(name)
        if not isinstance(package, Package):
            raise InputError(f"{name} is not a release of a package", hint="name one: sacrebleu==1.5.1")
        try:
            if gone := package.unavailable():
                print(f"{name}: {gone.reason}")
                code = 5
                continue
            if not package.covered:
                print(f"{name}: no profile covers it")
                code = code or 1
                continue
            chosen = [profile for profile in package.file.current(package.version) if entry in profile.entry_point]
            if not chosen:
                print(f"{name}: no entry point's name contains {entry}")
                code = code or 1
            for profile in chosen:
                if lacks(profile.settings()):
                    print(f"{name}.{profile.entry_point}: not compared, as data that it needs are not installed")
                    continue
                if package.ulps and _magnifies_sums(profile):
                    print(f"{name}.{profile.entry_point}: not compared, as its interpreter's sums are others")
                    continue
                scored, texts = differences(package, profile, inputs, exact)
                print(f"{name}.{profile.entry_point}: {scored} scores, {len(texts)} differ", flush=True)
                for text in texts[:show]:
                    print(" ", text)
                code = code or (1 if texts or not scored else 0)
        finally:
            package.close()
    return code


def main() -> int:
    """Parse the arguments, compare the releases, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=200)
    parser.add_argument("--entry", default="", help="only entry points whose name contains this")
    parser.add_argument("--show", type=int, default=2, help="number of differences shown for each entry point")
    parser.add_argument("--exact", action="store_true", help="allow no difference of interpreters")
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    return check(options.names, options.inputs, options.entry, options.show, options.exact)


if __name__ == "__main__":
    sys.exit(main())
