"""METEOR 1.5 with equal words and stems, computed exactly (Denkowski and Lavie, WMT 2014) with the program's search."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import Any

from tests.oracle.arithmetic import Number, OracleError, decimal, decimal_text, exact, mean, product, sixty_digits
from tests.oracle.captions import tokenized
from tests.oracle.translation import NOTHING, Data, Settings, Tokens

_ROMAN = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e"
_OTHER = "\u0400-\u0527\ua640-\ua66e\ua67e-\ua697\u1d00-\u1d7f"
_ALPHA = _ROMAN + _OTHER
_FREQUENT = """the , . to of and a in that for " is on 's it with was as said at he by be from have has are his but an
this not i will \u2019 they ) -rrb- ( -lrb- who their had we which were been more or s its would about new one after you : also
up when there than $ all out her people she year two - can if last first \u201c over other \u201d into some what so -- no time
years could ? 't \u2014 '"""
_TITLES = """Adj Adm Adv Asst Bart Bldg Brig Bros Capt Cmdr Col Comdr Con Corp Cpl DR Dr Drs Ens Gen Gov Hon Hr Hosp Insp Lt
MM MR MRS MS Maj Messrs Mlle Mme Mr Mrs Ms Msgr Op Ord Pfc Ph Prof Pvt Rep Reps Res Rev Rt Sen Sens Sfc Sgt Sr St Supt Surg
v vs rev Nos Nr"""


def _spaced(text: str) -> str:
    """Return the text after the steps of the normalizer that precede the splitting into words."""
    steps = [
        (rf"([^0-9{_ALPHA}\s.'`,\u2018\u2019-])", r" \1 ", re.ASCII),
        (r"([^0-9]),([^0-9])", r"\1 , \2", 0),
        (r"([0-9]),([^0-9])", r"\1 , \2", 0),
        (r"([^0-9]),([0-9])", r"\1 , \2", 0),
        ("[`\u2018\u2019]", "'", 0),
        ("\u201c|\u201d|''", ' " ', 0),
        ("\u2013", "-", 0),
        ("--", "-", 0),
        (rf"([0-9{_ALPHA}.\U0010fffe])-([0-9{_ALPHA}])", r"\1 \2", 0),
        (rf"([^{_ALPHA}])'([^{_ALPHA}])", r"\1 ' \2", 0),
        (rf"([^0-9{_ALPHA}])'([{_ALPHA}])", r"\1 ' \2", 0),
        (rf"([{_ALPHA}])'([^{_ALPHA}])", r"\1 ' \2", 0),
        (rf"([{_ALPHA}])'([{_ALPHA}])", r"\1 '\2", 0),
        (r"([0-9])'(s)", r"\1 '\2", 0),
    ]
    text = f" {text} "
    for number, (pattern, new, flags) in enumerate(steps):
        text = re.sub(pattern, new, text, flags=flags)
        if number == 0:  # runs of full stops are words, which nothing parts any more
            text = re.sub("[.]{2,}", lambda dots: f" {chr(0x10FFFE) * len(dots[0])} ", text)
    return text


def _words(text: str, settings: Settings) -> Tokens:
    normalization = settings["normalization"]
    if settings["tokenizer"] == "ptb-coco":
        text = tokenized(text)
    text = text.strip("".join(map(chr, range(33))))
    if normalization in ("none", "lower"):
        return [word for word in re.split("[ \t\n\r\f]+", text if normalization == "none" else text.lower()) if word]
    words = [word for word in re.split("[ \t\n\r\f]+", _spaced(text)) if word]
    made = []
    for word, following in zip(words, [*words[1:], ""], strict=False):
        stem = word[:-1]
        if not stem or word[-1] != ".":
            made.append(word)
        elif "." in stem and re.search(f"[{_ALPHA}]", stem):
            made.append(word.replace(".", ""))
        elif (
            re.match("[a-z]", following)
            or re.fullmatch("[A-Z]", stem)
            or stem in _TITLES.split()
            or (stem in ("No", "Art", "pp") and re.match("[0-9]", following))
        ):
            made.append(word)
        else:
            made += [stem, "."]
    text = " ".join(made).replace("\U0010fffe", ".")
    if normalization == "no-punctuation":
        text = re.sub(f"[^0-9{_ALPHA}]", " ", text)
    text = re.sub("[ \u2000-\u200a\u202f\u205f\u3000\xa0]+", " ", text).strip("".join(map(chr, range(33))))
    return [word for word in re.split("[ \t\n\r\f]+", text.lower()) if word]


@cache
def _stem(word: str) -> str:
    """Return NLTK's stem without its lower-casing: capital letters are replaced before by letters without case."""
    from nltk.stem.snowball import EnglishStemmer

    return str(EnglishStemmer().stem(re.sub("[A-Z]", lambda letter: chr(0xE100 + ord(letter[0])), word)))


@sixty_digits
def score(data: Data, settings: Settings) -> dict[str, Any]:
    """Return the score of summed statistics, or the mean of the segments' scores."""
    segments = data["segments"]
    if not segments:
        raise OracleError("no segments")
    if any(not segment["references"] for segment in segments):
        raise OracleError("a segment without references")
    tokens, rows, scores = [], [], []
    for segment in segments:
        lines = [_words(line, settings) for line in (segment["hypothesis"], *segment["references"])]
        tokens.append(lines)
        used = lines[1:2] if settings["references"] == "first" else lines[1:]
        scored = [(row := _row(lines[0], words, settings), _value(row, row[20], settings)) for words in used]
        best = max(decimal(value) for _, value in scored)
        row, value = next(candidate for candidate in scored if best - decimal(candidate[1]) < NOTHING)
        rows.append([*row, 0 if _whole(row) else row[20]])
        scores.append(product(value, Fraction(settings["scale"])))
    stages: dict[str, Any] = {"tokens": tokens, "alignments": rows}
    if settings["average"] == "sentences":
        return {"value": mean(scores), "stages": {**stages, "sentences": [decimal_text(value) for value in scores]}}
    total = [sum(column) for column in zip(*rows, strict=True)]
    return {"value": product(_value(total, total[23], settings), Fraction(settings["scale"])), "stages": stages}


def _whole(row: list[int]) -> bool:
    return row[20] == 1 and row[21] == row[0] and row[22] == row[1]


def _value(row: list[int], chunks: int, settings: Settings) -> Number:
    alpha, delta = exact(settings["alpha"]), exact(settings["delta"])
    weights = [Fraction(1), *(exact(settings[f"{name}_weight"]) for name in ("stem", "synonym", "paraphrase"))]
    shares = []
    for side in (0, 1):
        content = sum(weight * row[4 + 4 * module + side] for module, weight in enumerate(weights))
        function = sum(weight * row[6 + 4 * module + side] for module, weight in enumerate(weights))
        matched = delta * content + (1 - delta) * function
        if not matched:
            return Fraction(0)
        shares.append(matched / (delta * (row[side] - row[2 + side]) + (1 - delta) * row[2 + side]))
    precision, recall = shares
    f_mean = 1 / ((1 - alpha) / precision + alpha / recall)
    whole = chunks == 1 and row[21] == row[0] and row[22] == row[1]
    ratio, beta = Fraction(0 if whole else 2 * chunks, row[21] + row[22]), exact(settings["beta"])
    if beta.denominator == 1 or not ratio:
        power: Number = ratio**beta.numerator if beta.denominator == 1 else ratio
    else:
        power = (decimal(beta) * decimal(ratio).ln()).exp()
    return product(f_mean, 1 - product(exact(settings["gamma"]), power))


def _row(hypothesis: Tokens, reference: Tokens, settings: Settings) -> list[int]:
    """Return the 23 statistics of a segment, as the program has them."""
    pairs = _pairs(hypothesis, reference, settings["modules"] != "exact")
    frequent = [[word in _FREQUENT.split() for word in map(str.lower, words)] for words in (hypothesis, reference)]
    row = [len(hypothesis), len(reference), sum(frequent[0]), sum(frequent[1]), *([0] * 16)]
    for i, j in pairs:
        module = 0 if hypothesis[i] == reference[j] else 1
        for side, place in ((0, i), (1, j)):
            row[4 + 4 * module + 2 * frequent[side][place] + side] += 1
    chunks = sum((i - 1, j - 1) not in pairs for i, j in pairs)
    return [*row, chunks, len(pairs), len(pairs)]


def _pairs(hypothesis: Tokens, reference: Tokens, stems: bool) -> set[tuple[int, int]]:
    """Return the aligned positions."""
    stems = stems and hypothesis != reference
    kinds: dict[tuple[int, int], int] = {}
    for i, h_word in enumerate(hypothesis):
        for j, r_word in enumerate(reference):
            if h_word == r_word:
                kinds[i, j] = 2
            elif stems and _stem(h_word) == _stem(r_word):
                kinds[i, j] = 1
    alone = {(i, j) for i, j in kinds if sum(p == i for p, _ in kinds) == 1 and sum(q == j for _, q in kinds) == 1}
    fixed = {j: i for i, j in alone}
    # A path: its pairs; matched words, chunks and distance; and the hypothesis word that would go on with the last pair.
    paths: list[dict[str, Any]] = [{"pairs": set(alone), "m": 0, "chunks": 0, "distance": 0, "next": None}]
    for j in range(len(reference)):
        paths.sort(key=_order)
        grown: list[dict[str, Any]] = []
        for path in paths[:40]:
            if j in fixed:
                grown.append(_with(path, fixed[j], j, kinds, path["distance"] + abs(fixed[j] - j)))
                continue
            options = [i for i in range(len(hypothesis)) if (i, j) in kinds]
            options.sort(key=lambda i: -kinds[i, j])
            distance = path["distance"]
            for i in options:
                if all(i != used for used, _ in path["pairs"]):
                    grown.append(_with(path, i, j, kinds, distance))
                    distance += abs(i - j)
            ends = path["next"] is not None
            grown.append({**path, "distance": distance, "chunks": path["chunks"] + ends, "next": None})
        paths = grown
    paths.sort(key=_order)
    finished = [{**path, "chunks": path["chunks"] + (path["next"] is not None)} for path in paths[:40]]
    best: set[tuple[int, int]] = min(finished, key=_order)["pairs"]
    return best


def _order(path: dict[str, Any]) -> tuple[int, int, int]:
    return -path["m"], path["chunks"], path["distance"]


def _with(path: dict[str, Any], i: int, j: int, kinds: dict[tuple[int, int], int], distance: int) -> dict[str, Any]:
    """Return the path with one more pair; only a pair of equal words counts, as halves are rounded down."""
    return {
        "pairs": path["pairs"] | {(i, j)},
        "m": path["m"] + (kinds[i, j] == 2),
        "chunks": path["chunks"] + (path["next"] not in (None, i)),
        "distance": distance,
        "next": i + 1,
    }
