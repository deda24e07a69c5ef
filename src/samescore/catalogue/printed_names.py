"""Names under which tools print their scores that are names of another metric here.

``rouge``, ROUGE-1.5.5 and its wrappers call ROUGE-L what is ROUGE-Lsum here: the union of subsequences over sentences.
A number printed as ROUGE-L may therefore be either. Tables are read by their headings, so audits try all metrics that
some tool prints under a heading.
"""

from __future__ import annotations

from functools import lru_cache

from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files_of
from samescore.metrics import metric as find_metric
from samescore.metrics.aliases import lookup_alias


def prints(profile: Profile, metric: str) -> bool:
    """Return whether an entry point of another metric with the same kind of input has the name of this metric."""
    meaning = lookup_alias(profile.entry_point)
    if meaning is None or meaning[0] != metric or profile.metric == metric:
        return False
    return find_metric(profile.metric).takes[0] is find_metric(metric).takes[0]


@lru_cache(maxsize=256)
def printed_as(metric: str) -> tuple[str, ...]:
    """Return the metrics that tools print under a metric's name, starting with the metric itself."""
    profiles = (profile for file in profile_files_of(metric) for profile in file.profile)
    return tuple(dict.fromkeys((metric, *(profile.metric for profile in profiles if prints(profile, metric)))))
