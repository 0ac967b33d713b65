"""`gn.op` with C++: called by generated code, cached, exported, and told apart where it fails."""

import ctypes
import pickle
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.own import compiling
from runtime.own_cpp import extremes, joined, leaky, times

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("c++", "g++", "clang++"))), reason="no C++ compiler is installed"
)

A, X = np.arange(12.0).reshape(3, 4) / 7 - 0.6, np.array([0.5, -1.5, 2.0, -0.25])


@pytest.fixture
def compilations(monkeypatch):
    """The commands by which the compiler is started."""
    started = []
    run = subprocess.run

    def watched(command, **more):
        if "-MMD" in command:
            started.append(command)
        return run(command, **more)

    monkeypatch.setattr(compiling.subprocess, "run", watched)
    return started


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache of its own, and nothing loaded yet."""
    monkeypatch.setenv("GNOMON_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(compiling, "_loaded", {})
    return tmp_path / "cache"


def inputs(dtype="float64"):
    return gn.symbol("a", ("n", "m"), dtype), gn.symbol("x", ("m",), dtype)


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_values_and_gradients(dtype):
    a, x = inputs(dtype)
    y = times(a, x, share=2.0) + 1
    f = gn.function([a, x], [y, *gn.grad(gn.sum(y * y), (a, x))])
    assert f.is_native
    given = A.astype(dtype), X.astype(dtype)
    found, by_a, by_x = f(*given)
    want = 2 * given[0] @ given[1] + 1
    np.testing.assert_allclose(found, want, rtol=1e-5)
    np.testing.assert_allclose(by_x, 4 * given[0].T @ want, rtol=1e-5)
    np.testing.assert_allclose(by_a, np.outer(4 * want, given[1]), rtol=1e-5)
    plain = gn.function([a, x], y, native=False)
    np.testing.assert_allclose(plain(*given), want, rtol=1e-5)
    np.testing.assert_allclose(times(*given), (want - 1) / 2, rtol=1e-5)


def test_strided_arguments_and_no_elements():
    a, x = inputs()
    f = gn.function([a, x], times(a, x))
    wide = np.arange(48.0).reshape(6, 8)
    np.testing.assert_allclose(f(wide[::2, ::2], X), wide[::2, ::2] @ X)
    np.testing.assert_allclose(f(np.asfortranarray(A), X[::-1]), A @ X[::-1])
    np.testing.assert_array_equal(f(np.ones((2, 0)), np.ones(0)), [0.0, 0.0])
    assert f(np.ones((0, 2)), np.ones(2)).shape == (0,)


def test_elementwise():
    a, x = inputs()
    want = np.where(A > 0, A, 0.5 * A + X)
    f = gn.function([a, x], leaky(a, x, slope=0.5) * 2)
    assert f.is_native
    np.testing.assert_allclose(f(A, X), 2 * want)
    g = gn.function([a, x], gn.grad(gn.sum(leaky(a, x, slope=0.5) ** 2), x))
    np.testing.assert_allclose(g(A, X), np.where(A > 0, 0, 2 * want).sum(0))
    np.testing.assert_allclose(leaky(A, 3), np.where(A > 0, A, 0.25 * A + 3))
    np.testing.assert_allclose(gn.vmap(leaky, (1, 0))(A, X), np.where(A > 0, A, 0.25 * A + X).T)


def test_several_results_and_leading_axes():
    x = gn.symbol("x", ("k", "l", "n"), "float32")
    f = gn.function([x], extremes(x))
    rows = np.random.default_rng(0).normal(size=(2, 3, 5)).astype("float32")
    largest, place = f(rows)
    np.testing.assert_array_equal(largest, rows.max(-1))
    np.testing.assert_array_equal(place, rows.argmax(-1))
    with pytest.raises(
        gn.EvaluationError, match=r"own_cpp.extremes of \(2, 3, 0\): it returned the status 7"
    ):
        f(rows[..., :0])
    many = gn.vmap(extremes)(rows)
    np.testing.assert_array_equal(many[1], rows.argmax(-1))


def test_shapes_by_a_function_and_complex_numbers():
    x, y = gn.symbol("x", ("n",)), gn.symbol("y", ("k",), "float32")
    f = gn.function([x, y], joined(x, y))
    found = f(X, np.ones(2, "float32"))
    assert found.dtype == np.complex128
    np.testing.assert_allclose(found, np.concatenate([X, [1, 1]]) + 1j)


def test_inside_of_loops():
    a, x = inputs()
    last, _ = gn.scan(lambda carry, row: (leaky(carry, gn.sum(times(a, row))), None), 0.0, gn.stack([x, -x]))
    f = gn.function([a, x], [last, gn.grad(last, x)])
    assert f.is_native
    carry = 0.0
    for row in (X, -X):
        carry = carry if carry > 0 else 0.25 * carry + (A @ row).sum()
    np.testing.assert_allclose(f(A, X)[0], carry)
    many = gn.function([a, x], gn.vmap(times, (None, 0))(a, gn.stack([x, 2 * x])))
    assert many.is_native
    np.testing.assert_allclose(many(A, X), [A @ X, 2 * A @ X])
    failing = gn.function(
        [a, x], gn.scan(lambda c, r: (c, times(a, r, share=-1.0)), 0.0, gn.stack([x, x]))[1]
    )
    with pytest.raises(gn.EvaluationError, match=r"own_cpp.times of \(3, 4\), \(4,\): the share is negative"):
        failing(A, X)


def test_exceptions():
    a, x = inputs()
    f = gn.function([a, x], times(a, x, share=-1.0) + 1)
    with pytest.raises(gn.EvaluationError) as caught:
        f(A, X)
    assert "own_cpp.times of (3, 4), (4,): the share is negative" in str(caught.value)
    assert "f = gn.function([a, x], times(a, x, share=-1.0) + 1)" in str(caught.value)


def test_a_failure_is_told_although_numpy_could_compute():
    refusing = gn.op("n -> n", compute=lambda x: x, name="refusing", cpp="""
        int refusing(const double *x, double *out, int64_t n) { return 1; }
    """)  # fmt: skip
    x = gn.symbol("x", ("n",))
    loop = gn.scan(lambda c, r: (c, refusing(r)), 0.0, gn.stack([x, x]))[1]
    for expression in (refusing(x), loop):
        with pytest.raises(gn.EvaluationError, match="it returned the status 1"):
            gn.function([x], expression)(X)
    np.testing.assert_array_equal(gn.function([x], refusing(x), native=False)(X), X)


def test_what_the_compiler_refuses():
    broken = gn.op("n -> n", name="broken", cpp="""
int broken(const double *x, double *out, int64_t n) {
  return undeclared;  // on this line
}
""")  # fmt: skip
    x = gn.symbol("x", ("n",))
    with pytest.raises(gn.CompileError) as caught:
        gn.function([x], broken(x))
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    number = 1 + next(k for k, line in enumerate(lines) if line.endswith("// on this line"))
    text = str(caught.value)
    assert ".broken: the C++ compiler refuses it" in text
    assert f"{__file__}:{number}:" in text
    assert f"{number} |   return undeclared;" in text
    other = gn.op("n -> n", name="other", cpp="int other(const float *x) { return 0; }")
    with pytest.raises(gn.CompileError, match=r"as int other\(const double \*x0, double \*out, int64_t n\)"):
        other(X)


def test_what_does_not_load():
    source = (
        "double nowhere(double); void lost(const double *x, double *out, int64_t n) { *out = nowhere(*x); }"
    )
    with pytest.raises(
        gn.CompileError, match=r"lost: what the C\+\+ compiler has made does not load: .*nowhere"
    ):
        gn.op("n -> n", name="lost", cpp=source)(X)


def test_sizes_and_results_that_cpp_cannot_have():
    source = "void some(const double *x, double *out, const int64_t *, const int64_t *) {}"
    some = gn.op(shape=lambda x: (None,), name="some", cpp=source)
    x = gn.symbol("x", ("n",))
    with pytest.raises(gn.EvaluationError, match=r"C\+\+ writes to arrays whose sizes are known before"):
        gn.function([x], some(x))(X)
    two = gn.op("... -> ..., ...", elementwise=True, name="two", cpp="double two(double x) { return x; }")
    with pytest.raises(gn.ArgumentError, match=r"an elementwise function of C\+\+ returns one number, not 2"):
        gn.function([x], two(x))


def test_cpp_computes_and_a_body_differentiates(monkeypatch):
    cubed = gn.op("n -> n", name="cubed", body=lambda x: x * x * x, cpp="""
        void cubed(const double *x, double *out, int64_t n) { for (; n--;) out[n] = x[n] * x[n] * x[n] + 1e-3; }
    """)  # fmt: skip
    x = gn.symbol("x", ("n",))
    value, slope = gn.function([x], [cubed(x), gn.grad(gn.sum(cubed(x)), x)])(X)
    np.testing.assert_allclose(value, X**3 + 1e-3)
    np.testing.assert_allclose(slope, 3 * X**2)
    monkeypatch.setattr(compiling, "compiler", lambda: None)
    np.testing.assert_allclose(gn.function([x], cubed(x))(X), X**3)
    np.testing.assert_allclose(cubed(X), X**3)


def test_attributes_that_are_no_numbers():
    worded = gn.op("n -> n", name="worded", attributes={"mode": "fast"}, cpp="void worded() {}")
    with pytest.raises(gn.ArgumentError, match=r"C\+\+ takes numbers as attributes, but mode is 'fast'"):
        worded(X)


def test_without_a_compiler(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("CXX", raising=False)
    source = "void alone(const double *x, double *out, int64_t n) {}"
    alone = gn.op("n -> n", name="alone", cpp=source)
    with pytest.raises(gn.CompileError, match=r"is written in C\+\+, and there is no compiler"):
        alone(X)
    both = gn.op("n -> n", name="alone", cpp=source, compute=np.sin)
    x = gn.symbol("x", ("n",))
    np.testing.assert_allclose(gn.function([x], both(x))(X), np.sin(X))


def test_compiled_once(folder, compilations, monkeypatch):
    double = "void doubled(const double *x, double *out, int64_t n) { for (; n--;) out[n] = 2 * x[n]; }"
    x = gn.symbol("x", ("n",))
    for _ in range(2):
        monkeypatch.setattr(compiling, "_loaded", {})  # as in another process
        f = gn.function([x], gn.op("n -> n", name="doubled", cpp=double)(x))
        np.testing.assert_array_equal(f(X), 2 * X)
    assert len(compilations) == 1
    gn.op("n -> n", name="doubled", cpp=double, flags=["-O1"])(X)
    assert len(compilations) == 2
    gn.op("n -> n", name="doubled", cpp=double.replace("2 *", "3 *"))(X)
    assert len(compilations) == 3
    monkeypatch.setattr(compiling, "compiler", lambda: compiling.Compiler(("c++",), "another version"))
    gn.op("n -> n", name="doubled", cpp=double)(X)
    assert len(compilations) == 4


def test_files_and_headers(folder, compilations, tmp_path):
    (tmp_path / "scaled.cpp").write_text(
        '#include "factor.h"\n'
        "void scaled(const double *x, double *out, int64_t n) { for (; n--;) out[n] = FACTOR * x[n]; }\n"
    )
    (tmp_path / "more").mkdir()
    header = tmp_path / "more" / "factor.h"
    made = {
        "signature": "n -> n",
        "cpp": tmp_path / "scaled.cpp",
        "name": "scaled",
        "include": [tmp_path / "more"],
    }
    for factor, count in ((3, 1), (3, 1), (4, 2), (3, 3)):
        header.write_text(f"#define FACTOR {factor}\n")
        np.testing.assert_array_equal(gn.op(**made)(X), factor * X)
        assert len(compilations) <= count
    (tmp_path / "scaled.cpp").write_text("void scaled(int) {}\nnonsense\n")
    with pytest.raises(gn.CompileError, match=r"scaled\.cpp:2:1: error"):
        gn.op(**made)(X)
    header.write_text("#define FACTOR 5\n")
    (tmp_path / "scaled.cpp").write_text(
        '#include "factor.h"\n'
        "void scaled(const double *x, double *out, int64_t n) { for (; n--;) out[n] = FACTOR + x[n]; }\n"
    )
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(gn.op(**made)))(X), 5 + X)
    with pytest.raises(gn.ArgumentError, match=r"the source missing\.cpp is not found"):
        gn.op("n -> n", cpp="missing.cpp", name="missing")


@pytest.mark.parametrize("length", [0, 40, 200])
def test_torn_entries_are_made_anew(folder, compilations, length, monkeypatch):
    source = "void tripled(const double *x, double *out, int64_t n) { for (; n--;) out[n] = 3 * x[n]; }"
    gn.op("n -> n", name="tripled", cpp=source)(X)
    for entry in folder.rglob("*.o"):
        entry.write_bytes(entry.read_bytes()[:length])
    monkeypatch.setattr(compiling, "_loaded", {})
    np.testing.assert_array_equal(gn.op("n -> n", name="tripled", cpp=source)(X), 3 * X)
    assert len(compilations) == 2


def test_two_processes_at_once(folder):
    program = textwrap.dedent("""
        import sys
        import numpy as np
        import gnomon as gn
        f = gn.op("n -> n", name="halved",
                  cpp="void halved(const double *x, double *out, int64_t n) { for (; n--;) out[n] = x[n] / 2; }")
        x = gn.symbol("x", ("n",))
        print(gn.function([x], f(x) + 1)(np.arange(3.0)).tolist())
    """)
    started = [
        subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    for process in started:
        assert process.communicate()[0].strip() == "[1.0, 1.5, 2.0]"
        assert process.returncode == 0
    assert not list(folder.rglob(".new-*"))


def test_pickles():
    a, x = inputs()
    f = gn.function([a, x], leaky(times(a, x), 1.0))
    assert pickle.loads(pickle.dumps(times)) is times
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(f))(A, X), f(A, X))
    source = "void doubled(const double *x, double *out, int64_t n) { for (; n--;) out[n] = 2 * x[n]; }"
    local = gn.op("n -> n", name="doubled", cpp=source)
    g = gn.function([x], local(x))
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(g))(X), 2 * X)


def test_exports(tmp_path):
    """Both sources have a function of the same name: in one library each is used for its own."""
    a, x = inputs()
    first = gn.op("n -> n", name="one", cpp="""
        double helper(double x) { return x + 1; }
        void one(const double *x, double *out, int64_t n) { for (; n--;) out[n] = helper(x[n]); }
    """)  # fmt: skip
    second = gn.op("n -> n", name="two", cpp="""
        double helper(double x) { return x * 10; }
        void two(const double *x, double *out, int64_t n) { for (; n--;) out[n] = helper(x[n]); }
    """)  # fmt: skip
    f = gn.function([a, x], second(first(times(a, x))) + leaky(gn.sum(x), 0.5), name="whole")
    want = f(A, X)
    np.testing.assert_allclose(want, 10 * (A @ X + 1) + (0.75 if X.sum() > 0 else 0), rtol=1e-12)
    out = np.zeros(3)

    def addresses(*arrays):
        return [array.ctypes.data for array in arrays]

    assert f.pointer(3, 4, *addresses(A, X, out)) == 0
    np.testing.assert_array_equal(out, want)
    if not shutil.which("objcopy"):
        pytest.skip("no objcopy is installed")
    library = ctypes.CDLL(str(f.export(tmp_path / "whole")))
    out[:] = 0
    given = [ctypes.c_int64(3), ctypes.c_int64(4), *map(ctypes.c_void_p, addresses(A, X, out))]
    assert library.whole(*given) == 0
    np.testing.assert_allclose(out, want)
    assert (tmp_path / "whole.h").exists()
    lone = f.export(tmp_path / "lone.o")
    subprocess.run(["c++", "-shared", "-o", str(tmp_path / "again.so"), str(lone)], check=True)
    out[:] = 0
    assert ctypes.CDLL(str(tmp_path / "again.so")).lone(*given) == 0
    np.testing.assert_allclose(out, want)


def test_explanations(tmp_path):
    a, x = inputs()
    f = gn.function([a, x], times(a, x) + 1)
    assert "native call of your C++: own_cpp.times" in gn.explain(f)
    assert "own_cpp.times" in str(f.profile(A, X))
    page = gn.show(f, tmp_path / "page.html", browser=False)
    assert "own_cpp.times" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("op", "arrays"), [(times, (A, X)), (leaky, (A, X)), (extremes, (A.astype("float32"),)), (joined, (X, X))]
)
def test_operations_hold_against_themselves(op, arrays):
    gn.check_op(op, *arrays)
