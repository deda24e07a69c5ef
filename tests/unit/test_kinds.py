"""Every kind of input in the registry: its tag, its JSON form, its entries, its generator."""

from __future__ import annotations

import json
import random
import re
from contextlib import suppress
from typing import Any

import pytest

import samescore
from samescore import CountedTexts, InputError
from samescore.base.outcome import Score
from samescore.catalogue.wrong_items import Misreading
from samescore.data.kind import Kind, without_tags
from samescore.data.kinds import KINDS, Data, digest, from_plain, kind_of
from samescore.generators.generator import generator_of
from samescore.metrics.evaluator import native_outcome
from samescore.verbs.judging.axioms import checks
from tests.kinds import example_of, inputs_of, target_for

#: It does not depend on the interpreter: once is enough.
pytestmark = pytest.mark.once

_INPUTS = 150

of_every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


def _as_json(data: Data) -> Any:
    return json.loads(json.dumps(data.plain()))


def test_tags_are_the_names_of_the_kinds() -> None:
    assert len({kind.TAG for kind in KINDS}) == len(KINDS)
    for kind in KINDS:
        assert issubclass(kind, Kind)
        words = re.findall("[A-Z][a-z]*", kind.__name__)
        assert "_".join(words).lower() == kind.TAG
        assert getattr(samescore, kind.__name__) is kind


@of_every_kind
def test_an_input_survives_as_json_with_and_without_its_tag(kind: type[Data]) -> None:
    for data in inputs_of(kind, _INPUTS):
        plain = _as_json(data)
        assert "kind" not in plain, "what is written has no tag"
        assert set(kind.FIELDS) <= plain.keys()
        assert kind_of(plain) is kind
        for read in (from_plain(plain), from_plain({"kind": kind.TAG, **plain})):
            assert type(read) is kind
            assert _as_json(read) == plain
            assert digest(read) == digest(data)


@of_every_kind
def test_a_wrong_tag_is_refused(kind: type[Data]) -> None:
    plain = _as_json(example_of(kind))
    other = next(other for other in KINDS if not set(other.FIELDS) <= plain.keys())
    missing = next(field for field in other.FIELDS if field not in plain)
    with pytest.raises(InputError, match=re.escape(f"of the kind '{other.TAG}' needs the field '{missing}'")):
        from_plain({"kind": other.TAG, **plain})
    wrong: Any
    for wrong in ("Corpora", None, [], 1):
        with pytest.raises(InputError, match="unknown kind of input") as caught:
            from_plain({"kind": wrong, **plain})
        assert kind.TAG in str(caught.value.hint)


@of_every_kind
def test_a_tag_without_its_fields_names_the_first_that_is_missing(kind: type[Data]) -> None:
    with pytest.raises(InputError, match=re.escape(f"of the kind '{kind.TAG}' needs the field '{kind.FIELDS[0]}'")):
        from_plain({"kind": kind.TAG})


@of_every_kind
def test_an_input_is_made_of_its_entries(kind: type[Data]) -> None:
    for data in inputs_of(kind, _INPUTS):
        entries = list(data.entries())
        assert _as_json(data.of_entries(entries)) == _as_json(data)
        assert data.of_entries(entries).common() == data.common()
        assert list(data.of_entries([]).entries()) == []
        if len(entries) > 1:
            part = data.of_entries(entries[1:])
            assert type(part) is kind
            assert repr(list(part.entries())) == repr(entries[1:])


def test_the_tags_of_systems_are_checked_too() -> None:
    plain = {"statistic": "mean", "systems": [{"kind": "numbers", "scores": [1, 0]}] * 2}
    assert from_plain(plain) == from_plain({**plain, "systems": [{"scores": [1, 0]}] * 2})
    with pytest.raises(InputError, match="unknown kind of input: 'labels'"):
        from_plain({**plain, "systems": [{"kind": "labels", "scores": [1, 0]}]})


@of_every_kind
def test_tags_are_no_unknown_fields(kind: type[Data]) -> None:
    plain = _as_json(example_of(kind))
    assert without_tags({"kind": kind.TAG, **plain}) == without_tags(plain) == plain


@of_every_kind
def test_a_kind_has_fresh_and_large_inputs_and_a_strategy(kind: type[Data]) -> None:
    generator, target = generator_of(kind), target_for(kind)
    fresh = [generator.fresh(target, random.Random(seed), seed) for seed in range(10)]
    assert {type(data) for data in fresh} == {kind}
    assert len(set(map(digest, fresh))) > 5, "they are different ones"
    assert digest(fresh[0]) == digest(generator.fresh(target, random.Random(0), 0)), "the seed makes the input"
    large = [generator.large(target, random.Random(1), number) for number in range(3)]
    assert {type(data) for data in large} == {kind}
    assert max(len(json.dumps(data.plain())) for data in large if data is not None) > 2000
    generator.strategy(target).validate()


#: What counts of a training text serve.
_COUNTED = {"ngram_key": "joined", "context_count": "occurrences"}


@of_every_kind
def test_graded_pairs_are_right_natively(kind: type[Data]) -> None:
    target = target_for(kind)
    settings = target.settings.replace(**_COUNTED) if kind is CountedTexts else target.settings
    axioms = generator_of(kind).graded(target)
    assert {type(side) for pairs in axioms.values() for pair in pairs for side in (pair.first, pair.second)} == {kind}
    assert any(pair.relation == "better" for pairs in axioms.values() for pair in pairs)
    seen = checks(axioms, lambda data: native_outcome(data, settings), bool(target.metric.facts.higher_is_better))
    broken = {check.axiom for check in seen if check.holds is not True}
    assert not {axiom for axiom in broken if not target.metric.facts.why_broken(axiom, settings)}


@of_every_kind
def test_a_misreading_changes_some_inputs(kind: type[Data]) -> None:
    inputs = list(inputs_of(kind, _INPUTS))
    doubled = [data.of_entries([*data.entries(), *data.entries()]) for data in inputs]
    plains = list(map(_as_json, [*inputs, *doubled]))
    for name, change in generator_of(kind).misreadings.items():
        assert any(_changes(change, plain) for plain in plains), name


def _changes(change: Misreading, plain: dict[str, Any]) -> bool:
    """Return whether a misreading changes an input; False if the misreading raises an error."""
    with suppress(LookupError, TypeError, ValueError):
        return change(json.loads(json.dumps(plain))) != plain
    return False


@of_every_kind
def test_an_edge_case_holds_for_some_inputs_only(kind: type[Data]) -> None:
    plains = [_as_json(data) for data in inputs_of(kind, _INPUTS)]
    for name, holds in generator_of(kind).edges.items():
        assert sum(map(holds, plains)) < len(plains), name


def test_a_native_score_does_not_depend_on_how_the_kind_is_named() -> None:
    plain = {"gold": [0, 1, 1], "scores": [0.25, 0.75, 0.125]}
    scores = [
        samescore.score("roc-auc", from_plain(tagged)).value for tagged in (plain, {"kind": "scored_labels", **plain})
    ]
    assert scores[0] == scores[1]
    assert isinstance(native_outcome(from_plain(plain), target_for(kind_of(plain)).settings), Score)
