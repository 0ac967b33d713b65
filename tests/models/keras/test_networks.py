"""Pretrained networks (without their weights) and bundled data against Keras."""

import pytest

from gnomon.values import Tensor

from models.harness import trial
from models.keras.comparing import resolve

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]

SIDES = {
    "ResNet50": 97,
    "ResNet50V2": 97,
    "DenseNet121": 75,
    "InceptionV3": 150,
    "Xception": 133,
    "MobileNet": 97,
    "MobileNetV2": 150,
    "MobileNetV3Small": 97,
    "EfficientNetB0": 97,
    "EfficientNetV2B0": 130,
    "ConvNeXtTiny": 101,
}


@pytest.mark.parametrize("name", SIDES)
def test_features_of_a_network(name):
    side = SIDES[name]
    keywords = {"weights": None, "include_top": False, "input_shape": (side, side, 3)}
    real = resolve(f"keras.applications.{name}")(**keywords)
    model = trial(f"keras.applications.{name}", (), keywords).value
    assert isinstance(model.output, Tensor)
    assert model.output.shape.dims[1:] == real.output.shape[1:]


@pytest.mark.parametrize("pooling", [None, "avg"])
def test_head_and_pooling(pooling):
    keywords = {"weights": None, "include_top": pooling is None, "pooling": pooling, "classes": 7}
    real = resolve("keras.applications.MobileNetV2")(**keywords)
    model = trial("keras.applications.MobileNetV2", (), keywords).value
    assert model.output.shape.dims[1:] == real.output.shape[1:]
    assert model.input_shape[1:] == real.input_shape[1:]
