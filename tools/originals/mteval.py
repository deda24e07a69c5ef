"""Driver of mteval-v14.pl and mteval-v13a.pl: the BLEU and the NIST that they print for SGML files.

It needs the Perl module XML::Twig and, for v14, Sort::Naturally. Characters of markup are removed from the texts.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, one_by_one
from tools.originals.perl import files_of_lines, run, version

_REPOSITORY = "https://github.com/moses-smt/mosesdecoder"
_VERSION = "34452895f350bf097b21ee514a529a1dc542243c"
_PRINTED = re.compile(rb"^(?:NIST|BLEU) score = (\d+\.\d{4}) ", re.MULTILINE)
#: A 0 that may be a word.
_UNMODELLED = re.compile("(?<!\\w)0(?!\\w)")


def _inputs(count: int, seed: int) -> Iterator[Data]:
    return files_of_lines(count, seed, "</")


def _requests(data: Data, rng: random.Random) -> list[Request]:
    requests: list[Request] = []
    for script, rules in product(("v14", "v13a"), ("", "-intl")):
        case = {"case": "keep"} if rng.random() < 0.3 else {}
        knobs: dict[str, Any] = dict(case)
        if rng.random() < 0.3:
            knobs["reference_length"] = "shortest"
        if rng.random() < 0.2:
            knobs["smoothing"] = "none"
        requests.append((f"{script}-bleu{rules}", knobs))
        if isinstance(data, Corpus) and _has_nist(data):
            requests.append((f"{script}-nist{rules}", case))
    return requests


def _has_nist(data: Corpus) -> bool:
    """Return whether the model supports NIST of these texts; see the profile."""
    texts = [str(line) for segment in data for line in (segment.hypothesis, *segment.references)]
    worded = all(any(map(_has_words, segment.references)) for segment in data)
    return worded and not any(map(_UNMODELLED.search, texts))


def _has_words(reference: object) -> bool:
    """Return whether words are left when the scripts have deleted the mark of skipped text."""
    return bool(str(reference).replace("<skipped>", "").split())


def _document(system: str, lines: Sequence[object]) -> str:
    segments = "".join(f'<seg id="{number}">{line}</seg>\n' for number, line in enumerate(lines, 1))
    return f'<doc docid="d" sysid="{system}">\n{segments}</doc>\n'


def _set(kind: str, documents: str) -> bytes:
    return f'<{kind} setid="s" srclang="any" trglang="en">\n{documents}</{kind}>\n'.encode()


def _load(paths: list[Path]) -> Ask:
    scripts = dict(zip(("v14", "v13a"), (path.resolve() for path in paths), strict=True))

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> str:
        script, metric, *rules = entry_point.split("-")
        streams = list(zip(*(segment.references for segment in data), strict=True))
        hypotheses = [segment.hypothesis for segment in data]
        options = ["-n" if metric == "nist" else "-b"]
        options += ["--international-tokenization"] if rules else []
        options += ["-c"] if "case" in knobs else []
        options += ["--no-smoothing"] if "smoothing" in knobs else []
        options += ["--brevity-penalty", "shortest"] if "reference_length" in knobs else []
        with tempfile.TemporaryDirectory() as folder:
            references = "".join(_document(f"r{number}", lines) for number, lines in enumerate(streams))
            Path(folder, "r.sgm").write_bytes(_set("refset", references))
            Path(folder, "s.sgm").write_bytes(_set("srcset", _document("s", hypotheses)))
            Path(folder, "t.sgm").write_bytes(_set("tstset", _document("t", hypotheses)))
            done = run(scripts[script], *options, "-r", "r.sgm", "-s", "s.sgm", "-t", "t.sgm", folder=folder)
        printed = _PRINTED.search(done.stdout)
        if done.returncode or not printed:
            raise RuntimeError(done.stderr.decode(errors="replace"))
        return printed[1].decode()

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository=_REPOSITORY,
            path="scripts/generic/mteval-v14.pl",
            version=_VERSION,
            sha256="5a598c9f1f27dcbee2772b26f2d04d35423cf615ad8dfc9a002dbd545171c43c",
        ),
        Source(
            repository=_REPOSITORY,
            path="scripts/generic/mteval-v13a.pl",
            version=_VERSION,
            sha256="bca77abb865579e7581e5f3701dccc64e949e842da651952a31e513702b3fb7c",
        ),
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    digits=4,
    interpreter=version,
)
