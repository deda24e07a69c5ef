"""Write ``golden/``: a vector for every case in `tests.oracle.cases`, with the value that the oracle computes.

A topic of a metric has two files: the vectors, and the generated columns.

    python -m tools.derive [--confirm] [--release NAME==VERSION ...] [--check]

Run it by hand, never from a test. Files are replaced only after every case has been computed and checked.
"""

from __future__ import annotations

import argparse
import collections
import importlib
import itertools
import pkgutil
import re
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import msgspec

from samescore.base.errors import SettingsError
from samescore.base.outcome import Score, Undefined
from samescore.catalogue import vectors as golden
from samescore.catalogue.layout import as_json
from samescore.catalogue.vectors import Columns, ObservedFile, flags, observed_path
from samescore.data.kinds import from_plain
from samescore.data.rules import expand_rule
from samescore.implementations import Package, installed_package
from samescore.metrics import metric as find_metric
from samescore.metrics.names import begins_with_a_name
from samescore.records.file import write_file
from samescore.verbs.why.attribution.diagnosis import wrong_values
from tests.oracle import cases
from tests.oracle.arithmetic import OracleError, decimal_text
from tests.oracle.cases import Case
from tests.oracle.confirm import answers, packages_to_ask
from tests.oracle.registry import ask

GOLDEN = Path(__file__).resolve().parents[1] / "golden"

Vector = dict[str, Any]


def topics() -> dict[str, list[Case]]:
    """Return the cases of every module in `tests.oracle.cases`, by topic."""
    by_topic: dict[str, list[Case]] = {}
    for entry in pkgutil.iter_modules(cases.__path__):
        module = importlib.import_module(f"{cases.__name__}.{entry.name}")
        by_topic.setdefault(module.TOPIC, []).extend(module.CASES)
    return by_topic


def derived(chosen: Collection[str] | None = None) -> dict[Path, list[Vector]]:
    """Return the vectors of every file of golden/, without their generated columns, by path.

    With `chosen`, only those of these topics.
    """
    files: dict[Path, list[Vector]] = {}
    for topic, topic_cases in topics().items():
        for case in topic_cases if chosen is None or topic in chosen else ():
            files.setdefault(GOLDEN / case.metric / f"{topic}.json", []).append(vector(case))
    return files


def expected(metric: str, data: dict[str, Any], settings: dict[str, Any]) -> dict[str, Any]:
    """Return the expected outcome as the oracle computes it, with stages unless the input is a rule."""
    try:
        answer = ask(metric, expand_rule(data), settings)
    except OracleError:
        return {"outcome": "raised"}
    if answer["value"] is None:
        return {"outcome": "undefined"}
    stages = {} if "rule" in data else {"stages": answer["stages"]}  # those of a large input are as large
    return {"outcome": "score", "value": decimal_text(answer["value"]), **stages}


def vector(case: Case) -> Vector:
    """Return a case as a vector with complete settings, in plain data."""
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
    if case.refs:
        made["refs"] = list(case.refs)
    return {**made, "flags": list(case.flags)}


def mistakes(metric: str, made: Vector) -> dict[str, str]:
    """Return the scores of known mistakes in the native metric, to 12 digits, by the name of the mistake."""
    data, settings = from_plain(made["input"]), find_metric(metric).settings.from_mapping(made["settings"])
    expected_value = made["expected"].get("value")
    right = Score(float(expected_value)) if expected_value else Undefined("no score")
    return {
        name: f"{wrong.value:.12g}"
        for name, wrong in wrong_values(data, settings, right).items()
        if isinstance(wrong, Score)
    }


def confirm(metric: str, made: Vector, packages: Sequence[Package]) -> tuple[dict[str, str], dict[str, str]]:
    """Return two dictionaries of the values of packages, by name and version.

    The first has the packages that support the vector's settings, or settings that are equivalent on its input; the
    second has the others, at their nearest settings.
    """
    confirmed: dict[str, str] = {}
    observed: dict[str, str] = {}
    for settings in equivalent_settings(made["settings"], made["input"]):
        try:
            find_metric(metric).settings.from_mapping(settings)
        except SettingsError:  # a value that this metric's knob does not have
            continue
        changed = msgspec.convert({**made, "metric": metric, "settings": settings}, type=golden.Vector)
        same_settings, nearest_settings = answers(changed, packages)
        confirmed.update(same_settings)
        if settings == made["settings"]:
            observed.update(nearest_settings)
    return confirmed, {by: value for by, value in observed.items() if by not in confirmed}


def equivalent_settings(settings: dict[str, Any], data: dict[str, Any]) -> list[dict[str, Any]]:
    """Return `settings` with every combination of values of the knobs that have no effect on `data`.

    A package may fix such a knob to any of its values.
    """
    segments = data.get("segments", [])
    references = [len(segment["references"]) for segment in segments]
    idle: dict[str, tuple[str | int, ...]] = {}
    if references and min(references) > 0:
        idle["no_references"] = ("raise", "minus-one", "skip", "zero")
    if len(segments) == 1:
        idle["average"] = ("corpus", "sentences")
    if references and max(references) == min(references) == 1:
        idle["references"] = ("best", "highest-f", "first", "best-parts")
    if {"f_form", "length_limit", "average"} <= settings.keys():
        idle |= _idle_for_rouge(settings, idle)
    if settings.get("max_length") == 0 and all(len(segment["hypothesis"]) <= 2000 for segment in segments):
        idle["max_length"] = (0, 2000)
    knobs = sorted(set(idle) & set(settings))
    choices = itertools.product(*(dict.fromkeys((*idle[knob], settings[knob])) for knob in knobs))
    return [{**settings, **dict(zip(knobs, choice, strict=True))} for choice in choices]


def _idle_for_rouge(settings: dict[str, Any], idle: dict[str, tuple[str | int, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the knobs of the ROUGE family that have no effect, with their values, given the `idle` knobs of all metrics."""
    more: dict[str, tuple[str, ...]] = {}
    if settings["references"] in ("jackknife", "mean") or settings["average"] == "resampled":
        more = {knob: (settings[knob],) for knob in ("references", "average")}
    else:
        more |= {"references": ("best", "first", "pooled")} if "references" in idle else {}
        more |= {"average": ("corpus", "sentences", "means")} if "average" in idle else {}
    if settings["measure"] != "f" or (settings["beta"], settings["alpha"]) == (1, 0.5):
        more["f_form"] = (settings["f_form"],) if settings["f_form"] == "epsilon" else ("beta", "alpha")
    return more


def problems_of(vectors: list[tuple[str, Vector]], flags: set[str]) -> list[str]:
    """Return the problems of a list of pairs of metric and vector, as one line each."""
    repeated = collections.Counter(made["id"] for _, made in vectors)
    problems = [f"{name}: used {count} times" for name, count in repeated.items() if count > 1]
    for metric, made in vectors:
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", made["id"]) or not begins_with_a_name(made["id"], metric):
            problems.append(f"{made['id']}: not the name of a metric and a slug")
        if not (made["comment"] and made["source"]["derivation"] and made["flags"]):
            problems.append(f"{made['id']}: comment, derivation or flags missing")
        problems += [f"{made['id']}: unknown flag {flag!r}" for flag in made["flags"] if flag not in flags]
    used = {flag for _, made in vectors for flag in made["flags"]}
    return problems + [f"flags.toml: {flag!r} is not used" for flag in sorted(flags - used)]


def registered_flags() -> set[str]:
    """Return the names of the flags in golden/flags.toml. Raises `DataError` if the file is malformed."""
    return set(flags())


def main() -> int:
    """Compute and check all vectors, write the files that changed, and print a summary.

    Returns 1 if a vector has a problem, or if files would change with ``--check``.
    """
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--confirm", action="store_true", help="also ask the installed packages")
    parser.add_argument(
        "--release",
        action="append",
        default=[],
        help="also ask this release, about the vectors on releases (with --confirm)",
    )
    parser.add_argument("--check", action="store_true", help="write nothing; say whether golden/ would change")
    options = parser.parse_args()
    if options.confirm and sys.version_info < (3, 12):
        parser.error("--confirm needs Python 3.12 or later: before, sum() rounds otherwise, and so do packages")

    files = derived()
    everything = [(path.parent.name, made) for path, vectors in files.items() for made in vectors]
    wrong = problems_of(everything, registered_flags())
    if wrong:
        print("\n".join(wrong), file=sys.stderr)
        return 1
    here, old = (packages_to_ask(()), packages_to_ask(options.release)) if options.confirm else ([], [])
    changed = 0
    for path, vectors in sorted(files.items()):
        packages = (old if path.stem == "releases" else here) if options.confirm else None
        metric, before = path.parent.name, _recorded_before(path)
        columns = {
            made["id"]: columns_of(metric, made, before.get(made["id"], Columns()), packages, path.stem == "releases")
            for made in vectors
        }
        documents = {
            path: golden.file_of_vectors(metric, vectors),
            observed_path(path): golden.file_of_columns(columns),
        }
        for file, document in documents.items():
            content = as_json(document).encode("utf-8")
            if not file.exists() or file.read_bytes() != content:
                changed += 1
                if not options.check:
                    file.parent.mkdir(parents=True, exist_ok=True)
                    write_file(file, content)
    counts = collections.Counter(metric for metric, _ in everything)
    for metric, count in sorted(counts.items()):
        print(f"{metric:12} {count:4}")
    print(f"{'all':12} {sum(counts.values()):4}   in {2 * len(files)} files, {changed} changed")
    return 1 if options.check and changed else 0


def columns_of(
    metric: str, made: Vector, before: Columns, packages: Sequence[Package] | None, on_releases: bool
) -> Columns:
    """Return the generated columns of a vector: known mistakes, and the values of packages.

    `packages` are run, and the recorded values of other packages (`before`) are kept; with None, all are kept. Recorded
    values of other versions of an installed package are dropped, unless the vector is `on_releases`.
    """
    if packages is None:
        return Columns(mistakes(metric, made), before.confirmed_by, before.observed)
    names = {f"{package.file.implementation}=={package.version}" for package in packages}
    confirmed, observed = confirm(metric, made, packages)
    return Columns(
        mistakes(metric, made),
        _updated(before.confirmed_by, confirmed, names, on_releases),
        _updated(before.observed, observed, names, on_releases),
    )


def _updated(record: dict[str, str], answered: dict[str, str], names: set[str], on_releases: bool) -> dict[str, str]:
    """Return a record of values with new values for the packages `names`, without outdated ones, sorted."""
    kept = {by: value for by, value in record.items() if not _outdated(by.split(" ")[0], names, on_releases)}
    return dict(sorted({**kept, **answered}.items()))


def _outdated(label: str, names: set[str], on_releases: bool) -> bool:
    """Return whether the value of `label` (``name==version``) is dropped: for a package that ran, or an old installed version."""
    return label in names or (not on_releases and installed_package(label.partition("==")[0]).unavailable() is None)


def _recorded_before(path: Path) -> dict[str, Columns]:
    """Return the generated columns in the file on disk, by id; empty if there is no file."""
    beside = observed_path(path)
    return msgspec.json.decode(beside.read_bytes(), type=ObservedFile).columns if beside.exists() else {}


if __name__ == "__main__":
    sys.exit(main())
