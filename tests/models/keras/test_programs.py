"""Whole programs: Keras runs them, the checker reads them, and both say the same of them."""

import pytest

from gnomon.check.api import Checker, Options
from gnomon.check.diagnostic import Level

from models.keras.comparing import attempt

pytestmark = [pytest.mark.models, pytest.mark.filterwarnings("ignore")]

START = """
import numpy as np
import keras
from keras import layers, ops
images = np.zeros((20, 8, 8, 1), "float32")
gray = np.zeros((20, 8, 8), "float32")
rows = np.zeros((20, 6), "float32")
series = np.zeros((20, 5, 3), "float32")
words = np.zeros((20, 5), "int32")
labels = np.zeros((20,), "int32")
onehot = np.zeros((20, 3), "float32")
"""

PROGRAMS = {
    "dense": """
model = keras.Sequential([keras.Input((6,)), layers.Dense(4), layers.Dense(3, activation="softmax")])
model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(rows, labels, verbose=0)
result = model.predict(rows, verbose=0)
""",
    "dense on a wrong width": """
model = keras.Sequential([keras.Input((5,)), layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(rows, onehot, verbose=0)
""",
    "deferred": """
model = keras.Sequential([layers.Dense(4), layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(rows, onehot, verbose=0)
result = model.predict(rows, verbose=0)
""",
    "gray images with a declared channel": """
model = keras.Sequential([keras.Input((8, 8, 1)), layers.Conv2D(2, 3), layers.Flatten(), layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(gray, onehot, verbose=0)
result = model.predict(gray, verbose=0)
""",
    "gray images without a channel": """
model = keras.Sequential([layers.Conv2D(2, 3), layers.Flatten(), layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(gray, onehot, verbose=0)
""",
    "one-hot against one unit": """
model = keras.Sequential([keras.Input((6,)), layers.Dense(1, activation="sigmoid")])
model.compile("sgd", "binary_crossentropy")
model.fit(rows, onehot, verbose=0)
""",
    "flat labels against one unit": """
model = keras.Sequential([keras.Input((6,)), layers.Dense(1, activation="sigmoid")])
model.compile("sgd", "binary_crossentropy")
model.fit(rows, labels, verbose=0)
result = model.predict(rows, verbose=0)
""",
    "flat labels against categories": """
model = keras.Sequential([keras.Input((6,)), layers.Dense(3)])
model.compile("sgd", "categorical_crossentropy")
model.fit(rows, labels, verbose=0)
""",
    "one-hot against the sparse loss": """
model = keras.Sequential([keras.Input((6,)), layers.Dense(3)])
model.compile("sgd", "sparse_categorical_crossentropy")
model.fit(rows, onehot, verbose=0)
""",
    "other numbers of rows": """
model = keras.Sequential([keras.Input((6,)), layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(rows, onehot[:10], verbose=0)
""",
    "functional": """
x = keras.Input((8, 8, 1))
h = layers.Conv2D(4, 3, padding="same")(x)
h = layers.MaxPooling2D()(h)
h = layers.add([h, layers.Conv2D(4, 1)(h)])
h = layers.GlobalAveragePooling2D()(h)
model = keras.Model(x, layers.Dense(3)(h))
model.compile("sgd", keras.losses.CategoricalCrossentropy(from_logits=True))
model.fit(images, onehot, batch_size=5, verbose=0)
result = model(images[:2])
""",
    "a sum of different widths": """
x = keras.Input((8, 8, 1))
h = layers.add([layers.Conv2D(4, 1)(x), layers.Conv2D(3, 1)(x)])
model = keras.Model(x, h)
""",
    "two inputs and two outputs": """
a, b = keras.Input((6,), name="a"), keras.Input((5, 3), name="b")
h = layers.concatenate([a, layers.LSTM(4)(b)])
model = keras.Model([a, b], [layers.Dense(3, name="p")(h), layers.Dense(1, name="q")(h)])
model.compile("sgd", ["mse", "mae"])
model.fit([rows, series], [onehot, labels], verbose=0)
result = model.predict([rows, series], verbose=0)[1]
""",
    "inputs by name": """
a, b = keras.Input((6,), name="a"), keras.Input((5, 3), name="b")
model = keras.Model({"a": a, "b": b}, layers.Dense(3)(layers.concatenate([a, layers.Flatten()(b)])))
model.compile("sgd", "mse")
model.fit({"a": rows, "b": series}, onehot, verbose=0)
result = model.predict({"a": rows, "b": series}, verbose=0)
""",
    "inputs by name that are swapped": """
a, b = keras.Input((6,), name="a"), keras.Input((5, 3), name="b")
model = keras.Model({"a": a, "b": b}, layers.Dense(3)(layers.concatenate([a, layers.Flatten()(b)])))
result = model.predict({"a": series, "b": rows}, verbose=0)
""",
    "embedding and recurrence": """
model = keras.Sequential([layers.Embedding(10, 4), layers.Bidirectional(layers.GRU(3, return_sequences=True)),
                          layers.TimeDistributed(layers.Dense(2))])
result = model.predict(words, verbose=0)
""",
    "a second recurrence on a last state": """
model = keras.Sequential([keras.Input((5, 3)), layers.LSTM(4), layers.LSTM(4)])
""",
    "encoder and decoder": """
source, target = keras.Input((None, 3)), keras.Input((None, 3))
_, h, c = layers.LSTM(4, return_state=True)(source)
decoded = layers.LSTM(4, return_sequences=True)(target, initial_state=[h, c])
model = keras.Model([source, target], layers.Dense(3)(decoded))
result = model.predict([series, series], verbose=0)
""",
    "a model inside a model": """
inner = keras.Sequential([keras.Input((6,)), layers.Dense(4)])
x = keras.Input((6,))
model = keras.Model(x, layers.Dense(2)(inner(x)))
result = model(rows)
""",
    "a feature extractor": """
x = keras.Input((8, 8, 1))
h = layers.Conv2D(4, 3, name="middle")(x)
model = keras.Model(x, layers.Flatten()(h))
part = keras.Model(model.input, model.get_layer("middle").output)
result = part(images)
""",
    "a shared layer on another width": """
layer = layers.Dense(3)
layer(rows)
layer(series)
""",
    "a layer of the program": """
class Scale(layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units
    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], self.units))
    def call(self, x):
        return ops.matmul(x, self.kernel)
model = keras.Sequential([keras.Input((6,)), Scale(4), layers.Dense(2)])
result = model(rows)
""",
    "a layer of the program with a wrong kernel": """
class Scale(layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(4, shape[-1]))
    def call(self, x):
        return ops.matmul(x, self.kernel)
Scale()(rows)
""",
    "a model of the program": """
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(4)
        self.last = layers.Dense(3)
    def call(self, x):
        return self.last(self.first(x))
model = Net()
model.compile("sgd", "mse")
model.fit(rows, onehot, verbose=0)
result = model(rows)
""",
    "a model of the program on wrong targets": """
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.last = layers.Dense(3)
    def call(self, x):
        return self.last(x)
model = Net()
model.compile("sgd", "mse")
model.fit(rows, np.zeros((20, 4)), verbose=0)
""",
    "a training step of the program": """
class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.last = layers.Dense(3)
    def call(self, x):
        return self.last(x)
    def train_step(self, data):
        x, y = data
        loss = ops.mean(ops.square(self(x) - y))
        return {"loss": loss}
model = Net()
model.compile("sgd")
model.fit(rows, onehot, verbose=0)
result = model(rows)
""",
    "a loss of the program": """
def loss(y, p):
    return ops.mean(ops.square(y - p), axis=-1)
model = keras.Sequential([keras.Input((6,)), layers.Dense(3)])
model.compile("sgd", loss)
model.fit(rows, onehot, verbose=0)
result = model.evaluate(rows, onehot, verbose=0)
""",
    "a loss of the program that does not fit": """
def loss(y, p):
    return ops.mean(ops.matmul(y, p))
model = keras.Sequential([keras.Input((6,)), layers.Dense(3)])
model.compile("sgd", loss)
model.fit(rows, onehot, verbose=0)
""",
    "lambda and reshape": """
model = keras.Sequential([keras.Input((6,)), layers.Reshape((3, 2)), layers.Lambda(lambda x: x[:, 0]),
                          layers.Dense(2)])
result = model(rows)
""",
    "a reshape that does not fit": """
model = keras.Sequential([keras.Input((6,)), layers.Reshape((4, 2))])
""",
    "attention": """
x = keras.Input((5, 3))
h = layers.MultiHeadAttention(2, 4)(x, x)
h = layers.LayerNormalization()(x + h)
model = keras.Model(x, layers.GlobalAveragePooling1D()(h))
result = model(series)
""",
    "a generator": """
def batches():
    while True:
        yield rows[:4], onehot[:4]
model = keras.Sequential([keras.Input((6,)), layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(batches(), steps_per_epoch=2, verbose=0)
result = model(rows)
""",
    "a generator of wrong targets": """
def batches():
    while True:
        yield rows[:4], np.zeros((4, 2))
model = keras.Sequential([keras.Input((6,)), layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(batches(), steps_per_epoch=2, verbose=0)
""",
    "a sequence of batches": """
class Batches(keras.utils.PyDataset):
    def __len__(self):
        return 2
    def __getitem__(self, i):
        return rows[i * 4:(i + 1) * 4], labels[i * 4:(i + 1) * 4]
model = keras.Sequential([keras.Input((6,)), layers.Dense(3)])
model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(Batches(), verbose=0)
result = model(rows)
""",
    "a dataset": """
import tensorflow as tf
data = tf.data.Dataset.from_tensor_slices((rows, onehot)).batch(4)
model = keras.Sequential([keras.Input((6,)), layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(data, verbose=0)
result = model(rows)
""",
    "a dataset that is not batched": """
import tensorflow as tf
data = tf.data.Dataset.from_tensor_slices((series, onehot))
model = keras.Sequential([keras.Input((5, 3)), layers.Flatten(), layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(data, verbose=0)
""",
    "validation data of another width": """
model = keras.Sequential([keras.Input((6,)), layers.Dense(3)])
model.compile("sgd", "mse")
model.fit(rows, onehot, validation_data=(rows[:, :4], onehot), verbose=0)
""",
    "the last layer is taken away": """
model = keras.Sequential([keras.Input((6,)), layers.Dense(4), layers.Dense(3)])
model.pop()
model.add(layers.Dense(2))
result = model(rows)
""",
    "a convolution that is too large": """
model = keras.Sequential([keras.Input((8, 8, 1)), layers.Conv2D(2, 3), layers.MaxPooling2D(4),
                          layers.Conv2D(2, 3)])
""",
    "sizes that are not known yet": """
x = keras.Input((None, None, 1))
h = layers.Conv2D(4, 3)(x)
model = keras.Model(x, layers.GlobalMaxPooling2D()(h))
result = model(images)
""",
    "a compiled model with a metric object": """
model = keras.Sequential([keras.Input((6,)), layers.Dense(3, activation="softmax")])
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="categorical_crossentropy",
              metrics=[keras.metrics.CategoricalAccuracy()])
history = model.fit(rows, onehot, epochs=1, validation_split=0.2, verbose=0)
result = model.predict(rows[:3], verbose=0)
""",
    "a fixed batch": """
x = keras.Input(batch_shape=(4, 5, 3))
model = keras.Model(x, layers.LSTM(2, stateful=True)(x))
result = model.predict(series, batch_size=4, verbose=0)
""",
    "a fixed batch and batches of another size": """
x = keras.Input(batch_shape=(4, 5, 3))
model = keras.Model(x, layers.LSTM(2, stateful=True)(x))
model.predict(series, verbose=0)
""",
    "one array for two inputs": """
a, b = keras.Input((6,)), keras.Input((6,))
model = keras.Model([a, b], layers.add([a, b]))
model.predict(rows, verbose=0)
""",
    "an array without a batch": """
model = keras.Sequential([keras.Input((6,)), layers.Dense(2)])
model.predict(np.zeros((6,)), verbose=0)
""",
    "an autoencoder": """
encoder = keras.Sequential([keras.Input((8, 8, 1)), layers.Conv2D(4, 3, strides=2, padding="same"),
                            layers.Flatten()])
decoder = keras.Sequential([keras.Input((64,)), layers.Reshape((4, 4, 4)),
                            layers.Conv2DTranspose(1, 3, strides=2, padding="same")])
x = keras.Input((8, 8, 1))
model = keras.Model(x, decoder(encoder(x)))
model.compile("sgd", "mse")
model.fit(images, images, verbose=0)
result = model.predict(images, verbose=0)
""",
    "a last batch that is smaller than the fixed one": """
x = keras.Input(batch_shape=(8, 6))
model = keras.Model(x, layers.Dense(3)(x))
model.compile("sgd", "mse")
model.fit(rows, onehot, batch_size=8, verbose=0)
""",
    "a last batch that is smaller than states are": """
x = keras.Input(batch_shape=(8, 5, 3))
model = keras.Model(x, layers.LSTM(3, stateful=True)(x))
model.compile("sgd", "mse")
model.fit(series, onehot, batch_size=8, verbose=0)
""",
    "batches that divide the rows": """
x = keras.Input(batch_shape=(5, 6))
model = keras.Model(x, layers.Dense(3)(x))
model.compile("sgd", "mse")
model.fit(rows, onehot, batch_size=5, verbose=0)
result = model(rows[:5])
""",
    "two outputs and losses by name": """
x = keras.Input((6,))
model = keras.Model(x, [layers.Dense(3, name="kind")(x), layers.Dense(1, name="size")(x)])
model.compile("sgd", {"kind": "categorical_crossentropy", "size": "mse"})
model.fit(rows, {"kind": onehot, "size": rows[:, 0]}, verbose=0)
result = model(rows)[0]
""",
    "two outputs and one wrong target": """
x = keras.Input((6,))
model = keras.Model(x, [layers.Dense(3, name="kind")(x), layers.Dense(1, name="size")(x)])
model.compile("sgd", {"kind": "categorical_crossentropy", "size": "mse"})
model.fit(rows, {"kind": labels, "size": rows[:, 0]}, verbose=0)
""",
    "a loss of the program on masks without channels": """
def overlap(y_true, y_pred):
    return 1 - ops.sum(y_true * y_pred, axis=[1, 2, 3])
model = keras.Sequential([keras.Input((8, 8, 1)), layers.Conv2D(1, 3, padding="same")])
model.compile("sgd", overlap)
model.fit(images, gray, verbose=0)
""",
    "a cell with one state": """
cell = layers.GRUCell(4)
out, state = cell(series[:, 0], ops.zeros((20, 4)))
out, state = cell(series[:, 1], state)
result = ops.concatenate([out, state], axis=-1)
""",
    "a cell with a list of states": """
cell = layers.LSTMCell(4)
out, states = cell(series[:, 0], [ops.zeros((20, 4)), ops.zeros((20, 4))])
result = ops.stack([out, *states], axis=1)
""",
    "an autoencoder whose picture has another size": """
model = keras.Sequential([keras.Input((8, 8, 1)), layers.Conv2D(4, 3),
                          layers.Conv2DTranspose(1, 3, strides=2)])
model.compile("sgd", "binary_crossentropy")
model.fit(images, images, verbose=0)
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_does_what_the_checker_says(name, tmp_path):
    source = START + PROGRAMS[name]
    shown = source + ("reveal_shape(result)\n" if "result =" in source else "")
    found = Checker(Options()).check(str(tmp_path / "program.py"), shown)
    assert found.fault is None
    errors = [d for d in found.diagnostics if d.level is Level.ERROR]
    names: dict = {}
    _, error = attempt(lambda: exec(compile(source, name, "exec"), names))
    if error is not None:
        assert errors, f"Keras raises {error!r}, the checker is silent"
        return
    assert not errors, f"the checker says {errors[0].message!r}, Keras runs"
    shape = getattr(names.get("result"), "shape", None)
    if shape:
        revealed = [d.message for d in found.diagnostics if d.level is Level.INFO]
        assert any(str(tuple(shape)) in text for text in revealed), f"{revealed} for {tuple(shape)}"
