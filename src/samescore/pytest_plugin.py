"""Run golden vectors as test items: ``pytest --samescore-impl py:package.module:function --samescore-metric bleu``.

Programs and functions also get one item for each fresh (randomly generated) input; all processes of pytest-xdist
generate the same inputs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from samescore.catalogue.vectors import Vector
    from samescore.implementations import Implementation
    from samescore.records import Repeated, Result
    from samescore.verbs.judging.fresh import Fresh, FreshQuestion
    from samescore.verbs.judging.repeat import AskedQuestions

_SEED = pytest.StashKey[int]()
#: The implementation under test.
_TESTED: pytest.StashKey[Implementation] = pytest.StashKey()
_NO_FRESH = "samescore: no fresh inputs"
#: The name of the item that repeats small inputs.
_AGAIN = "asked-again"
#: The report attribute that holds an item's result.
_RESULT = "samescore_result"
#: The report attribute that holds the size of an item's fresh input.
_SIZES = "samescore_sizes"
#: Maximum number of known mistakes shown in the summary.
_MISTAKES = 4
#: The options of ``samescore run`` for functions and programs without a description of their own.
_CLAIMS = (
    ("like", "PROFILE", "the entry point that it should match, e.g. nltk.sentence_bleu"),
    ("return-key", "KEY", "the part of a function's result to use as the score"),
    ("layout", "LAYOUT", "the call convention of a function (default: detected)"),
    ("number-pattern", "REGEX", "regular expression for the score in a program's output"),
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of this plugin."""
    group = parser.getgroup("samescore", "golden vectors of text metrics")
    group.addoption("--samescore-impl", metavar="IMPL", help="py:package.module:function, cmd:program, or a package")
    group.addoption("--samescore-metric", metavar="METRIC", default="", help="the metric to check")
    group.addoption(
        "--samescore-set", metavar="KNOB=VALUE", action="append", default=[], help="set a knob (repeatable)"
    )
    for option, metavar, text in _CLAIMS:
        group.addoption(f"--samescore-{option}", metavar=metavar, default="", help=text)
    group.addoption(
        "--samescore-timeout", metavar="SECONDS", type=float, default=None, help="time limit for one answer"
    )
    group.addoption(
        "--samescore-in-process",
        action="store_true",
        help="call a function (py:) in pytest's process, for debuggers and coverage; it can then interfere with the tests",
    )
    group.addoption(
        "--samescore-expect", metavar="FILE", default="", help="file of expected failures (samescore expect IMPL)"
    )
    group.addoption(
        "--samescore-fresh", metavar="N", type=int, default=50, help="fresh inputs per entry point; 0: none"
    )
    group.addoption(
        "--samescore-seed",
        metavar="SEED",
        type=int,
        default=None,
        help="the seed of the fresh inputs (default: random)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed of the fresh inputs, one for all processes, if an implementation is to be tested."""
    if not config.getoption("--samescore-impl"):
        return
    chosen, named = getattr(config, "workerinput", {}).get("samescore_seed"), config.getoption("--samescore-seed")
    if chosen is None:
        from samescore.verbs.judging.fresh import Fresh

        chosen = Fresh.of(seed=named).accepting(_expected_failures(config)).seed
    config.stash[_SEED] = chosen


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Pass the seed to a worker process of pytest-xdist."""
    if _SEED in node.config.stash:
        node.workerinput["samescore_seed"] = node.config.stash[_SEED]


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Return the header lines that describe the fresh inputs."""
    count = config.getoption("--samescore-fresh")
    if _SEED not in config.stash:
        return []
    return [f"samescore: {count} fresh inputs per entry point, seed {config.stash[_SEED]}" if count else _NO_FRESH]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add a test item for each vector and fresh input of the implementation's metrics, and one that repeats inputs."""
    name = config.getoption("--samescore-impl")
    if not name:
        return
    from samescore.base.errors import SamescoreError
    from samescore.catalogue.vectors import vectors
    from samescore.implementations import Replay
    from samescore.verbs.judging.fresh import is_fresh, questions
    from samescore.verbs.judging.repeat import AskedQuestions

    try:
        tested = _implementation(name, config)
        reasons = _expected_failures(config)
        wanted = _metric(config.getoption("--samescore-metric"))
    except SamescoreError as problem:
        raise pytest.UsageError(str(problem)) from None
    config.add_cleanup(tested.close)
    config.stash[_TESTED] = tested
    if refusal := tested.unavailable():
        raise pytest.UsageError(f"{name} cannot be run: {refusal.reason}")

    once = AskedQuestions(tested)

    def add(identifier: str, asked: Vector | FreshQuestion) -> None:
        items.append(
            _Item.from_parent(session, name=identifier, once=once, asked=asked, reason=reasons.get(identifier))
        )

    for vector in vectors().values():
        profiles = getattr(tested, "profiles", None)
        if (not wanted or vector.metric == wanted) and (profiles is None or profiles(vector.metric)):
            add(vector.id, vector)
    asked_fresh = list(questions(tested, _fresh(config), metrics=[wanted] if wanted else []))
    for question in asked_fresh:
        add(question.case.id, question)
    if tested.describes_itself and not isinstance(tested, Replay):
        items.append(_AgainItem.from_parent(session, name=_AGAIN, once=once, seed=config.stash[_SEED]))
    known = {*vectors(), *(question.case.id for question in asked_fresh)}
    unmatched = sorted(name for name in reasons if name not in known and (asked_fresh or not is_fresh(name)))
    if unmatched:
        config.issue_config_time_warning(
            pytest.PytestWarning(f"samescore: no vector is named {', '.join(unmatched)}"), stacklevel=2
        )


def _fresh(config: pytest.Config) -> Fresh:
    from samescore.verbs.judging.fresh import Fresh

    return Fresh.of(config.getoption("--samescore-fresh"), config.stash[_SEED])


def _expected_failures(config: pytest.Config) -> dict[str, str]:
    """Return the expected failures of the implementation: reasons by id. Raises `pytest.UsageError` for a bad file."""
    from samescore.base.errors import SamescoreError
    from samescore.catalogue.expectations import expected_failures

    name, file = config.getoption("--samescore-impl"), config.getoption("--samescore-expect")
    try:
        return expected_failures([Path(file)] if file else [], [name]).get(name, {})
    except SamescoreError as problem:
        raise pytest.UsageError(str(problem)) from None


def _metric(name: str) -> str:
    from samescore.metrics import find

    return find(name)[0].name if name else ""


def _implementation(name: str, config: pytest.Config) -> Implementation:
    """Return the implementation selected by the options. Raises `SamescoreError` if they are wrong."""
    from samescore.implementations import implementation
    from samescore.verbs.inputs.declarations import declaration_of
    from samescore.verbs.lookup.context import asking, declaring

    options = {
        "name": name,
        "metric": config.getoption("--samescore-metric"),
        "assignments": tuple(config.getoption("--samescore-set")),
    }
    claims = {option.replace("-", "_"): config.getoption(f"--samescore-{option}") for option, _, _ in _CLAIMS}
    with (
        asking(config.getoption("--samescore-timeout"), None, in_process=config.getoption("--samescore-in-process")),
        declaring(declaration_of(options, **claims, region=True)),  # the summary shows its guesses
    ):
        return implementation(name)


class _SamescoreItem(pytest.Item):
    """A test item with a result, which is attached to its report."""

    result: Result | Repeated | None = None
    #: The size of the item's fresh input; empty for other inputs.
    sizes: Mapping[str, int] = {}

    def __init__(self, *, once: AskedQuestions, **rest: Any) -> None:
        super().__init__(**rest)
        self._once = once

    def watching(self) -> AbstractContextManager[None]:
        """Detect files that appear in the working folder; off under pytest-xdist, where other workers may create them."""
        from samescore.implementations.left_files import detecting_new_files

        alone = not hasattr(self.config, "workerinput")
        return detecting_new_files(self._once.implementation.watch if alone else None)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if excinfo.errisinstance(AssertionError):
            from samescore.report.plain import page

            return page(str(excinfo.value).split("\n"))
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[str, int | None, str]:
        return "samescore", None, self.name


class _Item(_SamescoreItem):
    """A test item: one vector or fresh input, scored by the implementation. `reason` says why a failure is expected."""

    def __init__(self, *, asked: Vector | FreshQuestion, reason: str | None, **rest: Any) -> None:
        super().__init__(**rest)
        self._asked, self._reason = asked, reason

    def runtest(self) -> None:
        from samescore.records import sizes
        from samescore.verbs.judging.cases import JudgedCase, nearest_question, questions_for
        from samescore.verbs.judging.check import describe, describe_fresh
        from samescore.verbs.judging.fresh import FreshQuestion
        from samescore.verbs.judging.judge import judge_case

        implementation = self._once.implementation
        if isinstance(self._asked, FreshQuestion):
            with self.watching():
                result = self._once.judged(self._asked.question, self._asked.judge)
            recorded = self._asked.record()
            described, self.sizes = describe_fresh(result, recorded), sizes(recorded.input)
        else:
            case = JudgedCase.of(self._asked)
            possible = questions_for(implementation, case)
            question = nearest_question(possible) if possible else None
            with self.watching():
                result = self._once.judged(question, lambda: judge_case(implementation, case, possible))
            described = describe(result)
        self.result = result
        if not result.verdict.answered:
            pytest.skip(result.why)
        if self._reason is None:
            if result.verdict.red:
                raise AssertionError(described)
        elif result.verdict.red:
            pytest.xfail(self._reason)
        else:
            raise AssertionError(f"{self.name} passes, but is listed as an expected failure: {self._reason}")


class _AgainItem(_SamescoreItem):
    """A test item that repeats small inputs in other orders (see `samescore.verbs.judging.repeat`)."""

    def __init__(self, *, seed: int, **rest: Any) -> None:
        super().__init__(**rest)
        self._seed = seed

    def runtest(self) -> None:
        with self.watching():
            self.result = repeated = self._once.repeat(self._seed)
        if repeated is None:
            pytest.skip("no earlier test in this process ran an input that can be repeated")
        if repeated.changes:
            raise AssertionError("\n".join(repeated.lines))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Attach an item's result to its report, which pytest-xdist passes to the main process."""
    outcome = yield
    if isinstance(item, _SamescoreItem) and item.result is not None and call.when == "call":
        from samescore.records import line

        setattr(outcome.get_result(), _RESULT, line(item.result))
        setattr(outcome.get_result(), _SIZES, dict(item.sizes))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print each metric's coverage, the known mistakes that explain failures, and other remarks, such as new files."""
    if _SEED not in config.stash:
        return
    from samescore.records import LeftFiles, Result, largest_of
    from samescore.report.plain import visible

    reports = [report for category in terminalreporter.stats.values() for report in category]
    reports = [report for report in reports if hasattr(report, _RESULT)]
    recorded = _recorded(reports)
    results = [result for result in recorded if isinstance(result, Result)]
    if results:
        terminalreporter.section("samescore")
        for text in _summary(results, config):
            terminalreporter.write_line(visible(text, 600))
    if large := largest_of(getattr(report, _SIZES) for report in reports):
        terminalreporter.write_line(f"The fresh inputs had {large}.")
    for repeated in recorded:
        if not isinstance(repeated, Result) and not repeated.changes:
            terminalreporter.write_line(visible(f"{repeated.implementation}: {repeated.text}.", 600))
    watch = config.stash[_TESTED].watch if _TESTED in config.stash else None
    if watch is not None and watch.left:
        left = LeftFiles.of(config.getoption("--samescore-impl"), str(watch.folder), watch.left)
        terminalreporter.write_line(visible(left.text, 600))


def _recorded(reports: Sequence[Any]) -> list[Result | Repeated]:
    """Return the results attached to the items' reports, from all processes."""
    from samescore.base.documents import from_json
    from samescore.records import Repeated, Result

    return [from_json(getattr(report, _RESULT), Result | Repeated) for report in reports]


def _summary(results: list[Result], config: pytest.Config) -> Iterator[str]:
    from samescore.records import coverage_of, explained_failures
    from samescore.verbs.judging.fresh import is_fresh
    from samescore.verbs.judging.likeness import likenesses

    name, seed = config.getoption("--samescore-impl"), config.stash[_SEED]
    fresh = {result.vector: dict[str, Any]() for result in results if is_fresh(result.vector)}
    for metric in dict.fromkeys(result.metric for result in results):
        own = [result for result in results if result.metric == metric]
        asked = coverage_of(name, metric, own, seed if config.getoption("--samescore-fresh") else None, fresh)
        yield asked.line
    failures = [result for result in results if result.verdict.red]
    tested = config.stash[_TESTED] if _TESTED in config.stash else _implementation(name, config)
    try:
        yield from (f"{name}: {note}" for note in tested.answer_notes(sorted({result.metric for result in results})))
        behaves = list(likenesses(tested, results)) if failures else []
        yield from (mistake.line for mistake in explained_failures(failures, behaves)[:_MISTAKES])
        yield from (likeness.line for likeness in behaves)
    finally:
        tested.close()
