"""Keras networks at random: Sequential, functional and subclassed, fitted on small arrays."""

import random

HEAD = "import numpy as np\nfrom tensorflow import keras\nfrom tensorflow.keras import layers\n"
TF = "import tensorflow as tf\n"
ACTIVATIONS = ("relu", "tanh", "elu")


def keras_net(draw: random.Random) -> str:
    """Return a program with one network."""
    return draw.choice(
        [dense, pictures, words, two_inputs, functional_pictures, subclass, custom_loop, attention]
    )(draw)


def dense(draw: random.Random) -> str:
    """Dense layers for classes or a number."""
    width, classes = draw.choice([4, 8, 13, 20]), draw.choice([1, 2, 3, 5])
    lines = [f"layers.Dense({draw.choice([8, 16, 32])}, activation='{draw.choice(ACTIVATIONS)}')"]
    for _ in range(draw.randint(0, 2)):
        lines += draw.sample(["layers.Dropout(0.2)", "layers.BatchNormalization()", "layers.Dense(12)"], 1)
    return fitted(draw, sequential([f"keras.Input(({width},))", *lines, last(classes)]), [width], classes)


def pictures(draw: random.Random) -> str:
    """Convolutions and pools in a Sequential."""
    side, channels, classes = draw.choice([8, 12, 16]), draw.choice([1, 3]), draw.choice([2, 3, 10])
    lines = [f"keras.Input(shape=({side}, {side}, {channels}))"]
    for _ in range(draw.randint(1, 2)):
        padding = draw.choice(["same", "valid"])
        lines.append(f"layers.Conv2D({draw.choice([4, 8])}, {draw.choice(['3', '(3, 3)'])}, padding='{padding}',"
                     f" activation='relu')")  # fmt: skip
        lines.append(
            draw.choice(
                ["layers.MaxPooling2D(2)", "layers.MaxPooling2D((2, 2))", "layers.AveragePooling2D()"]
            )
        )
    lines += [
        draw.choice(["layers.Flatten()", "layers.GlobalAveragePooling2D()"]),
        "layers.Dense(10)",
        last(classes),
    ]
    return fitted(draw, sequential(lines), [side, side, channels], classes)


def words(draw: random.Random) -> str:
    """Embedding and a recurrent layer."""
    count, steps, width, classes = (
        draw.randint(20, 60),
        draw.randint(4, 9),
        draw.choice([6, 8]),
        draw.choice([1, 2, 4]),
    )
    layer = draw.choice(["layers.LSTM(7)", "layers.GRU(5)", "layers.Bidirectional(layers.LSTM(6))", "layers.SimpleRNN(4)",
                         "layers.GlobalAveragePooling1D()", "layers.Conv1D(6, 3)"])  # fmt: skip
    lines = [f"keras.Input(({steps},))", f"layers.Embedding({count}, {width})"]
    if draw.random() < 0.3:
        lines.append("layers.LSTM(6, return_sequences=True)")
    lines.append(layer)
    lines += ["layers.Flatten()"] * (layer == "layers.Conv1D(6, 3)")
    return fitted(
        draw, sequential([*lines, last(classes)]), [steps], classes, f"np.random.randint(0, {count}, ({{}}))"
    )


def two_inputs(draw: random.Random) -> str:
    """A functional model of two inputs that are joined."""
    a, b, n, classes = (
        draw.choice([4, 6]),
        draw.choice([3, 5, 6]),
        draw.choice([8, 10, 16]),
        draw.choice([1, 3]),
    )
    join = draw.choice(["layers.concatenate([h, g])", "layers.Concatenate()([h, g])", "layers.add([h, g])",
                        "layers.Dot(axes=1)([h, g])", "layers.multiply([h, g])"])  # fmt: skip
    lines = [
        f"first, second = keras.Input(({a},)), keras.Input(({b},))",
        "h = layers.Dense(8, activation='relu')(first)",
        "g = layers.Dense(8, activation='relu')(second)",
        f"joined = {join}",
        f"out = {last(classes)}(joined)",
        "model = keras.Model([first, second], out)",
        f"x1, x2 = np.random.rand({n}, {a}), np.random.rand({n}, {b})",
        labels(n, classes),
        compiled(classes),
        f"model.fit([x1, x2], y, epochs=1, batch_size={draw.choice([4, 5])}, verbose=0)",
        "predicted = model.predict([x1, x2], verbose=0)",
        f"errors = predicted{'[:, 0]' if classes == 1 else '.argmax(axis=1)'} - y{'.reshape(-1)' * (classes == 1)}",
    ]
    return "\n".join([HEAD, *lines, ""])


def functional_pictures(draw: random.Random) -> str:
    """A functional model with a shortcut."""
    side, width, classes = draw.choice([8, 16]), draw.choice([4, 8]), draw.choice([2, 5])
    lines = [
        f"inputs = keras.Input(shape=({side}, {side}, 3))",
        f"x = layers.Conv2D({width}, 3, padding='same', activation='relu')(inputs)",
        f"shortcut = layers.Conv2D({width}, 1, strides=2)(x)",
        f"x = layers.Conv2D({width}, 3, strides=2, padding='same')(x)",
        "x = layers.BatchNormalization()(x)",
        "x = layers.Activation('relu')(layers.Add()([x, shortcut]))",
        *draw.choice([["x = layers.GlobalAveragePooling2D()(x)"], ["x = layers.Flatten()(x)", "x = layers.Dense(6)(x)"],
                      [f"x = layers.Reshape((-1, {width}))(x)", "x = layers.GlobalMaxPooling1D()(x)"],
                      ["x = layers.UpSampling2D()(x)", "x = layers.Concatenate()([x, inputs])", "x = layers.Flatten()(x)"]]),
        f"outputs = {last(classes)}(x)",
        "model = keras.Model(inputs, outputs)",
    ]  # fmt: skip
    return fitted(draw, "\n".join(lines), [side, side, 3], classes)


def subclass(draw: random.Random) -> str:
    """A model class with its own call."""
    width, classes = draw.choice([6, 10]), draw.choice([2, 4])
    lines = [
        "class Net(keras.Model):",
        "    def __init__(self, units, classes):",
        "        super().__init__()",
        "        self.first = layers.Dense(units, activation='relu')",
        "        self.second = layers.Dense(units)",
        "        self.drop = layers.Dropout(0.1)",
        "        self.out = layers.Dense(classes, activation='softmax')",
        "",
        "    def call(self, x, training=False):",
        "        h = self.first(x)",
        "        h = h + self.second(self.drop(h, training=training))",
        draw.choice(["        h = tf.concat([h, x], axis=-1)", "        h = tf.nn.relu(h)"]),
        "        return self.out(h)",
        "",
        "",
        f"model = Net({draw.choice([8, 16])}, {classes})",
    ]
    return TF + fitted(draw, "\n".join(lines), [width], classes)


def custom_loop(draw: random.Random) -> str:
    """A gradient tape over a dataset of batches."""
    width, classes, n, size = (
        draw.choice([5, 9]),
        draw.choice([2, 4]),
        draw.choice([8, 10, 12]),
        draw.choice([3, 4, 5]),
    )
    lines = [
        sequential([f"layers.Dense({draw.choice([6, 12])}, activation='relu')", f"layers.Dense({classes})"]),
        f"x = np.random.rand({n}, {width}).astype('float32')",
        f"y = np.random.randint(0, {classes}, {n})",
        f"dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle({n}).batch({size})",
        "optimizer = keras.optimizers.Adam(0.01)",
        "criterion = keras.losses.SparseCategoricalCrossentropy(from_logits=True)",
        "for epoch in range(2):",
        "    for batch, labels in dataset:",
        "        with tf.GradientTape() as tape:",
        "            logits = model(batch, training=True)",
        "            loss = criterion(labels, logits)",
        "        grads = tape.gradient(loss, model.trainable_variables)",
        "        optimizer.apply_gradients(zip(grads, model.trainable_variables))",
        "scores = tf.nn.softmax(model(x))",
        "right = tf.reduce_mean(tf.cast(tf.argmax(scores, axis=1) == y, tf.float32))",
    ]
    return "\n".join([TF + HEAD, *lines, ""])


def attention(draw: random.Random) -> str:
    """A transformer block over embedded tokens."""
    heads, size, steps, count = (
        draw.choice([1, 2]),
        draw.choice([4, 6]),
        draw.randint(4, 8),
        draw.randint(20, 40),
    )
    width, classes = heads * size, draw.choice([2, 3])
    lines = [
        f"inputs = layers.Input(shape=({steps},))",
        f"x = layers.Embedding({count}, {width})(inputs)",
        f"a = layers.MultiHeadAttention(num_heads={heads}, key_dim={size})(x, x)",
        "x = layers.LayerNormalization()(x + a)",
        f"f = layers.Dense({2 * width}, activation='relu')(x)",
        f"f = layers.Dense({width})(f)",
        "x = layers.LayerNormalization()(layers.add([x, f]))",
        draw.choice(["x = layers.GlobalAveragePooling1D()(x)", "x = x[:, 0]", "x = layers.Flatten()(x)"]),
        f"outputs = {last(classes)}(x)",
        "model = keras.Model(inputs=inputs, outputs=outputs)",
    ]
    return fitted(draw, "\n".join(lines), [steps], classes, f"np.random.randint(0, {count}, ({{}}))")


def sequential(lines: list[str]) -> str:
    """Return a Sequential of layers."""
    return "\n".join(["model = keras.Sequential([", *[f"    {line}," for line in lines], "])"])


def last(classes: int) -> str:
    """Return the last layer for so many classes; one means a number."""
    return "layers.Dense(1)" if classes == 1 else f"layers.Dense({classes}, activation='softmax')"


def compiled(classes: int) -> str:
    """Return the call of compile."""
    loss = "mse" if classes == 1 else "sparse_categorical_crossentropy"
    return f"model.compile(optimizer='adam', loss='{loss}')"


def labels(n: int, classes: int) -> str:
    """Return the line that makes labels."""
    return f"y = np.random.rand({n}, 1)" if classes == 1 else f"y = np.random.randint(0, {classes}, ({n},))"


def fitted(draw: random.Random, model: str, shape: list[int], classes: int, data: str = "") -> str:
    """Return a program that fits a model."""
    n = draw.choice([8, 10, 12])
    sizes = ", ".join(map(str, [n, *shape]))
    one_hot = classes > 1 and draw.random() < 0.4
    lines = [
        HEAD,
        model,
        f"x = {data.format(sizes) if data else f'np.random.rand({sizes})'}",
        labels(n, classes),
    ]
    if one_hot:
        lines.append(
            draw.choice([f"y = keras.utils.to_categorical(y, {classes})", f"y = np.eye({classes})[y]"])
        )
    compiling = compiled(classes)
    lines.append(compiling.replace("sparse_", "") if one_hot else compiling)
    rows = draw.choice([n, n // 2])
    lines += [
        f"model.fit(x[:{rows}], y[:{rows}], batch_size={draw.choice([3, 4, 8])}, epochs=1, verbose=0)",
        "scores = model.predict(x, verbose=0)",
        "best = scores.argmax(axis=-1)" if classes > 1 else "gap = np.mean((scores - y) ** 2)",
        "one = model(x[:1])",
    ]
    if one_hot:
        lines.append("hits = (best == y.argmax(axis=1)).mean()")
    return "\n".join([*lines, ""])
