"""Programs that misbehave, for tests with faults: ``cmd:python programs.py NAME``. All claim to compute WER.

The programs `FAILING` answer at once, or end; `HANGING` never answer; `BEGINNING` never describe what they compute.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

_ABOUT = {"implementation": "x", "metrics": [{"metric": "wer"}]}


def say(text: str | bytes, end: bytes = b"\n") -> None:
    """Write a text and a line end, or another end, to stdout at once."""
    sys.stdout.buffer.write((text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text) + end)
    sys.stdout.buffer.flush()


def _answer(**fields: Any) -> Callable[[int], None]:
    """Return a function that answers with these fields or, without any, with the wrong score 0.123."""
    return lambda number: say(json.dumps({"id": number, "outcome": "score", "value": 0.123, **fields}))


def _text(text: str | bytes, end: bytes = b"\n") -> Callable[[int], None]:
    """Return a function that prints a fixed line for every request; ID stands for the request's id."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return lambda number: say(raw.replace(b"ID", str(number).encode()), end)


def _flood(stream: Any, text: bytes) -> None:
    while True:
        stream.buffer.write(text)


def _then_answer(body: Callable[[], Any]) -> Callable[[int], None]:
    def answer(number: int) -> None:
        body()
        _answer()(number)

    return answer


def _then_leave(status: int) -> Callable[[int], None]:
    """Return a function that ends the program while a child in its own session holds the output open."""

    def leave(_: int) -> None:
        if os.fork() == 0:
            os.setsid()
            time.sleep(3600)
        os._exit(status)

    return leave


def _nested(levels: int, opening: str, closing: str) -> str:
    return (
        '{"id": ID, "outcome": "score", "value": 0.5, "stages": {"counts": '
        + opening * levels
        + "1"
        + closing * levels
        + "}}"
    )


def _exec(*command: str) -> Callable[[int], None]:
    return lambda _: os.execvp(command[0], command)  # noqa: S606 - on purpose


def _answers_twice(number: int) -> None:
    _answer()(number)
    _answer()(number)


def _answers_before_it_is_asked(number: int) -> None:
    for later in range(number, number + 50):
        _answer()(later)


_SCORE = '{"id": ID, "outcome": "score", "value": '

FAILING: dict[str, Callable[[int], Any]] = {
    # Its end.
    "exits_0": lambda _: os._exit(0),
    "exits_3": lambda _: os._exit(3),
    "exits_with_message": lambda _: sys.exit("a message\x1b[31m"),
    "faults": lambda _: os.kill(os.getpid(), signal.SIGSEGV),
    "aborts": lambda _: os.abort(),
    "is_killed": lambda _: os.kill(os.getpid(), signal.SIGKILL),
    "is_terminated": lambda _: os.kill(os.getpid(), signal.SIGTERM),
    "kills_its_parent": lambda _: _kill_parent(),
    "raises": lambda _: 1 / 0,
    "leaves_a_child": _then_leave(0),
    "leaves_a_child_and_fails": _then_leave(3),
    "ends_in_a_line": lambda number: (_text(_SCORE, b"")(number), os._exit(0)),
    "closes_its_output": lambda _: _close_output(),
    "becomes_true": _exec("true"),
    "becomes_nothing": _exec("no-such-program-at-all"),
    # Lines that are no answer.
    "says_nothing_and_goes_on": _text(""),
    "says_words": _text("half a point"),
    "says_traceback": _text("Traceback (most recent call last):"),
    "says_array": _text("[1, 2]"),
    "says_number": _text("0.5"),
    "says_null": _text("null"),
    "says_text": _text('"score"'),
    "says_half": _text(_SCORE),
    "says_two_objects": _text(_SCORE + "0.5} " + _SCORE + "0.5}"),
    "says_single_quotes": _text("{'id': ID, 'outcome': 'score', 'value': 0.5}"),
    "says_byte_order_mark": _text(b"\xef\xbb\xbf" + (_SCORE + "0.5}").encode()),
    "says_utf_16": _text((_SCORE + "0.5}").encode("utf-16")),
    "says_latin_1": _text(b'{"id": ID, "outcome": "raised", "message": "\xe9"}'),
    "says_surrogates": _text('{"id": ID, "outcome": "raised", "message": "\\ud800"}'),
    "says_null_characters": _text(b"\x00" * 1000),
    "says_random_bytes": _text(bytes(range(256)).replace(b"\n", b"")),
    "says_carriage_returns": _text(_SCORE + "0.5}\r" + _SCORE + "0.6}\r"),
    "says_deep_arrays": _text(_nested(10**5, "[", "]")),
    "says_deep_objects": _text(_nested(10**5, '{"a":', "}")),
    "says_900_levels": _text(_nested(900, "[", "]")),
    "says_long_line": _text("x" * (5 * 2**20)),
    "says_endless_line": lambda _: _flood(sys.stdout, b"x" * 65536),
    "says_endless_lines": lambda _: _flood(sys.stdout, b"x\n" * 1000),
    # Answers that are wrong in form.
    "has_no_id": _text('{"outcome": "score", "value": 0.5}'),
    "has_wrong_id": lambda number: _answer()(number + 1),
    "has_text_id": _text('{"id": "ID", "outcome": "score", "value": 0.5}'),
    "has_null_id": _answer(id=None),
    "has_list_id": _answer(id=[[]]),
    "has_no_outcome": _text('{"id": ID, "value": 0.5}'),
    "has_unknown_outcome": _answer(outcome="fine"),
    "has_number_outcome": _answer(outcome=1),
    "has_no_value": _text('{"id": ID, "outcome": "score"}'),
    "has_null_value": _answer(value=None),
    "has_bool_value": _answer(value=True),
    "has_list_value": _answer(value=[0.5]),
    "has_text_value": _answer(value="half"),
    "has_underscore_value": _answer(value="1_0"),
    "has_other_digits": _answer(value="１"),
    "has_hexadecimal_value": _answer(value="0x1p-1"),
    "has_spaces_value": _answer(value=" 0.5 "),
    "has_nan": _text(_SCORE + "NaN}"),
    "has_infinity": _text(_SCORE + "Infinity}"),
    "has_huge_exponent": _text(_SCORE + "1e999}"),
    "has_huge_integer": _text(_SCORE + "1" * 5000 + "}"),
    "has_text_nan": _answer(value="nan"),
    "has_list_stages": _answer(stages=[1]),
    "has_null_stages": _answer(stages=None),
    "has_huge_stages": _answer(stages={"counts": [[]] * 10**6}),
    "has_huge_numbers_in_stages": _text(_SCORE + '0.5, "stages": {"counts": [' + "9" * 400 + "]}}"),
    "has_text_warnings": _answer(warnings="w"),
    "has_number_warnings": _answer(warnings=[1]),
    "has_many_warnings": _answer(warnings=["w" * 1000] * 3000),
    "has_control_characters": _answer(outcome="raised", error="\x1b[31m", message="\x00\u202e\r\n<b>&|`"),
    "has_huge_message": _answer(outcome="raised", error="E" * 10**6, message="m" * 10**6),
    "has_number_message": _answer(outcome="raised", message=3),
    # Well-formed answers that are wrong.
    "is_wrong": _answer(),
    "is_undefined": _answer(outcome="undefined"),
    "is_unsupported": _answer(outcome="unsupported"),
    "is_raised": _answer(outcome="raised", error="ValueError"),
    "is_crashed": _answer(outcome="crashed"),
    "answers_twice": _answers_twice,
    "answers_before_it_is_asked": _answers_before_it_is_asked,
    # Other streams, signals and files.
    "floods_stderr": _then_answer(lambda: sys.stderr.write("e" * 10**7)),
    "floods_stderr_with_bytes": _then_answer(lambda: sys.stderr.buffer.write(bytes(range(256)) * 10**4)),
    "closes_stderr": _then_answer(lambda: os.close(2)),
    "closes_stdin": lambda number: _answer_and_close(number),
    "leaves_processes": _then_answer(lambda: _leave_process()),
}

HANGING: dict[str, Callable[[int], Any]] = {
    "sleeps": lambda _: time.sleep(3600),
    "loops": lambda _: _loop(),
    "stops_itself": lambda _: os.kill(os.getpid(), signal.SIGSTOP),
    "answers_one_byte_a_second": lambda number: _slowly(number),
    "answers_without_an_end_of_line": lambda number: _begin_answer(number),
    "ignores_signals": lambda _: _ignore_and_loop(),
    "waits_for_a_child": lambda _: os.system("sleep 3600"),  # noqa: S605, S607 - on purpose
    "reads_on": lambda _: sys.stdin.read(),
    "becomes_cat": _exec("cat"),  # which waits for the next line
}

BEGINNING: dict[str, Callable[[], Any]] = {
    "begins_with_end": lambda: os._exit(0),
    "begins_with_fault": lambda: os.kill(os.getpid(), signal.SIGSEGV),
    "begins_with_words": lambda: say("hello"),
    "begins_with_flood": lambda: _flood(sys.stdout, b"x\n" * 1000),
    "begins_without_metrics": lambda: say('{"id": 1, "implementation": "x"}'),
    "begins_with_unknown_metric": lambda: say('{"id": 1, "implementation": "x", "metrics": [{"metric": "blue"}]}'),
    "begins_with_unknown_field": lambda: say(
        '{"id": 1, "implementation": "x", "metrics": [{"metric": "wer", "x": 1}]}'
    ),
    "begins_with_unknown_knob": lambda: say(
        '{"id": 1, "implementation": "x", "metrics": [{"metric": "wer", "settings": {"x": 1}}]}'
    ),
    "begins_with_deep_value": lambda: say(
        '{"id": 1, "implementation": "x", "metrics": [{"metric": "wer", "settings": {"case": %s}}]}'
        % ("[" * 500 + "]" * 500)
    ),
    "begins_with_many_metrics": lambda: say(json.dumps({"id": 1, **_ABOUT, "metrics": [{"metric": "wer"}] * 10**5})),
    "begins_with_long_name": lambda: say(json.dumps({"id": 1, **_ABOUT, "implementation": "n" * 10**6})),
    "begins_with_controls": lambda: say(
        json.dumps({"id": 1, "implementation": "\x1b[31m\x00", "metrics": [{"metric": "\x1b[31m"}]})
    ),
    "begins_with_no_metric": lambda: say('{"id": 1, "implementation": "x", "metrics": []}'),
}


def _loop() -> None:
    while True:
        pass


def _kill_parent() -> None:
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(60)


def _close_output() -> None:
    os.close(1)
    time.sleep(3600)


def _answer_and_close(number: int) -> None:
    _answer()(number)
    os.close(0)
    time.sleep(0.2)
    os._exit(0)


def _leave_process() -> None:
    if os.fork() == 0:
        os.setsid()
        time.sleep(3600)


def _begin_answer(number: int) -> None:
    _text(_SCORE + "0.5}", b"")(number)
    time.sleep(3600)


def _ignore_and_loop() -> None:
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    _loop()


def _slowly(number: int) -> None:
    for byte in (_SCORE + "0.5}").replace("ID", str(number)).encode():
        say(bytes([byte]), b"")
        time.sleep(1)


def main(name: str) -> None:
    """Answer requests in the way that `name` describes."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "stop":
            return
        if request["op"] == "describe" and name in BEGINNING:
            BEGINNING[name]()
        elif request["op"] == "describe":
            say(json.dumps({"id": request["id"], **_ABOUT}))
        else:
            (FAILING.get(name) or HANGING[name])(request["id"])


if __name__ == "__main__":
    main(sys.argv[1])
