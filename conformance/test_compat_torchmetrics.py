"""`samescore.compat.torchmetrics` against the installed package: the same 32-bit numbers and classes of errors."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import pytest

from conformance.peers import need
from samescore.compat import compat
from samescore.generators.texts import corpora
from samescore.implementations import installed_package

_INPUTS = 150
#: The functions of texts and lists of references, with the values that are drawn for each argument.
_NESTED: dict[str, dict[str, list[Any]]] = {
    "bleu_score": {"n_gram": [4, 2], "smooth": [False, True]},
    "sacre_bleu_score": {
        "smooth": [False, True],
        "tokenize": ["13a", "intl", "char", "none"],
        "lowercase": [False, True],
    },
    "chrf_score": {
        "n_char_order": [6, 2],
        "n_word_order": [0, 2],
        "beta": [1.0, 2.0],
        "lowercase": [False, True],
        "whitespace": [False, True],
        "return_sentence_level_score": [False, True],
    },
    "translation_edit_rate": {
        **{name: [False, True] for name in ("normalize", "no_punctuation", "lowercase", "asian_support")},
        "return_sentence_level_score": [False, True],
    },
    "rouge_score": {
        "accumulate": ["best", "avg"],
        "use_stemmer": [False, True],
        "rouge_keys": [("rouge1", "rougeL"), "rouge3"],
    },
}
#: The functions of texts with one reference each.
_FLAT: dict[str, dict[str, list[Any]]] = {
    **{
        name: {}
        for name in (
            "word_error_rate",
            "char_error_rate",
            "match_error_rate",
            "word_information_lost",
            "word_information_preserved",
        )
    },
    "edit_distance": {"substitution_cost": [1, 2], "reduction": ["mean", "sum", "none"]},
}


@pytest.fixture(scope="module")
def homes() -> tuple[Any, Any]:
    """The functions of the package, and ours as of its release."""
    need(installed_package("torchmetrics"))
    release = import_module("torchmetrics").__version__
    return import_module("torchmetrics.functional.text"), compat("torchmetrics", release).functional.text


def _inputs(seed: int) -> Iterator[tuple[list[str], list[list[str]]]]:
    for corpus in corpora(_INPUTS, 3, seed):
        if len(corpus) and all(corpus.reference_lines):
            yield list(map(str, corpus.hypothesis_lines)), [list(map(str, lines)) for lines in corpus.reference_lines]


def _result(call: Callable[[], Any]) -> Any:
    try:
        return _plain(call())
    except Exception as problem:
        return type(problem)


def _plain(made: Any) -> Any:
    """Return numbers, in tensors or not, as texts of floats."""
    if isinstance(made, dict):
        return {name: _plain(value) for name, value in made.items()}
    if isinstance(made, (list, tuple)):
        return [_plain(value) for value in made]
    if hasattr(made, "tolist") and made.ndim:
        return [_plain(value) for value in made.tolist()]
    number = float(made.item()) if hasattr(made, "item") else float(made)
    return "nan" if math.isnan(number) else number.hex()


def _flat(made: Any) -> Any:
    """Return a score with a list of scores, each of which TER returns as a tensor of one number."""
    if isinstance(made, list) and isinstance(made[1], list):
        return [made[0], [each[0] if isinstance(each, list) else each for each in made[1]]]
    return made


def _close(ours: Any, theirs: Any) -> bool:
    """Return whether two scores differ by at most 16 units in the last place of 32-bit floats.

    The profile of bleu_score gives the reason: PyTorch's logarithm, which is magnified, depends on the processor.
    """
    if isinstance(ours, type) or isinstance(theirs, type) or "nan" in (ours, theirs):
        return bool(ours == theirs)
    return math.isclose(float.fromhex(ours), float.fromhex(theirs), rel_tol=16 * 2**-24, abs_tol=0)


@pytest.mark.parametrize("name", _NESTED)
def test_functions_with_several_references(name: str, homes: tuple[Any, Any]) -> None:
    rng, seen = random.Random(name), set()
    for hypotheses, references in _inputs(1):
        chosen = {argument: rng.choice(values) for argument, values in _NESTED[name].items()}
        theirs, ours = (_result(partial(getattr(home, name), hypotheses, references, **chosen)) for home in homes)
        equal = _close(ours, theirs) if "bleu" in name else _flat(ours) == _flat(theirs)
        assert equal, (ours, theirs, chosen, hypotheses, references)
        seen.add(str(theirs))
    assert len(seen) > 40


@pytest.mark.parametrize("name", _FLAT)
def test_functions_with_one_reference(name: str, homes: tuple[Any, Any]) -> None:
    rng, seen = random.Random(name), set()
    for hypotheses, references in _inputs(2):
        first = [several[0] for several in references]
        chosen = {argument: rng.choice(values) for argument, values in _FLAT[name].items()}
        theirs, ours = (_result(partial(getattr(home, name), hypotheses, first, **chosen)) for home in homes)
        assert ours == theirs, (chosen, hypotheses, first)
        seen.add(str(theirs))
    assert len(seen) > 15


_BINARY: dict[str, dict[str, list[Any]]] = {
    "accuracy": {},
    "precision": {"zero_division": [0, 1]},
    "recall": {"zero_division": [0, 1]},
    "f1_score": {"zero_division": [0, 1]},
    "jaccard_index": {"zero_division": [0, 1]},
    "cohen_kappa": {"weights": [None, "linear"]},
    "matthews_corrcoef": {},
    "specificity": {},
    "hamming_distance": {},
}


@pytest.fixture(scope="module")
def of_labels() -> tuple[Any, Any, Any]:
    """PyTorch, the functions of the package, and ours."""
    need(installed_package("torchmetrics"))
    if import_module("torchmetrics").__version__ != "1.9.0":
        pytest.skip("functions of labels are offered as of 1.9.0")
    functional = compat("torchmetrics", "1.9.0").functional
    return import_module("torch"), import_module("torchmetrics.functional.classification"), functional.classification


@pytest.mark.parametrize("name", _BINARY)
def test_functions_of_two_classes(name: str, of_labels: tuple[Any, Any, Any]) -> None:
    """Labels, or probabilities with a threshold, of one or two dimensions; some items are ignored."""
    torch, package, home = of_labels
    rng, seen = random.Random(name), set()
    for number in range(_INPUTS * 2):
        size, ignored = rng.randint(1, 7), rng.choice([None, None, -1, 0, 5])
        target = [rng.choice([0, 1, ignored] if ignored is not None else [0, 1]) for _ in range(size)]
        preds = [rng.choice([0.0, 0.25, 0.5, 0.5000001, 0.75, rng.random()]) for _ in range(size)]
        if number % 2:
            preds = [int(value > 0.5) for value in preds]
        shaped = [[preds], [target]] if number % 5 == 0 else [preds, target]
        chosen = {argument: rng.choice(values) for argument, values in _BINARY[name].items()}
        chosen |= {"threshold": rng.choice([0.5, 0.3]), "ignore_index": ignored}
        ours = _result(partial(getattr(home, f"binary_{name}"), *shaped, **chosen))
        theirs = _result(partial(getattr(package, f"binary_{name}"), *map(torch.tensor, shaped), **chosen))
        _need_same(name, ours, theirs, (shaped, chosen))
        seen.add(str(theirs) if ours is not NotImplementedError else "")
    assert len(seen) > 7


@pytest.mark.parametrize("name", _BINARY)
def test_functions_of_several_classes(name: str, of_labels: tuple[Any, Any, Any]) -> None:
    """Labels, or a row of scores for each item; not every class occurs."""
    torch, package, home = of_labels
    rng, seen = random.Random(name), set()
    for number in range(_INPUTS * 2):
        classes, size, ignored = rng.randint(2, 5), rng.randint(1, 8), rng.choice([None, None, -1, 0])
        target = [rng.choice([*range(classes), *(() if ignored is None else (ignored,))]) for _ in range(size)]
        preds: list[Any] = [rng.randrange(classes) for _ in range(size)]
        if number % 3 == 0:
            preds = [[rng.choice([0.0, 0.5, rng.random()]) for _ in range(classes)] for _ in range(size)]
        chosen = {argument: rng.choice(values) for argument, values in _BINARY[name].items() if name != "accuracy"}
        if name not in ("cohen_kappa", "matthews_corrcoef"):
            chosen["average"] = rng.choice(["micro", "macro", "weighted", "none", None])
        given = {"num_classes": classes, "ignore_index": ignored, **chosen}
        ours = _result(partial(getattr(home, f"multiclass_{name}"), preds, target, **given))
        tensors = torch.tensor(preds), torch.tensor(target)
        theirs = _result(partial(getattr(package, f"multiclass_{name}"), *tensors, **given))
        _need_same(name, ours, theirs, (preds, target, given))
        seen.add(str(theirs) if ours is not NotImplementedError else "")
    assert len(seen) > 30


@pytest.mark.parametrize("name", [name for name in _BINARY if name != "cohen_kappa"])
def test_functions_of_several_labels(name: str, of_labels: tuple[Any, Any, Any]) -> None:
    """Rows of labels or of probabilities; labels without positive items, and ignored ones."""
    torch, package, home = of_labels
    rng, seen = random.Random(name), set()
    for number in range(_INPUTS * 2):
        labels, size, ignored = rng.randint(2, 11), rng.randint(1, 8), rng.choice([None, None, -1, 0, 20])
        values = [0, 0, 1] if ignored is None else [0, 1, 1, ignored]
        target = [[rng.choice(values) for _ in range(labels)] for _ in range(size)]
        preds: list[Any] = [[rng.randrange(2) for _ in range(labels)] for _ in range(size)]
        if number % 3 == 0:
            preds = [[rng.choice([0.0, 0.5, 0.5000001, rng.random()]) for _ in range(labels)] for _ in range(size)]
        chosen = {argument: rng.choice(values) for argument, values in _BINARY[name].items()}
        if name != "matthews_corrcoef":
            chosen["average"] = rng.choice(["micro", "macro", "weighted", "none", None])
        given = {"num_labels": labels, "ignore_index": ignored, "threshold": rng.choice([0.5, 0.3]), **chosen}
        ours = _result(partial(getattr(home, f"multilabel_{name}"), preds, target, **given))
        tensors = torch.tensor(preds), torch.tensor(target)
        theirs = _result(partial(getattr(package, f"multilabel_{name}"), *tensors, **given))
        _need_same(name, ours, theirs, (preds, target, given))
        seen.add(str(theirs) if ours is not NotImplementedError else "")
    assert len(seen) > 30


def _need_same(name: str, ours: Any, theirs: Any, given: Any) -> None:
    """Unless they are refused, scores are equal; Matthews' coefficient within two units of 32-bit floats."""
    if ours is NotImplementedError:
        return
    close = name == "matthews_corrcoef" and not isinstance(ours, type) and not isinstance(theirs, type)
    if close and "nan" not in (ours, theirs):
        assert math.isclose(float.fromhex(ours), float.fromhex(theirs), rel_tol=2**-22, abs_tol=0), given
    else:
        assert ours == theirs, given


_ANSWERS = [{"id": "1", "prediction_text": "The cat"}, {"id": "2", "prediction_text": "a dog ran"}]
_QUESTIONS = [
    {"id": "1", "answers": {"answer_start": [0, 0], "text": ["cat.", "dog"]}},
    {"id": "2", "answers": {"answer_start": [0], "text": ["dog"]}},
]
#: Calls that a user of the package may write.
_CALLS: list[Callable[[Any], Any]] = [
    lambda home: home.bleu_score("the cat sat on", [["the cat sat on it"]], weights=[0.1, 0.2, 0.3, 0.4]),
    lambda home: home.bleu_score(["a b c d"], ["a b c d e"]),
    lambda home: home.bleu_score(["a"], [["a"], ["b"]]),
    lambda home: home.bleu_score(["a"], [["a"]], weights=[1.0]),
    lambda home: home.chrf_score("a cat", ["the cat", "a dog"]),
    lambda home: home.chrf_score(["a cat", "a dog"], ["the cat", "a dog"]),
    lambda home: home.chrf_score(["a"], [["a"]], n_char_order=0),
    lambda home: home.translation_edit_rate("a cat sat", ["the cat sat", "a dog"]),
    lambda home: home.translation_edit_rate(["a"], [["a"]], normalize=1),
    lambda home: home.word_error_rate("a b c", "a b"),
    lambda home: home.word_error_rate(["a b c", "more"], ["a b"]),
    lambda home: home.char_error_rate([""], [""]),
    lambda home: home.edit_distance("rain", "shine"),
    lambda home: home.edit_distance([], []),
    lambda home: home.edit_distance(["a"], ["a", "b"]),
    lambda home: home.edit_distance(["a"], ["b"], reduction="max"),
    lambda home: home.rouge_score("a cat sat", "the cat sat", rouge_keys="rouge1"),
    lambda home: home.rouge_score("a cat sat", ["the cat sat", "a cat"], rouge_keys=("rouge2", "rougeL")),
    lambda home: home.rouge_score(["a cat", "a dog"], ["the cat", "a dog"], rouge_keys="rougeL"),
    lambda home: home.rouge_score(["a"], ["a"], rouge_keys="rouge10"),
    lambda home: home.squad(_ANSWERS, _QUESTIONS),
    lambda home: home.squad(_ANSWERS[0], _QUESTIONS),
    lambda home: home.squad(_ANSWERS[0], _QUESTIONS[0]),
    lambda home: home.squad([{"id": "1"}], _QUESTIONS),
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("call", _CALLS, ids=range(len(_CALLS)))
def test_what_users_write(call: Callable[[Any], Any], homes: tuple[Any, Any]) -> None:
    theirs, ours = (_result(partial(call, home)) for home in homes)
    assert ours == theirs
