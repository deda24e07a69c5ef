"""Generate token log-probabilities on which perplexity implementations differ."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from samescore.catalogue.wrong_items import WRONG_ITEMS, Items, Misreading, Plain, pairs
from samescore.catalogue.wrong_segments import joined
from samescore.data.likelihoods import TokenLogProbs
from samescore.generators.generator import Generator, HasEdge
from samescore.generators.graded import Axioms, better, equal, repeatable
from samescore.generators.invented import invent_word
from samescore.generators.odd_texts import TEXTS
from samescore.generators.sizes import item_count
from samescore.generators.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def log_probabilities(count: int, seed: int = 0) -> Iterator[TokenLogProbs]:
    """Yield `count` inputs of up to five sequences: short, long or empty, with certain, impossible or unscored tokens.

    One input in five has no texts.
    """
    rng = random.Random(seed)
    for _ in range(count):
        sequences: list[list[Any]] = []
        for _ in range(rng.choice([0, 1, 1, 1, 2, 3, 5])):
            worst = rng.choice([0.5, 3, 3, 12])
            sequence: list[Any] = [-round(rng.random() * worst, 3) for _ in range(rng.choice([1, 1, 2, 5, 20]))]
            if rng.random() < 0.1:
                sequence = rng.choice([[], [], [0.0], [*sequence, None], [-5000.0 if sequences else -720.0]])
            sequences.append(sequence)
        texts = [rng.choice(TEXTS) for _ in sequences] if rng.random() < 0.8 else None
        yield TokenLogProbs(sequences, texts)


def _fresh_data(_: Target, rng: random.Random, _turn: int) -> TokenLogProbs:
    """Return up to five sequences of token log-probabilities, multiples of 1/64 above -12, with their texts."""
    sequences = [
        [-rng.randrange(rng.choice([64, 768])) / 64 for _ in range(rng.choice([1, 2, 5, 20]))]
        for _ in range(rng.choice([1, 1, 2, 3, 5]))
    ]
    texts = [" ".join(invent_word(rng) for _ in range(rng.randint(1, len(sequence)))) for sequence in sequences]
    return TokenLogProbs(sequences, texts)


def _large_data(_: Target, rng: random.Random, number: int) -> TokenLogProbs:
    """Return many short sequences, or a long one, with their texts; the last tokens are least likely."""
    items = item_count(number)
    lengths = [items] if number % 2 else [rng.randint(1, 12) for _ in range(items)]
    sequences = [[-rng.randrange(1, 64 + k) / 64 for k in range(length)] for length in lengths]
    return TokenLogProbs(sequences, [" ".join(f"w{k}" for k in range(length)) for length in lengths])


def _graded_pairs() -> Axioms:
    """Return axioms for metrics of token log-probabilities."""
    texts = ("so it goes", "there it was", "as you like")

    def sequences(likely: int) -> TokenLogProbs:
        """Return three sequences; the first `likely` end in a likelier token than the others."""
        return TokenLogProbs([[-1.5, -0.75, -0.5 if k < likely else -2.5] for k in range(3)], texts)

    mixed = sequences(2)
    return {
        "every sequence counts": [
            better(sequences(3), sequences(2), "with a less likely token in the last sequence"),
            better(sequences(2), sequences(1), "with a less likely token in the second sequence, too"),
            better(sequences(1), sequences(0), "with a less likely token in the first sequence, too"),
        ],
        "sequence order": [equal(mixed, TokenLogProbs(mixed.sequences[::-1], texts[::-1]), "in reverse order")],
        "duplication": [equal(mixed, TokenLogProbs(mixed.sequences * 2, texts * 2), "with everything twice")],
        **repeatable(mixed),
    }


def strategy() -> SearchStrategy[TokenLogProbs]:
    """Return a strategy for up to four sequences of token log-probabilities (multiples of 1/16 from -8 to 0) with texts.

    Sequences may be empty, and a token may have no log-probability.
    """
    from samescore.generators.drawing import st

    tokens: Any = st.one_of(*[st.integers(0, 128).map(lambda count: -count / 16)] * 20, st.none())
    sequences = st.lists(st.tuples(st.lists(tokens, max_size=8), st.sampled_from(TEXTS)), max_size=4)
    return sequences.map(lambda drawn: TokenLogProbs([list(seq) for seq, _ in drawn], [text for _, text in drawn]))


#: Edge cases of a language model's log-probabilities; each function says whether an input has it.
_EDGES: dict[str, HasEdge] = {
    "no-sequences": lambda plain: not plain["logprobs"],
    "empty-sequence": lambda plain: any(not sequence for sequence in plain["logprobs"]),
    "one-token": lambda plain: any(len(sequence) == 1 for sequence in plain["logprobs"]),
    "different-lengths": lambda plain: len({len(sequence) for sequence in plain["logprobs"]}) > 1,
    "probability-one": lambda plain: any(value == 0 for sequence in plain["logprobs"] for value in sequence),
}


def _change_sequences(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    """Return a function that applies `change` to the sequences together with their texts, if there are any."""

    def changed(data: Plain) -> Plain:
        if "texts" not in data:
            return {"logprobs": change(data["logprobs"])}
        return pairs("logprobs", "texts", change)(data)

    return changed


def _change_tokens(change: Callable[[Items], Items]) -> Callable[[Plain], Plain]:
    return lambda data: {**data, "logprobs": [change(sequence) for sequence in data["logprobs"]]}


#: Misreadings that golden vectors must detect.
_MISREADINGS: dict[str, Misreading] = {
    **{f"sequences-{name}": _change_sequences(change) for name, change in WRONG_ITEMS.items()},
    **{f"tokens-{name}": _change_tokens(change) for name, change in WRONG_ITEMS.items()},
    "sequences-joined": lambda data: {
        "logprobs": [joined(data["logprobs"])],
        **({"texts": [joined(data["texts"])]} if "texts" in data else {}),
    },
    "texts-of-the-next-sequence": lambda data: (
        {**data, "texts": data["texts"][1:] + data["texts"][:1]} if "texts" in data else data
    ),
}


GENERATOR = Generator(
    inputs=lambda _, count, seed: log_probabilities(count, seed),
    fresh=_fresh_data,
    large=_large_data,
    graded=lambda _: _graded_pairs(),
    strategy=lambda _: strategy(),
    edges=_EDGES,
    misreadings=_MISREADINGS,
)
