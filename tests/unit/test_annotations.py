"""The labels of several annotators, and coefficients of agreement."""

from __future__ import annotations

from pathlib import Path

import pytest

from samescore import Annotations, InputError, MetricError, score
from samescore.metrics.agreement.distances import set_distance


def test_rows_have_the_same_length_and_hold_labels() -> None:
    with pytest.raises(InputError, match=r"annotations\[1\] has 1 labels but annotations\[0\] has 2"):
        Annotations([["a", "b"], ["a"]])
    with pytest.raises(InputError, match=r"annotations\[0\]\[1\] is True"):
        Annotations([["a", True]])
    with pytest.raises(InputError, match=r"a member of annotations\[0\]\[0\] is a list"):
        Annotations([[[["a"]]]])  # type: ignore[list-item]  # the mistake under test
    with pytest.raises(InputError, match="not a finite double"):
        Annotations([[float("inf")]])
    with pytest.raises(InputError, match="not a finite double"):
        Annotations([[10**400]])
    with pytest.raises(InputError, match=r"annotations\[0\] is a single str"):
        Annotations(["ab"])


def test_nan_is_a_missing_label() -> None:
    assert Annotations([["a", float("nan"), None]]).annotations == (("a", None, None),)


def test_a_file_has_an_item_a_line_and_a_column_for_each_annotator(tmp_path: Path) -> None:
    path = tmp_path / "labels.tsv"
    path.write_text("yes\tyes\t\nno\tyes\tno\n")
    expected = Annotations([["yes", "no"], ["yes", "yes"], [None, "no"]])
    assert Annotations.read(path) == expected
    path = tmp_path / "labels.jsonl"
    path.write_text('["yes", "yes", null]\n["no", "yes", "no"]\n')
    assert Annotations.read(path) == expected
    path.write_text('\n["yes", "yes", null]\n\n["no"]\n')
    with pytest.raises(InputError, match="line 4: the line has 1 labels, but the first has 3"):
        Annotations.read(path)
    path.write_text('["yes", "yes", null]\n["no"]\n')
    with pytest.raises(InputError, match="line 2: the line has 1 labels, but the first has 3"):
        Annotations.read(path)
    path.write_text('["yes", {}]\n')
    with pytest.raises(InputError, match="line 1"):
        Annotations.read(path)


def test_labels_of_both_types_are_ordered_and_nominal() -> None:
    data = Annotations([[1, "1", 2], [1, "1", "1"]])
    assert score("krippendorff-alpha", data).value < 1
    with pytest.raises(MetricError, match="distance=interval needs numbers"):
        score("krippendorff-alpha", data, distance="interval")


def test_a_set_is_a_list_of_its_members_in_any_order(tmp_path: Path) -> None:
    expected = Annotations([[("a", "b"), ("a",)], [("b",), None]])
    assert Annotations([[{"b", "a"}, ["a", "a"]], [frozenset("b"), None]]) == expected
    assert expected.plain() == {"annotations": [[["a", "b"], ["a"]], [["b"], None]]}
    assert Annotations.from_plain(expected.plain()) == expected
    path = tmp_path / "sets.jsonl"
    path.write_text('[["b", "a"], ["b"]]\n[["a"], null]\n')
    assert Annotations.read(path) == expected
    path.write_text('[["b", null], ["b"]]\n')
    with pytest.raises(InputError, match="line 1"):
        Annotations.read(path)


def test_members_of_both_types_have_an_order_and_numbers_are_equal_as_in_python() -> None:
    assert Annotations([[["b", 2, "a", 10, 2.0]]]).items == [((2, 10, "a", "b"),)]


def test_sets_and_other_labels_are_ordered_and_nominal() -> None:
    data = Annotations([[["a"], "a", 1], [["a"], ["a", 1], 1]])
    assert score("krippendorff-alpha", data).value == pytest.approx(1 - (2 / 6) / (26 / 30))
    for metric in ("krippendorff-alpha", "fleiss-kappa"):
        with pytest.raises(MetricError, match="distance=masi needs sets"):
            score(metric, data, distance="masi")


def test_masi_is_a_third_or_two_of_what_jaccard_shares() -> None:
    def distance(one: str, other: str, level: str) -> float:
        return set_distance(tuple(one), tuple(other), level)

    assert distance("ab", "ab", "masi") == 0
    assert distance("ab", "a", "masi") == 1 - 1 / 2 * (2 / 3)
    assert distance("a", "ab", "masi-0.67") == 0.665
    assert distance("ab", "bc", "masi") == 1 - 1 / 3 * (1 / 3)
    assert distance("ab", "bc", "jaccard") == 2 / 3
    assert distance("ab", "cd", "masi") == distance("ab", "", "masi-0.67") == 1
    with pytest.raises(MetricError, match="two empty sets"):
        distance("", "", "jaccard")


def test_agreement_of_a_part_of_the_annotators_is_another_number() -> None:
    data = Annotations([["a", "b", "b", "c"], ["a", "b", "a", "c"], ["b", "b", "b", "a"]])
    values = {score("fleiss-kappa", data, chance=chance).value for chance in ("pooled", "uniform", "own", "pairs")}
    assert len(values) == 4
    assert score("scott-pi", data).value == pytest.approx(score("fleiss-kappa", data).value, abs=1e-12)
