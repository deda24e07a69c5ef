"""Tokenization, and the knobs and helpers that metrics over text share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from samescore.base.errors import MetricError, SettingsError
from samescore.data.corpus import Corpus, Line, Segment
from samescore.metrics.base import ComparesTexts, SettingsT, Total, need_segments
from samescore.metrics.preparation import Seen, Units, unseen
from samescore.settings import Choice, Settings, Stage, knob
from samescore.settings.domains import Need
from samescore.text.resources.segmenters import SEGMENTERS
from samescore.text.tokenizers import RULES, Tokenizer, ascii_lower

T = TypeVar("T")

#: Approximate memory of a text's tokens, for each of its characters.
_BYTES_PER_CHARACTER = 12
#: Maximum size of an input whose tokens are cached.
_MOST_TOKEN_BYTES = 64 * 2**20


#: The functions for the values of the knob ``tokenizer``, except ``given``, which stands for the caller's tokens.
TOKENIZERS: dict[str, Tokenizer] = {**RULES, **SEGMENTERS}


#: NLTK's tokenizers by regular expressions.
REGEXP_TOKENIZERS = ("wordpunct", "wordpunct-re", "word-characters", "word-characters-re")


def tokenizers(*names: str) -> Choice:
    """Return the domain of a knob ``tokenizer``: the given values, followed by the values common to all metrics."""
    needs: list[tuple[str, Need]] = [*((name, "package") for name in SEGMENTERS), ("given", "tokens")]
    common = ("treebank", "ptb-coco", *REGEXP_TOKENIZERS, *SEGMENTERS, "given")
    return Choice((*names, *common), (("word_tokenize", "word-tokenize"),), tuple(needs))


#: The meanings of the tokenizers. A meaning that is specific to a metric takes precedence.
_TOKENIZER_MEANINGS = {
    "13a": "mteval-v13a's rules",
    "13a-unicode": "13a, but split only at Unicode White_Space, which excludes U+001C to U+001F",
    "13a-quotes": "13a, but &amp;, &lt; and &gt; become quotation marks",
    "13a-unpadded": "13a, but split only at ASCII white space, and keep a full stop or comma attached to a digit at the "
    "start or end of the text",
    "intl": "mteval-v14's international rules",
    "intl-1": "intl as in sacreBLEU 1",
    "intl-mteval": "intl as in mteval-v14.pl, which also replaces entities, and splits only at Unicode White_Space",
    "zh": "sacreBLEU's Chinese rules",
    "char": "characters other than white space",
    "none": "split at white space (str.split)",
    "none-ascii": "split at ASCII white space",
    "none-unicode": "split at Unicode White_Space, which excludes U+001C to U+001F",
    "spaces": "split at every space character, so tokens can be empty",
    "ascii-space": "split at runs of U+0020 only",
    "each-space": "split at each U+0020 and keep empty words, but drop one empty word at the end",
    "every-space": "split at each U+0020, keeping all empty words",
    "nltk-nist": "NLTK's NISTTokenizer",
    "nltk-nist-lower": "nltk-nist with lowercase=True, which lowercases after resolving entities",
    "nltk-nist-intl": "international_tokenize of NLTK's NISTTokenizer, which splits words at non-ASCII letters",
    "nltk-nist-intl-lower": "nltk-nist-intl with lowercase=True",
    "rouge": "runs of a-z and 0-9",
    "rouge-cased": "runs of A-Z, a-z and 0-9",
    "rouge-nltk": "rouge, but also split five contractions such as gonna",
    "ascii-words": "runs of A-Z, a-z, 0-9 and underscores",
    "treebank-js": "the Treebank tokenizer of the npm package js-rouge",
    "characters": "characters, including white space",
    "utf-16": "UTF-16 code units (two for a character above U+FFFF)",
    "treebank": "NLTK's Treebank tokenizer on the whole text",
    "ptb-coco": "Stanford's PTBTokenizer, lowercased and without most punctuation, as in pycocoevalcap (MS COCO captions)",
    "ptb-coco-spaces": "ptb-coco, but split only at each space (4\xa01/2 is one token, an empty text is one empty token)",
    "wordpunct": "NLTK's wordpunct_tokenize since 3.10.3: runs of word characters, with combining marks, and of others",
    "wordpunct-re": "wordpunct_tokenize before 3.10.3, where combining marks do not belong to words",
    "word-characters": r"NLTK's RegexpTokenizer(r'\w+') since 3.10.3: wordpunct without the runs of other characters",
    "word-characters-re": "word-characters before 3.10.3",
    "word-tokenize": "NLTK's word_tokenize (needs NLTK's punkt_tab data)",
    "word-tokenize-or-nist": "word-tokenize for ASCII texts, NLTK's international NISTTokenizer for others",
    "moses": "sacremoses for English (needs sacremoses)",
    "moses-unescaped": "moses with escape=False",
    "moses-dashes": "moses with aggressive_dash_splits=True, which turns hyphens inside words into @-@",
    "moses-dashes-unescaped": "moses-dashes with escape=False",
    "moses-perl": "Moses's tokenizer.perl for English (needs sacremoses)",
    "moses-perl-unescaped": "moses-perl with -no-escape",
    "jieba": "Chinese words (needs jieba)",
    "jieba-all": "jieba with cut_all=True, so all words of the dictionary, which may overlap; tokens can be empty",
    "jieba-no-hmm": "jieba with HMM=False, so only words of the dictionary",
    "jieba-search": "jieba's cut_for_search, which also lists the words inside long words",
    "ja-mecab": "Japanese words (needs MeCab)",
    "ko-mecab": "Korean words (needs mecab-ko)",
    "flores101": "sacreBLEU's SentencePiece model flores101 (must be installed)",
    "flores200": "sacreBLEU's SentencePiece model flores200 (must be installed)",
    "spBLEU-1K": "sacreBLEU's SentencePiece model spBLEU-1K (must be installed)",
    "given": "tokens given by the caller",
}


def tokenizer_meanings(names: Iterable[str], own: Mapping[str, str] | None = None) -> str:
    """Return the meaning of a knob ``tokenizer`` with these values; `own` has meanings specific to a metric."""
    meanings = {**_TOKENIZER_MEANINGS, **(own or {})}
    return "Tokenizer. " + "; ".join(f"{name}: {meanings[name]}" for name in names)


def tokenizer_knob(*names: str, own: Mapping[str, str] | None = None) -> str:
    """Define the knob ``tokenizer``: the first of `names` is its default; `own` has meanings specific to the metric."""
    domain = tokenizers(*names)
    return knob(Stage.TOKENS, domain, names[0], tokenizer_meanings(domain.values, own))


class TokenKnobs(Protocol):
    """Settings that control tokenization; some also have the knob ``strip``."""

    case: str
    tokenizer: str


class EmptyReferencesKnob(Protocol):
    """Settings with the knob ``empty_references``."""

    empty_references: str


class EmptyInputKnob(Protocol):
    """Settings with the knob ``empty_input``."""

    empty_input: str


class WordSettings(Settings):
    """The knobs of tokenization."""

    case: str = knob(
        Stage.TEXT,
        Choice(("keep", "lower")),
        "keep",
        "Case handling. keep: leave the text unchanged; lower: lowercase it before tokenizing (str.lower)",
    )
    tokenizer: str = tokenizer_knob("none", "13a", "intl", "zh", "char")


def scale_knob() -> str:
    """Define the knob ``scale`` of a metric whose best score is 1."""
    return knob(Stage.PRESENTATION, Choice(("1", "100")), "1", "Score of a perfect hypothesis")


def references_knob(best: str) -> str:
    """Define the knob ``references`` of a metric that uses one reference; `best` describes the best one."""
    return knob(
        Stage.STATISTICS,
        Choice(("best", "first")),
        "best",
        f"Reference used if there are several. best: the one with the {best} (the first on ties); first: the first",
    )


def empty_input_knob() -> str:
    """Define the knob ``empty_input``."""
    return knob(
        Stage.AGGREGATION,
        Choice(("raise", "zero")),
        "raise",
        "Result for an empty corpus. raise: an error; zero: 0",
        former=("no_segments",),
    )


def mean_summation_knob(*more: str) -> str:
    """Define the knob ``mean_summation`` of a metric whose score may be a mean over segments.

    `more` are further values that it allows: ``numpy`` or ``torch``.
    """
    meanings = {
        "numpy": "pairwise, as NumPy does",
        "torch": "in eight sums in 32 bits, and four in 64, as PyTorch does",
    }
    others = "".join(f"; {value}: {meanings[value]}" for value in more)
    return knob(
        Stage.AGGREGATION,
        Choice(("sum", "left-to-right", "exact", *more)),
        "sum",
        "How segment scores are summed for the mean. sum: Python's built-in sum; left-to-right: one after the other; "
        f"exact: exactly, rounded once, independent of the order{others}",
        rounding=True,
    )


def empty_references_knob() -> str:
    """Define the knob ``empty_references``."""
    return knob(
        Stage.STATISTICS,
        Choice(("keep", "drop")),
        "keep",
        "References that are empty strings. keep: use them like any other; drop: ignore them",
    )


def is_empty(total: Total, settings: EmptyInputKnob) -> bool:
    """Return whether the input has no segments. Raises `MetricError` for such an input if ``empty_input`` is raise."""
    if settings.empty_input == "raise":
        need_segments(total)
    return not total.segments


def counted_references(segment: Segment, settings: EmptyReferencesKnob) -> tuple[Line, ...]:
    """Return a segment's references, without the empty ones unless ``empty_references`` is keep."""
    if settings.empty_references == "keep":
        return segment.references
    return tuple(reference for reference in segment.references if reference)


def used_references(segment: Segment, settings: object) -> tuple[Line, ...]:
    """Return a segment's references; only the first one if the knob ``references`` is ``first``."""
    return segment.references[:1] if getattr(settings, "references", "") == "first" else segment.references


def all_counted_references(corpus: Corpus, settings: EmptyReferencesKnob) -> Sequence[tuple[Line, ...]]:
    """Return `counted_references` of every segment."""
    if settings.empty_references == "keep":
        return corpus.reference_lines
    return [tuple(filter(None, references)) for references in corpus.reference_lines]


def all_used_references(corpus: Corpus, settings: object) -> Sequence[tuple[Line, ...]]:
    """Return `used_references` of every segment."""
    if getattr(settings, "references", "") == "first":
        return [references[:1] for references in corpus.reference_lines]
    return corpus.reference_lines


def need_references(segment: Segment) -> None:
    """Raise `MetricError` for a segment without references."""
    if not segment.references:
        raise MetricError("a segment has no references")


def need_text(segment: Segment, metric: str) -> None:
    """Raise `SettingsError` if a metric that needs untokenized text is given a tokenized hypothesis."""
    if isinstance(segment.hypothesis, tuple):
        raise SettingsError(f"{metric} reads text, but the corpus holds tokens", hint="use Corpus.from_segments")


def tokenize(line: Line, settings: TokenKnobs, seen: Seen = unseen) -> Sequence[str]:
    """Return one line's tokens under the knobs ``case``, ``strip`` (if any) and ``tokenizer``; `seen` gets each stage.

    Raises `SettingsError` for a line of tokens unless ``tokenizer`` is ``given``, and for a text if it is ``given``.
    """
    wants_tokens = settings.tokenizer == "given"
    if isinstance(line, tuple):
        if not wants_tokens:
            raise SettingsError(
                f"the corpus holds tokens but tokenizer={settings.tokenizer} needs text",
                hint="set tokenizer='given', or build the corpus from text",
            )
        return apply_case(line, settings.case)
    if wants_tokens:
        raise SettingsError(
            "tokenizer=given needs tokens but the corpus holds text", hint="build it with Corpus.from_tokens"
        )
    text = line
    if settings.case == "lower":
        text = text.lower()
        seen("case", text)
    if getattr(settings, "strip", "none") == "right":
        text = text.rstrip()
        seen("strip", text)
    tokens: Sequence[str] = TOKENIZERS[settings.tokenizer](text)
    seen("tokenizer", tokens)
    if settings.case not in ("keep", "lower"):
        tokens = apply_case(tokens, settings.case)
        seen("case", tokens)
    return tokens


class PreparesWords(ComparesTexts[Corpus, SettingsT]):
    """A mix-in with the method `prepare`, for metrics that turn lines into tokens by `tokenize`."""

    counts_ngrams: ClassVar[bool] = True

    def prepare(self, line: Line, settings: Any, seen: Seen = unseen, *, reference: bool = False) -> Units:
        """Return the tokens of one line; see `ComparesTexts.prepare`."""
        del reference
        return tokenize(line, settings, seen)


def apply_case(tokens: Sequence[str], case: str) -> Sequence[str]:
    """Return the tokens with all letters or only ASCII letters in lower case, or unchanged, as the knob ``case`` says.

    ``lower-characters`` lowercases each character separately, so a capital sigma at the end of a word becomes ``σ``.
    """
    match case:
        case "lower" | "lower-tokens":
            return [token.lower() for token in tokens]
        case "lower-characters":
            return ["".join(map(str.lower, token)) for token in tokens]
        case "ascii" | "ascii-tokens":
            return [ascii_lower(token) for token in tokens]
    return tokens


def tokenizer_for(corpus: Corpus, settings: TokenKnobs) -> Callable[[Line], Sequence[str]]:
    """Return `tokenize` under these settings as a function of a line, cached for each line of the corpus."""
    key = ("tokenize", settings.case, getattr(settings, "strip", "none"), settings.tokenizer)
    return once_per_line(corpus, key, lambda line: tokenize(line, settings))


def once_per_line(corpus: Corpus, key: Hashable, make: Callable[[Line], T]) -> Callable[[Line], T]:
    """Return `make`, cached for each distinct line of the corpus unless the corpus is too large.

    Results for references that several systems share are cached for all of these systems.
    """
    if not corpus.caches or _characters(corpus) * _BYTES_PER_CHARACTER > _MOST_TOKEN_BYTES:
        return make
    size = _characters(corpus) * _BYTES_PER_CHARACTER
    results: dict[Line, T] = corpus.remembered(("lines", key), dict, lambda _: size)
    shared: dict[Line, list[T]] = {}
    if corpus.shared is not None:
        lines = corpus.shared.lines
        shared = corpus.shared.remembered(
            ("lines", key), lambda: {line: [] for several in lines for line in several}, lambda _: size
        )

    def result(line: Line) -> T:
        if line not in results:
            of_all = shared.get(line)
            if of_all:
                results[line] = of_all[0]
                return of_all[0]
            results[line] = make(line)
            if of_all is not None:
                of_all.append(results[line])
        return results[line]

    return result


def _characters(corpus: Corpus) -> int:
    """Return the total length of all lines, in characters (or tokens, if the caller gave tokens)."""
    return corpus.remembered(
        "characters",
        lambda: sum(len(line) for segment in corpus for line in (segment.hypothesis, *segment.references)),
        lambda _: 0,
    )


def words_of(corpus: Corpus, segment: Segment, settings: TokenKnobs) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Return the tokens of a segment's hypothesis, and of each reference used."""
    tokens = tokenizer_for(corpus, settings)
    return tokens(segment.hypothesis), [tokens(reference) for reference in used_references(segment, settings)]


def most_often(counters: Iterable[Mapping[T, int]]) -> Counter[T]:
    """Return, for each key, its maximum count in any of the counters.

    Time grows only with the sizes of the counters; the operator ``|`` would copy the previous result each time.
    """
    most: Counter[T] = Counter()
    for counts in counters:
        for key, count in counts.items():
            if count > most[key]:
                most[key] = count
    return most


def all_tokens(corpus: Corpus, tokens: Callable[[Line], T]) -> list[list[T]]:
    """Return, for each segment, the tokens of its hypothesis, followed by the tokens of each reference."""
    return [[tokens(line) for line in (segment.hypothesis, *segment.references)] for segment in corpus]
