"""Letters of choices, and answers after ``ANSWER:``, in the outputs of language models, by backtracking scans."""

from __future__ import annotations

from collections.abc import Callable

from tests.oracle.latex_answers import closing, dollars, inside_box, of_lighteval, rewrite, spaced
from tests.oracle.math_verify import answers_of
from tests.oracle.opencompass_latex import box_or_sentence, sentence
from tests.oracle.opencompass_letters import opencompass_option
from tests.oracle.scanning import (
    Part,
    ahead,
    among,
    answers,
    begin,
    but,
    caught,
    edge,
    end,
    first_of,
    line_begin,
    line_end,
    lit,
    matches,
    not_later,
    one,
    opt,
    row,
    some,
    space,
    very_end,
    word,
)

DIGIT = str.isdecimal
#: The words for an answer in simple-evals, each with the mark after it; an underscore stands for white space.
WORDS = (
    "Answer_:|Answer_:\u200b\u200b\u200b\u200b\u200b\u200b|উত্তর_:|उत्तर_:|উত্তরঃ|উত্তর_:|Antwort_:|"
    "답변_:|정답_:|답_:|答案_：|答案_:|答_：|答_:|"
    "答复_：|答曰_：|الإجابة:|الجواب:|إجابة:|الإجابة النهائية:|الإجابة الصحيحة:|"
    "الإجابة الصحيحة هي:|الإجابة هي:|الجواب النهائي:|Respuesta_:|Risposta_:|答え_:|答え_：|"
    "回答_:|回答_：|解答_:|Jawaban_:|Réponse_:|Resposta_:|Jibu_:|"
    "Idahun_:|Ìdáhùn_:|Idáhùn_:|A\u0300mọ\u0300na\u0300_:|Àdáhùn_:|A\u0300nu\u0301go\u0323_:|Àṣàyàn_:"
)
FOREIGN = dict(
    zip("\u0623\u0628\u062c\u062f\u0985\u09ac\u09a1\u09a2\uff21\uff22\uff23\uff24", "ABCDABCDABCD", strict=True)
)
TEN = "ABCDEFGHIJ"


def candidates(rule: str, text: str, letters: str) -> list[str]:
    """Return the candidates of a rule, of which the first or last counts."""
    return next((found for search in RULES[rule] if (found := search(text, letters))), [])


def _is(test_of: str) -> Part:
    return caught(one(among(test_of)))


def _after(words: str, letters: str, *, bracket: bool = True) -> list[Part]:
    return [lit(words), opt(lit("(")), _is(letters)] if bracket else [lit(words), _is(letters)]


def _mmlu_pro_line(text: str, _: str) -> list[str]:
    found = matches(text, one(among("aA")), lit("nswer:"), some(space), _is(TEN))
    lines = [text[: each.start].count("\n") for each in found]
    return [str(each.caught) for each, line in zip(found, lines, strict=True) if line == lines[0]][-1:]


def _words(text: str, letters: str) -> list[str]:
    return answers(text, edge, one(among(letters)), edge)


def _simple_evals(text: str, _: str) -> list[str]:
    arabic = "".join(map(chr, range(0x623, 0x630)))
    for entry in WORDS.split("|"):
        parts: list[Part] = []
        for piece in entry.split("_"):
            parts += [*([some(space)] if parts else []), lit(piece, any_case=True)]
        allowed = among("ABCD\u0985\u09ac\u09a1\u09a2\uff21\uff22\uff23\uff24" + arabic, any_case=True)
        found = answers(text, *parts, some(among(" \t")), caught(one(allowed)))
        if found:
            return [FOREIGN.get(found[0], found[0])]
    return []


def _fasteval(text: str, _: str) -> list[str]:
    letter, other = (
        one(among("ABCD")),
        one(lambda character: not ("a" <= character.lower() <= "z" and character.isascii())),
    )
    forms: list[list[Part]] = [
        [lit("("), letter, lit(")")],
        [lit(" "), letter, lit(")")],
        [lit(" "), letter, end],
        [lit(" "), letter, other],
        [other, letter, end],
        [other, letter, other],
    ]
    for line in text.split("\n")[::-1]:
        for form in forms:
            for found in answers(line, *form)[::-1]:
                return ["".join(character for character in found if character in "ABCD")]
    return []


def _qwen(text: str, _: str) -> list[str]:
    text = "".join(text.split("\u043a\u0438")).strip("\n")
    parts = text.replace("choice is", "answer is").split("answer is")
    if text.count("choice is") > 1 or text.count("answer is") > 1:
        parts = text.split("\n\n")[0].replace("choice is", "answer is").split("answer is")
    said = parts[-1].strip("\n")
    for character in "./ ":
        while said[-1:] == character:
            said = said[:-1]
    said = said.lstrip(" ").lstrip(":")
    found = _words(said.upper(), "ABCDE")
    if found:
        return [found[0] if len(parts) > 1 else found[-1]]
    return [said.strip().strip(".").rstrip("/")]


def _lower(words: str, letters: str, text: str) -> list[str]:
    return [found.upper() for found in answers(text.lower(), *_after(words, letters))[:1]]


def _dots(most: int) -> Part:
    return some(but("\n"), 0, most, lazy=True)


def _stars() -> Part:
    return opt(lit("**"))


def _final(letter: Part, before: Part) -> list[list[Part]]:
    final: list[Part] = [lit(part, any_case=True) for part in ("final answer is", "final answer")]
    return [
        [final[0], opt(lit(":")), some(space), letter, opt(lit(".")), opt(one(space)), lit("I hope")],
        [final[1], before, some(space, 1), lit("is"), opt(lit(":")), some(space), letter],
    ]


def _lighteval(anchored: bool, text: str, letters: str) -> list[str]:
    plain = one(among(letters))
    letter = caught(first_of(plain, row(lit("("), plain, lit(")"))))
    stop: list[Part] = [_stars(), first_of(lit("."), lit(","), row(opt(one(space)), lit(":")), lit(" "), end)]
    spaced: list[Part] = [first_of(begin, lit(" ")), _stars(), letter, *stop]
    said = lit("answer", any_case=True)
    forms: list[list[Part]] = [
        *_final(letter, _dots(100)),
        [said, opt(one(space)), lit(":"), _dots(50), *spaced],
        [said, _dots(50), *spaced],
        [begin, _stars(), letter, *stop],
        [lit("\n"), _stars(), letter, *stop],
        *([] if anchored else [spaced, [letter]]),
    ]
    found = next(filter(None, (answers(text, *form) for form in forms)), [])
    return [each.replace("(", "").replace(")", "") for each in found]


def _math_verify(text: str, letters: str) -> list[str]:
    letter = _is(letters)
    stop: list[Part] = [_stars(), first_of(one(among(".,:")), one(space), end)]
    spaced: list[Part] = [first_of(begin, one(space)), _stars(), letter, *stop]
    said = lit("answer", any_case=True)
    forms: list[list[Part]] = [
        *_final(letter, _dots(100)),
        [said, lit(":"), _dots(50), *spaced],
        [said, _dots(50), *spaced],
        [begin, _stars(), letter, *stop],
        spaced,
    ]
    return next(filter(None, (answers(text, *form) for form in forms)), [])


INTRODUCTION: tuple[Part, ...] = (lit("ANSWER", any_case=True), some(space), lit(":"))
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ANY_LETTER = caught(one(among(ALPHABET, any_case=True)))
_NO_WORD = first_of(one(but(word)), end)
LAST = not_later(*INTRODUCTION)


def _inspect_word(text: str, _: str) -> list[str]:
    rest = ahead(opt(one(among(".,;:!?"))), some(space), first_of(lit("\n"), end))
    return answers(text, *INTRODUCTION, some(space), caught(some(but(space), 1, lazy=True)), rest, LAST)


def _inspect_old_word(text: str, _: str) -> list[str]:
    return answers(text, *INTRODUCTION, some(space), caught(some(word, 1)), first_of(lit("\n"), end))


def _inspect_line(text: str, _: str) -> list[str]:
    return answers(text, *INTRODUCTION, some(space), caught(some(but("\n"), 1)), some(space), very_end)


def _unwrapped(text: str) -> str:
    body = lambda character: among(ALPHABET + ALPHABET.lower() + " ,")(character) or DIGIT(character)  # noqa: E731
    for mark in ("$", "**"):
        inner = caught(row(ahead(one(but(among(" ,")))), some(body, 1, lazy=True)))
        text = _replaced(text, (lit(mark), some(space), inner, some(space), lit(mark)))
    single = lambda character: among(ALPHABET, any_case=True)(character) or DIGIT(character)  # noqa: E731
    follows = ahead(some(space), first_of(one(among(",.\n")), very_end))
    result, at = "", 0
    before = first_of(begin, one(among(":,")))
    for found in matches(text, before, some(space), lit("("), caught(one(single)), lit(")"), follows):
        result += text[at : found.end - 3] + str(found.caught)
        at = found.end
    return result + text[at:]


def _replaced(text: str, parts: tuple[Part, ...]) -> str:
    result, at = "", 0
    for found in matches(text, *parts):
        result, at = result + text[at : found.start] + str(found.caught), found.end
    return result + text[at:]


def _inspect_choices(several: bool, old: bool, text: str, letters: str) -> list[str]:
    text = text if old else _unwrapped(text)
    body = lambda character: among(ALPHABET + " ,", any_case=True)(character) or DIGIT(character)  # noqa: E731
    said: list[Part] = [*INTRODUCTION, some(space), caught(some(body, 1))]
    found = answers(text, line_begin, *said, some(space), first_of(line_end, lit("\n"), lit(".")))
    found = found or answers(text, *said, first_of(one(but(word)), end))
    if not found:
        return []
    answer = found[0].strip() if old else found[-1].strip().upper()
    tokens = [token for token in answer.split(",") if token or old]
    if several:
        joined = answer.replace(" and ", "") if old else answer.replace(" AND ", ",")
        joined = "".join(joined.split(" "))
        tokens = [token for token in joined.split(",") if token or old]
        if any(token not in tuple(letters) for token in tokens):
            tokens = list(joined)
    elif old:
        tokens = [answer]
    elif len(tokens) != 1:
        return []
    if any(token not in tuple(letters) for token in tokens) or not tokens:
        return []
    return [", ".join(letter for letter in letters if letter in tokens)]


def _cleva(text: str, _: str) -> list[str]:
    runs = answers(text, some(lambda character: character in "-+*/%.()" or DIGIT(character), 1))
    return [run[len(run) - len(run.lstrip(")")) :] for run in runs]


def _answer_line(text: str, _: str) -> list[str]:
    return answers(text, *INTRODUCTION, some(space), caught(some(but("\n"), 1)))


def _braced(text: str, _: str) -> list[str]:
    places = [at for at in range(len(text)) if text[at : at + 7] == "\\boxed{"]
    end = closing(text, places[-1]) if places else None
    return [] if end is None else [text[places[-1] + 7 : end]]


def _minerva(text: str, _: str) -> list[str]:
    text += "I hope it is correct."
    start = lit("Final Answer: The final answer is")
    anything = some(but("\n"), lazy=True)
    found = matches(text, start, caught(anything), one(but("\n")), lit(" I hope it is correct"), one(but("\n")))
    return [str(each.caught) for each in found][:1]


def lines_or_box(text: str) -> tuple[list[str], bool]:
    """Return the lines after 'Answer:', or else the box at the end; and whether it is the box."""
    lines = _answer_line(text, "")
    if lines and rewrite(lines[-1], "minerva-verl") != "[INVALID]":
        return lines, False
    box = _braced(text[max(0, len(text) - 100) :], "")
    return box, bool(box)


Search = Callable[[str, str], list[str]]
RULES: dict[str, list[Search]] = {
    "cleva-number": [_cleva],
    "answer-colon-line": [_answer_line],
    "last-box": [lambda text, _: inside_box(text, "\\boxed")],
    "last-braced-box": [_braced],
    "spaced-box": [lambda text, _: spaced(text)],
    "lighteval-box": [lambda text, _: of_lighteval(text)],
    "minerva-answer": [_minerva],
    "math-verify-answer": [lambda text, _: answers_of(text)],
    "opencompass-sentence": [lambda text, _: [sentence(text, "final answer")]],
    "opencompass-box-or-sentence": [lambda text, _: [box_or_sentence(text)]],
    "between-dollars": [lambda text, _: dollars(text)],
    "box-or-dollars": [lambda text, _: spaced(text), lambda text, _: dollars(text)],
    "answer-line-or-box": [lambda text, _: lines_or_box(text)[0]],
    "mmlu-pro-letter": [
        lambda text, _: answers(text, *_after("answer is ", TEN))[:1],
        _mmlu_pro_line,
        lambda text, _: _words(text, TEN)[-1:],
    ],
    "simple-evals-letter": [_simple_evals],
    "fasteval-letter": [_fasteval],
    "qwen-letter": [_qwen],
    "choice-is-letter": [lambda text, _: _lower("answer is ", "abcde", text.replace("choice is", "answer is"))],
    "the-final-answer-is-letter": [lambda text, _: _lower("the final answer is ", "abcd", text)],
    "capital": [lambda text, _: [character for character in text if character.isupper()]],
    "letter": [lambda text, letters: [character for character in text if character in letters]],
    "answer-colon-choice": [
        lambda text, letters: answers(text, *INTRODUCTION, some(space), caught(one(among(letters, any_case=True))))
    ],
    "lighteval-letter": [lambda text, letters: _lighteval(False, text, letters)],
    "lighteval-anchored-letter": [lambda text, letters: _lighteval(True, text, letters)],
    "math-verify-letter": [_math_verify],
    "opencompass-option": [opencompass_option],
    "inspect-letter": [lambda text, _: answers(text, *INTRODUCTION, some(space), _ANY_LETTER, _NO_WORD, LAST)],
    "inspect-0.3.180-letter": [lambda text, _: answers(text, *INTRODUCTION, some(space), _ANY_LETTER, _NO_WORD)[:1]],
    "inspect-word": [lambda text, letters: _inspect_word(text, letters)[:1]],
    "inspect-0.3.180-word": [lambda text, letters: _inspect_old_word(text, letters)[:1]],
    "inspect-line": [lambda text, letters: _inspect_line(text, letters)[:1]],
    "inspect-choice": [lambda text, letters: _inspect_choices(False, False, text, letters)],
    "inspect-choices": [lambda text, letters: _inspect_choices(True, False, text, letters)],
    "inspect-0.3.180-choice": [lambda text, letters: _inspect_choices(False, True, text, letters)],
    "inspect-0.3.180-choices": [lambda text, letters: _inspect_choices(True, True, text, letters)],
}
#: The rules whose candidates keep the white space at their ends.
UNSTRIPPED = (
    *("inspect-word", "inspect-0.3.180-word", "inspect-line", "answer-colon-line", "last-box", "last-braced-box"),
    *("math-verify-answer", "opencompass-sentence", "opencompass-box-or-sentence"),
    *("spaced-box", "lighteval-box", "between-dollars", "box-or-dollars", "answer-line-or-box"),
)
