"""Gradients: which tensors they certainly flow to, and what may not be done with those."""

from __future__ import annotations

import ast
from typing import Any

from gnomon.models.api import Tensor, host
from gnomon.models.registry import FORBIDDEN
from gnomon.models.torch.places import unsure
from gnomon.values.storage import LEAF, MADE, repeats

_WITHOUT = ("no_grad", "inference_mode", "set_grad_enabled")


def forbidden(x: Tensor) -> tuple[str, str] | None:
    """Return why the entries of a tensor certainly cannot be changed, and what to do; None if they can be."""
    if x.storage is None:
        return None
    if x.storage.strides is not None and repeats(x.shape, x.storage.strides):
        return (
            "several entries of {x} {x.shape} are one and the same number in memory, as expand makes them",
            "change a copy: {x}.clone()",
        )
    if is_leaf(x):
        return (
            "{x} requires gradients, and PyTorch needs its value unchanged to compute them",
            "change it inside of: with torch.no_grad():",
        )
    return None


FORBIDDEN.append(forbidden)


def refuse_whole(x: Tensor) -> None:
    """Report integers that are to have gradients."""
    if x.dtype is not None and x.dtype.kind in ("int", "uint", "bool"):
        host.refuse(
            "gradient",
            "{op}: {x} is {x.dtype}, and only floats have gradients",
            blame=x,
            help="make it of floats: 3.0 instead of 3, or dtype=torch.float32",
            x=x,
        )


def grad_is_on() -> bool:
    """Whether PyTorch certainly records operations for gradients at the place at work."""
    reporter = host.reporter
    if host.cold or unsure():
        return False
    return not any(_switched_off(site) for site in (reporter.site, *reporter.callers) if site is not None)


def _switched_off(site: Any) -> bool:
    """Whether a place stands inside of a block or a function without gradients."""
    return any(first <= site.node.lineno <= last for first, last in _stretches(site.source))


def _stretches(source: Any) -> list[tuple[int, int]]:
    """Return the first and last lines of the blocks and functions of a file that record no gradients."""
    known: list[tuple[int, int]] | None = source.memo.get("without gradients")
    if known is not None:
        return known
    found: list[tuple[int, int]] = []
    source.memo["without gradients"] = found
    if any(word in source.text for word in _WITHOUT):
        for node in source.nodes():
            heads: list[Any]
            if isinstance(node, (ast.With, ast.AsyncWith)):
                heads = [item.context_expr for item in node.items]
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                heads = node.decorator_list
            else:
                continue
            if any(word in ast.unparse(head) for head in heads for word in _WITHOUT):
                found.append((node.lineno, node.end_lineno or node.lineno))
    return found


def check_numpy(x: Any, force: Any) -> None:
    """Report ``.numpy()`` of a tensor that gradients flow to, or that is not on the CPU."""
    if type(x) is not Tensor or x.storage is None or force is not False:
        return
    if x.storage.device == "cuda" and not host.cold:
        host.refuse(
            "device",
            "{op}: {x} is on the device cuda, and NumPy's arrays are on the CPU",
            blame=x,
            help="copy it first: {x}.cpu()",
            x=x,
        )
    elif requires_grad(x):
        host.refuse(
            "gradient",
            "{op}: gradients flow to {x}, which NumPy could not record",
            blame=x,
            help="take it out of the graph first: {x}.detach().numpy()",
            x=x,
        )


def requires_grad(x: Tensor) -> bool:
    """Whether a tensor certainly requires gradients at the place at work."""
    own = (x.attributes or {}).get("requires_grad", True)
    return (
        x.storage is not None
        and x.storage.grad in (LEAF, MADE)
        and own is True
        and not unsure()
        and not host.cold
    )


def is_leaf(x: Tensor) -> bool:
    """Whether a tensor certainly is a leaf that PyTorch does not let operations change in place."""
    return requires_grad(x) and x.storage.grad == LEAF and grad_is_on()
