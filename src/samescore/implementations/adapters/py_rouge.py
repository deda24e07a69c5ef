"""Adapter for py-rouge, for Python 3.6 and later. It uses only the standard library and py-rouge (with nltk)."""

import importlib

MODULE = "rouge"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    settings = request["settings"]
    name = request["entry_point"]
    scorer = _scorer()(
        metrics=[name],
        max_n=settings.get("order"),
        limit_length=settings["length_limit"] > 0,
        length_limit=settings["length_limit"],
        length_limit_type={"characters": "bytes", "words": "words"}[settings["length_unit"]],
        apply_avg=settings["references"] == "pooled",
        apply_best=settings["references"] == "best-recall",
        stemming=False,
        alpha=settings["alpha"],
        weight_factor=settings.get("weight", 1.0),
    )
    key = "rouge-%d" % settings["order"] if name == "rouge-n" else name
    scorer.metrics = {key}  # without the lower orders, which may raise when this one does not
    scores = []
    for segment in request["segments"]:
        result = scorer.get_scores([segment["hypothesis"]], [segment["references"]])
        scores.append(result[key][settings["measure"][0]])
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}


def _scorer():
    """Return py-rouge's scorer class, changed to work without NLTK's trained sentence splitter.

    py-rouge calls `nltk.word_tokenize`, which first splits sentences. At that point the text has only letters, digits
    and underscores, so there are no sentence boundaries. Raises `ImportError` if a different package named ``rouge``
    has overwritten py-rouge.
    """
    scorer = importlib.import_module("rouge.rouge").Rouge
    if not hasattr(scorer, "AVAILABLE_LENGTH_LIMIT_TYPES"):
        raise ImportError("the installed module 'rouge' is not py-rouge's: pltrdy's rouge overwrites it")
    word_tokenize = importlib.import_module("nltk").word_tokenize

    class WithoutPunkt(scorer):
        """The scorer of py-rouge, which splits text into words but not into sentences."""

        @staticmethod
        def tokenize_text(text, language="english"):
            return word_tokenize(text, language, preserve_line=True)

    return WithoutPunkt
