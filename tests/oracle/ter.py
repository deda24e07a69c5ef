"""TER (Snover et al., "A study of translation edit rate with targeted human annotation", AMTA 2006), exactly.

Edits against the closest reference over the average reference length (section 2.1). The search follows
Tercom: every candidate shift is tried in full, and nothing is skipped.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from math import ceil, floor
from typing import Any

from tests.oracle.arithmetic import OracleError, decimal_text, mean, single
from tests.oracle.text import ASCII_DIGITS, ASCII_SYMBOLS, around, between, strip_right, words

#: First and last code points of hiragana, katakana and their phonetic extensions.
KANA = ((0x3040, 0x309F), (0x30A0, 0x30FF), (0x31F0, 0x31FF))
ASCII_SPACE = frozenset("\t\n\v\f\r ")

Settings = dict[str, Any]
Tokens = list[str]
Cells = dict[tuple[int, int], tuple[int, str]]

ASIAN_MARKS = set("、。〈〉《》「」『』【】〔〕〖〗〘〙〚〛〜〝〞〟・｡｢｣､･．，？：；！＂（）")
#: First and last code points, block by block: unified, A, strokes, radicals, compatibility (twice), forms, enclosed.
CJK = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x31C0, 0x31EF), (0x2E80, 0x2EFF), (0x3300, 0x33FF), (0xF900, 0xFAFF),
    (0xFE30, 0xFE4F), (0x3200, 0x32FF),
)  # fmt: skip


def score(data: dict[str, Any], settings: Settings) -> dict[str, Any]:
    """Return TER of the corpus."""
    if not data["segments"]:
        if settings["empty_input"] == "zero":
            return {"value": Fraction(0), "stages": {}}
        if settings["empty_input"] == "empty-reference" and settings["average"] == "corpus":
            return {"value": _rate([], settings), "stages": {}}
        raise OracleError("no segments")
    units = [
        [tokens(segment["hypothesis"], settings), *(reference_tokens(line, settings) for line in segment["references"])]
        for segment in data["segments"]
    ]
    rows = []
    for segment, (hypothesis, *references) in zip(data["segments"], units, strict=True):
        if settings["empty_references"] == "drop":
            references = [words for line, words in zip(segment["references"], references, strict=True) if line]
        if not references and settings["no_references"] == "raise":
            raise OracleError("a segment without references")
        rows.append(_row(hypothesis, references, settings) if references else (0, 0, 0, 0))
    raising = settings["empty_reference"] == "raise" and settings["average"] == "corpus"
    sentences = [None if raising and row[3] and not row[2] else _rate([row], settings) for row in rows]
    stages = {
        "tokens": units,
        "counts": [sum(column) for column in zip(*rows, strict=True)],
        "sentences": [None if score is None else decimal_text(score) for score in sentences],
    }
    known = [score for score in sentences if score is not None]
    if settings["average"] == "corpus":
        return {"value": _rate(rows, settings), "stages": stages}
    return {"value": mean(known) if len(known) == len(rows) else None, "stages": stages}


def _row(hypothesis: Tokens, references: list[Tokens], settings: Settings) -> tuple[int, int, int, int]:
    """Return edits, shifts, and the words and number of the references whose average length counts."""
    tried = [(*edits(hypothesis, reference, settings), reference) for reference in references]
    fewest = min(total for total, _, _ in tried)
    total, shifts, closest = next(attempt for attempt in tried if attempt[0] == fewest)
    counted = [closest] if settings["reference_length"] == "closest" else references
    return total, shifts, sum(len(reference) for reference in counted), len(counted)


def _rate(rows: list[tuple[int, int, int, int]], settings: Settings) -> Fraction | None:
    """Return the score of some segments; None if it is infinite or undefined."""
    if any(row[3] == 0 for row in rows):
        return Fraction(0)
    total = sum(row[0] for row in rows)
    if not any(row[2] for row in rows) and settings["empty_reference"] == "raise":
        raise OracleError("references without words")
    length = sum((Fraction(row[2], row[3]) for row in rows), Fraction(0))
    if not length and settings["empty_reference"] == "ieee":
        return None
    without = Fraction(1 if total > 0 or settings["empty_reference"] == "one" else 0)
    rate = total / length if length else without
    rate = single(rate) if settings["dtype"] == "float32" else rate
    return rate * Fraction(settings["scale"])


# Texts.


def tokens(line: str | Tokens, settings: Settings) -> Tokens:
    """Return the words of a text."""
    if isinstance(line, str) == (settings["tokenizer"] == "given"):
        raise OracleError(f"tokenizer={settings['tokenizer']} cannot take {line!r}")
    if not isinstance(line, str):
        return [token.lower() for token in line] if settings["case"] == "lower" else list(line)
    if settings["strip"] == "right":
        line = strip_right(line)
    while settings["strip"] == "trim" and line and min(line[0], line[-1]) <= " ":
        line = line[1:] if line[0] <= " " else line[:-1]
    if settings["case"] == "lower":
        line = line.lower()
    if settings["tokenizer"] in ("none-ascii", "tercom-java"):
        return tokens_of_tercom(line, settings)
    if settings["tokenizer"] == "tercom":
        line = _western(line)
        if settings["asian"]:
            line = around(line, lambda c: c in ASIAN_MARKS or any(low <= ord(c) <= high for low, high in CJK))
    if settings["punctuation"] == "remove":
        marks = set('.,?:;!"()') | (ASIAN_MARKS if settings["asian"] else set())
        line = "".join(character for character in line if character not in marks)
    return words(line)


def reference_tokens(line: str | Tokens, settings: Settings) -> Tokens:
    """Return the words of a reference, which sacreBLEU joins with spaces and normalizes again."""
    first = tokens(line, settings)
    if settings["tokenizer"] not in ("none", "tercom") or settings["reference_passes"] == "once":
        return first
    return tokens(" ".join(first), settings)


def tokens_of_tercom(line: str, settings: Settings) -> Tokens:
    """Return the words of a text in Tercom, which keeps the empty words of Java's split except at the end."""
    if not line:
        return []
    if settings["tokenizer"] == "tercom-java":
        line = _western(line.replace("<skipped>", ""), "-\n")
        if settings["asian"]:
            line = around(line, lambda c: any(low <= ord(c) <= high for low, high in CJK))
            for low, high in KANA:
                inside = {chr(code) for code in range(low, high + 1)}
                pieces = ["".join(run) for _, run in groupby(line, inside.__contains__)]
                line = "".join(f" {piece} " if piece[0] in inside else piece for piece in pieces)
            line = around(line, lambda c: c in ASIAN_MARKS)
        while line and (line[0] in ASCII_SPACE or line[-1] in ASCII_SPACE):
            line = line[1:] if line[0] in ASCII_SPACE else line[:-1]
    if settings["punctuation"] == "remove":
        marks = set('.,?:;!"()') | (ASIAN_MARKS if settings["asian"] else set())
        line = "".join(character for character in line if character not in marks)
    first = [""] if not line or (line[0] in ASCII_SPACE and words(line, ASCII_SPACE)) else []
    return first + words(line, ASCII_SPACE)


def _western(text: str, hyphenated: str = "\n-") -> str:
    for written, meant in (
        (hyphenated, ""), ("\n", " "), ("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"),
    ):  # fmt: skip
        text = text.replace(written, meant)
    text = around(f" {text} ", lambda character: character in ASCII_SYMBOLS)
    text = text.replace("'s ", " 's ")
    text = between(text, lambda c: c not in ASCII_DIGITS, lambda c: c in ".,", "1 2 ")
    text = between(text, lambda c: c in ".,", lambda c: c not in ASCII_DIGITS, " 1 2")
    return between(text, lambda c: c in ASCII_DIGITS, lambda c: c == "-", "1 2 ")


# Edits.


#: The knobs that `edits` depends on.
_OF_EDITS = (
    *("beam", "beam_width", "empty_hypothesis", "max_candidates", "max_shift_distance", "max_shift_size"),
    *("search", "shifted"),
)


def edits(hypothesis: Tokens, reference: Tokens, settings: Settings) -> tuple[int, int]:
    """Return all edits, and the shifts among them."""
    knobs = tuple((name, settings[name]) for name in _OF_EDITS)
    return _edits(tuple(hypothesis), tuple(reference), knobs)


@lru_cache(maxsize=1 << 12)
def _edits(
    hypothesis_words: tuple[str, ...], reference_words: tuple[str, ...], knobs: tuple[tuple[str, Any], ...]
) -> tuple[int, int]:
    """Return `edits`, cached because most vectors differ from others in other knobs only."""
    hypothesis, reference, settings = list(hypothesis_words), list(reference_words), dict(knobs)
    if not hypothesis and settings["empty_hypothesis"] == "free":
        return 0, 0
    moving, fixed = (hypothesis, reference) if settings["shifted"] == "hypothesis" else (reference, hypothesis)
    if not fixed:
        return len(moving), 0
    if settings["search"] == "common-runs":
        return _edits_by_runs(moving, fixed, settings)
    if settings["search"] == "tercom-java":
        return _edits_of_java(moving, fixed, settings)
    beam = (settings["beam"], settings["beam_width"])
    shifts = candidates = 0
    while True:
        now, script = distance(moving, fixed, *beam)
        shifts_found = []
        for start, at, size in _phrases(moving, fixed, settings):
            targets = _targets(script, start, at, size)
            for target in targets:
                shifted = shift(moving, start, size, target)
                gain = now - distance(shifted, fixed, *beam)[0]
                shifts_found.append((gain, size, -start, -target, shifted))
            if candidates + len(shifts_found) >= settings["max_candidates"]:
                break
        candidates += len(shifts_found)
        best = max(shifts_found, default=None)
        if candidates >= settings["max_candidates"] or best is None or best[0] <= 0:
            return shifts + now, shifts
        moving = best[-1]
        shifts += 1


def _edits_of_java(moving: Tokens, fixed: Tokens, settings: Settings) -> tuple[int, int]:
    """Return edits and shifts by the search of the program Tercom, which takes the first of the best shifts in its own order."""
    beam = (settings["beam"], settings["beam_width"])
    shifts = candidates = 0
    while True:
        now, script = distance(moving, fixed, *beam)
        tried = sorted(_candidates_of_java(moving, fixed, script, settings))
        candidates += len(tried)
        fewest, best = now, None  # edits besides the shift, which is one more
        for _, _, _, size, shifted in tried:
            if best is not None and now - (fewest + 1) >= 2 * size:
                break
            left = distance(shifted, fixed, *beam)[0]
            if left < fewest:
                fewest, best = left, shifted
        if candidates >= settings["max_candidates"] or best is None:
            return shifts + now, shifts
        moving = best
        shifts += 1


def _candidates_of_java(
    moving: Tokens, fixed: Tokens, script: str, settings: Settings
) -> list[tuple[int, int, tuple[int, int], int, Tokens]]:
    """Return all candidate shifts, ordered by size (the longest first), start and goal, with the text after each."""
    aligned = _aligned(script)
    wrong_moving = [mark != "=" for mark in script if mark != "+"]
    wrong_fixed = [mark != "=" for mark in script if mark != "-"]
    candidates = []
    for start, at, size in _phrases(moving, fixed, {**settings, "max_shift_distance": len(moving) + len(fixed)}):
        behind = aligned[at] - 1  # the word of `moving` behind which the phrase goes
        if behind in range(start, start + size) or abs(behind - start) > settings["max_shift_distance"]:
            continue
        if not (any(wrong_moving[start : start + size]) and any(wrong_fixed[at : at + size])):
            continue
        goals = {0: behind, **{k: aligned[at + k] - 1 for k in range(1, size) if aligned[at + k] - 1 != behind}}
        if at and aligned[at - 1] - 1 != behind:
            goals[-1] = aligned[at - 1] - 1
        goals = {k: goal for k, goal in goals.items() if goal != start}
        if not at:
            goals[-1] = -1
        for k, goal in goals.items():
            within = start <= goal < start + size
            target = goal if within else goal + 1
            shifted = shift(moving, start, size, target)
            candidates.append((-size, start, (at, k), size, shifted))
    return candidates


def _aligned(script: str) -> list[int]:
    """Return, for each word of the fixed text, the number of moving words up to its partner."""
    return [sum(mark != "+" for mark in script[: end + 1]) for end, mark in enumerate(script) if mark != "-"]


def _edits_by_runs(moving: Tokens, fixed: Tokens, settings: Settings) -> tuple[int, int]:
    """Return edits and shifts by the search of pyter: the best shift until none helps; ties go to the text that sorts last."""
    everything = len(moving) + len(fixed)
    tried = 0
    now = distance(moving, fixed, "diagonal", everything)[0]
    for shifts in range(everything + 1):
        ranked = []
        for start, at, size in _runs(moving, fixed, settings):
            rest = moving[:start] + moving[start + size :]
            shifted = rest[:at] + moving[start : start + size] + rest[at:]
            ranked.append((-distance(shifted, fixed, "diagonal", everything)[0], shifted))
        tried += len(ranked)
        if tried >= settings["max_candidates"] or not ranked or -max(ranked)[0] >= now:
            return now + shifts, shifts
        now, moving = -max(ranked)[0], max(ranked)[1]
    raise AssertionError("every shift saves an edit")


def _runs(moving: Tokens, fixed: Tokens, settings: Settings) -> list[tuple[int, int, int]]:
    """Return (position in `moving`, position in `fixed`, size) of the longest common phrase from each pair of different positions."""
    longest: dict[tuple[int, int], int] = {}
    for start, at, size in _phrases(moving, fixed, settings):
        if start != at:
            longest[start, at] = max(size, longest.get((start, at), 0))
    return [(start, at, size) for (start, at), size in longest.items()]


def distance(moving: Tokens, fixed: Tokens, beam: str, width: int) -> tuple[int, str]:
    """Return the edit distance within the beam, and its script: = same, s other, - word of `moving` out, + of `fixed` in.

    Among equally cheap last steps, the first of s or =, -, + is taken.
    """
    find = _distance if beam == "diagonal" else _distance_by_cost
    return find(tuple(moving), tuple(fixed), width)


@lru_cache(maxsize=1 << 14)
def _distance(moving: tuple[str, ...], fixed: tuple[str, ...], width: int) -> tuple[int, str]:
    """Return `distance`, cached by the words, because different shifts and settings lead to the same texts."""
    slope = len(fixed) / len(moving) if moving else 1.0
    beam = ceil(slope / 2 + width) if width < slope / 2 else width
    cells: Cells = {(0, j): (j, "+" * j) for j in range(len(fixed) + 1)}
    for i in range(1, len(moving) + 1):
        middle = floor(i * slope)
        end = len(fixed) if i == len(moving) else min(len(fixed), middle + beam - 1)
        for j in range(max(0, middle - beam), end + 1):
            cells[i, j] = _cheapest(cells, i, j, moving, fixed)
    return cells[len(moving), len(fixed)]


@lru_cache(maxsize=1 << 14)
def _distance_by_cost(moving: tuple[str, ...], fixed: tuple[str, ...], width: int) -> tuple[int, str]:
    """Return `distance` with the program's beam, which drops cells far above the cheapest diagonal step to their row."""
    cells: Cells = {(0, j): (j, "+" * j) for j in range(len(fixed) + 1)}
    for i in range(1, len(moving) + 1):
        steps = [cells[i - 1, j][0] + (moving[i - 1] != fixed[j]) for j in range(len(fixed)) if (i - 1, j) in cells]
        for j in range(len(fixed) + 1):
            if not {(i - 1, j - 1), (i - 1, j), (i, j - 1)} & cells.keys():
                continue
            cost, script = _cheapest(cells, i, j, moving, fixed)
            if i == len(moving) or not steps or cost <= min(steps) + width:
                cells[i, j] = (cost, script)
    return cells[len(moving), len(fixed)]


def _cheapest(cells: Cells, i: int, j: int, moving: tuple[str, ...], fixed: tuple[str, ...]) -> tuple[int, str]:
    """Return the first of the cheapest steps to a cell."""
    steps: list[tuple[int, str]] = []
    if (diagonal := cells.get((i - 1, j - 1))) is not None:
        cost, script = diagonal
        steps.append((cost, script + "=") if moving[i - 1] == fixed[j - 1] else (cost + 1, script + "s"))
    for before, mark in ((cells.get((i - 1, j)), "-"), (cells.get((i, j - 1)), "+")):
        if before is not None and (not steps or before[0] + 1 < steps[0][0]):
            steps[:] = [(before[0] + 1, before[1] + mark)]
    return steps[0]


def _phrases(moving: Tokens, fixed: Tokens, settings: Settings) -> list[tuple[int, int, int]]:
    """Return (position in `moving`, position in `fixed`, size) of all common phrases within the limits."""
    return [
        (start, at, size)
        for start in range(len(moving))
        for at in range(len(fixed))
        if moving[start] == fixed[at] and abs(start - at) <= settings["max_shift_distance"]
        for size in range(1, settings["max_shift_size"] + 1)
        if len(moving[start : start + size]) == size and moving[start : start + size] == fixed[at : at + size]
    ]


def _targets(script: str, start: int, at: int, size: int) -> list[int]:
    """Return the targets of a phrase; empty if the phrase or its goal is already correct, or it is its own goal."""
    aligned: list[int] = []  # for each word of `fixed`: how many words of `moving` are there up to its partner
    wrong_moving, wrong_fixed, before = [], [], 0
    for mark in script:
        before += mark != "+"
        if mark != "+":
            wrong_moving.append(mark != "=")
        if mark != "-":
            aligned.append(before)
            wrong_fixed.append(mark != "=")
    if not (any(wrong_moving[start : start + size]) and any(wrong_fixed[at : at + size])):
        return []
    if start < aligned[at] <= start + size:
        return []
    wanted = [0, *aligned][at : at + size + 1]
    return [place for k, place in enumerate(wanted) if k == 0 or place != wanted[k - 1]]


def shift(line: Tokens, start: int, size: int, target: int) -> Tokens:
    """Return `line` with `size` words from `start` on moved before the word at `target`."""
    phrase = line[start : start + size]
    if target < start:
        return line[:target] + phrase + line[target:start] + line[start + size :]
    if target > start + size:
        return line[:start] + line[start + size : target] + phrase + line[target:]
    # A goal within the phrase itself: the phrase moves on by that many words.
    behind = line[start + size :]
    return line[:start] + behind[: target - start] + phrase + behind[target - start :]
