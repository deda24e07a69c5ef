"""Driver of Moses' bootstrap-hypothesis-difference-significance.pl for BLEU, after ``srand(seed)``.

The script sets no seed. Perl code around it sets the seed, and prints numbers with 17 digits, which the script rounds to
15. NIST is not recorded, because the information of n-grams is added up in the order of a hash, which differs from run to
run.
"""

from __future__ import annotations

import random
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.comparison import Comparison
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request
from tools.originals.perl import PERL, version

#: Perl code around the script. The script calls `date` before it scores; the first call replaces functions to log results.
_AROUND = r"""
my ($seed, $script) = splice @ARGV, 0, 2;
my ($heard, @numbers);
sub listen {
    return '' if $heard++;
    no warnings;
    my ($p_value, $interval) = (\&bootstrap_pvalue, \&bootstrap_interval);
    *bootstrap_pvalue = sub { push @numbers, $p_value->(@_); $numbers[-1] };
    *bootstrap_interval = sub {
        my @both = $interval->(@_);
        push @numbers, @both;
        if (@numbers == 5) { printf "answers %.17g %.17g %.17g\n", @numbers[0 .. 2]; exit 0 }
        @both
    };
    '';
}
BEGIN { *CORE::GLOBAL::readpipe = \&listen }
srand($seed);
do $script;
die $@;
"""
#: The settings of the script's BLEU.
STATISTIC = {
    "tokenizer": "none",
    "smoothing": "none",
    "empty_order": "raise",
    "zero_guard": "off",
    "log_unit": "fraction",
    "summation": "left-to-right",
    "scale": "1",
}
_WORDS = ["the", "a", "cat", "dog", "sat", "ran", "on", "in", "mat", "house"]


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield `count` pairs of systems of a few lines; in some, BLEU is below 0.0001 or there are no n-grams."""
    rng = random.Random(seed)
    for _ in range(count):
        lines, references, tiny = rng.choice([1, 2, 3, 4, 6]), rng.choice([1, 1, 2]), rng.random() < 0.2
        lists = [
            [_line(rng, rng.randint(40, 48) if tiny else rng.randint(4, 12)) for _ in range(references)]
            for _ in range(lines)
        ]
        rates = (rng.choice([0.1, 0.2]), rng.choice([0.1, 0.15, 0.2, 0.3]))
        outputs = [[_changed(rng, texts[0], rate, tiny) for texts in lists] for rate in rates]
        systems = [Corpus.from_segments(output, lists) for output in outputs]
        yield Comparison("bleu", systems, STATISTIC)


def _line(rng: random.Random, length: int) -> str:
    return " ".join(rng.choice(_WORDS) for _ in range(length))


def _changed(rng: random.Random, reference: str, rate: float, tiny: bool) -> str:
    words = [rng.choice(_WORDS) if rng.random() < rate else word for word in reference.split()]
    if tiny:
        return " ".join(words[: rng.randint(4, 5)])
    return " ".join(words[:2] if rng.random() < 0.02 else words)


def _requests(_: Data, rng: random.Random) -> list[Request]:
    seed = {"seed": rng.choice([0, rng.randint(1, 2**32 - 1)])}
    return [("p_value", seed), ("interval", {**seed, "end": rng.choice(["centre", "half-width"])})]


def _load(paths: list[Path]) -> Ask:
    script = paths[0].resolve()

    def ask(data: Any, requests: list[Request]) -> list[float | str | Exception | None]:
        segments = [system.segments for system in data.systems]
        columns = [[segment.hypothesis for segment in system] for system in segments]
        columns += [list(stream) for stream in zip(*(segment.references for segment in segments[0]), strict=True)]
        with tempfile.TemporaryDirectory() as name:
            files = [Path(name, str(number)) for number in range(len(columns))]
            for file, lines in zip(files, columns, strict=True):
                file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
            seed = str(requests[0][1]["seed"])
            command = [PERL, "-e", _AROUND, seed, str(script), *map(str, files)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - the script that was named
        if "answers" not in done.stdout:
            # The interval of the first system has no answer, because it is lost if the second system has no interval.
            return [RuntimeError(done.stderr), ""]
        p_value, middle, half = map(float, done.stdout.split("answers")[1].split())
        return [p_value, middle if requests[1][1]["end"] == "centre" else half]

    return ask


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/moses-smt/mosesdecoder",
            path="scripts/analysis/bootstrap-hypothesis-difference-significance.pl",
            version="b2a3b96154a9549cf070c96dc344b75a58a263b3",
            sha256="cd890934e39aa2d6e004467ab4aa64b1cf1ecc8545633740b2a0e57690c7f807",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=version,
)
