"""Operations with C code: compiled by the system's compiler, called with arrays."""

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.compile.own.compiling import CompileError, compiler
from gnomon.theano import gof
from gnomon.theano.scalar import Scalar

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C++ compiler")


class Weighted(gof.Op):
    """``weight * x`` of vectors, in C; refuses what is longer than ten."""

    __props__ = ("weight",)
    params_type = gof.ParamsType(weight=Scalar("float64"), kind=gof.EnumList("TIMES", "PLUS"))
    kind = 0

    def __init__(self, weight):
        self.weight = weight

    def make_node(self, x):
        return gof.Apply(self, [x], [x.type()])

    def c_headers(self):
        return ["<algorithm>"]

    def c_support_code_apply(self, node, name):
        return f"static npy_intp length_{name}(PyArrayObject *x) {{ return std::max<npy_intp>(PyArray_DIM(x, 0), 0); }}"

    def c_code(self, node, name, inputs, outputs, sub):
        (x,), (z,), fail, params = inputs, outputs, sub["fail"], sub["params"]
        return f"""
        npy_intp n = length_{name}({x});
        if (n > 10) {{ PyErr_SetString(PyExc_ValueError, "longer than ten"); {fail} }}
        if (n == 0) {{ {fail} }}
        Py_XDECREF({z});
        {z} = (PyArrayObject *)PyArray_EMPTY(1, &n, PyArray_TYPE({x}), 0);
        for (npy_intp i = 0; i < n; i++) {{
            dtype_{x} value = *(dtype_{x} *)PyArray_GETPTR1({x}, i);
            *(dtype_{z} *)PyArray_GETPTR1({z}, i) = {params}->kind == TIMES ? {params}->weight * value : value;
        }}
        """

    def grad(self, inputs, gradients):
        return [self.weight * gradients[0]]


def test_it_computes_with_parameters_and_strides():
    x = T.vector("x", dtype="float32")
    f = theano.function([x], [Weighted(3.0)(x[::2]) + 1, Weighted(0.5)(x)])
    doubled, halved = f(np.arange(5, dtype="float32"))
    np.testing.assert_array_equal(doubled, np.array([1, 7, 13], "float32"))
    np.testing.assert_array_equal(halved, np.arange(5, dtype="float32") / 2)


def test_its_gradient_is_the_programs():
    x = T.dvector("x")
    g = theano.function([x], T.grad((Weighted(3.0)(x) * x).sum(), x))
    np.testing.assert_allclose(g([1.0, 2.0]), [6.0, 12.0])


def test_errors_of_the_code_reach_python():
    x = T.dvector("x")
    f = theano.function([x], Weighted(3.0)(x))
    with pytest.raises(ValueError, match="longer than ten"):
        f(np.zeros(11))
    with pytest.raises(RuntimeError, match="no Python error was set"):
        f(np.zeros(0))
    np.testing.assert_array_equal(f([1.0]), [3.0])


def test_what_the_compiler_says_is_told():
    class Wrong(Weighted):
        def c_code(self, node, name, inputs, outputs, sub):
            return "not_a_word;"

    x = T.dvector("x")
    f = theano.function([x], Wrong(1.0)(x))
    with pytest.raises(CompileError, match="not_a_word"):
        f([1.0])


def test_code_that_is_not_defined_for_some_types_leaves_it_to_python():
    class Either(gof.Op):
        __props__ = ()

        def make_node(self, x):
            return gof.Apply(self, [x], [x.type()])

        def c_code(self, node, name, inputs, outputs, sub):
            raise NotImplementedError("floats only")

        def perform(self, node, inputs, output_storage):
            output_storage[0][0] = inputs[0] + 1

    x = T.ivector("x")
    np.testing.assert_array_equal(theano.function([x], Either()(x))(np.array([1, 2], "int32")), [2, 3])


def test_code_in_a_file(tmp_path):
    path = tmp_path / "product.c"
    path.write_text(
        """#section support_code_apply
int APPLY_SPECIFIC(product)(PyArrayObject *x, PyArrayObject *y, PyArrayObject **z) {
  npy_intp n = PyArray_DIM(x, 0);
  Py_XDECREF(*z);
  *z = (PyArrayObject *)PyArray_EMPTY(1, &n, TYPENUM_OUTPUT_0, 0);
  for (npy_intp i = 0; i < n; i++)
    *(DTYPE_OUTPUT_0 *)PyArray_GETPTR1(*z, i) = *(DTYPE_INPUT_0 *)PyArray_GETPTR1(x, i) * *(DTYPE_INPUT_1 *)PyArray_GETPTR1(y, i);
  return 0;
}
"""
    )

    class Product(gof.COp):
        __props__ = ()

        def __init__(self):
            super().__init__(str(path), "APPLY_SPECIFIC(product)")

        def make_node(self, x, y):
            return gof.Apply(self, [x, y], [T.dvector()])

    x, y = T.fvector("x"), T.dvector("y")
    f = theano.function([x, y], Product()(x, y))
    np.testing.assert_array_equal(f(np.array([1, 2], "float32"), [3.0, 4.0]), [3.0, 8.0])


def test_a_file_without_sections_is_refused(tmp_path):
    path = tmp_path / "nothing.c"
    path.write_text("int f();")
    with pytest.raises(ValueError, match="#section"):
        gof.COp(str(path), "f")


def test_thunks_of_the_users():
    class Thunked(gof.Op):
        __props__ = ()

        def make_node(self, x):
            return gof.Apply(self, [x], [x.type()])

        def make_thunk(self, node, storage_map, compute_map, no_recycling, impl=None):
            def thunk():
                storage_map[node.outputs[0]][0] = storage_map[node.inputs[0]][0] * 10

            return thunk

    x = T.dvector("x")
    np.testing.assert_array_equal(theano.function([x], Thunked()(x) + 1)([1.0]), [11.0])


def test_the_setting_of_the_compiler():
    assert theano.config.cxx == " ".join(compiler().command)
    with theano.change_flags(cxx=""):
        assert theano.config.cxx == ""
    assert theano.config.cxx
