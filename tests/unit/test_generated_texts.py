"""Random texts: lengths, numbers of references, and how often rare cases occur."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from samescore.generators import answers, edits, fresh_texts, invented, large_texts, outputs, rewrites, speech, texts
from samescore.generators.special_words import every_pair, special_pair, special_segments
from samescore.generators.translation import lengthen_most

#: They do not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_DRAWS = 1500
Segment = tuple[str, list[str]]


def _drawn(draw: Callable[[random.Random], Segment], draws: int = _DRAWS) -> list[Segment]:
    rng = random.Random(5)
    return [draw(rng) for _ in range(draws)]


def _share(cases: Sequence[bool]) -> float:
    return sum(cases) / len(cases)


def test_hostile_segments() -> None:
    drawn = _drawn(texts.hostile_segment)
    references = [len(lines) for _, lines in drawn]
    assert set(references) == {0, 1, 2, 3}
    assert _share([count == 0 for count in references]) == pytest.approx(0.03, abs=0.012)
    assert _share([count == 1 for count in references]) == pytest.approx(0.97 / 2, abs=0.05)
    # A line of no characters may also be left of a single word.
    nothing = [line in texts.LINES_WITH_NOTHING and line != "" for line, _ in drawn]
    assert _share(nothing) == pytest.approx(0.06 * 5 / 6, abs=0.015)
    assert {line for line, _ in drawn if line in texts.LINES_WITH_NOTHING} == set(texts.LINES_WITH_NOTHING)
    blank = [lines.count("\t \u00a0") + lines.count("\x1c") for _, lines in drawn]
    assert _share([bool(count) for count in blank]) == pytest.approx(0.06 * 2 / 6, abs=0.012)
    dated = [lines for _, lines in drawn if lines and all(line.endswith(" 2010 .") for line in lines)]
    assert len(dated) / _DRAWS == pytest.approx(0.05, abs=0.015)
    ends = {end for line, _ in drawn for end in ("2010. ", " 5.\t", "5. \u3000") if line.endswith(end)}
    assert ends == {"2010. ", " 5.\t", "5. \u3000"}


def test_hostile_lines_have_one_to_twelve_words() -> None:
    rng = random.Random(5)
    drawn = [texts._words(rng) for _ in range(_DRAWS)]
    assert {len(words) for words in drawn} == {1, 2, 3, 4, 5, 6, 8, 12}
    assert _share([len(words) == 1 for words in drawn]) == pytest.approx(0.2, abs=0.04)
    assert {word for words in drawn for word in words} == {*texts.WORDS, "b", "bc", "ab", "c"}
    assert _share([set(words) <= {"a", "b"} for words in drawn if len(words) == 12]) == pytest.approx(1 / 6, abs=0.08)
    lines = [texts._text(rng, ["x", "y"]) for _ in range(_DRAWS)]
    assert _share([line == "x y" for line in lines]) == pytest.approx(30 / 42 * 0.8 + 1 / 42 * 30 / 42 * 0.2, abs=0.04)
    assert {line[1:-1] for line in lines if line.endswith("y")} == set(texts.SEPARATORS)


def test_edits_of_hostile_lines() -> None:
    rng = random.Random(5)
    words = list("pqrstuvw")
    edited = [texts._edit_words(rng, words) for _ in range(_DRAWS)]
    # Two of six lines are not edited; a rotation by 0 or 8 words, and a form of an unknown word, change nothing.
    once = 1 / 6 + 1 / 6 * 2 / 9
    assert _share([line == words for line in edited]) == pytest.approx((2 + 2 * once) / 6, abs=0.05)
    assert {len(line) - 8 for line in edited} == {-4, -3, -2, -1, 0, 1, 2, 3, 4} & {len(line) - 8 for line in edited}
    assert {-2, -1, 0, 1, 2} <= {len(line) - 8 for line in edited}
    assert any(word.isupper() and word.lower() in words for line in edited for word in line)
    assert words[3:] + words[:3] in edited
    assert texts.word_forms("sky") == ["sky", "skies"]
    assert texts.word_forms("cat") == ["cat"]


def test_corpora_begin_with_hand_picked_ones() -> None:
    hand_picked = len(texts.DIRECTED) * 4
    drawn = list(texts.corpora(hand_picked + 400, seed=1))
    assert [len(corpus) for corpus in drawn[:hand_picked]] == [len(segments) for segments in texts.DIRECTED * 4]
    sizes = [len(corpus) for corpus in drawn[hand_picked:]]
    assert set(sizes) == {1, 2, 3, 4}
    assert _share([size == 1 for size in sizes]) == pytest.approx(0.4, abs=0.07)
    rouge = list(texts.rouge_corpora(iter(drawn)))
    assert (len(rouge), rouge[12:]) == (len(drawn) + 12, drawn)
    assert drawn == list(texts.corpora(hand_picked + 400, seed=1)) != list(texts.corpora(hand_picked + 400))


def test_segments_of_few_words() -> None:
    drawn = _drawn(edits.few_words)
    marked = [line.endswith("'s\t") and all(ref.endswith(" 's") for ref in refs) for line, refs in drawn]
    assert _share(marked) == pytest.approx(0.1, abs=0.025)
    ended = [line.endswith("'s.") and all(ref.endswith("'s.") for ref in refs) for line, refs in drawn]
    assert _share(ended) == pytest.approx(0.09, abs=0.025)
    assert {len(line.split()) for line, _ in drawn} == {3, 5, 8, 12, 18}
    assert {len(refs) for _, refs in drawn} == {1, 2, 3}
    assert _share([len(refs) == 1 for _, refs in drawn]) == pytest.approx(0.6, abs=0.05)
    assert {letter for line, _ in drawn for letter in line} - set("'s\t. ") == set("abcdefghij")
    letters = [letter for line, _ in drawn if "'" not in line for letter in line.split()]
    # Each word is one of the first two, three, five or ten letters.
    shares = {"a": 1 / 2 + 1 / 3 + 1 / 5 + 1 / 10, "c": 1 / 3 + 1 / 5 + 1 / 10, "e": 1 / 5 + 1 / 10, "j": 1 / 10}
    assert {letter: letters.count(letter) / len(letters) for letter in shares} == pytest.approx(
        {letter: share / 4 for letter, share in shares.items()}, abs=0.02
    )
    rng = random.Random(5)
    words = [str(place) for place in range(9)]
    moved = [edits._edit_phrases(rng, words) for _ in range(_DRAWS)]
    # One line in five has no phrase moved, and half of the lines have no word edited.
    assert _share([line == words for line in moved]) == pytest.approx(0.2 * 0.5 + 0.05, abs=0.05)
    assert _share([sorted(line) == words for line in moved]) == pytest.approx(0.55, abs=0.06)
    assert {word for line in moved for word in line} == {*words, *"abxyAB"}
    assert any(line[4:] == list("01234") for line in moved)


def test_corpora_for_edit_metrics() -> None:
    general = list(texts.corpora(250, seed=3))
    drawn = list(edits.edit_corpora(iter(general)))
    hand_picked = 2 * len(edits.EDITS)
    assert len(drawn) == 250
    assert drawn[:hand_picked] == [texts.corpus_of(segments) for segments in edits.EDITS * 2]
    replaced = [place for place in range(hand_picked, 250) if drawn[place] != general[place]]
    assert replaced == [place for place in range(hand_picked, 250) if place % 3 == 0]
    assert {len(drawn[place]) for place in replaced} == {1, 2, 3}


def test_answers_to_questions() -> None:
    drawn = list(answers.answers(400))
    assert [place for place, corpus in enumerate(drawn) if not len(corpus)] == [10]
    assert {len(corpus) for corpus in drawn} == {0, 1, 2, 3}
    segments = _drawn(answers.answer_segment)
    assert {len(golds) for _, golds in segments} == {0, 1, 2, 3}
    # Half of the questions have a single gold answer, of which one in twenty is left out.
    assert _share([not golds for _, golds in segments]) == pytest.approx(0.025, abs=0.012)
    assert _share([len(golds) == 1 for _, golds in segments]) == pytest.approx(0.5, abs=0.05)
    rng = random.Random(5)
    said = [answers._answer(rng, ["p", "q"]) for _ in range(400)]
    assert set(said) == {f"p{first}q{second}" for first in ("", " ", "  ") for second in ("", " ", "  ")}
    assert _share([line == "p q " for line in said]) == pytest.approx(0.25, abs=0.06)


def test_most_translations_are_long() -> None:
    general = list(texts.corpora(400, seed=2))
    drawn = list(lengthen_most(iter(general)))
    unchanged = [new == old for new, old in zip(drawn, general, strict=True) if len(old)]
    assert _share(unchanged) == pytest.approx(0.2, abs=0.06)
    ends = [
        str(next(iter(new)).hypothesis).split()[-7:]
        for new, old in zip(drawn, general, strict=True)
        if new != old and len(old)
    ]
    assert _share([end == ["the", "cat", "sat", "on", "a", "red", "mat"] for end in ends]) == pytest.approx(0.9**7, abs=0.08)  # fmt: skip


def test_invented_sentences() -> None:
    rng = random.Random(5)
    words = [invented.invent_word(rng) for _ in range(_DRAWS)]
    assert _share([word[0].isupper() for word in words]) == pytest.approx(0.15 * 27 / 28, abs=0.03)
    assert _share([len(word) > 11 for word in words]) < 0.06
    assert {len(word) for word in words if set(word) <= set("のß山")} >= {1, 2}
    drawn = [invented.sentence(rng, ["w"], 9) for _ in range(_DRAWS)]
    assert {line.count("w") for line in drawn} == {4, 5, 6, 7, 8, 9}
    marks = [len(line) - line.count("w") for line in drawn]
    assert set(marks) == {0, 1, 3}
    assert _share([count == 1 for count in marks]) == pytest.approx(0.5, abs=0.05)
    numbers = [int(word) for line in drawn for word in line if word.isdigit()]
    assert (min(numbers) < 100, 2900 < max(numbers) < 3000) == (True, True)


def test_special_words() -> None:
    rng = random.Random(5)
    pairs = every_pair()
    assert all(one != other for one, other in pairs)
    known = {frozenset(pair) for pair in pairs}
    alone = [segment for number in range(3) for segment in special_segments(rng, [], number, alone=True)]
    assert {frozenset((said, right)) for said, [right] in alone} == known
    assert len(alone) == len(pairs)
    [(said, [right]), *_] = special_segments(rng, ["w"], 1, alone=False)
    assert [word for word in said.split(" ") if word != "w"] != [word for word in right.split(" ") if word != "w"]
    assert (said.split(" ").count("w"), right.split(" ").count("w")) == (7, 7)
    either = [special_pair(rng) in pairs for _ in range(400)]
    assert _share(either) == pytest.approx(0.5, abs=0.08)


def test_reworded_sentences() -> None:
    rng = random.Random(5)
    words = [str(place) for place in range(9)]
    drawn = [fresh_texts._reword(rng, words, ["n"]) for _ in range(_DRAWS)]
    assert set(range(7, 13)) <= {len(line) for line in drawn} <= set(range(6, 13))
    assert _share([line == words for line in drawn]) == pytest.approx(0.25 + 0.25 / 45, abs=0.05)
    assert max(line.count("n") for line in drawn) == 3
    assert any(sorted(line) == words != line for line in drawn)
    assert any(line.count("4") == 2 for line in drawn)
    assert {tuple(fresh_texts._reword(rng, ["p"], ["n"])) for _ in range(200)} == {("p",), ("n",), ("n", "p"), ("p", "p")}  # fmt: skip
    lines = {fresh_texts._join_sentences(rng, [["a", "b"], ["c"]]) for _ in range(400)}
    assert lines == {f"a b{one}\nc{other}" for one in (".", " .", "", "!") for other in (".", " .", "", "!")}


def test_large_texts_are_worse_towards_their_end() -> None:
    rng = random.Random(5)
    text = [f"t{place}" for place in range(1000)]
    changed = large_texts.changed_text(rng, text, 0.5, "x").split()
    wrong = [word.startswith("x") for word in changed]
    assert [word for word, differs in zip(changed, wrong, strict=True) if differs] == [f"x{k}" for k, differs in enumerate(wrong) if differs]  # fmt: skip
    assert _share(wrong[:500]) == pytest.approx(0.125, abs=0.05)
    assert _share(wrong[500:]) == pytest.approx(0.375, abs=0.06)
    assert [large_texts.changed_text(rng, text[:count], 0, "x").split()[-1] for count in (1, 2, 3)] == ["t0", "t1", "x2"]  # fmt: skip
    assert large_texts.drawn_text(rng, ["v"], 3, repeated=False) == ["v-0", "v-1", "v-2"]
    mixed = large_texts.drawn_text(rng, ["v"], 200, repeated=True)
    assert (set(mixed[::2]), set(mixed[1::2])) == ({"v"}, {"the", "of", "and", "a"})


@pytest.mark.parametrize(
    ("metric", "requested", "words"),
    [
        ("bleu", 5000, 5000),
        ("ngram-perplexity", 5000, 5000),
        ("ribes", 5000, 257),
        ("cer", 129, 129),
        ("cer", 257, 200),
        ("wer", 5000, 1025),
        ("wer", 1025, 320),
        ("wer", 129, 129),
    ],
)
def test_slow_metrics_get_shorter_texts(metric: str, requested: int, words: int) -> None:
    assert large_texts._words_of(metric, requested) == words


def test_outputs_of_models_are_sentences_answers_or_long() -> None:
    drawn = _drawn(outputs.output_segment)
    lengths = {line.count("x" * 250) and line.count("x") for line, _ in drawn}
    assert {250, 290, 300, 301} <= lengths
    assert _share(["x" * 250 in line for line, _ in drawn]) == pytest.approx(0.05, abs=0.015)
    everywhere = [line.count("\n") >= 3 and line.startswith("Answer: ") and "\n#### " in line for line, _ in drawn]
    assert _share(everywhere) == pytest.approx(0.95 * 0.5 / 3, abs=0.04)
    golds = [len(lines) for _, lines in drawn if lines]
    assert _share([count == 1 for count in golds]) == pytest.approx(0.6, abs=0.05)


def test_rewrites() -> None:
    rng = random.Random(5)
    words = [str(place) for place in range(9)]
    drawn = [rewrites.edit_words(rng, words, ["n"]) for _ in range(_DRAWS)]
    # Of five lines one has no edit; a word may also be moved to its own place.
    assert _share([line == words for line in drawn]) == pytest.approx(0.2 + 0.4 * 0.18 / 9 + 0.01, abs=0.04)
    assert max(line.count("n") for line in drawn) == 4
    assert {len(line) for line in drawn} >= set(range(4, 13))
    assert any(line.count("4") == 2 for line in drawn)
    assert _share(["  " in rewrites._join_words(rng, list("abcdef")) for _ in range(_DRAWS)]) == pytest.approx(1 - (61 / 62) ** 5, abs=0.02)  # fmt: skip
    limited = list(rewrites.rewrites(400, 2, 1))[10:]
    assert {len(data.references[0]) for data in limited if len(data)} == {1, 2}
    assert all(len({len(lines) for lines in data.references}) == 1 for data in limited)
    free = list(rewrites.rewrites(400, 0, 1))[10:]
    assert {len(lines) for data in free for lines in data.references} == {0, 1, 2, 3, 4}
    assert {len(data) for data in free} == {1, 2, 3, 5, 11}
    assert all(len(set(map(len, data.references))) == 1 for place, data in enumerate(free, 10) if place % 3 == 0)
    assert any(len(set(map(len, data.references))) > 1 for data in free)
    assert {len(source.split()) for data in free for source in data.sources} == {0, 1, 2, 3, 4, 6, 9, 14}


def test_transcripts_of_speech() -> None:
    drawn = list(speech.speech_texts(600))
    spoken = {word for line in drawn[::3] for word in line.split(" ")}
    assert not any(character.isdigit() for line in drawn[::3] for character in line)
    assert any(character.isdigit() for line in drawn[1::3] for character in line)
    assert {line.count(" ") for line in drawn[::3]} == set(range(10))
    assert {"minus", "decillion", "half"} <= spoken
    spaced = [space in "".join(drawn[2::3]) for space in ("\t", "\n", "\u00a0", "\u3000", "\u200b", "\x1c", "  ")]
    assert all(spaced)
    assert not any("\t" in line or "  " in line for line in [*drawn[::3], *drawn[1::3]])
