"""Driver of ROUGE-1.5.5.pl: the averages that it prints for texts with one sentence per line.

It needs Perl with XML::DOM and DB_File, and the folder ``data`` next to the script, with the exceptions of the stemmer in
a database that the installed DB_File can open. The database in the folder has an old format: write it again from the
lists in ``WordNet-2.0-Exceptions``, in the order adj.exc, adv.exc, noun.exc, verb.exc.
"""

from __future__ import annotations

import random
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora
from tools.originals.perl import PERL, version

_MEASURES = {"f": "F", "precision": "P", "recall": "R"}
_AVERAGE = re.compile(r"X (ROUGE-\S+) Average_([RPF]): (\d+\.\d+) ")


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield corpora of ROUGE-Lsum in which every segment has a reference, which the program requires."""
    yield Corpus.from_segments(["a_b a c\nc_d"], [["a b_a c\nc d"]])
    yield from corpora("rouge-lsum", count, seed)


def _requests(data: Data, rng: random.Random) -> list[Request]:
    """Return the requests of one run with default or random options, and of a run for ROUGE-W."""
    common: dict[str, Any] = {"references": "pooled", "alpha": 0.5}
    skip, weight = 4, 1.2
    if rng.random() < 0.5:
        common = {"references": rng.choice(["pooled", "best-recall"]), "alpha": rng.choice([0.0, 0.2, 0.8, 1.0])}
        skip, weight = rng.choice([-1, 0, 1, 2, 9]), rng.choice([1.0, 1.5, 2.0, 3.0])
    common["measure"] = rng.choice(["f", "f", "precision", "recall"])
    own: dict[str, Any] = {}
    if rng.random() < 0.3:
        own["stemmer"] = "rouge155"
    if isinstance(data, Corpus) and len(data) and rng.random() < 0.3:
        own |= {"length_unit": rng.choice(["bytes", "fields"]), "length_limit": rng.choice([1, 3, 7, 20, 75])}
    if rng.random() < 0.2:
        own["average"] = "resampled-corpus"
    common |= own
    requests: list[Request] = [
        ("rouge-n", {**common, "order": rng.choice([1, 1, 2, 3])}),
        ("rouge-s", {**common, "skip": skip}),
        ("rouge-su", {**common, "skip": skip}),
    ]
    if common.get("length_unit") != "bytes":  # with -b, lines are cut one by one for these two
        requests += [
            ("rouge-l", common),
            ("rouge-w", {"alpha": common["alpha"], "measure": common["measure"], "weight": weight, **own}),
        ]
    return requests


def _options(requests: list[Request]) -> tuple[list[str], list[str]]:
    """Return the options of the two runs that answer the requests about an input: without ROUGE-W, and ROUGE-W only."""
    knobs = {name: value for _, settings in requests for name, value in settings.items()}
    both = ["-p", f"{knobs['alpha']:g}"]
    both += ["-m"] if "stemmer" in knobs else []
    both += (
        ["-b" if knobs["length_unit"] == "bytes" else "-l", str(knobs["length_limit"])]
        if "length_unit" in knobs
        else []
    )
    both += ["-t", "1"] if "average" in knobs else []
    best = knobs["references"] == "best-recall"
    others = ["-n", "3", "-2", str(knobs["skip"]), "-U", *both, "-f", "B" if best else "A"]
    return others, ["-x", "-w", f"{knobs.get('weight', 1.2):g}", *both]


def _printed_name(entry_point: str, knobs: dict[str, Any]) -> str:
    distance = "*" if knobs.get("skip") == -1 else str(knobs.get("skip"))
    return {
        "rouge-n": f"ROUGE-{knobs.get('order')}",
        "rouge-l": "ROUGE-L",
        "rouge-w": f"ROUGE-W-{knobs.get('weight', 0):g}",
        "rouge-s": f"ROUGE-S{distance}",
        "rouge-su": f"ROUGE-SU{distance}",
    }[entry_point]


def _task(data: Corpus, folder: Path) -> Path:
    """Write a file for each text, and return the path of the file that lists them."""
    evaluations = []
    for number, segment in enumerate(data):
        (folder / f"{number}.peer").write_bytes(str(segment.hypothesis).encode())
        models = ""
        for index, reference in enumerate(segment.references):
            (folder / f"{number}.{index}").write_bytes(str(reference).encode())
            models += f'<M ID="{index}">{number}.{index}</M>'
        root = escape(str(folder))
        evaluations.append(
            f'<EVAL ID="{number:03}"><PEER-ROOT>{root}</PEER-ROOT><MODEL-ROOT>{root}</MODEL-ROOT>'
            f'<INPUT-FORMAT TYPE="SPL"></INPUT-FORMAT><PEERS><P ID="X">{number}.peer</P></PEERS>'
            f"<MODELS>{models}</MODELS></EVAL>"
        )
    (folder / "list.xml").write_text(f'<ROUGE-EVAL version="1.5.5">{"".join(evaluations)}</ROUGE-EVAL>')
    return folder / "list.xml"


def _load(paths: list[Path]) -> Ask:
    script = paths[0].resolve()

    def run(task: Path, options: list[str]) -> dict[tuple[str, str], str] | Exception:
        command = [PERL, str(script), "-e", str(script.parent / "data"), *options, str(task), "X"]
        done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - the script that was named
        if done.returncode:
            return RuntimeError(done.stderr.decode(errors="replace"))
        averages = _AVERAGE.findall(done.stdout.decode())
        return {(name, measure): value for name, measure, value in averages}

    def ask(data: Any, requests: list[Request]) -> list[float | str | Exception | None]:
        with tempfile.TemporaryDirectory() as name:
            task = _task(data, Path(name))
            others, weighted = (run(task, options) for options in _options(requests))
        answers: list[float | str | Exception | None] = []
        for entry_point, knobs in requests:
            printed = weighted if entry_point == "rouge-w" else others
            key = _printed_name(entry_point, knobs), _MEASURES[knobs["measure"]]
            answers.append(printed if isinstance(printed, Exception) else printed[key])
        return answers

    return ask


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/andersjo/pyrouge",
            path="tools/ROUGE-1.5.5/ROUGE-1.5.5.pl",
            version="3b6c415204dbc2c8360a01d92533441f4aae95eb",
            sha256="973a14e98f5305e37e059a79495175601fffbbe9120e81d4a39e566cdf35be8f",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    digits=5,
    interpreter=version,
)
