"""Tag sequences, and where their readers disagree."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore import InputError, MetricError, Raised, Score, SettingsError, Tagged, score
from samescore.metrics import find
from samescore.metrics.evaluator import native_outcome


def test_the_sides_have_the_same_shape() -> None:
    with pytest.raises(InputError, match="gold_tags has 1 sentences but predicted_tags has 0"):
        Tagged([["O"]], [])
    with pytest.raises(InputError, match=r"gold_tags\[1\] has 1 tags but predicted_tags\[1\] has 2"):
        Tagged([["O"], ["O"]], [["O"], ["O", "O"]])
    with pytest.raises(InputError, match=r"predicted_tags\[0\]\[0\] is empty"):
        Tagged([["O"]], [[""]])
    with pytest.raises(InputError, match=r"gold_tags\[0\]\[0\] is 1 \(int\)"):
        Tagged([[1]], [["O"]])  # type: ignore[list-item]  # the mistake under test
    with pytest.raises(InputError, match=r"gold_tags\[0\] is a single str"):
        Tagged(["O"], ["O"])


def test_a_file_has_the_tags_in_its_last_two_columns(tmp_path: Path) -> None:
    path = tmp_path / "tags.conll"
    path.write_text("\nAnna NNP B-PER B-PER\nsings VBZ O I-PER\n\n \nhere RB\tO O\n\n")
    assert Tagged.read(path) == Tagged([["B-PER", "O"], ["O"]], [["B-PER", "I-PER"], ["O"]])
    path.write_text("Anna NNP B-PER B-PER\nsings\n")
    with pytest.raises(InputError, match="line 2: the line has only one column"):
        Tagged.read(path)
    path.write_text("")
    assert len(Tagged.read(path)) == 0


@pytest.mark.parametrize("boundary", ["-DOCSTART- -X- O B-PER", "-DOCSTART-", "-X- O O"])
def test_a_boundary_line_ends_a_sentence_and_is_no_token(tmp_path: Path, boundary: str) -> None:
    path = tmp_path / "tags.conll"
    path.write_text(f"{boundary}\n\nAnna B-PER O\n{boundary}\nLee O I-PER\n")
    assert Tagged.read(path) == Tagged([["B-PER"], ["O"]], [["O"], ["I-PER"]])


def test_each_side_may_have_a_file(tmp_path: Path) -> None:
    predicted, gold = tmp_path / "predicted.conll", tmp_path / "gold.conll"
    gold.write_text("Anna NNP B-PER\nsings VBZ O\n\nhere RB O\n")
    predicted.write_text("\nAnna I-PER\nsings O\n\n\nhere B-LOC\n")
    assert Tagged.read_sides(predicted, gold) == Tagged([["B-PER", "O"], ["O"]], [["I-PER", "O"], ["B-LOC"]])
    predicted.write_text("I-PER\nO\n\nB-LOC\n")
    assert Tagged.read_sides(predicted, gold).predicted_tags == (("I-PER", "O"), ("B-LOC",))


@pytest.mark.parametrize(
    ("predicted", "message"),
    [
        ("Anna O\nhums O\n\nhere O\n", "line 2: the token is 'hums', but 'sings' in .*, line 2"),
        ("Anna O\nsings O\nhere O\n", "line 1: sentence 1 has 3 tokens, but 2 in .*, line 1"),
        ("Anna O\nsings O\n", "has 1 sentences, but .* has 2"),
    ],
)
def test_two_files_have_the_same_tokens(tmp_path: Path, predicted: str, message: str) -> None:
    (tmp_path / "predicted.conll").write_text(predicted)
    (tmp_path / "gold.conll").write_text("Anna NNP B-PER\nsings VBZ O\n\nhere RB O\n")
    with pytest.raises(InputError, match=message):
        Tagged.read_sides(tmp_path / "predicted.conll", tmp_path / "gold.conll")


def test_a_tag_that_does_not_fit_begins_an_entity_or_none() -> None:
    data = Tagged([["B-PER", "I-PER"]], [["I-PER", "I-PER"]])
    assert score("entity-f1", data).value == 1
    assert score("entity-f1", data, scheme="iob2").value == 0


def test_an_end_without_a_beginning_closes_the_entity_of_an_earlier_sentence() -> None:
    """``.`` is no entity, and the E after it has its type: seqeval 1.2.2 answers 1 and 0."""
    stray = [".", "E"]
    same = Tagged([["B-PER"], stray], [["B-PER"], stray])
    other = Tagged([["B-PER", "O"], stray], [["O", "B-PER"], stray])
    assert score("entity-f1", same).value == 1
    assert score("entity-f1", other).value == 0


def test_a_prefix_of_no_scheme_is_an_error_only_where_one_is_set() -> None:
    data, settings = Tagged([["M-PER"]], [["M-PER"]]), find("entity-f1")[0].settings()
    assert isinstance(native_outcome(data, settings), Score)
    assert isinstance(native_outcome(data, settings.replace(scheme="iobes")), Raised)


def test_continuations_are_merged_where_entities_have_borders() -> None:
    data = Tagged([["B-ARG1", "O", "B-C-ARG1"]], [["B-ARG1", "O", "B-C-ARG1"]])
    assert score("entity-f1", data, scheme="iob2", continuations="merged").value == 1
    with pytest.raises(SettingsError, match="scheme=tokens does not merge continuations"):
        score("entity-f1", data, scheme="tokens", continuations="merged")


@pytest.mark.parametrize(
    ("scheme", "tags", "place"),
    [
        ("bioul", ["O", "B-PER", "O"], "token 3: the tag 'O'"),
        ("bioul", ["B-PER", "I-PER"], "token 2: the tag 'I-PER'"),
        ("bioul", ["U-PER", "L-PER"], "token 2: the tag 'L-PER'"),
        ("iob-runs", ["O", "B", "O"], "token 2: the tag 'B'"),
    ],
)
def test_a_tag_that_does_not_fit_is_named_with_its_place(scheme: str, tags: list[str], place: str) -> None:
    data = Tagged([["O"], tags], [["O"], tags])
    with pytest.raises(MetricError, match=f"sentence 2, {place} does not fit under scheme={scheme}"):
        score("entity-f1", data, scheme=scheme)
