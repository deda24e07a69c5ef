"""Build the inputs of golden vectors that are described by a rule; see docs/vectors.md."""

from __future__ import annotations


def draws(seed):
    state = seed

    def draw(limit):
        nonlocal state
        state = (1103515245 * state + 12345) % 2**31
        return state // 65536 % limit

    return draw


def texts(seed, segments, words, references, vocabulary):
    draw, made = draws(seed), []
    for _ in range(segments):
        hypothesis = [f"w{draw(vocabulary)}" for _ in range(words)]
        segment = {"hypothesis": " ".join(hypothesis), "references": []}
        for _ in range(references):
            reference = []
            for word in hypothesis:
                change = draw(8)  # 0: another word, 1: no word, 2: one more word, else the same word
                reference += [word] if change >= 2 else []
                reference += [f"w{draw(vocabulary)}"] if change in (0, 2) else []
            segment["references"].append(" ".join(reference))
        made.append(segment)
    return {"segments": made}


def labels(seed, items, classes):
    draw, gold, predicted = draws(seed), [], []
    for _ in range(items):
        gold.append(f"c{draw(classes)}")
        predicted.append(f"c{draw(classes)}" if draw(4) == 0 else gold[-1])
    return {"gold": gold, "predicted": predicted}


def scores(seed, items):
    draw, gold, made = draws(seed), [], []
    for _ in range(items):
        gold.append(draw(2))
        made.append((draw(768) + 256 * gold[-1]) / 1024)
    return {"gold": gold, "scores": made}
