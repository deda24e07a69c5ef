"""Write ``golden/``: every case in `tests.oracle.cases` with the value that the oracle computes.

    python -m tests.oracle.derive [--confirm] [--check]

Run by hand; no test runs it. Files are replaced only after every case has been computed and checked.
"""

from __future__ import annotations

import argparse
import collections
import importlib
import itertools
import json
import os
import pkgutil
import re
import sys
import unicodedata
from pathlib import Path
from typing import Any

from samescore.errors import SettingsError
from samescore.inputs import from_plain
from samescore.metrics import metric as find_metric
from samescore.mistakes import wrong_values
from samescore.outcome import Score, Undefined
from samescore.suite.vectors import flags
from tests.oracle import cases
from tests.oracle.arithmetic import OracleError, decimal_text
from tests.oracle.cases import Case
from tests.oracle.registry import ORACLES

SCHEMA = "samescore-golden/1"
LINE = 110
GOLDEN = Path(__file__).resolve().parents[2] / "golden"

Vector = dict[str, Any]


def topics() -> dict[str, list[Case]]:
    """The cases of every module in `tests.oracle.cases`, by topic."""
    found: dict[str, list[Case]] = {}
    for entry in pkgutil.iter_modules(cases.__path__):
        module = importlib.import_module(f"{cases.__name__}.{entry.name}")
        found.setdefault(module.TOPIC, []).extend(module.CASES)
    return found


def expected(metric: str, data: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """What the oracle answers."""
    try:
        answer = ORACLES[metric](data, settings)
    except OracleError:
        return {"outcome": "raised"}
    if answer["value"] is None:
        return {"outcome": "undefined"}
    return {"outcome": "score", "value": decimal_text(answer["value"]), "stages": answer["stages"]}


def vector(case: Case) -> Vector:
    """`case` as it is written to golden/."""
    settings = find_metric(case.metric).settings.from_mapping(case.settings).as_dict()
    made: Vector = {
        "id": case.id,
        "comment": case.comment,
        "settings": settings,
        "input": case.data,
        "expected": expected(case.metric, case.data, settings),
        "source": {"kind": case.kind, "where": case.where, "derivation": case.derivation},
    }
    if case.ulps:
        made["expected"].update(ulps=case.ulps, ulps_why=case.ulps_why)
    if case.printed:
        made["printed"] = case.printed
    return {
        **made,
        "mistakes": _mistakes(case.metric, made),
        "confirmed_by": {},
        "refs": list(case.refs),
        "flags": list(case.flags),
    }


def _mistakes(metric: str, made: Vector) -> dict[str, str]:
    """The wrong values that known mistakes give, to 12 digits: of the native metric with the mistake made in it."""
    data, settings = from_plain(made["input"]), find_metric(metric).settings.from_mapping(made["settings"])
    expected_value = made["expected"].get("value")
    right = Score(float(expected_value)) if expected_value else Undefined("no score")
    return {
        name: f"{wrong.value:.12g}"
        for name, wrong in wrong_values(data, settings, right).items()
        if isinstance(wrong, Score)
    }


def confirm(metric: str, made: Vector) -> dict[str, str]:
    """What the peers that offer the vector's settings answer, by name and version."""
    try:
        import msgspec

        from samescore.suite.vectors import Vector as Golden
        from tests.oracle.confirm import confirmations
    except ImportError as problem:
        print(f"not confirmed: {problem}", file=sys.stderr)
        return {}
    answers: dict[str, str] = {}
    for settings in equivalent_settings(made["settings"], made["input"]):
        try:
            find_metric(metric).settings.from_mapping(settings)
        except SettingsError:  # another metric's value of that knob
            continue
        answers.update(confirmations(msgspec.convert({**made, "metric": metric, "settings": settings}, type=Golden)))
    return dict(sorted(answers.items()))


def equivalent_settings(settings: dict[str, Any], data: dict[str, Any]) -> list[dict[str, Any]]:
    """`settings` with every value of the knobs that cannot matter for `data`: peers fix such knobs too."""
    segments = data.get("segments", [])
    references = [len(segment["references"]) for segment in segments]
    idle: dict[str, tuple[str | int, ...]] = {}
    if references and min(references) > 0:
        idle["no_references"] = ("raise", "minus-one", "skip", "zero")
    if len(segments) == 1:
        idle["average"] = ("corpus", "sentences")
    if references and max(references) == min(references) == 1:
        idle |= {"best_reference": ("highest-f", "first"), "references": ("best", "first", "best-parts")}
    if {"f_form", "length_limit", "average"} <= settings.keys():
        idle |= _idle_for_rouge(settings, idle)
    if settings.get("max_length") == 0 and all(len(each["hypothesis"]) <= 2000 for each in segments):
        idle["max_length"] = (0, 2000)
    knobs = sorted(set(idle) & set(settings))
    choices = itertools.product(*(dict.fromkeys((*idle[knob], settings[knob])) for knob in knobs))
    return [{**settings, **dict(zip(knobs, choice, strict=True))} for choice in choices]


def _idle_for_rouge(settings: dict[str, Any], idle: dict[str, tuple[str | int, ...]]) -> dict[str, tuple[str, ...]]:
    """The knobs of the ROUGE family that cannot matter, given what cannot matter anyway."""
    more: dict[str, tuple[str, ...]] = {}
    if settings["references"] == "jackknife" or settings["average"] == "resampled":
        more = {knob: (settings[knob],) for knob in ("references", "average")}
    else:
        more |= {"references": ("best", "first", "pooled")} if "references" in idle else {}
        more |= {"average": ("corpus", "sentences", "means")} if "average" in idle else {}
    if settings["measure"] != "f" or (settings["beta"], settings["alpha"]) == (1, 0.5):
        more["f_form"] = (settings["f_form"],) if settings["f_form"] == "epsilon" else ("beta", "alpha")
    return more


def problems(vectors: list[tuple[str, Vector]], flags: set[str]) -> list[str]:
    """What is wrong with the set of (metric, vector)."""
    found = []
    repeated = collections.Counter(made["id"] for _, made in vectors)
    found += [f"{name}: used {count} times" for name, count in repeated.items() if count > 1]
    for metric, made in vectors:
        if not re.fullmatch(rf"{metric}-[a-z0-9]+(-[a-z0-9]+)*", made["id"]):
            found.append(f"{made['id']}: not a slug")
        if not (made["comment"] and made["source"]["derivation"] and made["flags"]):
            found.append(f"{made['id']}: comment, derivation or flags missing")
        found += [f"{made['id']}: unknown flag {flag!r}" for flag in made["flags"] if flag not in flags]
    used = {flag for _, made in vectors for flag in made["flags"]}
    return found + [f"flags.toml: {flag!r} is not used" for flag in sorted(flags - used)]


def registered_flags() -> set[str]:
    """The flags in golden/flags.toml; `DataError` when the file is malformed."""
    return set(flags())


def as_json(document: dict[str, Any]) -> str:
    """`document` as reviewable JSON: short lists on one line, invisible characters escaped."""
    return "".join(map(_visible, _layout(document, ""))) + "\n"


def _layout(value: Any, indent: str) -> str:
    flat = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, (dict, list)) or not value or (indent and len(indent) + len(flat) <= LINE):
        return flat
    inner = indent + "  "
    if isinstance(value, dict):
        parts = [f"{json.dumps(key, ensure_ascii=False)}: {_layout(each, inner)}" for key, each in value.items()]
        inside, opening, closing = list(value.values()), "{", "}"
    else:
        parts = [_layout(each, inner) for each in value]
        inside, opening, closing = value, "[", "]"
    if any(isinstance(each, (dict, list)) for each in inside):
        return f"{opening}\n" + ",\n".join(inner + part for part in parts) + f"\n{indent}{closing}"
    lines = [inner + parts[0]]
    for part in parts[1:]:
        fits = len(lines[-1]) + len(part) + 2 <= LINE
        lines[-1] += ","
        if fits:
            lines[-1] += f" {part}"
        else:
            lines.append(inner + part)
    return f"{opening}\n" + "\n".join(lines) + f"\n{indent}{closing}"


def _visible(character: str) -> str:
    """Control, format, space-like and combining characters as JSON escapes."""
    if character in " \n" or unicodedata.category(character)[0] not in "CZM":
        return character
    return json.dumps(character)[1:-1]


def write(path: Path, content: str) -> None:
    """Replace `path` in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}.tmp")
    try:
        temporary.write_bytes(content.encode("utf-8"))
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def main() -> int:
    """Derive, check, write, summarize."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--confirm", action="store_true", help="ask the installed peers as well")
    parser.add_argument("--check", action="store_true", help="write nothing; say whether golden/ would change")
    options = parser.parse_args()

    files: dict[Path, list[Vector]] = {}
    for topic, found in topics().items():
        for case in found:
            files.setdefault(GOLDEN / case.metric / f"{topic}.json", []).append(vector(case))
    everything = [(path.parent.name, made) for path, vectors in files.items() for made in vectors]
    wrong = problems(everything, registered_flags())
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    changed = 0
    for path, vectors in sorted(files.items()):
        vectors.sort(key=lambda made: made["id"])
        for made in vectors:
            confirmed = _confirmed_before(path, made["id"])
            if options.confirm:  # of packages that are not installed here, the record stays
                kept = {by: value for by, value in confirmed.items() if not _installed(by)}
                confirmed = dict(sorted({**kept, **confirm(path.parent.name, made)}.items()))
            made["confirmed_by"] = confirmed
        content = as_json({"schema": SCHEMA, "metric": path.parent.name, "vectors": vectors})
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            changed += 1
            if not options.check:
                write(path, content)
    counts = collections.Counter(metric for metric, _ in everything)
    for metric, count in sorted(counts.items()):
        print(f"{metric:12} {count:4}")
    print(f"{'all':12} {sum(counts.values()):4}   in {len(files)} files, {changed} changed")
    return 1 if options.check and changed else 0


def _installed(by: str) -> bool:
    """Is the package of a confirmation (``name==version entry_point``) installed, in whatever version?"""
    from samescore.implementations import peer

    return peer(by.partition("==")[0]).unavailable() is None


def _confirmed_before(path: Path, name: str) -> dict[str, str]:
    """Confirmations that the file on disk has: deriving again without the peers keeps them."""
    if not path.exists():
        return {}
    vectors = json.loads(path.read_text(encoding="utf-8"))["vectors"]
    return next((dict(made["confirmed_by"]) for made in vectors if made["id"] == name), {})


if __name__ == "__main__":
    sys.exit(main())
