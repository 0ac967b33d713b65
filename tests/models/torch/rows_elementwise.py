"""Rows for elementwise functions and losses' ingredients."""

from hypothesis import strategies as st

from gnomon.models.torch.elementwise import ACTIVATIONS, BINARY, UNARY

from models.torch.comparing import Row
from models.torch.drawing import BOTH, NUMBERS, calls, filled, pairs, shapes, tensors

FLOAT_ONLY = {"angle", "lgamma", "digamma"}
WHOLE_ONLY = {
    "bitwise_not",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "bitwise_left_shift",
    "bitwise_right_shift",
    "gcd",
    "lcm",
}


def unary(name):
    """Calls of a function of one tensor."""
    if name in WHOLE_ONLY:
        return calls(tensors(dtypes=("int64", "int32", "uint8")))
    return calls(tensors(dtypes=NUMBERS))


def binary(name):
    """Calls of a function of two tensors."""
    if name in WHOLE_ONLY:
        return st.tuples(pairs(dtypes=("int64", "int32"), scalars=False), st.just({}))
    return st.tuples(pairs(), st.just({}))


@st.composite
def stores(draw):
    """A tensor and what is stored into it."""
    first, second = draw(pairs(dtypes=("float32",), scalars=False))
    return (first, second), {}


@st.composite
def three(draw, dtypes=("float32",)):
    """Three tensors that broadcast in many cases."""
    first, second = draw(pairs(dtypes=dtypes, scalars=False))
    third = filled(
        draw(st.sampled_from([first.shape, second.shape, (1,), ()])), draw(st.sampled_from(dtypes))
    )
    return (first, second, third), {}


@st.composite
def masked(draw):
    """A tensor, a mask and a number."""
    first, second = draw(pairs(dtypes=("float32",), scalars=False))
    return (first, second > 1, 0.5), {}


ROWS = [
    *[Row(f"torch.{name}", unary(name), lenient=True) for name in UNARY if name != "frac"],
    *[Row(name, unary(name), method=True, lenient=True) for name in UNARY if name not in {"conj_physical"}],
    *[Row(f"torch.{name}", binary(name), lenient=True) for name in BINARY],
    *[Row(name, binary(name), method=True, lenient=True) for name in BINARY],
    *[
        Row(f"torch.nn.functional.{name}", calls(tensors(dtypes=BOTH)))
        for name in ACTIVATIONS
        if name not in {"threshold"}
    ],
    *[
        Row(f"torch.{name}", st.tuples(pairs(), st.just({})))
        for name in ("add", "sub", "mul", "pow", "subtract")
    ],
    *[
        Row(name, st.tuples(pairs(), st.just({})), method=True)
        for name in ("add", "sub", "mul", "div", "pow")
    ],
    *[
        Row(name, stores(), method=True)
        for name in ("add_", "mul_", "sub_", "div_", "copy_", "pow_", "fmod_")
    ],
    Row(
        "torch.div",
        pairs().flatmap(lambda p: st.sampled_from([{}, {"rounding_mode": "floor"}]).map(lambda k: (p, k))),
    ),
    Row("torch.where", three().map(lambda c: ((c[0][0] > 1, *c[0][1:]), {}))),
    Row("torch.clamp", calls(tensors(dtypes=NUMBERS), min=st.just(0), max=st.just(2)), lenient=True),
    Row("clamp", calls(tensors(dtypes=NUMBERS), min=st.just(0.5)), method=True, lenient=True),
    Row("torch.clamp_min", calls(tensors(dtypes=NUMBERS), st.just(1))),
    Row("torch.lerp", three(), lenient=True),
    Row("torch.addcmul", three()),
    Row("torch.addcdiv", three()),
    Row("torch.masked_fill", masked()),
    Row("masked_fill", masked(), method=True),
    Row("masked_fill_", masked(), method=True, lenient=True),
    Row("torch.round", calls(tensors(dtypes=NUMBERS))),
    Row("torch.nan_to_num", calls(tensors(dtypes=NUMBERS))),
    Row("torch.logit", calls(tensors(dtypes=BOTH))),
    Row("torch.isclose", pairs(dtypes=("float32",), scalars=False).map(lambda p: (p, {}))),
    Row("torch.equal", pairs(dtypes=("float32",), scalars=False).map(lambda p: (p, {})), lenient=True),
    Row("torch.allclose", pairs(dtypes=("float32",), scalars=False).map(lambda p: (p, {}))),
    Row("torch.dist", pairs(dtypes=("float32",), scalars=False).map(lambda p: (p, {}))),
    Row("torch.complex", pairs(dtypes=("float32",), scalars=False).map(lambda p: (p, {}))),
    Row("torch.polar", pairs(dtypes=("float32",), scalars=False).map(lambda p: (p, {}))),
    Row("torch.real", calls(tensors(dtypes=(*NUMBERS, "complex64")))),
    Row("torch.conj", calls(tensors(dtypes=(*NUMBERS, "complex64")))),
    Row("torch.view_as_real", calls(tensors(dtypes=("complex64",)))),
    Row("torch.view_as_complex", calls(shapes(1, 3).map(lambda s: filled((*s, 2)))), lenient=True),
    *[
        Row(name, calls(tensors(dtypes=("float32",))), method=True)
        for name in ("zero_", "normal_", "uniform_")
    ],
    Row("fill_", calls(tensors(dtypes=("float32",)), st.just(2.0)), method=True),
    Row("torch.nn.functional.dropout", calls(tensors(dtypes=("float32",)))),
    Row("torch.nn.functional.threshold", calls(tensors(dtypes=("float32",)), st.just(1.0), st.just(0.0))),
]
