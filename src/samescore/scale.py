"""Scoring with several processes: the public names of `samescore.verbs.scale`.

>>> from samescore.scale import count, finish, merge, plan
"""

from samescore.verbs.scale import Plan, count, counted, counting, diff, finish, merge, plan, score

__all__ = ["Plan", "count", "counted", "counting", "diff", "finish", "merge", "plan", "score"]
