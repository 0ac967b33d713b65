"""Sparse arrays, and functions of functions around JAX: small programs, run and checked."""

import pytest

from models.programs import agree

pytestmark = pytest.mark.models


def test_sparse_arrays():
    agree(
        "import jax.numpy as jnp\n"
        "from jax.experimental import sparse\n"
        "m = sparse.BCOO.fromdense(jnp.eye(3, 4))\n"
        "a = m @ jnp.ones((4, 5))\n"
        "b = jnp.ones((2, 3)) @ m\n"
        "c = m.T.todense()\n"
        "d = (m @ m.T).todense()\n"
        "e = sparse.BCSR.from_bcoo(m) @ jnp.ones(4)\n",
        *"abcde",
    )


def test_sparse_products_that_do_not_fit():
    agree(
        "import jax.numpy as jnp\n"
        "from jax.experimental import sparse\n"
        "m = sparse.BCOO.fromdense(jnp.eye(3, 4))\n"
        "a = m @ jnp.ones((3, 5))\n"
    )


def test_functions_of_functions():
    agree(
        "import jax, jax.numpy as jnp\n"
        "from jax.experimental import checkify\n"
        "from jax.experimental.ode import odeint\n"
        "error, a = checkify.checkify(lambda x: x[None])(jnp.ones(3))\n"
        "b, = jax.linear_transpose(lambda x: 2 * x, jnp.ones((2, 3)))(jnp.ones((2, 3)))\n"
        "c = odeint(lambda y, t: -y, jnp.ones((2, 3)), jnp.linspace(0, 1, 5))\n"
        "d = jax.ShapeDtypeStruct.like(jnp.ones((2, 3)))\n"
        "e = jnp.mgrid[0:3, 0:4]\n",
        *"abcde",
    )
