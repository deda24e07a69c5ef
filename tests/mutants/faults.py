"""Generate the faults of the functions of a module, one at a time."""

from __future__ import annotations

import ast
import copy
import types
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

_BOUNDS: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
_OTHER_FUNCTION = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "sorted": "list",
    "reversed": "list",
    "set": "list",
}
#: Functions whose arguments are not exchanged, because nobody makes this mistake.
_WITHOUT_SIDES = {"zip", "isinstance", "range", "min", "max", "sum", "sorted", "Fraction", "map"}


class Fault(NamedTuple):
    """A function with a fault: its name in the module, the fault in words, and its code object."""

    function: str
    name: str
    code: types.CodeType


def faults(source: str) -> Iterator[Fault]:
    """Yield every fault of every function and method of a module."""
    tree = _without_annotations(ast.parse(source))
    seen: Counter[str] = Counter()
    for function, definition in _functions(tree):
        for place, node in enumerate(ast.walk(definition)):
            for number, changed in enumerate(_changes(node)):
                what = f"{function}: {_in_words(node, changed)}"
                seen[what] += 1
                name = what if seen[what] == 1 else f"{what} ({seen[what]})"
                yield Fault(function, name, _compiled(tree, function, place, number))


def _without_annotations(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Name("object", ast.Load())
    return tree


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            yield statement.name, statement
        elif isinstance(statement, ast.ClassDef):
            for member in statement.body:
                if isinstance(member, ast.FunctionDef):
                    yield f"{statement.name}.{member.name}", member


def _in_words(node: ast.AST, changed: ast.AST) -> str:
    if isinstance(node, ast.For | ast.While) and isinstance(changed, ast.For | ast.While):
        moved = next(old for old, new in zip(node.body, changed.body, strict=True) if old is not new)
        return f"{ast.unparse(moved)} in the first round only"
    return f"{ast.unparse(node)} -> {ast.unparse(changed)}"


def _compiled(tree: ast.Module, function: str, place: int, number: int) -> types.CodeType:
    """Return the code of a function in which the node at `place` has its change `number`."""
    changed = copy.deepcopy(tree)
    definition = dict(_functions(changed))[function]
    node = list(ast.walk(definition))[place]
    replacement = list(_changes(node))[number]
    _Replace(node, replacement).visit(definition)
    ast.fix_missing_locations(changed)
    code = compile(changed, "<mutant>", "exec")
    for part in function.split("."):
        code = next(inner for inner in code.co_consts if isinstance(inner, types.CodeType) and inner.co_name == part)
    return code


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def _changes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield copies of a node, each with one of the faults that it can have."""
    match node:
        case ast.Compare():
            yield from _bounds(node)
        case ast.BinOp(op=ast.Div()):
            yield ast.BinOp(node.left, ast.FloorDiv(), node.right)
        case ast.BinOp(op=ast.FloorDiv()):
            yield ast.BinOp(node.left, ast.Div(), node.right)
        case ast.BinOp(op=ast.Add() | ast.Sub(), right=ast.Constant(value=1)):
            yield node.left
        case ast.Slice():
            yield from _slices(node)
        case ast.Subscript(value=ast.Subscript(), slice=ast.Name() | ast.Constant()):
            yield from _axes(node)
        case ast.Subscript(slice=ast.Tuple(elts=[first, second])) if _differ(first, second):
            yield ast.Subscript(node.value, ast.Tuple([second, first], ast.Load()), node.ctx)
        case ast.Call():
            yield from _calls(node)
        case ast.For(body=body) | ast.While(body=body):
            yield from _leaks(node, body)


def _differ(first: ast.expr, second: ast.expr) -> bool:
    return ast.dump(first) != ast.dump(second)


def _bounds(node: ast.Compare) -> Iterator[ast.AST]:
    """Yield comparisons with the bound changed, such as < for <=."""
    for place, operator in enumerate(node.ops):
        if type(operator) in _BOUNDS:
            ops = [*node.ops[:place], _BOUNDS[type(operator)](), *node.ops[place + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


def _one_less(bound: ast.expr) -> ast.expr:
    return ast.BinOp(bound, ast.Sub(), ast.Constant(1))


def _one_more(bound: ast.expr) -> ast.expr:
    return ast.BinOp(bound, ast.Add(), ast.Constant(1))


def _slices(node: ast.Slice) -> Iterator[ast.AST]:
    """Yield slices with a bound that is one too large."""
    if node.lower is not None:
        yield ast.Slice(_one_more(node.lower), node.upper, node.step)
    if node.upper is not None:
        yield ast.Slice(node.lower, _one_more(node.upper), node.step)


def _axes(node: ast.Subscript) -> Iterator[ast.AST]:
    """Yield a[j][i] for a[i][j]."""
    inner = node.value
    if isinstance(inner, ast.Subscript) and isinstance(inner.slice, ast.Name | ast.Constant):
        other = ast.Subscript(ast.Subscript(inner.value, node.slice, ast.Load()), inner.slice, node.ctx)
        if _differ(node, other):
            yield other


def _calls(node: ast.Call) -> Iterator[ast.AST]:
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in _OTHER_FUNCTION and node.args:
        other = _OTHER_FUNCTION[name]
        yield (
            _call("list", _listed(node.args[0]))
            if other == "list"
            else ast.Call(ast.Name(other, ast.Load()), node.args, node.keywords)
        )
    elif name == "range":
        first = len(node.args) > 1
        yield ast.Call(node.func, [*node.args[:first], _one_less(node.args[first]), *node.args[first + 1 :]], [])
        start = node.args[0] if first else ast.Constant(0)
        yield ast.Call(node.func, [_one_more(start), *(node.args[1:] if first else node.args)], [])
    elif name == "Fraction" and len(node.args) == 2:
        yield ast.Call(node.func, [ast.BinOp(node.args[0], ast.FloorDiv(), node.args[1])], [])
    if name not in _WITHOUT_SIDES and len(node.args) >= 2:
        first_two = node.args[:2]
        if all(isinstance(argument, ast.Name | ast.Attribute | ast.Subscript) for argument in first_two) and _differ(
            *first_two
        ):
            yield ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _without_repetitions(items: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(ast.Name("dict", ast.Load()), "fromkeys", ast.Load()), [items], [])


def _listed(items: ast.expr) -> ast.expr:
    """Return an expression for a set's members in order of first appearance; other expressions unchanged."""
    match items:
        case ast.SetComp():
            return _without_repetitions(ast.ListComp(items.elt, items.generators))
        case ast.Set():
            return _without_repetitions(ast.List(items.elts, ast.Load()))
    return items


def _leaks(node: ast.For | ast.While, body: list[ast.stmt]) -> Iterator[ast.AST]:
    """Yield loops whose counter or list is only initialized in the first round."""
    for place, statement in enumerate(body):
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value and _is_fresh(statement.value):
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            once = ast.Try(
                body=[ast.Expr(target) for target in map(_read, targets)],
                handlers=[ast.ExceptHandler(ast.Name("NameError", ast.Load()), None, [statement])],
                orelse=[],
                finalbody=[],
            )
            changed = copy.copy(node)
            changed.body = [*body[:place], once, *body[place + 1 :]]
            yield changed


def _read(target: ast.expr) -> ast.expr:
    """Return the target of an assignment as an expression that is read."""
    read = copy.deepcopy(target)
    for inner in ast.walk(read):
        if hasattr(inner, "ctx"):
            inner.ctx = ast.Load()
    return read


def _is_fresh(value: ast.expr) -> bool:
    """Return whether an expression is 0, an empty list or dictionary, or a tuple of these."""
    match value:
        case ast.Constant(value=0) | ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Tuple(elts=members) | ast.List(elts=members):
            return bool(members) and any(map(_is_fresh, members))
    return False
