"""NLTK's METEOR backed by the native metric (``nltk.translate.meteor_score``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from samescore.compat.nltk.base import Functions, corpus_of

#: The native stemmer for each mode of NLTK's PorterStemmer.
_STEMMERS = {"MARTIN_EXTENSIONS": "porter-martin", "ORIGINAL_ALGORITHM": "porter-original"}
#: The class names of NLTK's readers of WordNet; each stands for the installed dictionary.
_READERS = ("LazyCorpusLoader", "WordNetCorpusReader")


class MeteorFunctions(Functions):
    """The METEOR functions of a release."""

    def meteor_score(
        self,
        references: Iterable[Iterable[str]],
        hypothesis: Iterable[str],
        preprocess: Callable[[str], str] = str.lower,
        stemmer: Any = None,
        wordnet: Any = None,
        alpha: float = 0.9,
        beta: float = 3.0,
        gamma: float = 0.5,
    ) -> float:
        """Return METEOR of a tokenized text, in 0..1, with the reference that scores highest.

        `preprocess` is `str.lower` or `str`, `stemmer` is NLTK's PorterStemmer, and `wordnet` is NLTK's WordNet reader;
        None selects the same defaults as in NLTK. Raises `TypeError` for a text that is not a sequence of tokens,
        `ValueError` without references, `LookupError` if WordNet is needed but not installed, and `NotImplementedError`
        for other functions, stemmers and readers.
        """
        arguments = {
            "tokenizer": "given",
            "preprocess": _case(preprocess),
            "stemmer": self._stemmer(stemmer),
            "synonyms": _synonyms(wordnet),
            "alpha": float(alpha),
            "beta": float(beta),
            "gamma": float(gamma),
        }
        given = [_tokens("hypothesis", hypothesis), *(_tokens("reference", reference) for reference in references)]
        if len(given) < 2:
            raise ValueError("the hypothesis has no references")
        return self._model.score("meteor", "meteor_score", corpus_of([given[1:]], given[:1]), arguments).value

    def single_meteor_score(
        self,
        reference: Iterable[str],
        hypothesis: Iterable[str],
        preprocess: Callable[[str], str] = str.lower,
        stemmer: Any = None,
        wordnet: Any = None,
        alpha: float = 0.9,
        beta: float = 3.0,
        gamma: float = 0.5,
    ) -> float:
        """Return METEOR of a tokenized text with one reference; see `meteor_score`."""
        return self.meteor_score([reference], hypothesis, preprocess, stemmer, wordnet, alpha, beta, gamma)

    def _stemmer(self, stemmer: Any) -> str | None:
        """Return the native name of NLTK's stemmer; None for the default.

        Raises `NotImplementedError` for other classes.
        """
        if stemmer is None:
            return None
        mode = getattr(stemmer, "mode", None)
        if type(stemmer).__name__ != "PorterStemmer" or not isinstance(mode, str):
            raise NotImplementedError("samescore.compat stems only as NLTK's PorterStemmer")
        return _STEMMERS.get(mode)


def _tokens(name: str, text: Iterable[str]) -> list[str]:
    """Return the tokens of a text as plain strings. Raises `TypeError` for a string, and for tokens of other types."""
    if isinstance(text, str):
        raise TypeError(f"{name} is a string, not a list of tokens: {text!r:.80}")
    return list(map(str.__str__, text))


def _case(preprocess: Callable[[str], str]) -> str:
    if preprocess is str.lower or preprocess is str:
        return "lower" if preprocess is str.lower else "str"
    raise NotImplementedError("samescore.compat offers preprocess=str.lower and preprocess=str")


def _synonyms(wordnet: Any) -> str:
    if wordnet is None or type(wordnet).__name__ in _READERS:
        return "wordnet-stems"
    raise NotImplementedError(
        "samescore.compat offers no other dictionary: score with samescore.score('meteor', synonyms='none') or NLTK's own"
    )


_NEWEST = MeteorFunctions()
meteor_score = _NEWEST.meteor_score
single_meteor_score = _NEWEST.single_meteor_score
