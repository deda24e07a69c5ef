"""Somebody's BLEU, with a typical bug: it averages the sentence scores instead of adding up their counts."""

import math
from collections import Counter


def ngrams(words, n):
    return Counter(zip(*(words[i:] for i in range(n))))


def sentence_bleu(hypothesis, references):
    words, targets = hypothesis.split(), [reference.split() for reference in references]
    r = min((len(target) for target in targets), key=lambda length: (abs(length - len(words)), length))
    logs = []
    for n in range(1, 5):
        counts, most = ngrams(words, n), Counter()
        for target in targets:
            most |= ngrams(target, n)
        matches = sum((counts & most).values())
        if matches == 0:
            return 0.0
        logs.append(math.log(matches / sum(counts.values())))
    penalty = 1.0 if len(words) >= r else math.exp(1 - r / len(words))
    return 100 * penalty * math.exp(sum(logs) / 4)


def corpus_bleu(hypotheses, references):
    scores = [sentence_bleu(*pair) for pair in zip(hypotheses, references)]
    return sum(scores) / len(scores)
