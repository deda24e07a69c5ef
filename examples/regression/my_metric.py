"""A package's metric for samescore to test; an attribute of the function says what it computes."""

import math
from collections import Counter


def ngrams(words, n):
    return Counter(zip(*(words[i:] for i in range(n))))


def corpus_bleu(hypotheses, references):
    matches, totals, c, r = [0] * 4, [0] * 4, 0, 0
    for hypothesis, texts in zip(hypotheses, references):
        words, targets = hypothesis.split(), [text.split() for text in texts]
        c += len(words)
        r += min((len(target) for target in targets), key=lambda length: (abs(length - len(words)), length))
        for n in range(4):
            counts, most = ngrams(words, n + 1), Counter()
            for target in targets:
                most |= ngrams(target, n + 1)
            matches[n] += sum((counts & most).values())
            totals[n] += sum(counts.values())
    if 0 in matches:
        return 0.0
    logs = [math.log(matched / total) for matched, total in zip(matches, totals)]
    return 100 * (1.0 if c >= r else math.exp(1 - r / c)) * math.exp(sum(logs) / 4)


corpus_bleu.samescore = {
    "metric": "bleu",
    "settings": {"tokenizer": "none", "smoothing": "none", "empty_input": "zero"},
}
