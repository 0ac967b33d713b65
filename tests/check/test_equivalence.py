"""When a further trip of a loop would find what the one before has found."""

from gnomon.check.equivalence import equivalent
from gnomon.shapes import Shape, dtypes, symbol
from gnomon.values import Choice, ClassValue, Instance, ModuleValue, Tensor, unknown_of


def halved() -> Tensor:
    """An array with half of some rows, as each trip makes it anew."""
    return Tensor(Shape((symbol() // 2, 3)), dtypes.float32, "torch")


def test_sizes_that_each_trip_makes_anew():
    n = symbol("n")
    assert equivalent(symbol() + n, symbol() + n)
    assert not equivalent(symbol() + n, symbol() + 2 * n)
    assert not equivalent(symbol(domain=[1, 2]), symbol(domain=[1, 2]))
    assert equivalent(halved(), halved())


def test_alternatives_in_any_order():
    one, other = unknown_of("float"), -1
    assert equivalent(Choice((one, other)), Choice((other, one)))
    assert not equivalent(Choice((one, other)), Choice((other, -2)))


def test_objects_of_a_class_that_each_trip_makes_anew():
    def made(name: str) -> Instance:
        found = Instance(ClassValue(name, (), {}, ModuleValue("program"), None))
        found.cell["rows"] = halved()
        return found

    assert equivalent(made("Pair"), made("Pair"))
    assert not equivalent(made("Pair"), made("Triple"))
