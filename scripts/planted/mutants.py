"""Mutants of a program: its text with one literal changed, as a slip of the pen would."""

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

FLAGS = frozenset(
    "batch_first bidirectional keepdim keepdims keep_dims drop_last include_top return_sequences".split()
)
PATTERNS = frozenset("einsum rearrange reduce repeat Rearrange Reduce".split())
UNRELATED = frozenset(
    "manual_seed seed set_seed set_random_seed sleep RandomState default_rng PRNGKey key".split()
)
AXES = frozenset("dim axis axes dims start_dim end_dim".split())
WINDOWS = frozenset(
    "kernel_size stride strides padding dilation output_padding pool_size scale_factor".split()
)


@dataclass(frozen=True)
class Mutant:
    """A program with one changed literal."""

    line: int
    kind: str
    before: str
    after: str
    text: str


def mutants(text: str, most: int, seed: int = 0) -> list[Mutant]:
    """Return at most so many mutants of a program, spread evenly by chance over its literals."""
    places = list(_places(text))
    random.Random(f"{seed}:{text}").shuffle(places)
    return sorted((_changed(text, *place) for place in places[:most]), key=lambda mutant: mutant.line)


def _changed(text: str, node: ast.expr, kind: str, after: str) -> Mutant:
    lines = text.splitlines(keepends=True)
    line = lines[node.lineno - 1].encode()
    before = line[node.col_offset : node.end_col_offset].decode()
    lines[node.lineno - 1] = (line[: node.col_offset] + after.encode() + line[node.end_col_offset :]).decode()
    return Mutant(node.lineno, kind, before, after, "".join(lines))


def _places(text: str) -> Iterator[tuple[ast.expr, str, str]]:
    """Every literal that decides about a shape, what kind it is, and what is written in its place."""
    tree = ast.parse(text)
    kinds: dict[ast.expr, str] = {}
    _classify(tree, "other", kinds)
    for position, (node, kind) in enumerate(kinds.items()):
        if node.lineno != node.end_lineno:
            continue
        if kind == "pattern":
            after = _other_pattern(node.value, position)  # type: ignore[attr-defined]
            if after is not None:
                yield node, kind, repr(after)
        elif kind == "flag":
            yield node, kind, str(not node.value)  # type: ignore[attr-defined]
        else:
            yield node, kind, str(_other_number(ast.literal_eval(node), kind, position))


def _other_number(value: int, kind: str, position: int) -> int:
    if kind == "axis":
        return value + 1 if value >= 0 else value - 1
    return (value + 1, value * 2 if value > 1 else value + 2, value - 1 if value > 1 else value + 1)[
        position % 3
    ]


def _other_pattern(pattern: str, position: int) -> str | None:
    """The pattern with two neighbouring names of its result exchanged."""
    head, arrow, tail = pattern.partition("->")
    names = re.findall(r"[A-Za-z_]\w*", tail) if " " in pattern.strip() else list(tail)
    if len(names) < 2:
        return None
    first = position % (len(names) - 1)
    a, b = names[first], names[first + 1]
    swapped = re.sub(rf"\b{a}\b|\b{b}\b" if " " in pattern.strip() else f"{a}|{b}",
                     lambda found: b if found[0] == a else a, tail)  # fmt: skip
    return head + arrow + swapped


def _classify(node: ast.AST, kind: str, found: dict[ast.expr, str]) -> None:
    if isinstance(node, ast.Constant):
        if type(node.value) is int and kind != "unrelated":
            found[node] = kind
        return
    if (
        isinstance(node, ast.UnaryOp)
        and isinstance(node.op, ast.USub)
        and isinstance(node.operand, ast.Constant)
    ):
        if type(node.operand.value) is int and kind != "unrelated":
            found[node] = kind
        return
    if isinstance(node, ast.Call):
        _classify_call(node, kind, found)
    elif isinstance(node, ast.Subscript):
        _classify(node.value, kind, found)
        _classify(node.slice, "index", found)
    elif isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) > 12:
        return  # data, not sizes
    else:
        for child in ast.iter_child_nodes(node):
            _classify(child, "size" if isinstance(node, (ast.Assign, ast.keyword)) else kind, found)


def _classify_call(node: ast.Call, kind: str, found: dict[ast.expr, str]) -> None:
    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
    _classify(node.func, kind, found)
    if name in UNRELATED or name in ("print", "range"):
        inner = "unrelated" if name in UNRELATED else kind
    else:
        inner = _CALLS.get(name, "width" if name[:1].isupper() else "size")
    for argument in node.args:
        if name in PATTERNS and isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            found[argument] = "pattern"
        else:
            _classify(argument, inner, found)
    for keyword in node.keywords:
        value = keyword.value
        if keyword.arg in FLAGS and isinstance(value, ast.Constant) and type(value.value) is bool:
            found[value] = "flag"
        else:
            named = "axis" if keyword.arg in AXES else "window" if keyword.arg in WINDOWS else inner
            _classify(value, named, found)


_CALLS = {
    **dict.fromkeys("view reshape unflatten expand repeat tile resize_ Reshape Unflatten broadcast_to".split(),
                    "target"),
    **dict.fromkeys("unsqueeze squeeze permute transpose swapaxes flatten softmax argmax chunk expand_dims size"
                    " sum mean max min moveaxis Softmax Flatten concatenate stack cat".split(), "axis"),
    **dict.fromkeys("MaxPool1d MaxPool2d AvgPool2d max_pool2d avg_pool2d MaxPooling2D Upsample".split(), "window"),
}  # fmt: skip
