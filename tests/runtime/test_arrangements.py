"""Arguments in other orders than C's give what their copies give, and large ones are not copied."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gnomon as gn

RNG = np.random.default_rng(3)


def arranged(kind: str, shape: tuple[int, ...]) -> Any:
    """An array of a shape whose elements lie in another order than C's."""
    if kind == "Fortran":
        return np.asfortranarray(RNG.normal(size=shape).astype("float32"))
    if kind == "turned":
        return np.moveaxis(RNG.normal(size=(*shape[1:], shape[0])).astype("float32"), -1, 0)
    if kind == "every second":
        return RNG.normal(size=tuple(2 * n for n in shape)).astype("float32")[
            (slice(None, None, 2),) * len(shape)
        ]
    if kind == "backwards":
        return RNG.normal(size=shape).astype("float32")[..., ::-1]
    if kind == "repeated":
        return np.broadcast_to(RNG.normal(size=shape[1:]).astype("float32"), shape)
    return RNG.normal(size=(*shape[:-1], shape[-1] + 3)).astype("float32")[..., 1:-2]


PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "sum": lambda x: gn.sum(x, axis=0),
    "var": lambda x: gn.var(x, axis=-1),
    "softmax": lambda x: gn.nn.softmax(x, axis=-1),
    "both": lambda x: (x * 2 + gn.matrix_transpose(gn.matrix_transpose(x)), gn.max(x, axis=(0, 1))),
    "normed": lambda x: (x - gn.mean(x, axis=0, keepdims=True)) / (1 + gn.std(x, axis=0, keepdims=True)),
    "taken": lambda x: x[1:, ..., ::2],
}


@pytest.mark.parametrize("kind", ["Fortran", "turned", "every second", "backwards", "repeated", "a part"])
@pytest.mark.parametrize("shape", [(3, 5), (130, 70), (9, 33, 40), (1, 5000), (0, 7)])
@pytest.mark.parametrize("program", PROGRAMS)
def test_as_their_copies(program: str, shape: tuple[int, ...], kind: str) -> None:
    x = gn.symbol("x", tuple(f"n{k}" for k in range(len(shape))), "float32")
    function = gn.function([x], PROGRAMS[program](x))
    value = arranged(kind, shape)
    try:
        expected = function(np.ascontiguousarray(value))
    except gn.GnomonError as error:
        with pytest.raises(type(error)):
            function(value)
        return
    found = function(value)
    pairs = zip(found, expected) if isinstance(expected, tuple) else [(found, expected)]
    for first, second in pairs:
        np.testing.assert_allclose(first, second, rtol=2e-5, atol=2e-6)
        assert first.flags.c_contiguous


def test_messages_tell_the_shapes_that_were_given() -> None:
    x = gn.symbol("x", ("n", "m"), "float32")
    y = gn.symbol("y", ("m", "n"), "float32")
    function = gn.function([x, y], x @ y)
    with pytest.raises(gn.ShapeError, match=r"100") as caught:
        function(np.zeros((100, 90), "float32").T, np.zeros((90, 100), "float32"))
    with pytest.raises(gn.ShapeError) as expected:
        function(np.zeros((90, 100), "float32"), np.zeros((90, 100), "float32"))
    assert str(caught.value) == str(expected.value)


@pytest.mark.parametrize(
    "program",
    [
        lambda x, y: gn.reshape(gn.reshape(x, (2, -1)), x.shape) * 2,
        lambda x, y: gn.split(x, 2),
        lambda x, y: gn.where(x > y, x, x),
        lambda x, y: gn.stack([x, y])[0],
    ],
    ids=["there and back", "parts", "either", "one of two"],
)
def test_sizes_that_do_not_fit_are_refused_though_laws_leave_nothing_of_them(
    program: Callable[[Any, Any], Any],
) -> None:
    x, y = gn.symbol("x", ("a", "b")), gn.symbol("y", ("c", "d"))
    function = gn.function([x, y], program(x, y), on_unused_input="ignore")
    messages = []
    for order in ("C", "F"):
        with pytest.raises(gn.ShapeError) as caught:
            function(np.ones((71, 73), order=order), np.ones((73, 71), order=order))
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
    function(np.ones((72, 74), order="F"), np.ones((72, 74), order="F"))


def test_shared_arrays_are_updated_once() -> None:
    x = gn.symbol("x", ("n", "m"), "float32")
    total = gn.shared(np.zeros(90, "float32"), name="total")
    step = gn.function([x], gn.sum(x), updates={total: total + gn.sum(x, axis=1)})
    value = np.ones((100, 90), "float32").T
    assert step(value) == step(value) == 9000
    np.testing.assert_array_equal(total.get_value(), np.full(90, 200.0, "float32"))


def test_only_new_orders_are_compiled() -> None:
    x = gn.symbol("x", ("n", "m"), "float32")
    function = gn.function([x], gn.sum(x, axis=0))
    for _ in range(3):
        function(np.ones((100, 90), "float32").T)
        function(np.ones((3, 5), "float32").T)
        function(np.ones((300, 90), "float32")[::2])
    assert list(function._arranging.entries) == [((1, 0),)]


def test_a_transposed_array_and_its_twin() -> None:
    x, y = gn.symbol("x", ("n", "m"), "float32"), gn.symbol("y", ("n", "m"), "float32")
    function = gn.function([x, y], x * y + gn.sum(y, axis=0))
    a, b = RNG.normal(size=(80, 70)).astype("float32"), RNG.normal(size=(70, 80)).astype("float32").T
    np.testing.assert_allclose(function(a, b), a * b + b.sum(0), rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(function(b, b), b * b + b.sum(0), rtol=1e-5, atol=1e-5)
