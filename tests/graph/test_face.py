import subprocess
import sys
from types import ModuleType

import pytest

import gnomon as gn


def run(program):
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_importing_loads_nothing():
    assert (
        run("import sys, gnomon; print([m for m in sys.modules if m.startswith(('gnomon.', 'numpy'))])")
        == "[]\n"
    )


def test_the_checker_never_loads_the_face():
    loaded = "from gnomon import ops, shapes; import sys; print('numpy' in sys.modules, hasattr(ops, 'add'))"
    assert run(loaded) == "False True\n"


def test_without_numpy_one_sentence_says_what_to_install():
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "import gnomon as gn\n"
        "try: gn.exp\n"
        "except ImportError as error: print(error)"
    )
    assert run(program) == "gnomon.exp works on arrays and needs NumPy: pip install 'gnomon[compile]'\n"


def test_every_name_is_listed_and_there():
    names = dir(gn)
    for name in ("exp", "linalg", "fft", "nn", "special", "symbol", "shared", "float32", "einsum", "pi"):
        assert name in names
    for name in names:
        getattr(gn, name)
    assert "__version__" in names
    with pytest.raises(AttributeError, match="dir"):
        gn.no_such_function


NAMESPACES = ("fft", "linalg", "nn", "random", "sparse", "special")


def test_what_is_listed_is_offered():
    """Neither what files import nor their helpers show in completions."""
    import gnomon.ops  # noqa: F401  (parts that are loaded are no names of the face)

    for name in dir(gn):
        if isinstance(getattr(gn, name), ModuleType):
            assert name in NAMESPACES
    for name in NAMESPACES:
        namespace = getattr(gn, name)
        assert dir(namespace) == sorted(namespace.__all__)
        for each in dir(namespace):
            value = getattr(namespace, each)
            if isinstance(value, ModuleType):  # as gn.nn.schedules
                assert dir(value) == sorted(value.__all__)
                continue
            assert callable(value), f"{name}.{each}"
            assert value.__module__.startswith("gnomon."), f"{name}.{each}"
            assert value.__doc__, f"{name}.{each}"


def test_functions_say_what_they_do():
    for name in dir(gn):
        value = getattr(gn, name)
        if callable(value) and not isinstance(value, type) and not name.startswith("_"):
            assert value.__doc__, name


def test_gradients_are_part_of_the_face():
    x = gn.symbol("x", (3,))
    assert gn.grad((x**2).sum(), x).eval({x: [1.0, 2.0, 3.0]}).tolist() == [2, 4, 6]
