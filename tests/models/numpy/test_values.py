"""Polynomials and kinds of dtypes: small programs, run and checked."""

import pytest

from models.programs import agree

pytestmark = pytest.mark.models


def test_polynomials():
    agree(
        "import numpy as np\n"
        "x, y = np.linspace(0, 1, 9), np.ones(9)\n"
        "a = np.poly1d(np.polyfit(x, y, 2))(x)\n"
        "b = np.poly1d([1, 2, 3])(np.ones((2, 3)))\n"
        "c = np.polynomial.Polynomial.fit(x, y, 2)(np.ones((4, 1)))\n"
        "d = np.polynomial.Chebyshev([1, 2]).deriv()(x)\n"
        "e, f = np.polynomial.Polynomial([1, 2]).linspace(7)\n"
        "g = (np.poly1d([1, 2]) * np.poly1d([1, 3]))(x)\n",
        *"abcdefg",
    )


def test_points_of_a_polynomial():
    agree(
        "import numpy as np\np = np.polynomial.Polynomial.fit(np.linspace(0, 1, 9), np.ones(8), 2)\n",
    )


@pytest.mark.parametrize("dtype", ["float32", "int64", "uint8", "bool", "complex64"])
@pytest.mark.parametrize("kind", ["integer", "floating", "number", "inexact", "float32", "signedinteger"])
def test_kinds_decide_branches(dtype, kind):
    agree(
        "import numpy as np\n"
        f"x = np.zeros(3, '{dtype}')\n"
        f"y = np.zeros(2) if np.issubdtype(x.dtype, np.{kind}) else np.zeros(5)\n"
        "z = np.zeros(2) if np.iscomplexobj(x) else np.zeros(5)\n",
        "y",
        "z",
    )


@pytest.mark.parametrize("kind", ["'integral'", "'numeric'", "('bool', 'real floating')", "np.float32"])
def test_names_of_kinds_decide_branches(kind):
    agree(
        "import numpy as np\n"
        "x = np.zeros(3, 'float32')\n"
        f"y = np.zeros(2) if np.isdtype(x.dtype, {kind}) else np.zeros(5)\n",
        "y",
    )


def test_masked_arrays():
    agree(
        "import numpy as np\n"
        "x = np.ma.masked_where(np.eye(3) > 0, np.ones((3, 3)))\n"
        "y = x.filled(0)\n"
        "z = x.mean(axis=0)\n"
        "m = x.mask\n",
        *"xyzm",
    )
