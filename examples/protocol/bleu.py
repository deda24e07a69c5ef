"""BLEU in plain Python: samescore run "cmd:python examples/protocol/bleu.py"."""

import json
import math
import sys
from collections import Counter

ABOUT = {
    "implementation": "bleu.py",
    "version": "1",
    "metrics": [
        {"metric": "bleu", "settings": {"tokenizer": "none", "smoothing": "none"}, "free": {"max_order": "any"}}
    ],
}


def ngrams(words, n):
    return Counter(zip(*(words[i:] for i in range(n))))


def score(segments, order):
    c = r = 0
    matches, totals = [0] * order, [0] * order
    for segment in segments:
        words = segment["hypothesis"].split()
        references = [reference.split() for reference in segment["references"]]
        c += len(words)
        r += min((len(reference) for reference in references), key=lambda length: (abs(length - len(words)), length))
        for n in range(1, order + 1):
            counts, most = ngrams(words, n), Counter()
            for reference in references:
                most |= ngrams(reference, n)
            matches[n - 1] += sum((counts & most).values())
            totals[n - 1] += sum(counts.values())
    if not segments:
        raise ValueError("no segments")
    if 0 in matches:
        return 0.0
    penalty = 1.0 if c >= r else math.exp(1 - r / c)
    return penalty * math.exp(sum(math.log(100 * m / t) for m, t in zip(matches, totals)) / order)


for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"]}
    if request["op"] == "describe":
        answer.update(ABOUT)
    elif request["op"] == "score":
        try:
            value = score(request["input"]["segments"], request["settings"]["max_order"])
            answer.update(outcome="score", value=value)
        except ValueError as problem:
            answer.update(outcome="raised", error="ValueError", message=str(problem))
    else:
        break
    print(json.dumps(answer), flush=True)
