"""Adapter for fastchrf, for Python 3.6 and later. It uses only the standard library and fastchrf."""

MODULE = "fastchrf"


def score(request):
    """Run the package on the input of a request, and return the answer; errors of the package are raised."""
    from fastchrf import pairwise_chrf

    settings = request["settings"]
    results = pairwise_chrf(
        [[segment["hypothesis"]] for segment in request["segments"]],
        [segment["references"][:1] for segment in request["segments"]],
        char_order=settings["char_order"],
        beta=settings["beta"],
        remove_whitespace=settings["whitespace"] != "keep",
        eps_smoothing=settings["empty_order"] == "epsilon-counts",
    )
    scores = [result[0][0] for result in results]
    return {"outcome": "score", "value": sum(scores) / len(scores), "stages": {"sentences": scores}}
