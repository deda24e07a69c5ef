"""Golden vectors as test items: ``pytest --samescore-impl py:package.module:function --samescore-metric bleu``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from samescore.catalogue.vectors import Vector
    from samescore.implementations import Implementation


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this plugin."""
    group = parser.getgroup("samescore", "golden vectors of text metrics")
    group.addoption("--samescore-impl", metavar="IMPL", help="py:package.module:function, cmd:program, or a package")
    group.addoption("--samescore-metric", metavar="METRIC", default="", help="which metric a function computes")
    group.addoption(
        "--samescore-like", metavar="PROFILE", default="", help="whose settings it has, for example nltk.sentence_bleu"
    )
    group.addoption(
        "--samescore-set", metavar="KNOB=VALUE", action="append", default=[], help="a knob's value (repeatable)"
    )
    group.addoption("--samescore-expect", metavar="FILE", default="", help="expected failures: samescore expect IMPL")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test item for each vector of the implementation's metrics."""
    name = config.getoption("--samescore-impl")
    if not name:
        return
    from samescore.catalogue.expectations import expected_failures
    from samescore.catalogue.vectors import vectors
    from samescore.errors import SamescoreError

    try:
        tested = _implementation(name, config)
        expect = config.getoption("--samescore-expect")
        reasons = expected_failures([Path(expect)] if expect else [], [tested.name]).get(tested.name, {})
        wanted = _metric(config.getoption("--samescore-metric"))
    except SamescoreError as problem:
        raise pytest.UsageError(str(problem)) from None
    config.add_cleanup(tested.close)
    for vector in vectors().values():
        profiles = getattr(tested, "profiles", None)
        if (not wanted or vector.metric == wanted) and (profiles is None or profiles(vector.metric)):
            reason = reasons.get(vector.id)
            items.append(
                _Item.from_parent(session, name=vector.id, implementation=tested, vector=vector, reason=reason)
            )
    unmatched = sorted(set(reasons) - set(vectors()))
    if unmatched:
        config.issue_config_time_warning(
            pytest.PytestWarning(f"samescore: no vector is called {', '.join(unmatched)}"), stacklevel=2
        )


def _metric(name: str) -> str:
    from samescore.metrics import find

    return find(name)[0].name if name else ""


def _implementation(name: str, config: pytest.Config) -> Implementation:
    from samescore.implementations import implementation, named_function
    from samescore.metrics import find

    metric, like = config.getoption("--samescore-metric"), config.getoption("--samescore-like")
    assignments = config.getoption("--samescore-set")
    if name.startswith("py:") and metric:
        kind = find(metric)[0].settings
        pairs = [text.partition("=") for text in assignments]
        return named_function(
            name,
            metric,
            in_process=True,
            like=like,
            settings={knob: kind.parse_value(knob, text) for knob, _, text in pairs},
        )
    if like or assignments:
        raise pytest.UsageError(
            "--samescore-like and --samescore-set describe a py: function and need --samescore-metric"
        )
    return named_function(name, in_process=True) if name.startswith("py:") else implementation(name)


class _Item(pytest.Item):
    """One vector, scored by the implementation; `reason` says why a failure is expected."""

    def __init__(self, *, implementation: Implementation, vector: Vector, reason: str | None, **rest: Any) -> None:
        super().__init__(**rest)
        self._implementation, self._vector, self._reason = implementation, vector, reason

    def runtest(self) -> None:
        from samescore.verbs.check import describe
        from samescore.verbs.judge import judge

        result = judge(self._implementation, self._vector)
        if not result.verdict.answered:
            pytest.skip(result.why)
        if self._reason is None:
            if result.verdict.red:
                raise AssertionError(describe(result))
        elif result.verdict.red:
            pytest.xfail(self._reason)
        else:
            raise AssertionError(f"{self._vector.id} passes, but is listed as failing: {self._reason}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if excinfo.errisinstance(AssertionError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, int | None, str]:
        return "samescore", None, self.name
