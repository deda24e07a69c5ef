"""Adapter for RapidFuzz, for Python 3.6 and later. It uses only the standard library and rapidfuzz."""

MODULE = "rapidfuzz"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    settings, entry_point = request["settings"], request["entry_point"]
    function = _function(entry_point, settings)
    options = {"weights": (1, 1, settings["substitution_cost"])} if entry_point == "Levenshtein" else {}
    scores = []
    for segment in request["segments"]:
        reference, hypothesis = _units(segment["references"][0], settings), _units(segment["hypothesis"], settings)
        scores.append(function(reference, hypothesis, **options))
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}


def _function(entry_point, settings):
    """Return RapidFuzz's function for an entry point; it compares two sequences."""
    if entry_point == "ratio":
        from rapidfuzz import fuzz

        return fuzz.ratio
    from rapidfuzz import distance

    if entry_point in ("Indel", "Hamming"):
        return getattr(distance, entry_point).normalized_similarity
    if entry_point in ("Jaro", "JaroWinkler"):
        module = getattr(distance, entry_point)
        return module.similarity if settings["jaro_mean"] == "divided-by-3" else module.normalized_similarity
    if entry_point == "normalized_similarity":
        return distance.Levenshtein.normalized_similarity
    module = getattr(distance, entry_point)
    return module.distance if settings["normalize"] == "none" else module.normalized_distance


def _units(text, settings):
    """Return the sequence to compare: the text's characters or its words, perhaps lowercased, as the settings say."""
    if settings["case"] == "lower":
        text = text.lower()
    return text if settings["tokenizer"] == "characters" else text.split()
