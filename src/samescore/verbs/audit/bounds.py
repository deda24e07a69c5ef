"""Find the known tools whose p-values satisfy a published bound, and those whose p-values do not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from samescore.records import LIKELY, Tier
from samescore.verbs.audit.claim_search import ClaimSearch
from samescore.verbs.audit.fits import CandidateScore

#: Maximum number of tools named among those that satisfy the bound, and among those that do not.
_MOST = 16


def tools(search: ClaimSearch) -> Iterator[str]:
    """Yield a line on the likely settings whose p-values satisfy a claimed bound, and a line on the others.

    A line lists the settings with their p-values; the versions of a tool are named if they give different p-values. The
    files are read as claimed. Yields nothing if the claim is not a bound.
    """
    if not search.printed.relation:
        return
    made = list(search.attempts(search.claimed, LIKELY))
    given: dict[str, set[str]] = defaultdict(set)
    for each in made:
        given[_tool(each)].add(_p(each))
    for satisfied, words in ((True, "it holds by"), (False, "it fails by")):
        chosen = [each for each in made if search.printed.gives(each.score) is satisfied]
        names = [each.candidate.how if len(given[_tool(each)]) > 1 else _tool(each) for each in chosen]
        said = list(dict.fromkeys(f"{name}: p = {_p(each)}" for name, each in zip(names, chosen, strict=True)))
        if said:
            more = f"; and {len(said) - _MOST} more" if len(said) > _MOST else ""
            yield f"{words} {'; '.join(said[:_MOST])}{more}"


def _tool(made: CandidateScore) -> str:
    """Return the name of a candidate's tool without its version; the candidate's description if it is not a tool."""
    candidate = made.candidate
    return candidate.how.partition(" (")[0] if candidate.tier is Tier.KNOWN_TOOL else candidate.how


def _p(made: CandidateScore) -> str:
    return f"{made.score:.3g}"
