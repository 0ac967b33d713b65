"""Flax networks at random, initialized, applied and trained by hand or with optax."""

import random

HEAD = "import jax\nimport jax.numpy as jnp\nimport flax.linen as nn\n\nkey = jax.random.PRNGKey(0)\n"


def flax_net(draw: random.Random) -> str:
    """Return a program with one network."""
    return draw.choice([dense, pictures, attention, recurrent, by_hand])(draw)


def dense(draw: random.Random) -> str:
    """Dense layers of a compact module, or of one with setup."""
    width, hidden, classes, n = (
        draw.choice([5, 8, 12]),
        draw.choice([8, 16]),
        draw.randint(2, 6),
        draw.randint(3, 9),
    )
    if draw.random() < 0.5:
        body = ["    hidden: int", "    classes: int", "", "    @nn.compact", "    def __call__(self, x):",
                "        x = nn.relu(nn.Dense(self.hidden)(x))",
                *["        x = nn.LayerNorm()(x)"] * draw.randint(0, 1),
                *["        x = x + nn.Dense(self.hidden)(x)"] * draw.randint(0, 1),
                "        return nn.Dense(self.classes)(x)"]  # fmt: skip
    else:
        body = ["    hidden: int", "    classes: int", "", "    def setup(self):",
                "        self.first = nn.Dense(self.hidden)",
                "        self.second = nn.Dense(self.classes)", "", "    def __call__(self, x):",
                "        return self.second(nn.tanh(self.first(x)))"]  # fmt: skip
    return trained(draw, ["class Net(nn.Module):", *body], f"Net({hidden}, {classes})", [n, width], classes)


def pictures(draw: random.Random) -> str:
    """Convolutions."""
    side, channels, classes, n = (
        draw.choice([8, 12]),
        draw.choice([1, 3]),
        draw.randint(2, 6),
        draw.randint(2, 5),
    )
    padding = draw.choice(["", ", padding='VALID'", ", strides=(2, 2)"])
    body = ["    classes: int", "", "    @nn.compact", "    def __call__(self, x):",
            f"        x = nn.Conv({draw.choice([4, 8])}, (3, 3){padding})(x)", "        x = nn.relu(x)",
            draw.choice(["        x = nn.max_pool(x, (2, 2), strides=(2, 2))",
                         "        x = nn.avg_pool(x, window_shape=(2, 2), strides=(2, 2))"]),
            draw.choice(["        x = x.reshape((x.shape[0], -1))", "        x = x.mean(axis=(1, 2))",
                         "        n, h, w, c = x.shape\n        x = x.reshape(n, h * w * c)"]),
            f"        x = nn.Dense({draw.choice([8, 12])})(x)", "        return nn.Dense(self.classes)(nn.relu(x))"]  # fmt: skip
    return trained(
        draw, ["class CNN(nn.Module):", *body], f"CNN({classes})", [n, side, side, channels], classes
    )


def attention(draw: random.Random) -> str:
    """Self-attention over a sequence."""
    heads, size, n, steps, classes = (
        draw.choice([1, 2]),
        draw.choice([4, 6]),
        draw.randint(2, 4),
        draw.randint(3, 6),
        3,
    )
    width = heads * size
    body = ["    classes: int", "", "    @nn.compact", "    def __call__(self, x):",
            f"        y = nn.SelfAttention(num_heads={heads})(nn.LayerNorm()(x))", "        x = x + y",
            f"        y = nn.Dense({2 * width})(x)", f"        y = nn.Dense({width})(nn.gelu(y))", "        x = x + y",
            draw.choice(["        x = x.mean(axis=1)", "        x = x[:, 0]"]),
            "        return nn.Dense(self.classes)(x)"]  # fmt: skip
    return trained(
        draw, ["class Encoder(nn.Module):", *body], f"Encoder({classes})", [n, steps, width], classes
    )


def recurrent(draw: random.Random) -> str:
    """Embedded tokens through a recurrent cell."""
    width, hidden, n, steps, classes = (
        draw.choice([4, 6]),
        draw.choice([5, 8]),
        draw.randint(2, 4),
        draw.randint(3, 6),
        3,
    )
    cell = draw.choice(["nn.GRUCell", "nn.LSTMCell"])
    body = ["    classes: int", "", "    @nn.compact", "    def __call__(self, tokens):",
            f"        x = nn.Embed(20, {width})(tokens)", f"        x = nn.RNN({cell}(features={hidden}))(x)",
            "        return nn.Dense(self.classes)(x[:, -1])"]  # fmt: skip
    data = f"jax.random.randint(key, ({n}, {steps}), 0, 20)"
    return trained(draw, ["class Reader(nn.Module):", *body], f"Reader({classes})", [n, steps], classes, data)


def by_hand(draw: random.Random) -> str:
    """Parameters in a list, gradients by `jax.grad`."""
    sizes = [draw.choice([4, 7]), *draw.choices([6, 10], k=draw.randint(1, 2)), draw.randint(1, 3)]
    n = draw.randint(3, 8)
    lines = [
        "import jax", "import jax.numpy as jnp", "", "",
        "def init(key, sizes):",
        "    keys = jax.random.split(key, len(sizes) - 1)",
        "    return [(jax.random.normal(k, (m, n)) * 0.1, jnp.zeros(n)) for k, m, n in zip(keys, sizes[:-1], sizes[1:])]",
        "", "",
        "def predict(params, x):",
        "    for w, b in params[:-1]:",
        "        x = jnp.tanh(x @ w + b)",
        "    w, b = params[-1]",
        "    return x @ w + b",
        "", "",
        "def loss(params, x, y):",
        "    return jnp.mean((predict(params, x) - y) ** 2)",
        "", "",
        "@jax.jit",
        "def update(params, x, y):",
        "    grads = jax.grad(loss)(params, x, y)",
        "    return [(w - 0.1 * dw, b - 0.1 * db) for (w, b), (dw, db) in zip(params, grads)]",
        "", "",
        f"params = init(jax.random.PRNGKey(0), {sizes})",
        f"x = jnp.ones(({n}, {sizes[0]}))",
        f"y = jnp.zeros(({n}, {sizes[-1]}))",
        "for step in range(3):",
        "    params = update(params, x, y)",
        "out = predict(params, x)",
        draw.choice(["each = jax.vmap(predict, in_axes=(None, 0))(params, x)",
                     "slopes = jax.jacobian(predict, argnums=1)(params, x[0])"]),
        "",
    ]  # fmt: skip
    return "\n".join(lines)


def trained(
    draw: random.Random, net: list[str], make: str, shape: list[int], classes: int, data: str = ""
) -> str:
    """Return a program that trains a network for some steps."""
    sizes = ", ".join(map(str, shape))
    lines = [
        HEAD, "", *net, "", "",
        f"model = {make}",
        f"x = {data or f'jax.random.normal(key, ({sizes}))'}",
        f"y = jnp.arange({shape[0]}) % {classes}",
        "variables = model.init(key, x)",
        "", "",
        draw.choice(["@jax.jit\n", ""]) + "def loss_of(variables, x, y):",
        "    logits = model.apply(variables, x)",
        f"    targets = jax.nn.one_hot(y, {classes})",
        "    return -jnp.mean(jnp.sum(targets * jax.nn.log_softmax(logits), axis=-1))",
        "", "",
        "for step in range(2):",
        "    loss, grads = jax.value_and_grad(loss_of)(variables, x, y)",
        "    variables = jax.tree_util.tree_map(lambda v, g: v - 0.1 * g, variables, grads)",
        "scores = model.apply(variables, x)",
        "best = jnp.argmax(scores, axis=-1)",
        "right = (best == y).mean()",
        "",
    ]  # fmt: skip
    return "\n".join(lines)
