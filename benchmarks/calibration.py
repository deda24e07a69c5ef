"""Measure how often an audit is wrong: ``python -m benchmarks.calibration CLAIMS``.

CLAIMS is a file of claims whose numbers are true. Each number is rounded to few decimals, on a scale of 100. Then wrong
numbers are drawn uniformly from the window around it; numbers that are printed like the true one are skipped. The tables
show how many wrong numbers are accepted, with the chance that the audit stated beforehand, and how many true numbers keep
exit code 0, alone and under the settings of their table.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from samescore.base.errors import SamescoreError
from samescore.records import Audit, Chance, Tier
from samescore.verbs.audit.batch import audit_all
from samescore.verbs.audit.claim_files import read_claims
from samescore.verbs.audit.claim_search import ClaimSearch
from samescore.verbs.audit.claims import Claim
from samescore.verbs.audit.inputs import ClaimFiles
from samescore.verbs.audit.joint import joint
from samescore.verbs.audit.printed_text.rounding import RoundedNumber
from samescore.verbs.audit.question import question_of
from samescore.verbs.audit.steps import STEPS, SearchStep, steps_for

#: Half the width of the window, on a scale of 100.
_HALF_WIDTH = 2.0


class TrueClaim(msgspec.Struct, frozen=True):
    """A claim whose number an audit reproduces, the reproduced score on a scale of 100 (`points`), and the number's decimals."""

    claim: Claim
    points: float
    decimals: int


class Drawn(msgspec.Struct):
    """Counts of wrong numbers drawn from windows.

    `hits` and `stated` are, after each search step, the numbers that were reproduced, and the sum of the stated chances.
    `passed` are the numbers that the audit accepted.
    """

    numbers: int = 0
    hits: dict[SearchStep, int] = msgspec.field(default_factory=lambda: dict.fromkeys(STEPS, 0))
    stated: dict[SearchStep, float] = msgspec.field(default_factory=lambda: dict.fromkeys(STEPS, 0.0))
    passed: int = 0


def main(given: Sequence[str] | None = None) -> int:
    """Print the tables for the claims that the arguments name, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__.split("\n\n")[0])
    parser.add_argument("claims", type=Path)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="displace only the numbers of each Nth claim")
    parser.add_argument("--numbers", type=int, default=20, metavar="N", help="numbers drawn for each claim (20)")
    parser.add_argument("--decimals", type=int, nargs="+", default=[0, 1, 2, 3], metavar="D")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args(given)
    claims = [claim for claim in read_claims(arguments.claims) if isinstance(claim, Claim) and claim.hypotheses]
    true = list(_true(claims, arguments.claims.parent, arguments.jobs))
    print(f"{len(claims)} claims with files, of which {len(true)} are reproduced as they are printed in full")
    for decimals in arguments.decimals:
        rng = random.Random(arguments.seed)
        drawn = _displaced(true[:: arguments.every], arguments.claims.parent, decimals, arguments.numbers, rng)
        print(
            f"\n{decimals} decimals: {drawn.numbers} displaced numbers, {_share(drawn.passed, drawn.numbers)} of them exit 0"
        )
        for line in _rows(drawn):
            print(line)
        for line in _kept(true, arguments.claims.parent, decimals, rng, arguments.jobs):
            print(line)
    return 0


def _true(claims: Sequence[Claim], base: Path, jobs: int) -> Iterator[TrueClaim]:
    """Yield the claims whose printed numbers an audit reproduces."""
    for claim, finding in zip(claims, audit_all(claims, base, jobs=jobs), strict=True):
        if finding.fits and finding.value is not None:
            printed = RoundedNumber.of(claim.number)
            search = ClaimSearch(ClaimFiles(base), question_of(claim))
            window = search.window
            if window is not None:
                scale = 100 / float(window.scale)
                decimals = round(-math.log10(printed.unit)) - round(math.log10(scale))
                yield TrueClaim(claim, finding.value * scale, decimals)


def _displaced(true: Sequence[TrueClaim], base: Path, decimals: int, numbers: int, rng: random.Random) -> Drawn:
    """Audit numbers that are wrong by up to the half-width of the window, each alone, and return the counts."""
    drawn, files = Drawn(), ClaimFiles(base)
    for each in true:
        chances = _chances(files, each, decimals)
        for _ in range(numbers):
            text = f"{rng.uniform(each.points - _HALF_WIDTH, each.points + _HALF_WIDTH):.{decimals}f}"
            if text == f"{each.points:.{decimals}f}" or float(text) < 0:
                continue
            search = ClaimSearch(files, question_of(msgspec.structs.replace(each.claim, published=text)))
            drawn.numbers += 1
            hit = passed = False
            for step in steps_for(search.printed, rounding_only=False):
                if not hit and search.take(step):
                    hit = True
                    chance = search.chance()
                    passed = step.verdict.value in _PASSING and chance is not None and not chance.weak
                drawn.hits[step] += hit
                drawn.stated[step] += _without_the_true_one(chances[step], each.points, decimals)
            drawn.passed += passed
    return drawn


_PASSING = ("as stated", "by a default", "by a known tool")


def _chances(files: ClaimFiles, each: TrueClaim, decimals: int) -> dict[SearchStep, tuple[Chance, bool]]:
    """Return the stated chance after each step, and whether the true number is reproduced by then.

    Raises `SamescoreError` for a claim without a score.
    """
    text = f"{each.points:.{decimals}f}"
    search = ClaimSearch(files, question_of(msgspec.structs.replace(each.claim, published=text)))
    chances, hit = {}, False
    for step in steps_for(search.printed, rounding_only=False):
        hit = bool(search.take(step)) or hit
        chance = search.chance()
        if chance is None:
            raise SamescoreError(f"{each.claim.id} has no score")
        chances[step] = chance, hit
    return chances


def _without_the_true_one(stated_chance: tuple[Chance, bool], points: float, decimals: int) -> float:
    """Return the stated chance for numbers that are not printed like the true one."""
    chance, hit = stated_chance
    width = chance.high - chance.low
    cell = 10.0**-decimals
    shown = float(f"{points:.{decimals}f}")
    inside = max(0.0, min(shown + cell / 2, chance.high) - max(shown - cell / 2, chance.low))
    return (chance.probability * width - (inside if hit else 0.0)) / max(width - inside, 1e-300)


def _rows(drawn: Drawn) -> Iterator[str]:
    yield f"{'reproduced up to this tier':38} {'observed':>9} {'stated':>9} {'2 sigma':>9}"
    for step in STEPS:
        if drawn.stated[step] or drawn.hits[step]:
            share = drawn.stated[step] / drawn.numbers
            sigma = math.sqrt(max(share * (1 - share), 0.0) / drawn.numbers)
            observed = drawn.hits[step] / drawn.numbers
            yield f"{_name(step):38} {100 * observed:8.2f}% {100 * share:8.2f}% {200 * sigma:8.2f}%"


def _name(step: SearchStep) -> str:
    """Return the name of a step in the table."""
    if step.cut_off:
        return f"{'likely' if Tier.STATED in step.tiers else 'unlikely'} settings, cut off"
    return f"{step.tiers[0].value}{', files read otherwise' if step.otherwise else ''}"


def _kept(true: Sequence[TrueClaim], base: Path, decimals: int, rng: random.Random, jobs: int) -> Iterator[str]:
    """Yield lines that say how many true numbers are accepted, alone and in their table, and with one in ten replaced."""
    rounded = [
        msgspec.structs.replace(each.claim, published=f"{each.points:.{decimals}f}")
        for each in true
        if decimals <= each.decimals
    ]
    alone, together = _passed(rounded, base, jobs)
    yield f"true numbers: {_share(len(alone), len(rounded))} exit 0 alone, {_share(len(together), len(rounded))} in their table"
    lost = [claim.id for claim in rounded if claim.id not in together]
    if lost:
        yield f"  not in their table: {', '.join(lost[:10])}{' ...' if len(lost) > 10 else ''}"
    wrong = set(rng.sample([claim.id for claim in rounded], len(rounded) // 10))
    mixed = [_wrong(claim, rng, decimals) if claim.id in wrong else claim for claim in rounded]
    _, together = _passed(mixed, base, jobs)
    rest = len(rounded) - len(wrong)
    yield (
        f"one in ten displaced: {_share(len(together & wrong), len(wrong))} of those exit 0, "
        f"{_share(len(together - wrong), rest)} of the true ones"
    )


def _wrong(claim: Claim, rng: random.Random, decimals: int) -> Claim:
    """Return the claim with a different number of the window."""
    while True:
        text = f"{float(claim.number) + rng.uniform(-_HALF_WIDTH, _HALF_WIDTH):.{decimals}f}"
        if text != claim.number:
            return msgspec.structs.replace(claim, published=text)


def _passed(claims: Sequence[Claim], base: Path, jobs: int) -> tuple[set[str], set[str]]:
    """Return the ids of the claims that have exit code 0 alone, and together with the others of their table."""
    findings = list(audit_all(claims, base, jobs=jobs))
    audited = Audit(findings, list(joint(claims, base, findings)))
    return (
        {each.claim for each in audited.findings if not each.failed and not each.doubtful},
        {each.claim for each in audited.concluded() if not each.failed and not each.doubtful},
    )


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / max(whole, 1):.1f} %)"


if __name__ == "__main__":
    sys.exit(main())
