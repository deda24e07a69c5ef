"""Driver of lm-evaluation-harness's tasks hendrycks_math, aime and minerva_math, as far as these compare texts.

The functions run alone. A gold answer is in a box in the solution. minerva_math's `normalize_final_answer`, in two
releases, is followed by a comparison of texts. Whole minerva_math needs SymPy with antlr4-python3-runtime 4.11; it is
asked where samescore decides what SymPy would.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

from conformance.recorded import Source
from samescore.data.corpus import Corpus
from samescore.data.kinds import Data
from samescore.metrics.qa.answer_match import ANSWER_MATCH
from tools.originals.driver import Ask, Driver, Request, joined
from tools.originals.harness import Grade, alone, graders
from tools.originals.latex_answers import driver

_OF_HENDRYCKS: tuple[str, ...] = (
    "process_results",
    "is_equiv",
    "remove_boxed",
    "last_boxed_only_string",
    "fix_fracs",
    "fix_a_slash_b",
)
_OF_HENDRYCKS += ("remove_right_units", "fix_sqrt", "strip_string")
#: The SHA-256 of minerva_math's script in two releases.
_MINERVA_0_4_13 = "e6b10f05b1990d3e82a4414bbf8c04a9f6b7e029c00dfe336a040ecf78acdab0"
_MINERVA_0_4_9_2 = "cf84cc3d8c089512fb40483a501481c1de54405db1e39d6ada45d5a36ab4cf15"
_OF_MINERVA = ("SUBSTITUTIONS", "REMOVED_EXPRESSIONS", "normalize_final_answer")


def _load(paths: list[Path]) -> Ask:
    def results(path: Path, key: str, form: str) -> Grade:
        process = alone(path, *_OF_HENDRYCKS, Dict=dict, List=list).process_results
        return lambda output, golds: float(process({key: form.format(golds[0])}, [output])["exact_match"])

    def normalized(path: Path) -> Grade:
        normalize: Callable[[str], str] = alone(path, *_OF_MINERVA).normalize_final_answer
        return lambda output, golds: float(normalize(output) == normalize(golds[0]))

    return graders(
        {
            "hendrycks_math": results(paths[0], "solution", "Hence $\\boxed{{{}}}$."),
            "aime": results(paths[1], "answer", "{}"),
            "normalize_final_answer": normalized(paths[2]),
            "normalize_final_answer.v0-4-9-2": normalized(paths[3]),
        }
    )


def _in_a_box(gold: str) -> bool:
    """Return whether a gold answer is found in a box around it."""
    depths = [gold[:at].count("{") - gold[:at].count("}") for at in range(len(gold) + 1)]
    return min(depths) == depths[-1] == 0 and "\\boxed" not in gold


def _source(task: str, version: str, sha256: str) -> Source:
    return Source("https://pypi.org/project/lm-eval", f"lm_eval/tasks/{task}/utils.py", version, sha256)


_HENDRYCKS = driver(
    ["hendrycks_math", "aime", "normalize_final_answer", "normalize_final_answer.v0-4-9-2"],
    [
        _source("hendrycks_math", "0.4.13", "8332e42f23c62043b23d74ee6d3934f997b209cd60a1ad45b7882d6b00929d5c"),
        _source("aime", "0.4.13", "e5072ebf08479745698bec6cfa103faa4f3ac5764db09bcbe760953227f9082b"),
        _source("minerva_math", "0.4.13", _MINERVA_0_4_13),
        _source("minerva_math", "0.4.9.2", _MINERVA_0_4_9_2),
    ],
    _load,
    _in_a_box,
)


_OF_MINERVA_RESULTS = ("get_unnormalized_answer", "is_equiv")


def _load_minerva(paths: list[Path]) -> Ask:
    sympy = import_module("sympy")
    parse = import_module("sympy.parsing.latex").parse_latex

    def graded(path: Path) -> Grade:
        log = SimpleNamespace(debug=_ignore)
        names = (*_OF_MINERVA, *_OF_MINERVA_RESULTS)
        script = alone(path, *names, sympy=sympy, parse_latex=parse, eval_logger=log, timeout=_no_timeout)
        normalize: Callable[[str], str] = script.normalize_final_answer

        def grade(output: str, golds: list[str]) -> float:
            return float(script.is_equiv(normalize(script.get_unnormalized_answer(output)), normalize(golds[0])))

        return grade

    return graders({"minerva_math": graded(paths[0]), "minerva_math.v0-4-9-2": graded(paths[1])})


def _no_timeout(**_: int) -> AbstractContextManager[None]:
    """Return a stand-in for the timeout of `is_equiv`, which depends on the computer."""
    return nullcontext()


def _ignore(*_: object) -> None:
    pass


# fmt: off
_EXPRESSIONS = (
    "18", "18.0", "-3", "0", "0.5", "1/2", r"\frac{1}{2}", r"\frac{2}{4}", r"\dfrac12", r"\sqrt{8}", r"2\sqrt{2}", r"\sqrt2",
    r"\sqrt[3]{8}", "2", "2^{10}", "1024", "1,024", "(1,2)", "[2,5)", "x+1", "1+x", "2x", "x2", "xy", "yx", "yes", "no", "sey",
    r"\text{yes}", r"\pi", r"2\pi", r"\frac{\pi}{2}", r"\infty", r"-\infty", "", "5.", "12.", "$5$", "5", "5 cm", "x=5", "5!", "|5|",
    r"\frac{x}{2}", r"\frac{1}{2}x", "0.25", "0.333", r"\frac{1}{3}", "1e3", "1000", "10^3", "[invalidanswer]", "-(3)", "{3}", "3",
    r"3\cdot 4", "12", r"3\times4", "3*4", "24/2", "x^2y", "yx^2", "y'", "x_1", "007", "7", "a/b", r"\frac{a}{b}", r"50\%", "50%",
    r"\left(3\right)", r"x\in(1,2)", r"\{1,2\}", "½", "A", "a", r"\sqrt{-1}", "i", r"1\text{ and }2", r"1\pm\sqrt{2}", r"\sin x", "1/0",
)
_SENTENCES = (
    "Final Answer: The final answer is {0}. I hope it is correct.", "So.\nFinal Answer: The final answer is ${0}$. I hope it is correct.",
    "Final Answer: The final answer is ${0}$. ", "Final Answer: The final answer is {0}.", "The final answer is ${0}$.",
    "Final Answer: The final answer is ${1}$. I hope it is correct. Final Answer: The final answer is {0}. I hope it is correct.",
    "Final Answer: The final answer is\n${0}$. I hope it is correct.", "Final Answer: The final answer is {0}, I hope it is correct!", "{0}",
    "Final Answer: The final answer is {0}.\nFinal Answer: The final answer is {1}. I hope it is correct.",
)
#: What surrounds a sentence with an answer; some cuts of an output change it.
_AROUND = (
    "Problem: 2? {0}", "Question: 2? {0}", "<think>1</think>{0}", "<think>{0}", "<think>{0}</think>", "</think>{0}", "x\n{0}", " {0}",
    "{0}" + "x" * 301, "x" * 301 + "{0}", "{0}" + "x" * 101, "**{0}**", "Answer: {0}", "{0}\nProblem: 3", "{0}\nQuestion: 3", "{0}\nAnswer: 3",
    "<think>" + _SENTENCES[0].format("7", "") + "</think>{0}", "<think>x</think>" + _SENTENCES[0].format("7", "") + "<think>x</think>{0}",
)
#: Answers and gold answers that some normalization makes equal, or different.
_NEARLY = (
    ("#### 5", "5"), ("5#### 5", "5"), ("A", "a"), ("\u212a", "k"), ("5,0", "50"), ("5,0", "5,0"), ("(5,0)", "(50)"), ("$5", "5"), ("5$", "5"), ("5.", "5"),
    ("5.0", "5."), ("18.0", "18"), ("18.50", "18.5"), ("5 ft", "5"), (r"\left(5\right)", "5"), ("1,2", "12"), ("1,000", "1000"), ("-1,000", "-1000"),
    (r"\sqrt[3]8", "2"), (r"\sqrt9", "3"), ("5!", "5"), ("5\t", "5"), ("**5**", "5"), (r"\text{5}", "5"), ("5\0", "5"), ("the 5", "5"), ("5", "#### 5"),
    ("a", "A"), ("50", "5,0"), ("5", "$5"), ("5", "5."), ("#5", "5"), ("(1,2)", "(1,2)."), ("", "[invalidanswer]"), ("0.50", "0.5"), ("(0.50,1)", "(0.5,1)"),
    ("(1.0,2.0)", "(1.,2.)"), ("1e1", "10"), ("5.0000001", "5"), ("(1,2)", "(1, 2)"), ("(1,2)", "(1,2)a"), ("x(1,2)", "(1,2)"), ("(A,B)", "(a,b)"), ("ft", ""),
)
# fmt: on


def _phrases(count: int, seed: int) -> Iterator[Data]:
    rng = random.Random(seed)
    yield Corpus.from_segments([], [])
    pairs = [(answer, gold) for answer in _EXPRESSIONS for gold in _EXPRESSIONS]
    same = [(answer, answer) for answer in _EXPRESSIONS]
    for around in _AROUND:
        for answer, gold in (("5", "5"), ("7", "5"), ("(1,2)", "(1,2)")):
            yield Corpus.from_segments([around.format(_SENTENCES[0].format(answer, ""))], [[gold]])
    for answer, gold in _NEARLY:
        for sentence in _SENTENCES[:2]:
            yield Corpus.from_segments([sentence.format(answer, "")], [[gold]])
    for gold in ("", "[invalidanswer]", "[invalid]", "[INVALID]", "no", "on"):
        for output in ("", "no", "[invalidanswer]"):
            yield Corpus.from_segments([output], [[gold]])
    for number in range(count):
        answer, gold = rng.choice(same if number % 3 == 0 else pairs)
        if rng.random() < 0.3:
            answer, gold = answer + (more := rng.choice(["+1", "x", "^2", "-x", "/2", r"\cdot2", "."])), gold + more
        sentence = rng.choice(_SENTENCES[:2] if rng.random() < 0.5 else _SENTENCES)
        yield Corpus.from_segments([sentence.format(answer, rng.choice(_EXPRESSIONS))], [[gold]])


def _decided(data: Data, _: random.Random) -> list[Request]:
    """Return requests for the entry points under which samescore decides what SymPy would."""
    asked: list[Request] = []
    for name, release in (("minerva_math", "0.4.13"), ("minerva_math.v0-4-9-2", "0.4.9.2")):
        settings = ANSWER_MATCH.settings(
            extract="minerva-answer",
            not_found="invalidanswer",
            latex=f"minerva-{release}",
            equal="text-or-zero-difference" if release == "0.4.13" else "zero-difference",
        )
        if not isinstance(data, Corpus) or not len(data) or not ANSWER_MATCH.statistics(data, settings).rows[0][2]:
            asked.append((name, {}))
    return asked


_MINERVA = Driver(
    [
        _source("minerva_math", "0.4.13", _MINERVA_0_4_13),
        _source("minerva_math", "0.4.9.2", _MINERVA_0_4_9_2),
    ],
    _phrases,
    _decided,
    _load_minerva,
)
DRIVER = joined(_HENDRYCKS, _MINERVA)
