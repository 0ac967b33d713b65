"""Layers made with a number of 0 or below where Keras wants at least 1: refused by both, taken by both with 1."""

import keras
import pytest

from models.harness import trial

pytestmark = pytest.mark.models

LAYERS = {
    "Dense": (),
    "SimpleRNN": (),
    "GRU": (),
    "LSTM": (),
    "Conv1D": (3,),
    "Conv2D": (3,),
    "Conv3DTranspose": (3,),
    "UpSampling1D": (),
    "UpSampling2D": (),
    "UpSampling3D": (),
    "RepeatVector": (),
}


@pytest.mark.parametrize("number", [1, 0, -1])
@pytest.mark.parametrize("name", LAYERS)
def test_refused_as_keras_does(name, number):
    arguments = (number, *LAYERS[name])
    seen = trial(f"keras.layers.{name}", arguments)
    assert seen.error is None
    if number >= 1:
        getattr(keras.layers, name)(*arguments)
        assert not seen.raises
        return
    with pytest.raises(ValueError):
        getattr(keras.layers, name)(*arguments)
    assert "must be at least 1" in seen.diagnostics[0].message
