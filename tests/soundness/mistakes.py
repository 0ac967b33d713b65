"""Plants one mistake in a program that runs: a changed literal, or a slip such as a lost transpose."""

import ast
import random
from collections.abc import Iterator

from planted.mutants import Mutant, mutants


def mistaken(text: str, most: int, seed: int = 0) -> list[Mutant]:
    """Return at most so many mutants: half of them with a changed literal, half with another slip."""
    others = list(slips(text))
    random.Random(f"{seed}:{text}").shuffle(others)
    return [*mutants(text, (most + 1) // 2, seed), *others[: most // 2]]


def slips(text: str) -> Iterator[Mutant]:
    """Yield every mutant that is more than another literal."""
    for node in ast.walk(ast.parse(text)):
        if getattr(node, "lineno", None) is None or node.lineno != node.end_lineno:
            continue
        for kind, after in _slips_of(node):
            yield _replaced(text, node, kind, after)


def _slips_of(node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        yield "operands exchanged", f"({ast.unparse(node.right)}) @ ({ast.unparse(node.left)})"
    elif isinstance(node, ast.Attribute) and node.attr in ("T", "mT") and isinstance(node.ctx, ast.Load):
        yield "a transpose lost", ast.unparse(node.value)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        name = node.func.attr
        if name in ("t", "transpose", "permute", "reshape", "view", "flatten", "unsqueeze", "squeeze"):
            if not isinstance(node.func.value, ast.Name) or node.func.value.id not in (
                "np",
                "jnp",
                "torch",
                "tf",
            ):
                yield f"{name} lost", ast.unparse(node.func.value)
            elif node.args:
                yield f"{name} lost", ast.unparse(node.args[0])
        elif name in ("matmul", "dot", "mm", "bmm") and len(node.args) == 2:
            first, second = map(ast.unparse, node.args)
            yield "operands exchanged", f"{ast.unparse(node.func)}({second}, {first})"
        kept = [keyword for keyword in node.keywords if keyword.arg not in ("keepdim", "keepdims")]
        if len(kept) < len(node.keywords):
            without = ast.Call(node.func, node.args, kept)
            yield "keepdims lost", ast.unparse(without)
    elif (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Tuple)
        and isinstance(node.ctx, ast.Load)
    ):
        kept_items = [
            item for item in node.slice.elts if not (isinstance(item, ast.Constant) and item.value is None)
        ]
        if len(kept_items) < len(node.slice.elts):
            inner = ", ".join(map(ast.unparse, kept_items)) or ":"
            yield "a new axis lost", f"{ast.unparse(node.value)}[{inner}]"


def _replaced(text: str, node: ast.AST, kind: str, after: str) -> Mutant:
    lines = text.splitlines(keepends=True)
    line = lines[node.lineno - 1].encode()
    before = line[node.col_offset : node.end_col_offset].decode()
    lines[node.lineno - 1] = (line[: node.col_offset] + after.encode() + line[node.end_col_offset :]).decode()
    return Mutant(node.lineno, kind, before, after, "".join(lines))
