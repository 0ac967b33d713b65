"""The models of Keras have its real signatures."""

import pytest

from gnomon.models.loading import load

from models.signatures import Comparison, known, models, real

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
    Comparison((name, model, known(real(name))) for name, model in models("keras.")).check("keras", FUNCTIONS)
