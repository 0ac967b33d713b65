"""What rules say about symbolic sizes: claims instead of guesses."""

import pytest

from gnomon import ops
from gnomon.shapes import Dim, Divides, Equal, Facts, OneOf, Run, Shape, dtypes, symbol


class Array:
    def __init__(self, shape, dtype=dtypes.float32, contents=None):
        self.shape = shape if isinstance(shape, Shape) else Shape(tuple(shape))
        self.dtype = dtype
        self.contents = contents

    def __str__(self):
        return "x"


class Assuming(ops.Rule):
    """Assumes what is undecided, as the checker does."""

    def __init__(self):
        super().__init__(Facts())
        self.claims = []

    def maybe(self, claim, rule, blame):
        self.claims.append(claim)
        self.facts.assume(claim)


def apply(name, *arrays, rule=None, library="torch", **attributes):
    rule = rule or Assuming()
    arrays = tuple(Array(a) if isinstance(a, (tuple, Shape)) else a for a in arrays)
    return ops.infer(rule, ops.TABLE[name], arrays, attributes, library), rule.claims


n = symbol("n", lower=1)
m = symbol("m", lower=1)


def test_an_unknown_size_against_3_is_1_or_3():
    out, claims = apply("add", (n, 4), (3, 4))
    assert out.shape == Shape((3, 4))
    assert claims == [OneOf(n, (1, 3))]


def test_two_unknown_sizes_broadcast_to_the_larger():
    out, claims = apply("add", (n,), (m,))
    assert str(out.shape) in ("(max(n, m),)", "(max(m, n),)")
    assert len(claims) == 1


def test_equal_unknown_sizes_stay():
    out, claims = apply("add", (n, 3), (n, 1))
    assert out.shape == Shape((n, 3))
    assert claims == []


def test_a_reshape_keeps_the_batch():
    out, claims = apply("reshape", (n, 8, 8, 64), shape=(-1, 4096))
    assert out.shape == Shape((n, 4096))
    assert claims == []


def test_a_reshape_to_a_known_batch_states_it():
    out, claims = apply("reshape", (n, 784), shape=(32, 784))
    assert out.shape == Shape((32, 784))
    assert claims == [Equal(n * 784, 32 * 784)]


def test_a_reshape_that_must_divide_says_so():
    out, claims = apply("reshape", (n, 6), shape=(-1, 4))
    assert claims == [Divides(4, n * 6)]
    assert out.shape.axis(1) == 4


def test_an_entry_that_may_be_minus_one_is_unknown():
    out, claims = apply("reshape", (n, 6), shape=(symbol(lower=None), 6))
    assert out.shape.rank == 2
    assert isinstance(out.shape.axis(0), Dim)
    assert claims == []


def test_convolution_and_pooling_on_unknown_images():
    h = symbol("h", lower=1)
    rule = Assuming()
    out, _ = apply("conv", (n, 3, h, h), (16, 3, 3, 3), padding=1, rule=rule)
    assert out.shape == Shape((n, 16, h, h))
    out, _ = apply("max_pool", out.shape, window=(2, 2), rule=rule)
    assert str(out.shape) == "(n, 16, h//2, h//2)"


def test_an_unknown_rank_keeps_what_is_certain():
    batch = Run("b")
    x = Shape((), batch, (784,))
    assert apply("linear", x, (10, 784))[0].shape == Shape((), batch, (10,))
    assert apply("sum", x, axis=-1)[0].shape == Shape((), batch, ())
    assert apply("matmul", x, (784, 5))[0].shape == Shape((), batch, (5,))
    assert apply("add", x, (784,))[0].shape == x
    assert apply("expand_dims", x, axis=-1)[0].shape == Shape((), batch, (784, 1))
    assert str(apply("flatten", Shape.unknown(), start=1)[0].shape) == "(?, ?)"
    assert str(apply("conv", Shape.unknown(), (16, 3, 3, 3))[0].shape) == "(?, 16, ?, ?)"


def test_slices_of_unknown_axes():
    assert str(apply("index", (n, 3), items=(slice(1, None),))[0].shape) == "(n - 1, 3)"
    assert str(apply("index", (n, 3), items=(slice(None, 5),))[0].shape) == "(min(n, 5), 3)"
    assert apply("index", (n, 3), items=(slice(None, None, -1),), library="numpy")[0].shape == Shape((n, 3))


def test_sizes_travel_in_contents():
    shape, _ = apply("shape_of", (n, 8, 8, 64))
    assert shape.contents == (n, 8, 8, 64)
    first, _ = apply("index", Array(shape.shape, dtypes.int32, shape.contents), items=(0,))
    assert first.contents == (n,)
    joined, _ = apply(
        "stack", [Array((), dtypes.int32, first.contents), Array((), dtypes.int32, (4096,))], axis=0
    )
    assert joined.contents == (n, 4096)
    doubled, _ = apply("multiply", Array((2,), dtypes.int32, joined.contents), Array((), dtypes.int32, (2,)))
    assert doubled.contents == (2 * n, 8192)


@pytest.mark.parametrize(
    "name, arrays, attributes, message",
    [
        ("linear", [(n, 784), (10, 512)], {}, "linear: x ends in 784, but the layer takes 512"),
        ("add", [(4, 3), (5, 3)], {}, "on axis -2 the sizes are 4 and 5, and neither is 1"),
        ("matmul", [(2, 3), (4, 5)], {}, "3 and 4 should be equal"),
        ("reshape", [(2, 48)], {"shape": (5, 20)}, "96 elements, but (5, 20) holds 100"),
        ("conv", [(n, 3, 8, 8), (16, 4, 3, 3)], {}, "with 3 channels, but the kernel takes 4"),
        ("max_pool", [(n, 3, 1, 1)], {"window": (2, 2)}, "a window of 2 does not fit into 1"),
        ("cross_entropy", [(n, 10), (n, 10, 3)], {}, "so the class numbers should be (n,)"),
        ("sum", [(2, 3)], {"axis": 2}, "axis 2 is out of range: x is (2, 3), which has 2 axes"),
        (
            "rearrange",
            [(n, 15)],
            {"pattern": "b (h p) -> b h p", "sizes": {"p": 2}},
            "15 entries do not split",
        ),
    ],
)
def test_messages_name_the_shapes_and_the_sizes(name, arrays, attributes, message):
    with pytest.raises(ops.Refuted) as caught:
        apply(name, *arrays, **attributes)
    refutation = caught.value.refutation
    text = refutation.text(name)
    assert message in text
    assert refutation.blame is not None


def test_what_is_known_after_an_error():
    rule = Assuming()
    linear = ops.TABLE["linear"]
    out = ops.fallback(linear, (Array((n, 784)), Array((10, 512))), {}, rule)
    assert out.shape == Shape((n, 10))
    add = ops.TABLE["add"]
    out = ops.fallback(add, (Array((4, 3)), Array((5, 3))), {}, rule)
    assert out.shape.axis(1) == 3
    assert isinstance(out.shape.axis(0), Dim)
    split = ops.TABLE["split"]
    assert len(ops.fallback(split, (Array((7, 3)),), {"sections": 2}, rule)) == 2


def test_failing_sizes_are_unknown_after_an_error():
    rule = Assuming()
    reshape = ops.TABLE["reshape"]
    out = ops.fallback(reshape, (Array((16, 10)),), {"shape": (32, 10)}, rule)
    assert all(isinstance(size, Dim) for size in out.shape)
    concat = ops.TABLE["concat"]
    out = ops.fallback(concat, ([Array((2, 3)), Array((4, 5))],), {"axis": 0}, rule)
    assert out.shape.axis(0) == 6
    assert isinstance(out.shape.axis(1), Dim)
    out = ops.fallback(concat, ([Array((2, 3)), Array((4, 5, 6))],), {"axis": 0}, rule)
    assert out.shape.rank is None
    lstm = ops.TABLE["lstm"]
    assert len(ops.fallback(lstm, (Array((2, 3, 4, 5)),), {"input_size": 5, "hidden_size": 7}, rule)) == 3
