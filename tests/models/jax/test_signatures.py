"""The models of JAX and of the libraries on top of it have their real signatures."""

import jax
import pytest

from gnomon.models.loading import load

from models.signatures import Comparison, known, methods, models, real

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore::DeprecationWarning")]
LIBRARIES = ("jax", "flax", "optax", "haiku", "equinox")
for _library in LIBRARIES:
    load(_library)

MEANT = {
    "jax": {
        "has the model of a function that takes more or less": """
            jax.dtypes.issubdtype jax.experimental.sparse.bcoo_todense jax.experimental.sparse.bcsr_todense
            jax.lax.linalg.qr jax.lax.reduce_window jax.scipy.stats.multivariate_normal.pdf
        """,
        "lacks a rare option": """
            jax.dtypes.result_type jax.lax.conv_general_dilated jax.numpy.bincount jax.tree.map_with_path
            jax.tree_util.tree_map_with_path
        """,
        "takes an option that other versions have": """
            jax.lax.cond jax.nn.log_softmax jax.nn.softmax jax.scipy.special.log_softmax
            jax.scipy.special.softmax
        """,
        "takes by position what its signature hides": "jax.numpy.array",
    },
    "flax": {
        "lacks a rare option": "flax.jax_utils.replicate",
        "takes an option that other versions have": """
            flax.linen.activation.log_softmax flax.linen.activation.softmax flax.linen.log_softmax
            flax.linen.softmax flax.nnx.cond flax.nnx.log_softmax flax.nnx.softmax
        """,
        "lacks options that say how variables are found": """
            flax.nnx.cached_partial flax.nnx.fori_loop flax.nnx.split flax.nnx.vjp flax.nnx.while_loop
        """,
        "has the model of a function that takes more or less": """
            flax.struct.field flax.training.common_utils.shard_prng_key
        """,
        "lets out what programs may pass on in a dict": "flax.training.train_state.TrainState.create",
    },
    "optax": {},
    "haiku": {
        "the format is that of the number of axes": """
            haiku.Conv1D haiku.Conv1DTranspose haiku.Conv2D haiku.Conv2DTranspose haiku.Conv3D
            haiku.Conv3DTranspose
        """,
        "takes an option that other versions have": "haiku.cond haiku.fori_loop",
        "has the model of a function that takes more or less": "haiku.map",
        "lets out what programs may pass on in a dict": "haiku.scan haiku.vmap",
    },
    "equinox": {
        "has the model of a function that takes more or less": """
            equinox.apply_updates equinox.filter_grad equinox.filter_value_and_grad equinox.nn.MLP
        """,
        "takes an option that other versions have": "equinox.filter_vjp",
        "is made by models too": "equinox.nn.GRUCell equinox.nn.LSTMCell",
    },
}
METHODS = {
    "self has the name of the function's parameter": "squeeze",
}


@pytest.mark.parametrize("library", LIBRARIES)
def test_functions(library):
    pytest.importorskip(library)
    pairs = [(name, model, known(real(name))) for name, model in models(f"{library}.")]
    Comparison(pairs).check(MEANT[library])


def test_methods():
    pairs = [(name, model, known(getattr(jax.Array, name, None))) for name, model in methods("jax")]
    Comparison(pairs, "jax.Array").check(METHODS)
