"""Which kinds of numbers each library refuses in an operation, where another library takes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gnomon.ops.rule import Rule
from gnomon.shapes import Dtype, dtypes

Check = Callable[[Rule, tuple[Any, ...], Mapping[str, Any]], None]

WHOLE = ("int", "uint", "bool")
FLOATS = ("float", "complex")


def kind(x: Any) -> str | None:
    """Return the kind of an array's numbers; None where it is not known, or for a number of Python."""
    dtype: Dtype | None = getattr(x, "dtype", None)
    return None if dtype is None or getattr(x, "weak", False) else dtype.kind


def _bits(r: Rule, arguments: tuple[Any, ...], _: object) -> None:
    for x in arguments:
        if kind(x) in FLOATS:
            r.fail(
                "dtype",
                "{op}: {x} is {x.dtype}, but only booleans and integers have bits",
                blame=x,
                help="& and | bind more tightly than comparisons: write (a > 0) & (b < 1)",
                x=x,
            )


def _flipped(r: Rule, arguments: tuple[Any, ...], _: object) -> None:
    x = arguments[0]
    if kind(x) in FLOATS:
        r.fail("dtype", "{op}: {x} is {x.dtype}, but ~ negates booleans and integers", blame=x, x=x)


def _minus(r: Rule, arguments: tuple[Any, ...], _: object) -> None:
    x, y = arguments
    bools = [side for side in (x, y) if kind(side) == "bool"]
    if len(bools) == 2 or (bools and r.library == "torch" and _settled(x, y)):
        r.fail(
            "dtype",
            "{op}: {x} is bool, and booleans cannot be subtracted",
            blame=bools[0],
            help="^ tells where two masks differ, ~ negates one",
            x=bools[0],
        )


def _settled(x: Any, y: Any) -> bool:
    return getattr(x, "dtype", None) is not None and getattr(y, "dtype", None) is not None


def _negated(r: Rule, arguments: tuple[Any, ...], _: object) -> None:
    x = arguments[0]
    if kind(x) == "bool":
        r.fail(
            "dtype",
            "{op}: {x} is bool, and booleans have no sign",
            blame=x,
            help="~ negates a mask",
            x=x,
        )


def _condition(at: int, allowed: tuple[Dtype, ...]) -> Check:
    def check(r: Rule, arguments: tuple[Any, ...], _: object) -> None:
        mask = arguments[at]
        if kind(mask) is not None and mask.dtype not in allowed:
            r.fail(
                "dtype",
                "{op}: the mask {mask} is {mask.dtype}, but it should be bool",
                blame=mask,
                help="compare, for example {mask} != 0",
                mask=mask,
            )

    return check


def _only(allowed: tuple[str, ...], words: str, help: str, at: int = 0) -> Check:
    def check(r: Rule, arguments: tuple[Any, ...], _: object) -> None:
        x = arguments[at] if at < len(arguments) else None
        if kind(x) not in (None, "other", *allowed):
            r.fail("dtype", "{op}: {x} is {x.dtype}, but " + words, blame=x, help=help, x=x)

    return check


def _alike(*positions: int) -> Check:
    """Arrays that PyTorch wants in one dtype. Half precision is left out: mixed precision converts."""

    def check(r: Rule, arguments: tuple[Any, ...], _: object) -> None:
        known = [arguments[k] for k in positions if k < len(arguments) and kind(arguments[k]) is not None]
        if r.lowers or (known and known[0].shape.numel() == 0):
            return  # converted, or nothing is computed
        for other in known[1:]:
            pair = (known[0].dtype, other.dtype)
            if pair[0] is not pair[1] and not any(dtype.bits == 16 for dtype in pair):
                odd, rest = (known[0], other) if pair[0] is not dtypes.float32 else (other, known[0])
                r.fail(
                    "dtype",
                    "{op}: {x} is {x.dtype} but {y} is {y.dtype}; PyTorch wants one dtype here",
                    blame=odd,
                    help="convert one of them, for example with .float()",
                    x=odd,
                    y=rest,
                )

    return check


def _positions(at: int, *allowed: Dtype) -> Check:
    """Positions of the integers that PyTorch takes; floats are refused by the operation itself."""

    def check(r: Rule, arguments: tuple[Any, ...], _: object) -> None:
        places = arguments[at]
        if kind(places) in WHOLE and places.dtype not in allowed and not _none(places):
            r.fail(
                "dtype",
                "{op}: {i} is {i.dtype}, but positions are {want} here",
                blame=places,
                help="convert them with .long()",
                i=places,
                want=allowed[-1],
            )

    return check


def _none(x: Any) -> bool:
    """Whether an array may have no entries, which PyTorch then does not look at."""
    count = x.shape.numel()
    return type(count) is not int or count == 0


def _into(source: int) -> Check:
    """What is stored beside others: PyTorch wants its dtype to be the same, but for a single number."""
    alike = _alike(0, source)

    def check(r: Rule, arguments: tuple[Any, ...], attributes: Mapping[str, Any]) -> None:
        if (
            source < len(arguments)
            and getattr(arguments[source], "shape", None)
            and arguments[source].shape.rank
        ):
            alike(r, arguments, attributes)

    return check


def _like_weights(r: Rule, arguments: tuple[Any, ...], attributes: Mapping[str, Any]) -> None:
    """Sequences and states in the dtype of a recurrent layer's weights."""
    weights = attributes.get("weights")
    for x in arguments[:2]:
        if weights is None or kind(x) is None or x.dtype is weights or 16 in (x.dtype.bits, weights.bits):
            continue
        r.fail(
            "dtype",
            "{op}: {x} is {x.dtype}, but the weights of the layer are {weights}",
            blame=x,
            help=f"convert it, for example with .to(torch.{weights})",
            x=x,
            weights=weights,
        )


def _stored(r: Rule, arguments: tuple[Any, ...], attributes: Mapping[str, Any]) -> None:
    """``x[positions] = value``: PyTorch converts where slices are stored, not at positions."""
    x, value = arguments
    items = [item for item in attributes["items"] if kind(item) is not None]
    if not items or kind(x) is None or kind(value) is None or x.dtype is value.dtype:
        return
    if getattr(value, "library", None) != "torch" or not value.shape.rank:
        return
    masks = any(kind(item) in ("bool", "uint") for item in items)
    count = value.shape.numel()
    if all(item.shape.rank == 0 for item in items) or (masks and (type(count) is not int or count == 1)):
        return
    r.fail(
        "dtype",
        "{op}: {value} is {value.dtype}, but {x} is {x.dtype}; stored at positions, both should be the same",
        blame=value,
        help="convert it, for example with .to({x}.dtype)",
        x=x,
        value=value,
    )


def _both(first: Check, second: Check) -> Check:
    def check(r: Rule, arguments: tuple[Any, ...], attributes: Mapping[str, Any]) -> None:
        first(r, arguments, attributes)
        second(r, arguments, attributes)

    return check


def _plain_floats(r: Rule, arguments: tuple[Any, ...], _: object) -> None:
    """A float of Python beside a tensor of integers: TensorFlow would have to round it."""
    numbers = [x for x in arguments if type(getattr(x, "value", None)) is float]
    for x in arguments:
        if numbers and kind(x) in WHOLE:
            r.fail(
                "dtype",
                "{op}: {x} is {x.dtype}, and TensorFlow does not turn {number} into {x.dtype}",
                blame=x,
                help="convert {x} with tf.cast(..., tf.float32)",
                x=x,
                number=numbers[0].value,
            )


_TO_FLOAT = "convert it first, for example with .float()"
_TF_FLOAT = "convert it with tf.cast(..., tf.float32)"
_COUNTS = "only integers can be counted"
_float = _only(FLOATS, "floats are needed", _TO_FLOAT)
_tf_float = _only(FLOATS, "floats are needed", _TF_FLOAT)
_BITWISE: dict[str, Check] = dict.fromkeys(
    ("bitwise_and", "bitwise_or", "bitwise_xor", "left_shift", "right_shift"), _bits
)
_COMMON: dict[str, Check] = {**_BITWISE, "invert": _flipped, "subtract": _minus, "negative": _negated}
_MASKS = (dtypes.bool,)

REFUSALS: dict[str, dict[str, Check]] = {
    "numpy": {**_COMMON, "bincount": _only(WHOLE, _COUNTS, "convert it with .astype(int)")},
    "jax": {**_COMMON, "bincount": _only(WHOLE, _COUNTS, "convert it with .astype(int)")},
    "torch": {
        **_COMMON,
        "bincount": _only(WHOLE, _COUNTS, "convert it with .long()"),
        "where": _condition(0, (dtypes.bool, dtypes.uint8)),
        "masked_fill": _condition(1, (dtypes.bool, dtypes.uint8)),
        "masked_select": _condition(1, (dtypes.bool, dtypes.uint8)),
        "one_hot": _both(
            _only(WHOLE, "class numbers are integers", "convert them with .long()"),
            _positions(0, dtypes.int64),
        ),
        "embedding": _positions(0, dtypes.int32, dtypes.int64),
        "gather": _positions(1, dtypes.int32, dtypes.int64),
        "index_select": _positions(1, dtypes.int32, dtypes.int64),
        "take": _positions(1, dtypes.int64),
        "take_along_axis": _positions(1, dtypes.int64),
        **dict.fromkeys(
            ("scatter", "update_along"), _both(_positions(1, dtypes.int32, dtypes.int64), _into(2))
        ),
        **dict.fromkeys(("rnn", "gru", "lstm", "rnn_cell", "gru_cell", "lstm_cell"), _like_weights),
        "binary_cross_entropy": _alike(0, 1),
        "bce_with_logits": _only(
            FLOATS, "the targets of this loss are floats", "convert them, for example with .float()", at=1
        ),
        "index_update": _stored,
        "layer_norm": _alike(0, 1),
        "batch_norm": _alike(0, 1),
        "group_norm": _alike(0, 1),
        "instance_norm": _alike(0, 1),
        "prelu": _alike(0, 1),
        "cdist": _alike(0, 1),
        "solve": _alike(0, 1),
        "grid_sample": _alike(0, 1),
        "isclose": _alike(0, 1),
        "allclose": _alike(0, 1),
        "cross": _alike(0, 1),
        "lerp": _alike(0, 1),
        "scaled_dot_product_attention": _alike(0, 1, 2),
        **dict.fromkeys(
            ("inv", "det", "slogdet", "svd", "qr", "eigh", "cholesky", "pinv", "multinomial", "quantile"),
            _float,
        ),
    },
    "tf": {
        **{name: check for name, check in _COMMON.items() if "shift" not in name},
        "where": _condition(0, _MASKS),
        "one_hot": _only(WHOLE, "class numbers are integers", "convert them with tf.cast(..., tf.int32)"),
        "sparse_softmax_cross_entropy": _only(
            WHOLE, "class numbers are integers", "convert them with tf.cast(..., tf.int32)"
        ),
        "sigmoid_cross_entropy": _tf_float,
        **dict.fromkeys(
            (
                "sqrt exp log sin cos tan tanh sinh cosh sigmoid rsqrt log1p expm1 erf elu selu softplus gelu silu "
                "floor ceil"
            ).split(),
            _tf_float,
        ),
    },
}
"""What is checked beside an operation's own rule: by library and operation."""

_WIDTH = {"bool": 0, "uint": 1, "int": 2, "float": 3, "complex": 4}


def cannot_hold(library: str, kept: Dtype | None, made: Dtype | None) -> bool:
    """Whether an array of one dtype certainly cannot take what an operation in place makes of another.

    NumPy and PyTorch round within a kind, but turn no float into an integer; PyTorch makes unsigned of signed.
    """
    if kept is None or made is None or kept.kind not in _WIDTH or made.kind not in _WIDTH:
        return False
    if library == "torch" and kept.kind == "uint" and made.kind == "int":
        return False
    return _WIDTH[made.kind] > _WIDTH[kept.kind]


_BESIDE_NUMBERS = frozenset(
    "add multiply divide power floor_divide remainder maximum minimum greater greater_equal less less_equal".split()
)


def check_refusals(
    r: Rule, name: str, arguments: tuple[Any, ...], attributes: Mapping[str, Any], library: str
) -> None:
    """Refute what the library refuses for the kinds of its arguments."""
    check = REFUSALS[library].get(name)
    if check is not None:
        check(r, arguments, attributes)
    if library == "tf" and (name in _BESIDE_NUMBERS or name == "subtract"):
        _plain_floats(r, arguments, attributes)
