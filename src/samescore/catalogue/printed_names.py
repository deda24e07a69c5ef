"""Find metrics that some tools print under the name of a different metric.

``rouge``, ROUGE-1.5.5 and its wrappers print ROUGE-Lsum (the union of subsequences over sentences) as "ROUGE-L". A
number printed as ROUGE-L may therefore be either. An audit reads tables by their headings, so it tries every metric
that some tool prints under a heading.
"""

from __future__ import annotations

from functools import lru_cache

from samescore.catalogue.profile import Profile
from samescore.catalogue.profile_files import profile_files_of
from samescore.metrics import metric as find_metric
from samescore.metrics.aliases import lookup_alias


def prints(profile: Profile, metric: str) -> bool:
    """Return whether the profile's entry point is named after `metric` but computes a different metric.

    False if the two metrics take different kinds of input.
    """
    meaning = lookup_alias(profile.entry_point)
    if meaning is None or meaning[0] != metric or profile.metric == metric:
        return False
    return find_metric(profile.metric).takes[0] is find_metric(metric).takes[0]


@lru_cache(maxsize=256)
def printed_as(metric: str) -> tuple[str, ...]:
    """Return the metrics that tools print under the name of `metric`, starting with `metric` itself."""
    profiles = (profile for file in profile_files_of(metric) for profile in file.profile)
    return tuple(dict.fromkeys((metric, *(profile.metric for profile in profiles if prints(profile, metric)))))
