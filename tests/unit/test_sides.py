"""Settings per side: what is read in parentheses after an implementation's name, and what it means."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from samescore import SamescoreError, SettingsError, UnknownNameError
from samescore.base.errors import DataError
from samescore.catalogue.arguments import Argument, Value
from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files
from samescore.implementations import native_model
from samescore.implementations.sides import side
from samescore.metrics import metric


def _profile(name: str, metric_name: str) -> Profile:
    return native_model(name).profiles(metric_name)[0]


def _own(text: str, metric_name: str = "bleu", **common: object) -> dict[str, object]:
    """The knobs that a side sets, under the model of the package that it names."""
    asked = side(text)
    profile = None if asked.name == "native" else _profile(asked.name, metric_name)
    return asked.own(metric(metric_name).settings, profile, common)


@pytest.mark.parametrize(
    ("text", "name", "arguments"),
    [
        ("sacrebleu", "sacrebleu", []),
        ("sacrebleu()", "sacrebleu", []),
        (" sacrebleu ( ) ", "sacrebleu", []),
        ("sacrebleu(lowercase=true)", "sacrebleu", [("lowercase", "true")]),
        ("nltk.corpus_bleu( a = 1 ,b=2, )", "nltk.corpus_bleu", [("a", "1"), ("b", "2")]),
        ("nltk(weights=(0.5, 0.5), k=1)", "nltk", [("weights", "(0.5, 0.5)"), ("k", "1")]),
        ("sklearn(labels=['a,(b', \"c\"])", "sklearn", [("labels", "['a,(b', \"c\"]")]),
        ("sklearn(positive='a=)')", "sklearn", [("positive", "'a=)'")]),
        ("sklearn(positive=don't)", "sklearn", [("positive", "don't")]),
        ("native:sacrebleu==2.3.1(tokenizer=zh)", "native:sacrebleu==2.3.1", [("tokenizer", "zh")]),
        ("nltk==3.4.5@3.8(k=1)", "nltk==3.4.5@3.8", [("k", "1")]),
        ("py:package.module:function(case=lower)", "py:package.module:function", [("case", "lower")]),
        ("replay:run (1).jsonl", "replay:run (1).jsonl", []),
        ("replay:run (1).jsonl#nltk(k=1)", "replay:run (1).jsonl#nltk", [("k", "1")]),
        ("cmd:python -c 'print(x)'", "cmd:python -c 'print(x)'", []),
        ("cmd:./bleu ()", "cmd:./bleu ()", []),
        ("cmd:./bleu --fast (case=lower)", "cmd:./bleu --fast", [("case", "lower")]),
    ],
)
def test_a_side_is_read(text: str, name: str, arguments: list[tuple[str, str]]) -> None:
    read = side(text)
    assert (read.name, list(read.arguments)) == (name, arguments)
    assert side(str(read)) == read


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("sacrebleu(lowercase=true", "not closed", "quotes for the shell"),
        ("sacrebleu(lowercase=true))", r"continues after its settings: '\)'", "put the settings last"),
        (
            "sacrebleu(case=lower).sentence_bleu",
            "continues after its settings",
            r"'sacrebleu\.sentence_bleu\(case=lower\)'",
        ),
        ("sacrebleu(case=lower)==2.3.1", "continues after its settings", r"'sacrebleu==2\.3\.1\(case=lower\)'"),
        ("(lowercase=true)", "does not name an implementation", "sacrebleu"),
        ("nltk(weights=(0.5, 0.5)", "not closed", "quotes"),
        ("nltk(weights=(0.5, 0.5])", r"unmatched '\]'", "quotes"),
        ("sklearn(positive='a)", "quotation is not closed", "close it with '"),
        ("nltk" + "(" * 1000, "too many brackets", "20"),
        ("nltk(k=" + "9" * 20_000 + ")", "20008 characters", "10000"),
    ],
)
def test_a_side_that_cannot_be_read_says_what_to_write(text: str, message: str, hint: str) -> None:
    with pytest.raises(UnknownNameError, match=message) as refusal:
        side(text)
    assert re.search(hint, refusal.value.hint)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("sacrebleu(lowercase)", "'lowercase' has no '='", "name=value"),
        ("sacrebleu(lowercase:true)", "has no '='", "lowercase=true"),
        ("nltk(weights=0.5,0.5)", "'0.5' has no '='", "weights=(0.5, 0.5)"),
        ("sacrebleu((lowercase=true))", "is not the name of a setting", "name=value"),
        ("sacrebleu(,lowercase=true)", "'' has no '='", "name=value"),
        ("sacrebleu(lowercase=)", "has no value", "lowercase=value"),
    ],
)
def test_arguments_that_cannot_be_read_say_what_to_write(text: str, message: str, hint: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        side(text)
    assert message in refusal.value.message
    assert hint in refusal.value.hint


@pytest.mark.parametrize(
    ("text", "metric_name", "expected"),
    [
        ("native(case=lower, weights=(0.5,0.25,0.25,0))", "bleu", {"case": "lower", "weights": (0.5, 0.25, 0.25, 0.0)}),
        ("native(weights='0.7,0.3', max_order=2)", "bleu", {"weights": (0.7, 0.3), "max_order": 2}),
        ("native(classes=[OK, 'BAD,'])", "f1-mult", {"labels": ("OK", "BAD,")}),
        ("sacrebleu(lowercase=True, tokenize='intl')", "bleu", {"case": "lower", "tokenizer": "intl"}),
        ("sacrebleu(case=lc, tok=zh, eff=yes)", "bleu", {"case": "lower", "tokenizer": "zh", "effective_order": True}),
        ("sacrebleu(case=lower)", "bleu", {"case": "lower"}),
        ("sacrebleu(smooth_value=0.5, smooth_method=floor)", "bleu", {"smoothing": "floor", "floor_value": 0.5}),
        ("sacrebleu(smooth_method=add-k, smooth_value=2)", "bleu", {"smoothing": "add-k", "add_k": 2.0}),
        ("sacrebleu(smooth_value=0.5)", "bleu", {}),
        ("sacrebleu(tokenize=None, force=True)", "bleu", {}),
        ("sacrebleu(tokenize=none)", "bleu", {"tokenizer": "none"}),
        ("sacrebleu==1.5.1(tokenize=intl)", "bleu", {"tokenizer": "intl-1"}),
        ("sacrebleu(normalized=true, no_punct=false)", "ter", {"tokenizer": "tercom", "punctuation": "keep"}),
        ("nltk(weights=(0.5,0.5))", "bleu", {"weights": "uniform", "max_order": 2}),
        ("nltk(weights=[1/3, 1/3, 1/3])", "bleu", {"weights": "uniform", "max_order": 3}),
        ("nltk(weights=(0.7, 0.3))", "bleu", {"weights": (0.7, 0.3), "max_order": 2}),
        ("nltk(smoothing_function=method3)", "bleu", {"smoothing": "exp"}),
        ("nltk(smoothing_function=SmoothingFunction().method4)", "bleu", {"smoothing": "nltk-4"}),
        (
            "nltk(smoothing_function=bleu_score.SmoothingFunction(epsilon=0.5, k=3).method1)",
            "bleu",
            {"smoothing": "floor", "floor_value": 0.5, "nltk_k": 3.0},
        ),
        ("nltk(preprocess=str.lower)", "meteor", {"case": "lower"}),
        ("sklearn(average='macro', zero_division=np.nan)", "f1", {"average": "macro", "zero_division": "nan"}),
        ("sklearn(average=None, labels=['BAD'])", "f1", {"average": "class", "positive": "BAD"}),
        ("sklearn(average=macro, labels=['BAD', 'OK'])", "f1", {"average": "macro", "labels": ("BAD", "OK")}),
        ("sklearn(labels=['BAD'])", "f1", {}),
        ("sklearn(pos_label=1, zero_division=1.0)", "f1", {"positive": "1", "zero_division": "1"}),
        ("rouge_score(use_stemmer=True, rouge_types=['rouge2'])", "rouge-n", {"stemmer": "porter-nltk", "order": 2}),
        ("rapidfuzz(weights=(1,1,2))", "edit-distance", {"substitution_cost": 2}),
        (
            "py_rouge(limit_length=True, length_limit=100, length_limit_type='words', apply_avg=False, apply_best=True)",
            "rouge-n",
            {"length_limit": 100, "length_unit": "words", "references": "best-recall"},
        ),
    ],
)
def test_arguments_set_knobs(text: str, metric_name: str, expected: dict[str, object]) -> None:
    assert _own(text, metric_name) == expected


@pytest.mark.parametrize(
    ("text", "metric_name", "message", "hint"),
    [
        (
            "sacrebleu(lowercas=true)",
            "bleu",
            "'lowercas' is neither",
            "did you mean lowercase?",
        ),
        (
            "nltk(lowercase=true)",
            "bleu",
            "'lowercase' is neither",
            "in sacrebleu it sets the knob case; supported: ",
        ),
        ("native(lowercase=true)", "bleu", "'lowercase' is neither", "it sets the knob case; supported: the knobs"),
        ("native(tokeniser=zh)", "bleu", "'tokeniser' is neither", "did you mean tokenizer?"),
        ("sacrebleu(lowercase=maybe)", "bleu", "lowercase=maybe is not supported", "True, False"),
        ("sacrebleu(tokenize=spacy)", "bleu", "tokenize=spacy is not allowed", "one of: 13a, intl, zh, char, none"),
        ("sacrebleu(tokenizer=spacy)", "bleu", "tokenizer=spacy is not allowed", "one of: 13a, intl, zh, char, none"),
        ("sacrebleu(lowercase=true, case=keep)", "bleu", "lowercase and case both set case", "keep one"),
        ("jiwer(hypothesis_transform=wer_default)", "wer", "reference_transform is not", "to the same value"),
        ("sacrebleu(case=lower, case=lower)", "bleu", "case is set twice", "keep one"),
        ("sacrebleu(max_ngram_order=" + "9" * 5000 + ")", "bleu", "is not allowed", "from 1 to 20"),
        ("nltk(weights=(a, b))", "bleu", "weights=(a, b) is not allowed", "weights is one of: uniform"),
        ("nltk(weights=(1/0, 1))", "bleu", "is not allowed", ""),
        ("nltk(smoothing_function=method9)", "bleu", "method9 is not supported", "method7"),
        ("nltk(smoothing_function=S(0.5).method1)", "bleu", "'0.5' has no '='", "name=value"),
        ("py_rouge(stemming=True)", "rouge-n", "stemming=True is not supported: it looks", "False"),
        ("rapidfuzz(weights=(2,1,1))", "edit-distance", "is not supported", "weights=(1, 1, substitution_cost)"),
    ],
)
def test_arguments_that_are_not_understood_say_what_is(text: str, metric_name: str, message: str, hint: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        _own(text, metric_name)
    assert message in refusal.value.message
    assert hint in refusal.value.hint


def test_an_argument_may_be_understood_with_one_value_of_another_only() -> None:
    argument, kind = Argument(follows="average", knobs={"class": "positive"}), metric("f1").settings
    allowed = _profile("sklearn", "f1").allowed
    of_one = kind.from_mapping({"average": "class"})
    assert argument.assigned("labels", Value("BAD"), kind, of_one, allowed) == {"positive": "BAD"}
    with pytest.raises(SettingsError, match="labels is not supported with average=macro") as refusal:
        argument.assigned("labels", Value("BAD"), kind, kind.from_mapping({"average": "macro"}), allowed)
    assert "average=class" in refusal.value.hint


def test_the_meaning_of_an_argument_depends_on_other_knobs() -> None:
    assert _own("sacrebleu(smooth_value=0.5)", smoothing="floor") == {"floor_value": 0.5}


def test_a_sides_own_settings_win_and_what_is_ignored_is_said() -> None:
    profile = _profile("sacrebleu", "bleu")
    common = {"case": "lower", "smoothing": "nltk-4"}
    ((settled,), _) = side("sacrebleu(lowercase=false)").settled([profile], common)
    assert (settled.settings.as_dict()["case"], settled.ignored) == ("keep", ["smoothing"])


def test_own_settings_outside_of_the_region_are_refused() -> None:
    with pytest.raises(SettingsError, match=r"sacrebleu\.corpus_bleu\(scale=1\).*scale=1") as refusal:
        side("sacrebleu(scale=1)").settled([_profile("sacrebleu", "bleu")], {})
    assert refusal.value.hint == "scale is always 100 here"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "sacrebleu(nrefs:1|case:lc|eff:no|tok:intl|smooth:floor[0.50]|version:2.6.0)",
            {"case": "lower", "effective_order": False, "tokenizer": "intl", "smoothing": "floor", "floor_value": 0.5},
        ),
        ("sacrebleu(#:1|c:lc|t:wmt17)", {"case": "lower"}),
        ("sacrebleu==1.4.2(BLEU+case.lc+numrefs.1+tok.intl+version.1.4.2)", {"case": "lower", "tokenizer": "intl-1"}),
        ("native(nrefs:1|case:lc|version:1.4.2)", {"case": "lower"}),
        ("native(bleu|case:lower|max_order:4)", {"case": "lower"}),
        ("nltk(bleu|case:lower|smoothing:floor)", {"case": "lower", "smoothing": "floor"}),
    ],
)
def test_a_signature_is_settings(text: str, expected: dict[str, object]) -> None:
    assert _own(text) == expected
    assert side(str(side(text))) == side(text)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("sacrebleu(nrefs:1|version:1.4.2)", "the signature is from sacreBLEU 1.4.2", "native:sacrebleu==1.4.2(...)"),
        ("sacrebleu(nrefs:1|version:two)", "the signature is from sacreBLEU two", "or remove version"),
        ("sacrebleu(nrefs:1|case:upper)", "sacreBLEU does not print case:upper", "case is mixed or lc"),
        ("sacrebleu(nrefs:1|cased:lc)", "unknown field 'cased'", "did you mean case?"),
        ("native(chrf|beta:3)", "the signature is for 'chrf', not for 'bleu'", "begins with bleu|"),
        ("native(bleu|casing:lower)", "bleu has no knob 'casing'", "did you mean case?"),
    ],
)
def test_a_signature_that_does_not_fit_is_refused(text: str, message: str, hint: str) -> None:
    with pytest.raises(SettingsError) as refusal:
        _own(text)
    assert message in refusal.value.message
    assert hint in refusal.value.hint


@given(
    st.sampled_from(["nltk(", "nltk(weights=(", "cmd:x (", "nltk(k=A("]), st.text("()[]'\"=,.:|aA1 \0é", max_size=30)
)
def test_any_side_text_is_parsed_or_refused(start: str, rest: str) -> None:
    with suppress(SettingsError, UnknownNameError):
        read = side(start + rest)
        assert side(str(read)) == read
        read.own(metric("bleu").settings, _profile("nltk", "bleu"))


def test_every_argument_of_every_profile_can_be_written() -> None:
    """Each value that a table names is understood, and where an argument has the name of a knob, its values are no other."""
    written = 0
    for file in profile_files().values():
        for profile in file.profile:
            kind = metric(profile.metric).settings
            for name, argument in profile.arguments.items():
                for value in argument.values:
                    also = f", {argument.together}={value}" if argument.together else ""
                    own = side(f"x({name}={value}{also})").own(kind, profile)
                    assert own == {argument.knob: kind.checked(argument.knob, argument.values[value])}
                    written += 1
                if name in kind.declared_knobs and name == argument.knob:
                    offered = profile.free.get(name)
                    values = offered if isinstance(offered, (list, tuple)) else kind.knob(name).domain.values
                    own_names = set(argument.values) & set(map(str, values))
                    assert all(argument.values[value] == value for value in own_names), (profile.entry_point, name)
    assert written > 100


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        (Argument(), "needs exactly one of: knob; follows with knobs; no_effect"),
        (Argument(knob="case", no_effect="none"), "needs exactly one of: knob; follows with knobs; no_effect"),
        (Argument(follows="smoothing"), "needs exactly one of: knob; follows with knobs; no_effect"),
        (Argument(knob="casing"), "no knob 'casing'"),
        (Argument(knob="case", values={"true": "upper"}), "upper"),
        (Argument(follows="smoothing", knobs={"flor": "floor_value"}), "flor"),
        (Argument(follows="smoothing", knobs={"floor": "flor_value"}), "flor_value"),
    ],
)
def test_a_wrong_table_is_refused(argument: Argument, message: str) -> None:
    with pytest.raises((DataError, SettingsError), match=message):
        argument.check("lowercase", metric("bleu").settings)


def test_sides_are_texts() -> None:
    with pytest.raises(SamescoreError, match="must be a string, not int"):
        side(3)  # type: ignore[arg-type]
