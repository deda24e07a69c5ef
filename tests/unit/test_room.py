"""How much memory a command may take."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from samescore.verbs.inputs import memory_limit as room

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once


@pytest.fixture
def no_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_OF_CONTAINER", ())


@pytest.mark.usefixtures("no_limits")
def test_a_container_has_less_room_than_its_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of_machine = room.default_memory_limit()
    assert of_machine > 2**24
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(room, "_OF_CONTAINER", (str(tmp_path / "nowhere"), str(limit)))
    for content, bytes_of_room in (("1048576\n", 2**18), ("max\n", of_machine), (f"{2**62}\n", of_machine)):
        limit.write_text(content, encoding="ascii")
        assert room.default_memory_limit() == bytes_of_room


@pytest.mark.usefixtures("no_limits")
@pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are those of POSIX")
def test_a_limit_of_the_process_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    monkeypatch.setattr(resource, "getrlimit", {resource.RLIMIT_AS: (2**20, 2**20)}.get)
    assert room.default_memory_limit() == 2**18
