"""`samescore.compat.jiwer` against jiwer, installed here and in environments, on generated inputs."""

from __future__ import annotations

import json
import random
import subprocess
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from conformance import jiwer_calls
from conformance.peers import need
from samescore.compat import compat
from samescore.implementations import installed_package
from samescore.implementations.environments import environments
from samescore.metrics.edits.steps import deletions_last_steps, operations

_SEEDS, _INPUTS = (1, 2, 3), 150
_RELEASES = ("2.3.0", "2.4.0", "2.5.2", "2.6.0", "3.0.0", "3.0.1", "3.0.3", "3.1.0", "4.0.0")


def _need_same_answers(release: str, theirs: list[dict[str, Any]], seed: int) -> None:
    ours = jiwer_calls.answers(compat("jiwer", release), seed, _INPUTS)
    for case, own, other in zip(jiwer_calls.cases(seed, _INPUTS), ours, theirs, strict=True):
        assert own == other, case


@pytest.mark.parametrize("seed", _SEEDS)
def test_functions(seed: int) -> None:
    need(installed_package("jiwer"))
    theirs = jiwer_calls.answers(import_module("jiwer"), seed, _INPUTS)
    refused = sum(answer[0].startswith("raised") for answers in theirs for answer in answers.values())
    assert len(theirs) == _INPUTS
    assert 0 < refused < sum(map(len, theirs)) / 2
    _need_same_answers(version("jiwer"), theirs, seed)


@pytest.mark.parametrize("release", _RELEASES)
def test_functions_of_releases(release: str) -> None:
    """In an environment of the release, if ``samescore environments make jiwer==RELEASE`` has made one."""
    made = [environment for environment in environments(f"jiwer-{release}-") if environment.version == release]
    if not made:
        pytest.skip(f"no environment: samescore environments make jiwer=={release}")
    command = [str(made[0].python), "-W", "ignore", str(Path(jiwer_calls.__file__)), "1", str(_INPUTS)]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own script
    _need_same_answers(release, json.loads(printed), 1)


def test_signatures_and_names() -> None:
    import inspect

    need(installed_package("jiwer"))
    package, offered = import_module("jiwer"), compat("jiwer", version("jiwer"))
    names = {name for name in vars(package) if not name.startswith("_")}
    assert names == {name for name in vars(offered) if not name.startswith("_")}
    for name in names:
        theirs, ours = getattr(package, name), getattr(offered, name)
        if inspect.isfunction(theirs) or inspect.isclass(theirs):
            parameters = inspect.signature(theirs).parameters
            assert list(inspect.signature(ours).parameters) == list(parameters), name
            for parameter in inspect.signature(ours).parameters.values():
                default = parameters[parameter.name].default
                assert callable(default) or parameter.default == default, (name, parameter)


@pytest.mark.parametrize("sizes", [(3000, 3000), (9000, 900), (600, 8000), (2600, 2400)])
@pytest.mark.parametrize("vocabulary", [2, 20, 1000])
def test_alignments_of_long_texts(sizes: tuple[int, int], vocabulary: int) -> None:
    """RapidFuzz splits texts of so many words."""
    need(installed_package("rapidfuzz"))
    opcodes = import_module("rapidfuzz.distance").Levenshtein.opcodes
    rng = random.Random(sum(sizes) + vocabulary)
    reference, hypothesis = (rng.choices(range(vocabulary), k=size) for size in sizes)
    if vocabulary == 1000 and sizes[0] == 9000:  # without a common word
        hypothesis = [word + vocabulary for word in hypothesis]
    steps = deletions_last_steps(list(map(str, reference)), list(map(str, hypothesis)))
    names = {"replace": "substitute"}
    assert operations(steps) == [
        (names.get(kind, kind), *spans) for kind, *spans in opcodes(reference, hypothesis).as_list()
    ]
