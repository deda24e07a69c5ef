"""nan is a missing number for most packages, and a number like any other for some."""

from __future__ import annotations

import copy
import math
from pathlib import Path

import pytest

import samescore
from samescore import InputError
from samescore.data.annotations import Annotations
from samescore.data.input_files import InputFiles
from samescore.data.ratings import Ratings
from samescore.verbs.scoring.score import score_files

_MTME = "mt-metrics-eval.KendallVariants"
_METRIC, _HUMAN = [0.1, 0.4, 0.2, 0.9], [4, 2, 3, 1]
#: Of three pairs of scores the metric orders all the other way: -3/3.
_REVERSED = -1
#: The same by two roots, whose product is not 3.
_UNCLIPPED = -3 / math.sqrt(3) / math.sqrt(3)


def test_ratings_remember_that_a_missing_score_was_nan() -> None:
    none, nan = Ratings(_METRIC, [4, None, 3, 1]), Ratings(_METRIC, [4, math.nan, 3, 1])
    assert none == nan
    assert (none.nan_given, nan.nan_given) == (False, True)
    assert copy.copy(nan).nan_given
    assert not Ratings.from_plain(nan.plain()).nan_given, "in JSON it is null"


def test_annotations_remember_it_too() -> None:
    none, nan = Annotations([["a", None], ["a", "b"]]), Annotations([["a", math.nan], ["a", "b"]])
    assert none == nan
    assert (none.nan_given, nan.nan_given) == (False, True)


def test_a_profile_that_drops_only_none_refuses_nan() -> None:
    followed = samescore.score("kendall", Ratings(_METRIC, [4, None, 3, 1]), like=_MTME, average_by="none")
    assert followed.value == _UNCLIPPED
    with pytest.raises(InputError, match="drops None but treats nan as a number"):
        samescore.score("kendall", Ratings(_METRIC, [4, math.nan, 3, 1]), like=_MTME, average_by="none")
    assert (
        samescore.score("kendall", Ratings(_METRIC, [4, math.nan, 3, 1]), like="scipy", missing="drop").value
        == _REVERSED
    )
    with pytest.raises(InputError, match="drops None but treats nan as a number"):
        samescore.score("krippendorff-alpha", Annotations([["a", math.nan, "b"], ["a", "b", "b"]]), like="nltk.alpha")


def test_only_human_scores_may_be_missing_in_mt_metrics_eval() -> None:
    with pytest.raises(InputError, match="does not accept missing metric scores"):
        samescore.score("kendall", Ratings([0.1, None, 0.2, 0.9], _HUMAN), like=_MTME, average_by="none")


def test_an_empty_field_of_a_file_is_none(tmp_path: Path) -> None:
    file = tmp_path / "scores.tsv"
    file.write_text("0.1\t4\n0.4\tNA\n0.2\t3\n0.9\t1\n")
    [score] = score_files([("kendall", {"average_by": "none"})], InputFiles(file), like=_MTME)
    assert score().value == _UNCLIPPED
    file.write_text("0.1\t4\n\t2\n0.2\t3\n0.9\t1\n")
    [score] = score_files([("kendall", {"average_by": "none"})], InputFiles(file), like=_MTME)
    with pytest.raises(InputError, match="does not accept missing metric scores"):
        score()
