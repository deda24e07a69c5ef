"""Driver of the functions in eval.py of the knowledge-driven dialogue baselines, on words separated by single spaces.

`calc_bleu` returns BLEU-1 and BLEU-2, or raises an error because of some order up to three: the error is then recorded as
the answer for the lowest order that causes it.
"""

from __future__ import annotations

import contextlib
import io
import random
import runpy
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from tools.originals.driver import Ask, Driver, Request, corpora, one_by_one

_Functions = dict[str, Any]
#: Pairs of generated words and gold words, as the program reads them.
_Pairs = list[list[list[str]]]


def _inputs(count: int, seed: int) -> Iterator[Data]:
    yield Corpus.from_tokens([], [])
    for corpus in corpora("char-f1", count, seed, 1):
        words = [[str(segment.hypothesis).strip().split(" ") for segment in corpus]]
        words += [[str(segment.references[0]).strip().split(" ") for segment in corpus]]
        yield Corpus.from_tokens(words[0], [[gold] for gold in words[1]])


def _requests(_: Data, __: random.Random) -> list[Request]:
    given = {"tokenizer": "given"}
    requests: list[Request] = [("f1", {})]
    requests += [("distinct", {**given, "order": order}) for order in (1, 2, 3)]
    requests += [("bleu", {**given, "max_order": order}) for order in (1, 2, 3)]
    return requests


def _functions(path: Path) -> _Functions:
    """Return the functions of the program by name; it scores a small file when it is run."""
    with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(io.StringIO()):
        file = Path(name) / "file.tsv"
        file.write_text("a b c\ta b c\n")
        before, sys.argv = sys.argv, [str(path), str(file)]
        try:
            return runpy.run_path(str(path))
        finally:
            sys.argv = before


def _bleu(functions: _Functions, pairs: _Pairs, order: int) -> float | str:
    """Return BLEU of an order, or "" if `calc_bleu` does not return it.

    Raises the error of `calc_bleu` if this order is the lowest that causes it.
    """
    try:
        bleu: list[float] = functions["calc_bleu"](pairs)
    except (ZeroDivisionError, ValueError):
        if order == _failing(functions, pairs):
            raise
        return ""
    return bleu[order - 1] if order <= len(bleu) else ""


def _failing(functions: _Functions, pairs: _Pairs) -> int:
    """Return the lowest order without n-grams, or with a match although a lower order has none.

    Raises `ValueError` if none is.
    """
    rates: list[float] = []
    for order in (1, 2, 3):
        if not any(len(words) >= order for words, _ in pairs):
            return order
        rates.append(functions["calc_cover_rate"](pairs, order))
        if rates[-1] > 0 and not all(rates):
            return order
    raise ValueError("none is the reason")


def _load(paths: list[Path]) -> Ask:
    functions = _functions(paths[0])

    def ask(entry_point: str, data: Corpus, knobs: dict[str, Any]) -> float | str:
        pairs = [[list(segment.hypothesis), list(segment.references[0])] for segment in data]
        if entry_point == "f1":
            return float(functions["calc_f1"](pairs))
        if entry_point == "distinct":
            return float(functions["calc_distinct_ngram"](pairs, knobs["order"]))
        return _bleu(functions, pairs, knobs["max_order"])

    return one_by_one(ask)


DRIVER = Driver(
    sources=[
        Source(
            repository="https://github.com/baidu/knowledge-driven-dialogue",
            path="generative_pt/tools/eval.py",
            version="ba85518a1ac2a57988188fc5f2b8fe42e1facf64",
            sha256="2c82cfa63ad3d091e96dbc8de51e6f579e5b7c16c5744808df712c30a175198f",
        )
    ],
    inputs=_inputs,
    requests=_requests,
    load=_load,
)
