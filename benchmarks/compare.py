"""CPU time of the native metrics and of installed packages, in one run.

Prints CPU seconds (median of interleaved rounds) and each package's time as a multiple of the native one, on
generated text. Run it with ``python -m benchmarks.compare [--segments N]``.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

from samescore import Corpus, Score, implementation, score

# The metrics and entry points that are timed; the native metric is timed under the entry point's profile.
_PAIRS = [
    ("bleu", "sacrebleu.corpus_bleu"),
    ("bleu", "sacrebleu.sentence_bleu"),
    ("bleu", "nltk.corpus_bleu"),
    ("chrf", "sacrebleu.corpus_chrf"),
    ("chrf", "nltk.corpus_chrf"),
    ("rouge1", "rouge_score.rouge1"),
    ("rougeL", "rouge_score.rougeL"),
    ("rougeLsum", "rouge_score.rougeLsum"),
]
_SYLLABLES = ["ka", "lo", "mi", "ten", "dur", "as", "fel", "or", "in", "que", "sta", "ber", "nu", "wi", "po", "ra"]


def make_corpus(segments: int) -> Corpus:
    """Sentences of 5 to 30 made-up words with Zipf-like frequencies; hypotheses keep about three words in four."""
    rng = random.Random(0)
    vocabulary = ["".join(rng.choice(_SYLLABLES) for _ in range(rng.randint(1, 4))) for _ in range(8000)]
    weights = [1 / (rank + 10) for rank in range(len(vocabulary))]
    hypotheses, references = [], []
    for _ in range(segments):
        words = rng.choices(vocabulary, weights, k=rng.randint(5, 30))
        kept = [word if rng.random() < 0.75 else rng.choice(vocabulary) for word in words]
        references.append([" ".join(words).capitalize() + "."])
        hypotheses.append(" ".join(kept).capitalize() + ".")
    return Corpus.from_segments(hypotheses, references)


def _native(metric: str, corpus: Corpus, like: str) -> float:
    fresh = Corpus(corpus.segments, corpus.tokenized)  # a corpus remembers its counts
    start = time.process_time()
    score(metric, fresh, like=like)
    return time.process_time() - start


def _peer(metric: str, corpus: Corpus, name: str) -> float:
    peer = implementation(name)
    start = time.process_time()
    outcome = peer.score(metric, corpus)
    seconds = time.process_time() - start
    if not isinstance(outcome, Score):
        raise SystemExit(f"{name}: {outcome.describe()}")
    return seconds


def main() -> None:
    """Time every pair and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--segments", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    corpus = make_corpus(arguments.segments)
    print(f"{arguments.segments} segments, median of {arguments.rounds} interleaved rounds, CPU seconds")
    print(f"{'metric':<10} {'peer':<26} {'native':>8} {'peer':>8} {'peer/native':>12}")
    for metric, name in _PAIRS:
        _peer(metric, corpus, name)  # imports and caches, outside the measurement
        rounds = [(_native(metric, corpus, name), _peer(metric, corpus, name)) for _ in range(arguments.rounds)]
        native_seconds = statistics.median(native for native, _ in rounds)
        peer_seconds = statistics.median(peer for _, peer in rounds)
        print(
            f"{metric:<10} {name:<26} {native_seconds:8.3f} {peer_seconds:8.3f} {peer_seconds / native_seconds:12.2f}"
        )


if __name__ == "__main__":
    main()
