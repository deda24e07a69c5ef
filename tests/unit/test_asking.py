"""Settings for running implementations hold within a block, and a time limit refuses after its end."""

from __future__ import annotations

from pathlib import Path

from samescore.implementations.asking import Asking, Budget, asking, current, module_folder, out_of_time, searching


def test_settings_of_a_block_end_with_it(tmp_path: Path) -> None:
    assert current() == Asking(timeout=None, in_process=False, budget=None)
    with asking(Asking(timeout=2.0)), searching(tmp_path):
        with asking(Asking(in_process=True)):
            assert current() == Asking(in_process=True)
        assert (current().timeout, module_folder()) == (2.0, tmp_path)
        assert out_of_time() is None
    assert (current().timeout, module_folder()) == (None, None)


def test_a_time_limit_refuses_after_its_end() -> None:
    long, over = Budget(1000), Budget(0)
    assert 990 < long.left() <= 1000
    assert long.refusal() is None
    assert (over.left(), over.cut, long.cut) == (0.0, False, False)
    with asking(Asking(budget=over)):
        refusal = out_of_time()
    assert refusal is not None
    assert refusal.reason == "skipped: the budget of 0 seconds is exhausted"
    assert over.cut
