"""Driver of Tercom 0.10.0, the original program of TER; it needs a JDK, which compiles the Java files.

One Java process runs the program's main for all inputs, which are files in its Trans format: a line for each text, with
the number of the segment in parentheses. The total comes from its output, and the scores of segments from its .ter file.
"""

from __future__ import annotations

import atexit
import random
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one

_JAVA, _JAVAC = shutil.which("java") or "java", shutil.which("javac") or "javac"
_SERVER = """
import java.io.*;
public class Server {
    public static void main(String[] unused) throws IOException {
        BufferedReader calls = new BufferedReader(new InputStreamReader(System.in));
        PrintStream answers = System.out;
        for (String call; (call = calls.readLine()) != null; ) {
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            System.setOut(new PrintStream(printed, true));
            String failure = "";
            try {
                ter.TER.main(call.split(" "));
            } catch (RuntimeException raised) {
                failure = raised.toString();
            }
            String total = "Raised " + failure;
            for (String line : printed.toString().split("\\n"))
                if (line.startsWith("Total TER: "))
                    total = line;
            answers.println(total);
            answers.flush();
        }
    }
}
"""
#: Characters that end a line for Java.
_UNASKED = re.compile("[\r\n\x85\u2028\u2029]")
_KNOBS: dict[str, dict[Any, str]] = {
    "tokenizer": {"tercom-java": "-N"},
    "case": {"keep": "-s"},
    "punctuation": {"remove": "-P"},
    "asian": {True: "-A"},
}
_FILES = {
    "Parameters": "b72f6726fb8f9e8ad92bf28d30a6ce222a55eb3752fabf4fa61ec3cdea87b234",
    "TER": "7c4bcd925340a10aa41aed1f910ff98431ce13e42a1025b544c19d6a039163ec",
    "core/Alignment": "d0298d4da0ca034e8fb360bd91a542ff347e1e26fa978f2ab480f2a36378cdc8",
    "core/AlignmentStringUtils": "7cd162ee0bc16dae9b8367f1d29ba96db55a64daa54497ab04f6df47e209168c",
    "core/CostFunction": "b8c974f6f757534859cddccee60e4044cfb93c2dc43f994b67514445390a1a96",
    "core/Normalizer": "04b399652fbde3eefd572bc6f7d5cd43bd773cd7dcb21e7c237735b0d34dbd64",
    "core/Shift": "064e7bb2b4d8cfbdb558dd322c9c0864154209f7eabec90513e3b0440aa94af4",
    "core/TerScorer": "e0f1e98798ba5e90a49e8e6e4521412d468306cecfdd98ba2bf4ce66a0bfe246",
    "io/SgmlProcessor": "9446f8e1737596dcbe28d6a768fb2854ab2bc313dede2b5d4c5b050e67f66ae0",
    "io/Tag": "2a48aa666e2b565d0fcaf0aa3fd2cd12b48f798999a8ac20ae1d6d77f35a8336",
    "util/IntPair": "c1ed961857f385d347cb0bf8b7aa9ce2625eb495a6d508594905f51390919acb",
    "util/Pair": "b0610f2cbb96100811f0ee147eb40bd33cef31f9ea133e999054e9ad7c6846c4",
    "util/StringUtils": "872dade3add5b5d7859412fa7b37654d73f78b76d60dfeba015b8f2c88d3b395",
}
_PIECES = [
    *(
        "The",
        "the",
        "Ann's",
        "Ann's.",
        "1,000.50",
        "3-4",
        "end.",
        "(",
        "?",
        "a-b",
        "<skipped>",
        "&lt;b&gt;",
        "&amp;quot;",
    ),
    *(
        "\u304b\u306a",
        "\u30ab\u30ca",
        "\u304b\u30ab\u6f22",
        "\u732b\uff0c\u72ac\u3002",
        "\u31f0x",
        "caf\u00e9",
        "\u0130x",
    ),
]
_SPACES = [" ", " ", " ", "  ", "\t", "\u00a0", "\u3000", "\x1f", "\v"]


def _marked(rng: random.Random) -> Corpus:
    """Return a corpus of words with marks, between and around which there are various kinds of white space."""

    def text() -> str:
        words = [rng.choice(_PIECES) + rng.choice(_SPACES) for _ in range(rng.choice([1, 2, 4, 7]))]
        return rng.choice(["", "", *_SPACES]) + "".join(words)

    references = [[text() for _ in range(rng.choice([1, 1, 2]))] for _ in range(rng.choice([1, 1, 2]))]
    return Corpus.from_segments([rng.choice([text(), rng.choice(lines)]) for lines in references], references)


def _moved(rng: random.Random) -> Corpus:
    """Return a text and a variant with moved phrases and replaced words; a few exceed the beam or the limits of shifts."""
    names = [f"w{k}" for k in range(rng.choice([3, 8, 40]))]
    length = rng.choice([5, 8, 12, 18]) if rng.random() < 0.95 else rng.choice([25, 35, 62])
    words = [rng.choice(names) for _ in range(length)]
    changed = list(words)
    for _ in range(rng.choice([1, 2, 4])):
        start, size = rng.randrange(len(changed)), rng.choice([1, 3, 9, 11, 25])
        phrase, rest = changed[start : start + size], changed[:start] + changed[start + size :]
        place = rng.randrange(len(rest) + 1)
        changed = rest[:place] + phrase + rest[place:]
    for _ in range(rng.choice([0, 1, length // 4, length // 2])):
        changed[rng.randrange(len(changed))] = rng.choice([*names, "x"])
    if rng.random() < 0.3:
        changed[rng.randrange(len(changed)) :] = []
    if rng.random() < 0.1:
        changed = [f"y{k}" for k in range(rng.choice([5, 22, 28]))] + changed
    return Corpus.from_segments([" ".join(words)], [[" ".join(changed)]])


def _inputs(count: int, seed: int) -> Iterator[Data]:
    """Yield a corpus without segments; then corpora of TER, words with marks, and texts with moved phrases, in turn."""
    rng = random.Random(seed)
    yield Corpus.from_segments([], [])
    for data in filter(_can_be_asked, corpora("ter", count, seed)):
        yield from (data, _marked(rng), _moved(rng))


def _can_be_asked(data: Corpus) -> bool:
    return not any(_UNASKED.search(str(line)) for segment in data for line in (segment.hypothesis, *segment.references))


def _requests(_: Data, rng: random.Random) -> list[Request]:
    knobs = {knob: rng.choice(list(values)) for knob, values in _KNOBS.items() if rng.random() < 0.4}
    if rng.random() < 0.2:
        knobs["max_shift_distance"] = rng.choice([0, 2, 5, 100])
    if rng.random() < 0.2:
        knobs["beam_width"] = rng.choice([1, 3, 8, 40])
    return [("total", {}), ("total", knobs), ("segments", {"mean_summation": "left-to-right", **knobs})]


def _started(paths: list[Path], folder: Path) -> subprocess.Popen[str]:
    """Compile and start the program, which reads the arguments of its main, one line per call."""
    server = folder / "Server.java"
    server.write_text(_SERVER, encoding="utf-8")
    command = [_JAVAC, "-nowarn", "-encoding", "ISO-8859-1", "-d", str(folder), str(server), *map(str, paths)]
    subprocess.run(command, check=True, capture_output=True)  # noqa: S603
    command = [_JAVA, "-Dfile.encoding=UTF-8", "-Xmx1G", "-cp", str(folder), "Server"]
    return subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
    )


def _load(paths: list[Path]) -> Ask:
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    program = _started(paths, folder)
    atexit.register(program.kill)
    hypotheses, references = folder / "hypotheses", folder / "references"

    def ask(entry_point: str, data: Any, knobs: dict[str, Any]) -> float | None:
        said = [f"{segment.hypothesis} (s{number})\n" for number, segment in enumerate(data)]
        right = [f"{line} (s{number})\n" for number, segment in enumerate(data) for line in segment.references]
        hypotheses.write_text("".join(said), encoding="utf-8", newline="")
        references.write_text("".join(right), encoding="utf-8", newline="")
        call = ["-h", str(hypotheses), "-r", str(references), "-o", "ter", "-n", str(folder / "out")]
        call += [_KNOBS[knob][value] for knob, value in knobs.items() if value in _KNOBS.get(knob, {})]
        for knob, option in (("max_shift_distance", "-d"), ("beam_width", "-b")):
            call += [option, str(knobs[knob])] if knob in knobs else []
        if program.stdin is None or program.stdout is None:
            raise RuntimeError("the program has no pipes")
        program.stdin.write(" ".join(call) + "\n")
        program.stdin.flush()
        kind, _, total, *_ = program.stdout.readline().split(" ")
        if kind != "Total":
            raise RuntimeError(total)
        if entry_point == "total":
            return None if total in ("NaN", "Infinity") else float(total)
        scores = [float(line.split(" ")[-1]) for line in (folder / "out.ter").read_text().splitlines()[2:]]
        added = 0.0
        for score in scores:
            added += score
        return added / len(scores)

    return one_by_one(ask)


def _version() -> str:
    """Return the version of Java, as it prints it."""
    done = subprocess.run([_JAVA, "-version"], capture_output=True, text=True, check=True)  # noqa: S603
    return done.stderr.splitlines()[0]


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/jhclark/tercom",
            path=f"src/ter/{name}.java",
            version="e413d077e5b9ecc96b0e7de5fe6015eb135c2f6d",
            sha256=sha256,
        )
        for name, sha256 in _FILES.items()
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
    interpreter=_version,
)
