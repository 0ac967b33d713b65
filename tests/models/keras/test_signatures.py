"""The models of Keras have its real signatures."""

import inspect
import re

import pytest

from gnomon.models.loading import load
from gnomon.models.signatures import PASSED_ON, parameters_of

from models.signatures import Comparison, is_layer, known, models, real, real_parameters

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]
load("keras")

FUNCTIONS = {
    "takes what other versions call otherwise": """
        keras.Variable keras.layers.AlphaDropout keras.layers.Dense keras.layers.Dropout
        keras.layers.Embedding keras.layers.GaussianDropout keras.layers.GaussianNoise
        keras.layers.Reshape keras.quantizers.abs_max_quantize
    """,
    "is one of functions that set options of many names": """
        keras.config.set_dtype_policy keras.mixed_precision.set_dtype_policy
        keras.mixed_precision.set_global_policy
    """,
    "has the model of a layer whose options differ": """
        keras.layers.RMSNormalization keras.layers.ReversibleEmbedding
    """,
    "has the first parameter that no axis can be called": "keras.ops.rearrange",
}


def test_functions():
    Comparison((name, model, known(real(name))) for name, model in models("keras.")).check(FUNCTIONS)


@pytest.mark.parametrize("library", ["keras", "tf_keras"])
def test_what_layers_pass_on(library):
    pytest.importorskip(library)
    allowed = PASSED_ON["layer"]
    for name in {name for name, _ in models("keras.layers.")}:
        cls = real(library + name.removeprefix("keras"))
        if any(line.endswith("**layer") for line in real_parameters(name)) and is_layer(cls):
            own = {word for version in parameters_of("keras", name) or () for word in version.by_name}
            for base in cls.__mro__:
                if is_layer(base) and "__init__" in vars(base):
                    source = inspect.getsource(base.__init__)
                    taken = {*re.findall(r'kwargs\.(?:pop|get)\(\s*"(\w+)"', source)}
                    assert taken <= own | allowed, (name, base)
