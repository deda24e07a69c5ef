"""Mutate formulas in single tokens, like typing errors of an implementer.

A formula is written once, in Python syntax, and its syntax tree is mutated: an operator, number or name is replaced, a
function or an operand is omitted, or two operands are exchanged. Mutations with the same values as the formula or as an
earlier mutation are skipped.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from samescore.metrics.mistakes.contract import Hook, Mistake

Values = Mapping[str, float]

_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_FUNCTIONS: dict[str, Callable[[float], float]] = {"sqrt": math.sqrt, "exp": math.exp}
#: The operators that replace an operator.
_OTHER_OPERATORS: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub, ast.Mult),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div, ast.Add),
    ast.Div: (ast.Mult, ast.Sub),
    ast.Pow: (ast.Mult,),
}
#: Number of samples of values on which formulas are compared to detect duplicates.
_SAMPLES = 5
_DIGITS = 10


class Formula:
    """A formula of named values, which is called with these values.

    A mutated formula may have a complex or an infinite value: it raises `ValueError` or `ArithmeticError`.
    """

    def __init__(self, tree: ast.expr) -> None:
        self._tree = tree
        self.text = ast.unparse(tree)

    def __call__(self, values: Values) -> float:
        value: float | complex = _value(self._tree, values)
        if isinstance(value, complex):
            raise ValueError("square root of a negative number")
        return value


def _value(node: ast.expr, values: Values) -> Any:
    if isinstance(node, ast.BinOp):
        return _OPERATORS[type(node.op)](_value(node.left, values), _value(node.right, values))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _FUNCTIONS[node.func.id](_value(node.args[0], values))
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return values[node.id]
    raise TypeError(f"not allowed in a formula: {ast.dump(node)}")


def parsed(formula: str) -> ast.expr:
    """Return the syntax tree of a formula."""
    return ast.parse(formula, mode="eval").body


def changes(formula: str, *kinds: str) -> list[Formula]:
    """Return the mutations of a formula in one token that change its values.

    Each of `kinds` lists names, separated by spaces, that may replace each other.
    """
    tree = parsed(formula)
    groups = [kind.split() for kind in kinds]
    samples = _samples([*(node.id for node in ast.walk(tree) if isinstance(node, ast.Name)), *" ".join(kinds).split()])
    seen = {_print(Formula(tree), samples)}
    different = []
    for changed in _mutations(tree, groups):
        made = Formula(changed)
        values = _print(made, samples)
        if values not in seen and any(value is not None for value in values):
            seen.add(values)
            different.append(made)
    return different


def _samples(names: Sequence[str]) -> list[dict[str, float]]:
    rng = Random(1)
    return [{name: 0.25 + rng.random() * 2 for name in dict.fromkeys(names)} for _ in range(_SAMPLES)]


def _print(formula: Formula, samples: Sequence[Values]) -> tuple[float | None, ...]:
    return tuple(_rounded_value(formula, values) for values in samples)


def _rounded_value(formula: Formula, values: Values) -> float | None:
    try:
        return round(formula(values), _DIGITS)
    except (ArithmeticError, ValueError):
        return None


def _mutations(node: ast.expr, kinds: Sequence[Sequence[str]]) -> Iterator[ast.expr]:
    """Yield every tree with one token changed."""
    if isinstance(node, ast.BinOp):
        yield from _other_operations(node)
        yield from (ast.BinOp(left, node.op, node.right) for left in _mutations(node.left, kinds))
        yield from (ast.BinOp(node.left, node.op, right) for right in _mutations(node.right, kinds))
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield node.args[0]
        yield from (ast.Call(node.func, [argument], []) for argument in _mutations(node.args[0], kinds))
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield from (ast.Constant(node.value + step) for step in (1, -1))
    elif isinstance(node, ast.Name):
        alike = [name for kind in kinds if node.id in kind for name in kind]
        yield from (ast.Name(name) for name in alike if name != node.id)


def _other_operations(node: ast.BinOp) -> Iterator[ast.expr]:
    yield from (ast.BinOp(node.left, other(), node.right) for other in _OTHER_OPERATORS[type(node.op)])
    yield node.left
    yield node.right
    if isinstance(node.op, (ast.Sub, ast.Div)):
        yield ast.BinOp(node.right, node.op, node.left)


def wrong_formulas(
    symbol: str, formula: str, hook: Hook, change: Callable[[Formula], Callable[..., float | None]], *kinds: str
) -> tuple[Mistake, ...]:
    """Return a mistake for each mutation of a formula in one token.

    `change` turns a wrong formula into the function of the hook; `kinds` are the arguments of `changes`.
    """
    right = f"instead of {symbol} = {ast.unparse(parsed(formula))}"
    wrong = changes(formula, *kinds)
    return tuple(Mistake(f"{symbol} = {other.text}", right, hook, change(other), typed=True) for other in wrong)
