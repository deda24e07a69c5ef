"""Exact match and F1 of answers, computed exactly; Treebank words come from NLTK."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, mean, single
from tests.oracle.text import ASCII_SYMBOLS, SEPARATORS, tokens_char, tokens_treebank, words

Settings = dict[str, Any]

ASCII_PUNCTUATION = (ASCII_SYMBOLS - {" "}) | set("',-.")
#: The entries of the list in CMRC2018's script; the ellipsis is one entry of two characters.
CMRC_LIST = [*"-:_*^/\\~`+=", *"，。：？！“”；’《》", "……", *"·、「」（）－～『』"]


def exact_match(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the share of questions whose prediction is a right answer."""
    scores, units = [], []
    for segment in data["segments"]:
        answer = filtered(segment["hypothesis"], settings["filter"])
        (said,), golds = (ignoring(side, settings) for side in ([answer], segment["references"]))
        predicted = [normalize(part, settings["normalization"]) for part in parts_of(said, settings)]
        right = right_answers(golds, settings)
        unsaid = {
            "text": False,
            "wrong": not answer,
            "wrong-if-blank": not _stripped(answer),
        }
        unanswered = unsaid[settings["empty_prediction"]]
        same = [not unanswered and _is_right(predicted, answer, settings["match"]) for answer in right]
        scores.append(_of_golds([Fraction(one) for one in same], settings))
        units.append(["\n".join(predicted), *("\n".join(answer) for answer in right)])
    return _averaged(scores, {"tokens": units}, settings)


def filtered(text: str, how: str) -> str:
    """Return the result of a filter of lm-evaluation-harness; numbers are searched for from left to right."""
    if how in ("strict-match", "flexible-extract"):
        found, rest = [], text
        while rest:
            number = _marked(rest) if how == "strict-match" else _number_at(rest)
            found += [number] if number else []
            rest = rest[len(number) or 1 :]
        return "[invalid]" if not found else found[0] if how == "strict-match" else found[-1]
    simple = {"none": text, "lowercase": text.lower(), "uppercase": text.upper(), "remove-whitespace": _stripped(text)}
    return simple[how]


def _marked(text: str) -> str:
    return _run(text[5:], "0123456789.,", 1) if text.startswith("#### ") else ""


def _number_at(text: str) -> str:
    return _run(text, "$0123456789.,", 2) or _run(text, "0123456789", 1)


def _run(text: str, allowed: str, least: int) -> str:
    """Return the longest prefix of allowed characters, perhaps after a minus sign; empty if it has fewer than `least`."""
    sign = "-" if text.startswith("-") else ""
    rest = text.removeprefix(sign)
    length = next((at for at, character in enumerate(rest) if character not in allowed), len(rest))
    return sign + rest[:length] if length >= least else ""


def _is_right(predicted: list[str], right: list[str], how: str) -> bool:
    if how == "equal":
        return len(predicted) == len(right) and sorted({*predicted}) == sorted({*right})
    (text,), (sought,) = predicted, right
    if how == "prefix":
        return text[: len(sought)] == sought
    whole: Any = {"substring": text, "words": words(text)}[how]
    part: Any = {"substring": sought, "words": words(sought)}[how]
    return any(whole[at : at + len(part)] == part for at in range(len(whole) + 1))


def _of_golds(scores: list[Fraction], settings: Settings) -> Fraction:
    """Return a question's score from the scores against each gold answer."""
    if settings["references"] != "leave-one-out" or len(scores) < 2:
        return max(scores, default=Fraction(0))
    return sum((max(scores[:k] + scores[k + 1 :]) for k in range(len(scores))), Fraction(0)) / len(scores)


#: The patterns in the file of the task gsm8k.
GSM8K = (",", r"\$", "(?s).*#### ", r"\.$")


def ignoring(texts: list[str], settings: Settings) -> list[str]:
    """Return the texts of one side without the parts that exact match ignores."""
    fixed = {"numpy": True, "python": False}[settings["strings"]]
    width = max([len(text) for text in texts], default=0)
    named, patterns = {"none": (), "gsm8k": GSM8K}, settings["ignore_patterns"]
    for at, pattern in enumerate(named[patterns] if isinstance(patterns, str) else patterns):
        texts = [re.sub(pattern, "", _trimmed(text) if fixed and at else text) for text in texts]
        width = max([len(text) for text in texts], default=0)
    if fixed:
        texts = [_trimmed(text) for text in texts]
    if settings["ignore_case"]:
        texts = [text.lower() for text in texts]
        if fixed:
            texts = [_trimmed("".join(letter for at, letter in enumerate(text) if at < width)) for text in texts]
    ignored = set(ASCII_PUNCTUATION) if settings["ignore_punctuation"] else set()
    ignored |= set("0123456789") if settings["ignore_numbers"] else set()
    texts = ["".join(letter for letter in text if letter not in ignored) for text in texts]
    return [_trimmed(text) for text in texts] if fixed else texts


def _trimmed(text: str) -> str:
    """Return the text without NULs at its end."""
    return _trimmed(text[:-1]) if text.endswith("\0") else text


def parts_of(text: str, settings: Settings) -> list[str]:
    """Return the parts of an answer: its lines, or the whole text."""
    return text.split("\n") if settings.get("spans") == "lines" else [text]


def right_answers(references: list[str], settings: Settings) -> list[list[str]]:
    """Return the gold answers that count, in normalized parts."""
    kept = []
    for reference in references:
        parts = [normalize(part, settings["normalization"]) for part in parts_of(reference, settings)]
        first_line = reference.partition("\n")[0]
        blank = {"keep": False, "drop": not "".join(parts), "drop-unsaid": set(first_line) <= SEPARATORS}
        if not blank[settings["empty_references"]]:
            kept.append(parts)
    if not kept:
        if settings["no_references"] == "raise":
            raise OracleError("no right answer")
        kept = {"empty": [[""]], "zero": []}[settings["no_references"]]
    return kept[:1] if settings["references"] == "first" else kept


def f1(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return the mean of the questions' F1."""
    scores, units, counts, people, kept = [], [], [0, 0, 0], [], []
    least = Fraction(str(settings["min_human_f1"]))
    beside_people = least > 0 or settings["measure"] == "human-equivalence"
    for predicted, right, apart in _questions(data, settings):
        said, *golds = [_words(text, settings) for text in (predicted, *right)]
        units.append([said, *golds])
        prediction, *golds = [_counted(answer, settings) for answer in (said, *golds)]
        candidates = [
            (Fraction(0), 0, answer)
            if apart
            else (_score(prediction, answer, settings), _shared(prediction, answer, settings), answer)
            for answer in golds
        ]
        _, shared, answer = max(candidates, key=lambda candidate: candidate[0], default=(Fraction(0), 0, []))
        scores.append(_of_golds([candidate[0] for candidate in candidates], settings))
        counts = [a + b for a, b in zip(counts, (shared, len(prediction), len(answer)), strict=True)]
        if not beside_people:
            kept.append(True)
            continue
        pairs = [
            [_score(one, other, settings) for j, other in enumerate(golds) if j != i] for i, one in enumerate(golds)
        ]
        people.append(sum((max(row) for row in pairs), Fraction(0)) / len(golds) if len(golds) > 1 else Fraction(1))
        kept.append(people[-1] >= least)
    if settings["measure"] == "human-equivalence":
        scores = [Fraction(score >= human) for score, human in zip(scores, people, strict=True)]
    scores = [score if counted else Fraction(0) for score, counted in zip(scores, kept, strict=True)]
    averaged = _averaged(scores, {"tokens": units, "counts": counts}, settings)
    if averaged["value"] is None or settings["dtype"] == "float32":
        return averaged
    if not any(kept):
        raise OracleError("every question is left out")
    return {**averaged, "value": averaged["value"] * len(scores) / sum(kept)}


def _counted(answer: list[str], settings: Settings) -> list[str]:
    """Return the words that count; if words are a set, each once."""
    once = {"set": True, "bag": False, "run": False}[settings["overlap"]]
    return [word for at, word in enumerate(answer) if not once or word not in answer[:at]]


def _averaged(scores: list[Fraction], stages: dict[str, Any], settings: Settings) -> dict[str, Any]:
    if not scores and settings.get("empty_input", "raise") == "raise":
        raise OracleError("no questions")
    scaled = [_stored(score * int(settings["scale"]), settings) for score in scores]
    stages = {**stages, "sentences": [decimal_text(score) for score in scaled]}
    if not scores:
        return {"value": None, "stages": stages}
    if settings.get("dtype") == "float32":
        return {"value": _mean_of_singles(scores, int(settings["scale"])), "stages": stages}
    return {"value": mean(scaled), "stages": stages}


def _questions(data: dict[str, Any], settings: Settings) -> list[tuple[str, list[str], bool]]:
    questions = []
    for segment in data["segments"]:
        golds, apart = segment["references"], False
        if {"words": False, "majority": True}[settings["unanswerable"]]:
            votes = [gold == "CANNOTANSWER" for gold in golds]
            unanswerable = votes.count(True) >= votes.count(False)
            golds = ["CANNOTANSWER"] if unanswerable else [gold for gold in golds if gold != "CANNOTANSWER"]
            apart = unanswerable and segment["hypothesis"] != "CANNOTANSWER"
        right = [answer for (answer,) in right_answers(golds, settings)]
        questions.append((normalize(segment["hypothesis"], settings["normalization"]), right, apart))
    return questions


def normalize(text: str, how: str) -> str:
    """Return a text normalized by the rules of a script, one character or word at a time."""
    if how == "none":
        return text
    if how == "dpr":
        return " ".join(_simple_tokens(unicodedata.normalize("NFD", text)))
    if how == "strip":
        return _stripped(text)
    if how in ("drop", "drop-bare-numbers"):
        pieces = [_drop_word(word.lower(), how) for word in text.replace("-", " ").split(" ")]
        return " ".join(piece for piece in pieces if piece)
    text = text.lower()
    if how == "triviaqa":
        spaced = {*ASCII_PUNCTUATION, "\u2018", "\u2019", "\u00b4"}
        text = "".join(" " if character in spaced else character for character in text)
        return " ".join(words(_without_articles(text)))
    if how == "squad":
        text = "".join(character for character in text if character not in ASCII_PUNCTUATION)
        return " ".join(words(_without_articles(text)))
    if how == "squad-with-articles":
        return " ".join(words("".join(character for character in text if character not in ASCII_PUNCTUATION)))
    text = _stripped(text)
    return text if how == "lower" else "".join(character for character in text if character not in CMRC_LIST)


def _stripped(text: str) -> str:
    """Return the text without white space at its ends."""
    while text and text[0] in SEPARATORS:
        text = text[1:]
    while text and text[-1] in SEPARATORS:
        text = text[:-1]
    return text


def _simple_tokens(text: str) -> list[str]:
    """Return the runs of letters, numbers and marks, and other visible characters one by one, in lower case."""
    tokens: list[str] = []
    joins = False
    for character in text:
        kind = unicodedata.category(character)
        if kind[0] in ("L", "N", "M"):
            tokens = [*tokens[:-1], tokens[-1] + character] if joins else [*tokens, character]
            joins = True
        else:
            tokens += [] if kind[0] in ("Z", "C") else [character]
            joins = False
    return [token.lower() for token in tokens]


def _drop_word(word: str, how: str) -> str:
    """Return a number's value, or else the word without punctuation (which may then be a number) and without articles."""
    bare = "".join(character for character in word if character not in ASCII_PUNCTUATION)
    value = (_number(word) if how == "drop" else "") or _number(bare)
    return value or " ".join(words(_without_articles(bare)))


def _number(word: str) -> str:
    """Return a number's value as text; an empty string for a word that is not a number."""
    try:
        return str(float(word))
    except ValueError:
        return ""


def _without_articles(text: str) -> str:
    """Return the text with articles, as whole runs of letters, digits and underscores, replaced by a space."""
    result, run = "", ""
    for character in [*text, ""]:
        if character and (character.isalnum() or character == "_"):
            run += character
            continue
        result += (" " if run in ("a", "an", "the") else run) + character
        run = ""
    return result


def _words(text: str, settings: Settings) -> list[str]:
    if settings["segmentation"] == "whitespace":
        return words(text)
    if settings["segmentation"] == "char":
        return tokens_char(text)
    return mixed(text, settings["sentences"])


def mixed(text: str, sentences: str) -> list[str]:
    """Return Chinese characters and listed punctuation as single tokens, with Treebank words between them."""
    parts = [""]
    for character in text:
        if 0x4E00 <= ord(character) <= 0x9FA5 or character in CMRC_LIST:
            parts += [character, ""]
        else:
            parts[-1] += character
    return [word for at, part in enumerate(parts) for word in ([part] if at % 2 else treebank(part, sentences))]


def treebank(text: str, sentences: str) -> list[str]:
    """Return NLTK's words of the text as one sentence, or of every sentence."""
    if sentences == "one":
        return tokens_treebank(text)
    from nltk.tokenize import PunktSentenceTokenizer

    return [word for sentence in PunktSentenceTokenizer().tokenize(text) for word in tokens_treebank(sentence)]


def _shared(prediction: list[str], gold: list[str], settings: Settings) -> int:
    whole = {"whole": {"yes", "no", "noanswer"}, "words": set()}[settings["yes_no"]]
    if prediction != gold and whole & {" ".join(prediction), " ".join(gold)}:
        return 0
    if settings["overlap"] == "run":
        runs = [prediction[i:j] for i in range(len(prediction)) for j in range(i, len(prediction) + 1)]
        starts = range(len(gold) + 1)
        return max((len(run) for run in runs if any(gold[i : i + len(run)] == run for i in starts)), default=0)
    left = list(gold)
    for word in prediction:
        if word in left:
            left.remove(word)
    return len(gold) - len(left)


def _score(prediction: list[str], gold: list[str], settings: Settings) -> Fraction:
    if not prediction and not gold:
        return Fraction(settings["both_empty"])
    shared = _shared(prediction, gold, settings)
    if settings["dtype"] != "float32" or not shared:
        return Fraction(2 * shared, len(prediction) + len(gold))
    p, r = (single(Fraction(shared, len(answer))) for answer in (prediction, gold))
    if settings["f_form"] == "harmonic":
        return single(1 / single(single(1 / (2 * p)) + single(1 / (2 * r))))
    return single(single(2 * p * r) / single(p + r))


def _stored(number: Fraction, settings: Settings) -> Fraction:
    return single(number) if settings.get("dtype") == "float32" else number


def _mean_of_singles(scores: list[Fraction], scale: int) -> Fraction:
    """Return the scaled mean, with every sum, the product and the quotient rounded to 24 binary digits."""
    total = Fraction(0)
    for score in scores:
        total = single(total + score)
    return single(single(total * scale) / len(scores))
