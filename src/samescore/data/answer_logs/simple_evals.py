"""The complete results of OpenAI's simple-evals (``*_allresults.json``).

The outputs are the last messages of the conversations. Gold answers, extracted answers and scores are read from the HTML,
because the file has them nowhere else.
"""

from __future__ import annotations

import ast
import html
import re
from typing import Any

import msgspec

from samescore.base.errors import InputError
from samescore.base.files import PathLike
from samescore.data.answer_logs.log import AnswerLog, LogFormat, LoggedAnswer, converted

_DOCUMENT = (
    'the file has {"score": 0.5, "htmls": ["...<p>Correct Answer: 4</p>..."], "convos": [[{"role": "assistant", '
    '"content": "Answer: 4"}]], ...}, as simple-evals writes it'
)
_SCORER = "score"
#: The texts of recorded scores: most tasks write a float, MGSM a truth value.
_SCORES = {"1.0": 1.0, "0.0": 0.0, "True": 1.0, "False": 0.0}
_RESULTS = re.compile(
    r"<h3>Results</h3>\s*<p>Correct Answer: (?P<gold>[^<]*)</p>\s*<p>Extracted Answer: (?P<extracted>[^<]*)</p>\s*"
    r"<p>Score: (?P<score>[^<]*)</p>\s*\Z"
)


class _Message(msgspec.Struct):
    role: str
    content: Any


class _Results(msgspec.Struct):
    htmls: list[str | None]
    convos: list[list[_Message] | None]
    score: float | None = None


def _recognizes(document: Any) -> bool:
    return isinstance(document, dict) and {"htmls", "convos", "score"} <= document.keys()


def _read(path: PathLike, document: dict[str, Any]) -> AnswerLog:
    """Return the questions. Raises `InputError` for a question without a text or gold answer, such as HumanEval's."""
    results = converted(document, _Results, str(path), _DOCUMENT)
    if len(results.htmls) != len(results.convos):
        raise InputError(
            f"{path} has {len(results.htmls)} htmls but {len(results.convos)} convos",
            hint="write one entry for each question in both",
        )
    pairs = enumerate(zip(results.htmls, results.convos, strict=True))
    answers = [_answer(f"{path}, question {number + 1}", page or "", convo or []) for number, (page, convo) in pairs]
    return AnswerLog("simple-evals", answers, {} if results.score is None else {_SCORER: results.score})


def _answer(place: str, page: str, conversation: list[_Message]) -> LoggedAnswer:
    found = _RESULTS.search(page[page.rfind("<h3>Results</h3>") :]) if "<h3>Results</h3>" in page else None
    output = conversation[-1].content if conversation else None
    if found is None or not isinstance(output, str):
        raise InputError(f"{place}: there is no gold answer or no output", hint=_DOCUMENT)
    gold, extracted, score = (html.unescape(found[name]) for name in ("gold", "extracted", "score"))
    scores = {_SCORER: _SCORES[score]} if score in _SCORES else {}
    return LoggedAnswer(
        place, "", (output,), _golds(gold, place), scores, {_SCORER: None if extracted == "None" else extracted}
    )


def _golds(text: str, place: str) -> tuple[str, ...]:
    """Return the gold answers: the members of a list of texts, as in DROP, or else the text itself."""
    if text.startswith(("['", '["')):
        try:
            members = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return (text,)
        return tuple(map(str, members)) or (text,)
    if re.fullmatch(r"\[1(?:, 1)*\]", text):
        raise InputError(f"{place}: the outputs are programs, which have no gold answer", hint="use -m pass-at-k")
    return (text,)


FORMAT = LogFormat("simple-evals", "document", "*_allresults.json", _recognizes, _read)
