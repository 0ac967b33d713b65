"""Models held against the parameters of the installed libraries: names, order and defaults.

A model of a function, of a method of arrays or of a class takes what the real one takes, under the same names, in
the same order and with the same defaults. `Comparison` finds where it does not. Each library's test has a table of
the differences that are meant. What a loose model takes, one that takes any arguments, must be written down beside the
models: `scripts/write_signatures.py` writes it and `test_signatures.py` compares it with the library.
"""

import importlib
import inspect
import re
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from gnomon.models import registry
from gnomon.models.signatures import parameters_of
from gnomon.shapes import Dtype
from gnomon.values import LibraryFunction, Modelled

PLAIN = (bool, int, float, str, type(None))
VARIOUS = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
UNTOLD = ("name", "loss_collection", "use_locking", "alg")
"""Parameters whose defaults change no shape or dtype: how an operation is named, where it is put, how it draws."""


class Comparison:
    """What is compared: models by name, each with the real signatures of all versions that it stands for."""

    def __init__(
        self, pairs: Iterable[tuple[str, Any, list[inspect.Signature]]], owner: str | None = None
    ) -> None:
        """``owner`` is the class that has all these as methods."""
        self.owner = owner
        self.pairs = [(name, signature_of(model), real) for name, model, real in pairs if real]

    @cached_property
    def found(self) -> dict[str, list[str]]:
        """The differences of each name that has some."""
        found = {}
        for name, own, real in self.pairs:
            orders = [[first, *(other for other in real if other is not first)] for first in real]
            words = min((differences(own, order) for order in orders), key=len)
            if words and not (loose(words) and self.written(name)):
                found[name] = words
        return found

    def written(self, name: str) -> bool:
        """Whether it is written down what a model takes."""
        full = name if self.owner is None else f"{self.owner}.{name}"
        return parameters_of(home(full), full) is not None

    def check(self, meant: dict[str, str]) -> None:
        """Fail where a model differs that is not listed, and where one is listed that does not.

        ``meant`` has names, parted by spaces, by the reason why they differ.
        """
        listed = {name for names in meant.values() for name in names.split()}
        rest = {name: words for name, words in self.found.items() if name not in listed or loose(words)}
        lines = [f"{name}: {', '.join(words)}" for name, words in sorted(rest.items())]
        assert not lines, "models unlike the library:\n" + "\n".join(lines)
        right = sorted(listed - set(self.found))
        assert not right, f"listed as different, but alike or not compared: {' '.join(right)}"


def loose(words: list[str]) -> bool:
    """Whether differences are those of a model that takes any arguments."""
    return words[0].startswith("takes ")


def models(*prefixes: str) -> list[tuple[str, Any]]:
    """The modelled functions and classes under these prefixes."""
    return sorted(
        (name, model)
        for name, model in registry.NAMES.items()
        if name.startswith(prefixes)
        and (type(model) is LibraryFunction or (isinstance(model, type) and issubclass(model, Modelled)))
    )


def methods(library: str) -> list[tuple[str, Any]]:
    """The modelled methods of a library's arrays."""
    return sorted((name, model) for (owner, name), model in registry.METHODS.items() if owner == library)


def signature_of(model: Any) -> inspect.Signature:
    """What a model takes: a function's parameters, or those of a class's constructor."""
    if isinstance(model, type):
        made = model.__init__ if model.__init__ is not object.__init__ else model.__new__
        return without_first(inspect.signature(made))
    return inspect.signature(model.function)


def without_first(signature: inspect.Signature) -> inspect.Signature:
    """A signature without the object that a method belongs to."""
    parameters = list(signature.parameters.values())
    if parameters and parameters[0].kind not in VARIOUS:
        parameters = parameters[1:]
    return signature.replace(parameters=parameters)


def real(name: str) -> Any:
    """The library's object of a dotted name, None if there is none."""
    parts = name.split(".")
    for count in range(len(parts) - 1, 0, -1):
        try:
            found: Any = importlib.import_module(".".join(parts[:count]))
        except ImportError:
            continue
        try:
            for part in parts[count:]:
                found = getattr(found, part)
        except Exception:  # lazy modules raise what they like
            return None
        return found
    return None


def home(name: str) -> str:
    """The library in whose page a name is written: that of the first name of its model."""
    model = registry.NAMES.get(name)
    first = model.name if type(model) is LibraryFunction else getattr(model, "library_name", name)
    return str(first).partition(".")[0]


VERSIONS = {"tensorflow": ("tensorflow", "tensorflow.compat.v1"), "keras": ("keras", "tf_keras")}
"""Where the versions of a library are found in one environment."""


def real_parameters(name: str) -> list[str]:
    """What a function or constructor takes in each version at hand, or with "()" what a layer's call takes."""
    library, _, rest = name.removesuffix("()").partition(".")
    found = []
    for place in VERSIONS.get(library, (library,)):
        thing = real(f"{place}.{rest}")
        if thing is None:
            continue
        if name.endswith("()"):
            signatures = called(thing)
        else:
            signatures = known(thing)
        found += [written(signature, thing) for signature in signatures]
    return list(dict.fromkeys(found))


def called(layer: Any) -> list[inspect.Signature]:
    """What a call of a layer takes: its method ``forward`` in PyTorch, ``call`` in Keras, which adds two arguments."""
    forward = getattr(layer, "forward", None)
    if forward is not None:
        return [without_first(inspect.signature(forward))]
    if not is_layer(layer) or layer.call.__qualname__ == "Layer.call":
        return []
    signature = without_first(inspect.signature(layer.call))
    parameters = list(signature.parameters.values())
    for name in ("training", "mask"):
        if name not in signature.parameters:
            parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None))
    parameters.sort(key=lambda parameter: parameter.kind)
    return [signature.replace(parameters=parameters)]


def written(signature: inspect.Signature, thing: Any = None) -> str:
    """Parameters as the pages write them."""
    words: list[str] = []
    before = None
    for parameter in signature.parameters.values():
        kind = parameter.kind
        if before is parameter.POSITIONAL_ONLY and kind is not before:
            words.append("/")
        if kind is parameter.VAR_KEYWORD:
            words.append("**layer" if is_layer(thing) else "**")
            continue
        if kind is parameter.KEYWORD_ONLY and before not in (kind, parameter.VAR_POSITIONAL):
            words.append("*")
        default = "" if parameter.default is parameter.empty else "="
        words.append("*args" if kind is parameter.VAR_POSITIONAL else parameter.name + default)
        before = kind
    if before is inspect.Parameter.POSITIONAL_ONLY:
        words.append("/")
    return " ".join(words)


def is_layer(thing: Any) -> bool:
    """Whether a class is a layer of Keras, which hands what it does not know to the class of all layers."""
    names = {f"{base.__module__.partition('.')[0]} {base.__name__}" for base in getattr(thing, "__mro__", ())}
    layers, models = {"keras Layer", "tf_keras Layer"}, {"keras Model", "tf_keras Model"}
    return bool(names & layers) and not names & models


def known(thing: Any, read: Callable[[Any], Any] = inspect.signature) -> list[inspect.Signature]:
    """The real parameters of a function or constructor, as a list of one; empty where the library does not tell."""
    if not callable(thing):
        return []
    try:
        made = isinstance(thing, type)
        signature = without_first(read(thing.__init__)) if made else read(thing)
    except (TypeError, ValueError):
        signature = from_documentation(thing)
    if signature is None:
        return []
    kinds = [parameter.kind for parameter in signature.parameters.values()]
    return [] if kinds and all(kind in VARIOUS for kind in kinds) else [signature]


def from_documentation(thing: Any) -> inspect.Signature | None:
    """The parameters in the first line of the documentation of a function in C: ``normal(loc=0.0, size=None)``."""
    first = (thing.__doc__ or "").strip().partition("\n")[0]
    matched = re.fullmatch(r"\w+\((.*)\)", first)
    if matched is None or re.search(r"\.\.\.|\[|<", first):
        return None
    scope: dict[str, Any] = {}
    try:
        exec(f"def function({matched[1]}): ...", {"int": int, "float": float}, scope)
    except (SyntaxError, NameError):
        return None
    return inspect.signature(scope["function"])


def differences(own: inspect.Signature, real: list[inspect.Signature]) -> list[str]:
    """In words, how a model's parameters differ from those of the real one; those of others may follow."""
    first = list(real[0].parameters.values())
    mine = list(own.parameters.values())
    allowed = {name for signature in real for name in signature.parameters}
    kinds = {parameter.kind for signature in real for parameter in signature.parameters.values()}
    various = [p for p in mine if p.kind in VARIOUS and p.kind not in kinds]
    if various:
        return [f"takes {' and '.join(map(str, various))}, the library {real[0]}"]
    found = [word for signature in real for word in _missing(mine, signature, real)]
    found = list(dict.fromkeys(found)) + list(_order(mine, first))
    if inspect.Parameter.VAR_KEYWORD not in kinds:
        by_name = [p for p in mine if p.kind not in VARIOUS and p.kind is not p.POSITIONAL_ONLY]
        silent = {p.name for p, r in zip(mine, first) if r.kind is r.POSITIONAL_ONLY}
        found += [f"{p.name} is no parameter" for p in by_name if p.name not in allowed | silent]
    return found


def _missing(
    mine: list[inspect.Parameter], signature: inspect.Signature, real: list[inspect.Signature]
) -> Iterable[str]:
    """Parameters that the model lacks or that have another default than in each version that has them."""
    first = list(signature.parameters.values())
    by_name = {parameter.name: parameter for parameter in mine}
    kinds = {parameter.kind for parameter in mine}
    for place, parameter in enumerate(first):
        if parameter.kind in VARIOUS:
            if parameter.kind not in kinds and parameter.kind is parameter.VAR_POSITIONAL:
                yield f"lacks {parameter}"
            continue
        if parameter.kind is parameter.POSITIONAL_ONLY:
            own = mine[place] if place < len(mine) else None
        else:
            own = by_name.get(parameter.name)
        if own is None:
            taken = (
                parameter.VAR_KEYWORD
                if parameter.kind is not parameter.POSITIONAL_ONLY
                else parameter.VAR_POSITIONAL
            )
            if taken not in kinds:
                yield f"lacks {parameter.name}"
        elif own.kind not in VARIOUS and not any(
            same_default(own, other) for other in _versions(parameter, real)
        ):
            yield f"{own.name}{_default(own)} but {parameter.name}{_default(parameter)}"


def _versions(parameter: inspect.Parameter, real: list[inspect.Signature]) -> list[inspect.Parameter]:
    """A parameter in each version; one that a version lacks may be left out, as any with two defaults may."""
    found = [signature.parameters.get(parameter.name) for signature in real]
    held = [other for other in found if other is not None] or [parameter]
    defaults = {repr(other.default) for other in held}
    if len(found) > len(held) or len(defaults) > 1:
        held.append(parameter.replace(default=None))
    return held


def _order(mine: list[inspect.Parameter], first: list[inspect.Parameter]) -> Iterable[str]:
    """What is given by position must come in the same order, and what is given by name alone must not."""
    places = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    theirs = [p for p in first if p.kind in places]
    given = [p for p in mine if p.kind in places]
    names = {p.name for p in mine}
    expected = [p.name if p.kind is p.POSITIONAL_OR_KEYWORD else None for p in theirs]
    actual = [p.name for p in given]
    for ours, wanted in zip(actual, expected):
        if wanted is not None and ours != wanted and wanted in names:
            yield f"order ({', '.join(actual)}) but ({', '.join(p.name for p in theirs)})"
            return
    bare = {p.name for p in first if p.kind is p.KEYWORD_ONLY}
    yield from (f"{name} is given by name alone" for name in actual if name in bare)
    held = {p.name for p in mine if p.kind is p.KEYWORD_ONLY}
    yield from (f"{p.name} is given by position too" for p in theirs if p.name in held)


def _default(parameter: inspect.Parameter) -> str:
    return " needed" if parameter.default is parameter.empty else f"={parameter.default!r}"


def same_default(own: inspect.Parameter, real: inspect.Parameter) -> bool:
    """Whether both may be left out or not, and mean the same value where that is a plain one or a dtype."""
    if (own.default is own.empty) != (real.default is real.empty):
        return False
    if own.default is own.empty:
        return True
    mine, theirs = own.default, real.default
    if own.name in UNTOLD:
        return True
    if isinstance(mine, Dtype):
        return str(mine) in (getattr(theirs, "name", None), getattr(theirs, "__name__", None), theirs)
    if isinstance(theirs, (tuple, list)) and isinstance(mine, (tuple, list)):
        return list(mine) == list(theirs)
    if isinstance(theirs, PLAIN):
        return bool(mine == theirs and isinstance(mine, bool) == isinstance(theirs, bool)) or (
            mine is not mine and theirs is not theirs  # NaN
        )
    return True
