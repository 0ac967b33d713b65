"""Statements from which programs are written at random; `writing.Filling` says what the tokens mean."""

NUMPY_ALIKE = """
np.exp({x})
np.tanh({x}) * 2
np.maximum({x}, 0)
{x} ** 2 + 1
-{x}
np.sqrt(np.abs({x}))
np.clip({x}, 0, 1)
{x} + {b}
{x} * {b}
{x} - {b}
{x} / (np.abs({b}) + 1)
np.where({x} > 0, {x}, {b})
np.maximum({x}, {b})
({x} > {b}).astype(np.float32)
{x}.sum(axis={axis})
{x}.mean(axis={axis}, keepdims=True)
np.max({x}, axis={axis})
np.sum({x})
np.std({x}, axis={axis}, keepdims=True)
{x} - {x}.mean(axis={axis}, keepdims=True)
{x} / np.linalg.norm({x}, axis={axis}, keepdims=True)
np.argmax({x}, axis={axis})
np.argsort({x}, axis={axis})
np.sort({x}, axis={axis})
np.cumsum({x}, axis={axis})
np.diff({x}, axis={axis})
np.mean({x2+}, axis=({two}))
np.median({x}, axis={axis})
np.quantile({x}, 0.5, axis={axis})
{x}.reshape({target})
{x}.reshape({target})
{x2+}.reshape({keep})
np.reshape({x}, ({target}))
{x}.ravel()
{x2+}.reshape(len({x2+}), -1)
{x2+}.reshape({x2+}.shape[0], -1)
{x}.T
np.transpose({x2+}, ({perm}))
{x2+}.transpose({perm})
np.swapaxes({x2+}, {two})
np.moveaxis({x2+}, {two})
np.expand_dims({x}, {new})
np.expand_dims({x}, axis={new})
np.squeeze({x})
{x}[{slices}]
{x}[{slices}]
{x2+}[:, None]
{x2+}[..., None]
{x}[None]
{x2+}[:, {n}]
{x2}[{n}]
{x1}[{at}]
{x2+}[..., {n}:]
{x1}[::-1]
np.concatenate([{x}, {c}], axis={ax})
np.concatenate(({x}, {x}), axis={axis})
np.stack([{x}, {s}])
np.stack([{x}, {s}], axis={new})
np.hstack([{x1}, {x1}])
np.vstack([{x}, {s}])
np.tile({x2}, (2, {n}))
np.repeat({x}, {n}, axis={axis})
{halves} = np.split({x}, 2, axis={axis})
np.array_split({x}, {n}, axis={axis})[0]
np.pad({x2}, ((1, {n}), (0, 2)))
np.pad({x2+}, {n})
{x} @ {m}
{x} @ {m}
{x} @ {mt}.T
{x2}.T @ {x2}
np.dot({x2}, {m})
np.matmul({x2+}, {m})
np.outer({x1}, {x1})
np.einsum("{letters}->{some}", {x})
np.einsum("ij,jk->ik", {x2}, {m})
np.einsum("ij,kj->ik", {x2}, {mt})
np.einsum("bij,bkj->bik", {x3}, {x3})
np.einsum("...i,i->...", {x}, {m})
np.tensordot({x2+}, {m}, axes=1)
np.linalg.norm({x2+}, axis=-1)
np.linalg.norm({x2}[:, None, :] - {mt}[None, :, :], axis=2)
np.linalg.inv({x2}.T @ {x2} + np.eye({x2}.shape[1]))
np.linalg.svd({x2}, full_matrices=False)[0]
np.broadcast_to({x}, (2, {dims}))
np.take({x}, np.array([0, 1]), axis={axis})
{x2}[np.arange({x2}.shape[0]), np.argmax({x2}, axis=1)]
np.eye({size})[np.array([0, 1, 1])]
np.zeros_like({x})
np.ones(({size}, {size}))
np.zeros(({dims}))
np.ones({x}.shape[:1])
np.full(({size},), 2.0)
np.arange({size}) / 2
np.linspace(0, 1, {size})
np.arange(12.0).reshape(3, 4)
np.flip({x}, axis={axis})
np.roll({x}, {n}, axis={axis})
np.triu({x2})
np.cov({x2}.T)
np.outer({x1}, {x1}).reshape(-1)
{names} = {x}.shape
{names} = np.shape({x2+})
n = len({x1})
last = {x}.shape[-1]
np.meshgrid({x1}, {x1})[0]
np.prod({x}, axis={axis})
np.stack([row * 2 for row in {x2+}])
np.array([row.sum() for row in {x2+}])
np.array([[float(i + j) for j in range({n})] for i in range({size})])
np.concatenate([{x}[i:i + 1] for i in range(len({x}))])
{x1}[:, None] * {x1}[None, :]
{x1}[:, None] - {x1}
np.mean({x}) * {b}
sum([{x}, {s}])
np.apply_along_axis(np.sum, {axis}, {x})
{x2}[{x2}[:, 0] > 0.2]
{x}[{x} > 0.5]
np.nonzero({x1} > 0.5)[0]
np.unique(np.round({x} * 4))
""".strip().split("\n")

NUMPY_ONLY = {"sum([", "np.apply_along_axis"}

TORCH = """
torch.exp({x})
torch.tanh({x}) * 2
{x}.clamp(min=0)
F.relu({x})
{x} ** 2 + 1
-{x}
{x} + {b}
{x} * {b}
{x} - {b}
torch.where({x} > 0, {x}, {b})
torch.maximum({x}, {b})
({x} > {b}).float()
{x}.sum(dim={axis})
{x}.mean({axis}, keepdim=True)
{x}.max(dim={axis})[0]
{x}.max(dim={axis}).values
{halves} = {x}.max({axis})
torch.sum({x})
{x} - {x}.mean(dim={axis}, keepdim=True)
F.normalize({x2+}, dim={axis})
{x}.norm(dim={axis})
F.softmax({x}, dim={axis})
torch.log_softmax({x}, {axis})
torch.logsumexp({x}, dim={axis})
{x}.argmax(dim={axis})
torch.argsort({x}, dim={axis})
torch.sort({x}, dim={axis})[0]
torch.topk({x}, {n}, dim={axis})[0]
torch.cumsum({x}, dim={axis})
torch.mean({x2+}, dim=({two}))
{x}.std(dim={axis})
{x}.reshape({target})
{x}.view({target})
{x2+}.view({keep})
{x2+}.reshape({keep})
torch.reshape({x}, ({target}))
{x}.flatten()
{x2+}.flatten(1)
torch.flatten({x2+}, start_dim=1)
{x2+}.view({x2+}.size(0), -1)
{x2+}.reshape({x2+}.shape[0], -1)
{x2}.t()
{x2}.T
{x2+}.permute({perm})
{x2+}.permute({perm}).contiguous()
{x2+}.transpose({two})
{x2+}.transpose(-1, -2)
{x2+}.mT
torch.swapaxes({x2+}, {two})
torch.movedim({x2+}, {two})
{x}.unsqueeze({new})
torch.unsqueeze({x}, dim={new})
{x}.squeeze()
{x}.unsqueeze(0).squeeze(0)
{x}[{slices}]
{x}[{slices}]
{x2+}[:, None]
{x2+}[..., None]
{x}[None]
{x2+}[:, {n}]
{x2}[{n}]
{x2+}[..., {n}:]
torch.cat([{x}, {c}], dim={ax})
torch.cat(({x}, {x}), dim={axis})
torch.stack([{x}, {s}])
torch.stack([{x}, {s}], dim={new})
{x2}.repeat(2, {n})
{x}.repeat_interleave({n}, dim={axis})
{halves} = {x}.chunk(2, dim={axis})
{halves} = torch.split({x}, {x}.shape[{axis}] // 2, dim={axis})
{x}.chunk({parts}, dim={axis})[0]
F.pad({x2+}, (1, {n}))
F.pad({x2+}, (1, 1, 0, {n}))
{x} @ {m}
{x} @ {m}
{x} @ {mt}.T
{x2}.t() @ {x2}
torch.mm({x2}, {m})
torch.matmul({x2+}, {m})
torch.bmm({x3}, {x3}.transpose(1, 2))
torch.outer({x1}, {x1})
torch.einsum("{letters}->{some}", {x})
torch.einsum("ij,jk->ik", {x2}, {m})
torch.einsum("ij,kj->ik", {x2}, {mt})
torch.einsum("bij,bkj->bik", {x3}, {x3})
torch.einsum("...i,i->...", {x}, {m})
F.linear({x}, {mt})
torch.cdist({x2}, {mt})
{x}.expand(2, {dims})
{x}.unsqueeze(0).expand({size}, {dims})
{x2}.gather(1, {x2}.argsort(dim=1)[:, :{n}])
{x2}[torch.arange({x2}.size(0)), {x2}.argmax(1)]
torch.index_select({x}, {axis}, torch.tensor([0, 1]))
{x}[torch.tensor([0, 1])]
F.one_hot(torch.tensor([0, 2, 1]), {size}).float()
torch.zeros_like({x})
torch.ones({size}, {size})
torch.zeros({dims})
torch.full(({size},), 2.0)
torch.randn({size}, {size}, {size})
torch.arange({size}).float()
torch.linspace(0, 1, {size})
torch.arange(12.0).view(3, 4)
torch.flip({x}, dims=[{axis}])
torch.roll({x}, {n}, dims={axis})
torch.tril({x2+})
{x2}.masked_fill(torch.triu(torch.ones_like({x2}), 1).bool(), 0.0)
{names} = {x}.shape
{names} = {x2+}.size()
n = len({x1})
last = {x}.size(-1)
torch.prod({x}, dim={axis})
torch.stack([row * 2 for row in {x2+}])
torch.tensor([float(row.sum()) for row in {x2+}])
torch.cat([{x}[i:i + 1] for i in range(len({x}))])
{x1}[:, None] * {x1}[None, :]
{x}.mean() * {b}
sum([{x}, {s}])
F.layer_norm({x}, {x}.shape[-1:])
F.mse_loss({x}, {s})
F.mse_loss({x}, {s}, reduction="none")
F.cross_entropy({x2}, torch.zeros({x2}.shape[0], dtype=torch.long))
F.cosine_similarity({x2}, {mt}, dim=1)
F.conv1d({x3}, torch.ones({size}, {x3}.shape[1], 1))
F.avg_pool1d({x3}, {n})
F.max_pool2d({x4}, 2)
F.adaptive_avg_pool1d({x3}, {size})
F.interpolate({x3}, scale_factor=2)
{x}.unfold({axis}, {n}, 1)
nn.Linear({x}.shape[-1], {size})({x})
nn.LayerNorm({x}.shape[-1])({x})
nn.Conv1d({x3}.shape[1], {size}, 3, padding=1)({x3})
nn.GRU({x3}.shape[-1], {size}, batch_first=True)({x3})[0]
nn.Embedding(10, {size})({x}.argmax({axis}))
{x2}[{x2}[:, 0] > 0.2]
{x}[{x} > 0.5]
torch.nonzero({x} > 0.5)
torch.unique(({x} * 4).round())
""".strip().split("\n")

TENSORFLOW = """
tf.exp({x})
tf.tanh({x}) * 2
tf.nn.relu({x})
tf.maximum({x}, 0.0)
{x} ** 2 + 1
-{x}
tf.clip_by_value({x}, 0.0, 1.0)
{x} + {b}
{x} * {b}
{x} - {b}
tf.where({x} > 0, {x}, {b})
tf.maximum({x}, {b})
tf.cast({x} > {b}, tf.float32)
tf.reduce_sum({x}, axis={axis})
tf.reduce_mean({x}, axis={axis}, keepdims=True)
tf.reduce_max({x}, {axis})
tf.reduce_sum({x})
{x} - tf.reduce_mean({x}, axis={axis}, keepdims=True)
tf.math.l2_normalize({x}, axis={axis})
tf.nn.softmax({x}, axis={axis})
tf.nn.log_softmax({x})
tf.argmax({x}, axis={axis})
tf.argsort({x}, axis={axis})
tf.sort({x}, axis={axis})
tf.math.top_k({x}, k={n})[0]
tf.cumsum({x}, axis={axis})
tf.reduce_mean({x2+}, axis=[{two}])
tf.math.reduce_std({x}, axis={axis})
tf.reshape({x}, [{target}])
tf.reshape({x}, ({target},))
tf.reshape({x2+}, [{keep}])
tf.reshape({x2+}, [tf.shape({x2+})[0], -1])
tf.reshape({x2+}, [{x2+}.shape[0], -1])
tf.reshape({x}, [-1])
tf.transpose({x})
tf.transpose({x2+}, [{perm}])
tf.transpose({x2+}, perm=[{perm}])
tf.linalg.matrix_transpose({x2+})
tf.expand_dims({x}, {new})
tf.expand_dims({x}, axis={new})
tf.squeeze({x})
{x}[{slices}]
{x}[{slices}]
{x2+}[:, tf.newaxis]
{x2+}[..., None]
{x}[None]
{x2+}[:, {n}]
{x2}[{n}]
tf.concat([{x}, {c}], axis={ax})
tf.concat([{x}, {x}], {axis})
tf.stack([{x}, {s}])
tf.stack([{x}, {s}], axis={new})
tf.unstack({x2+})[0]
tf.tile({x2}, [2, {n}])
tf.repeat({x}, {n}, axis={axis})
{halves} = tf.split({x}, 2, axis={axis})
tf.split({x}, {parts}, axis={axis})[0]
tf.pad({x2}, [[1, {n}], [0, 2]])
{x} @ {m}
tf.matmul({x2+}, {m})
tf.matmul({x2+}, {m})
tf.matmul({x2}, {mt}, transpose_b=True)
tf.linalg.matvec({x2}, {m})
tf.tensordot({x2+}, {m}, axes=1)
tf.einsum("ij,jk->ik", {x2}, {m})
tf.einsum("ij,kj->ik", {x2}, {mt})
tf.einsum("bij,bkj->bik", {x3}, {x3})
tf.norm({x}, axis={axis})
tf.norm({x2}[:, None, :] - {mt}[None, :, :], axis=2)
tf.broadcast_to({x}, [2, {dims}])
tf.gather({x}, [0, 1], axis={axis})
tf.gather({x}, tf.constant([0, 1]))
tf.one_hot([0, 2, 1], {size})
tf.one_hot(tf.argmax({x2}, axis=1), {size})
tf.zeros_like({x})
tf.ones([{size}, {size}])
tf.zeros([{dims}])
tf.zeros({x}.shape)
tf.fill([{size}], 2.0)
tf.random.normal([{size}, {size}, {size}])
tf.range({size}, dtype=tf.float32)
tf.linspace(0.0, 1.0, {size})
tf.reverse({x}, axis=[{axis}])
tf.roll({x}, {n}, axis={axis})
{names} = {x}.shape
n = {x}.shape[0]
last = {x}.shape[-1]
n = tf.shape({x})[0]
tf.reduce_prod({x}, axis={axis})
tf.stack([row * 2 for row in {x2+}])
tf.concat([{x}[i:i + 1] for i in range({x}.shape[0])], axis=0)
{x1}[:, None] * {x1}[None, :]
tf.reduce_mean({x}) * {b}
tf.add_n([{x}, {s}])
tf.nn.softmax_cross_entropy_with_logits(labels={x2}, logits={s})
tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.zeros({x2}.shape[0], tf.int32), logits={x2})
tf.keras.losses.MeanSquaredError()({x}, {s})
tf.keras.losses.mse({x2}, {s})
tf.nn.conv1d({x3}, tf.ones([{n}, {x3}.shape[-1], {size}]), 1, "SAME")
tf.nn.max_pool1d({x3}, 2, 2, "VALID")
tf.keras.layers.Dense({size})({x2+})
tf.keras.layers.LayerNormalization()({x2+})
tf.keras.layers.Conv1D({size}, 3, padding="same")({x3})
tf.keras.layers.LSTM({size})({x3})
tf.keras.layers.Flatten()({x2+})
tf.keras.layers.GlobalAveragePooling1D()({x3})
tf.keras.layers.Concatenate()([{x2}, {s}])
tf.boolean_mask({x2}, {x2}[:, 0] > 0.2)
tf.where({x} > 0.5)
""".strip().split("\n")

JAX_ONLY = """
jax.nn.relu({x})
jax.nn.softmax({x}, axis={axis})
jax.nn.one_hot(np.array([0, 2, 1]), {size})
jax.vmap(lambda r: r * 2)({x})
jax.vmap(lambda r: r.sum())({x2+})
jax.vmap(lambda r: r @ r)({x2})
jax.vmap(np.dot)({x2}, {s})
jax.jit(lambda t: t.T @ t)({x2})
jax.grad(lambda t: (t ** 2).sum())({x})
jax.random.normal(jax.random.PRNGKey(0), ({size}, {size}))
jax.lax.scan(lambda c, r: (c + r, c.sum()), np.zeros({x2}.shape[1]), {x2})[1]
{x}.at[0].set(0.0)
jax.nn.logsumexp({x}, axis={axis})
jax.lax.dynamic_slice({x2}, (0, 0), (1, {n}))
""".strip().split("\n")


def numpy() -> list[str]:
    """Statements over NumPy arrays."""
    return list(NUMPY_ALIKE)


def jax() -> list[str]:
    """Statements over JAX arrays."""
    kept = [text for text in NUMPY_ALIKE if not any(part in text for part in NUMPY_ONLY)]
    return [text.replace("np.", "jnp.") for text in [*kept, *JAX_ONLY]]
