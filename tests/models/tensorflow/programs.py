"""Small programs of TensorFlow 1 and 2 with sizes to be filled in; `reveal_shape` is asked of computed arrays."""

GRAPH = """
import numpy as np
import tensorflow.compat.v1 as tf
tf.disable_eager_execution()
"""

PROGRAMS = {
    "feed": """
x = tf.placeholder(tf.float32, [None, {a}])
y = tf.reduce_sum(x, axis=1)
with tf.Session() as sess:
    reveal_shape(sess.run(y, feed_dict={{x: np.zeros([{b}, {c}])}}))
""",
    "feed of another rank": """
x = tf.placeholder(tf.float32, [None, {a}])
with tf.Session():
    reveal_shape(tf.square(x).eval(feed_dict={{x: np.zeros({d})}}))
""",
    "unknown rank": """
x = tf.placeholder(tf.float32)
w = tf.Variable(tf.zeros([{a}, {b}]))
y = tf.matmul(x, w)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    reveal_shape(sess.run(y, {{x: np.zeros([2, {c}])}}))
""",
    "two inputs": """
x = tf.placeholder(tf.float32, [None, 3])
y = tf.placeholder(tf.float32, [None, 3])
z = tf.concat([x, y], axis=1)
s = x + y
with tf.Session() as sess:
    reveal_shape(sess.run([z, s], feed_dict={{x: np.ones([{a}, 3]), y: np.ones([{b}, 3])}}))
""",
    "shape tensor": """
x = tf.placeholder(tf.float32, [None, {a}])
n = tf.shape(x)[0]
y = tf.reshape(x, [n * {a}, 1])
z = tf.zeros(tf.stack([n, {b}])) + tf.ones([{c}])
with tf.Session() as sess:
    reveal_shape(sess.run((y, z), feed_dict={{x: np.ones([2, {a}])}}))
""",
    "variable of unknown shape": """
x = tf.placeholder(tf.float32, [None, {a}])
w = tf.Variable(tf.zeros([tf.shape(x)[{i}], 3]), use_resource=True)
reveal_shape(np.zeros(2))
""",
    "reuse": """
with tf.variable_scope("s"):
    w = tf.get_variable("w", [{a}, {b}])
with tf.variable_scope("s", reuse=True):
    v = tf.get_variable("w", [{a}, {b}])
y = tf.matmul(tf.ones([2, {c}]), v)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    reveal_shape(sess.run(y))
""",
    "set_shape": """
x = tf.placeholder(tf.float32, [None, {a}])
y = tf.identity(x)
y.set_shape([{b}, {c}])
w = tf.Variable(tf.zeros(y.shape))
reveal_shape(np.zeros(y.shape.as_list()))
""",
    "as_list": """
x = tf.placeholder(tf.float32, [None, {a}, {b}])
batch, height, width = x.get_shape().as_list()
y = tf.reshape(x, [-1, height * width]) if batch is None else x
with tf.Session() as sess:
    reveal_shape(sess.run(y, feed_dict={{x: np.ones([{c}, {a}, {b}])}}))
""",
    "training step": """
x = tf.placeholder(tf.float32, [None, {a}])
y = tf.placeholder(tf.float32, [None, {b}])
w = tf.Variable(tf.truncated_normal([{a}, {b}]))
logits = tf.matmul(x, w) + tf.Variable(tf.zeros([{c}]))
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=y, logits=logits))
step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    _, value, scores = sess.run([step, loss, logits], feed_dict={{x: np.ones([5, {a}]), y: np.ones([5, {b}])}})
    reveal_shape(value)
    reveal_shape(scores)
""",
    "pipeline": """
data = tf.data.Dataset.from_tensor_slices((np.ones([{n}, {a}], "float32"), np.zeros([{n}], "int32")))
features, labels = tf.data.make_one_shot_iterator(data.repeat().batch({b}, drop_remainder=True)).get_next()
y = tf.matmul(features, tf.ones([{c}, 2]))
with tf.Session() as sess:
    reveal_shape(sess.run([y, labels]))
""",
    "conditions": """
x = tf.placeholder(tf.float32, [None, {a}])
y = tf.cond(tf.reduce_sum(x) > 0, lambda: x * 2, lambda: x + 1)
z = tf.map_fn(lambda row: tf.reduce_sum(row), x)
s = tf.scan(lambda acc, row: acc + row, x, initializer=tf.zeros([{b}]))
with tf.Session() as sess:
    reveal_shape(sess.run([y, z, s], feed_dict={{x: np.ones([{c}, {a}])}}))
""",
    "loop": """
x = tf.placeholder(tf.float32, [None, {a}])
_, y = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, tf.concat([v, v], {i})),
                     [tf.constant(0), tf.ones([2, 2]) * x[0, 0]])
with tf.Session() as sess:
    reveal_shape(sess.run(tf.shape(y), feed_dict={{x: np.ones([{c}, {a}])}}))
""",
    "loop from a constant": """
_, y = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, tf.concat([v, tf.ones([1, {a}])], {i})),
                     [tf.constant(0), tf.zeros([1, {b}])])
reveal_shape(np.zeros(2))
""",
    "sizes that are None": """
x = tf.placeholder(tf.float32, [None, {a}])
sizes = x.get_shape().as_list()
y = tf.zeros([sizes[{i}], {b}])
reveal_shape(np.zeros(2))
""",
    "reuse with other sizes": """
with tf.variable_scope("s"):
    w = tf.get_variable("w", [{a}, {b}])
with tf.variable_scope("s", reuse=True):
    v = tf.get_variable("w", [{a}, {c}])
reveal_shape(np.zeros(2))
""",
    "inputs of other lengths": """
x = tf.placeholder(tf.float32, [None, {a}])
y = tf.placeholder(tf.float32, [None, {b}])
z = tf.concat([tf.nn.relu(tf.matmul(x, tf.ones([{a}, 3]))), y], 1)
with tf.Session() as sess:
    reveal_shape(sess.run(z, feed_dict={{x: np.ones([5, {a}]), y: np.ones([{n}, {b}])}}))
""",
    "sparse": """
m = tf.SparseTensor([[0, 0], [1, 1]], [1.0, 2.0], [{a}, {b}])
x = tf.placeholder(tf.float32, [None, 3])
y = tf.sparse_tensor_dense_matmul(m, x)
with tf.Session() as sess:
    reveal_shape(sess.run(y, feed_dict={{x: np.ones([{c}, 3])}}))
""",
    "positions of a sparse tensor": """
m = tf.SparseTensor(np.zeros([{a}, {b}], "int64"), np.ones([{c}], "float32"), [7] * {i} + [8, 9])
reveal_shape(np.zeros(2))
""",
    "scatter": """
w = tf.Variable(tf.zeros([{n}, {a}]))
change = tf.scatter_update(w, [0, 1], tf.ones([2, {b}]))
reveal_shape(np.zeros(2))
""",
    "assignment": """
w = tf.Variable(tf.zeros([{a}, {b}]))
change = w.assign(tf.ones([{a}, {c}]))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    reveal_shape(sess.run(change))
""",
    "split": """
x = tf.placeholder(tf.float32, [None, {n}])
parts = tf.split(x, {b}, axis=1)
steps = tf.unstack(tf.reshape(x, [-1, {n}, 1]), {n}, 1)
with tf.Session() as sess:
    reveal_shape(sess.run([parts[0], steps[-1]], feed_dict={{x: np.ones([3, {n}])}}))
""",
    "gradients": """
x = tf.placeholder(tf.float32, [None, {a}])
w = tf.Variable(tf.ones([{b}, 2]))
loss = tf.reduce_sum(tf.matmul(x, w))
g, = tf.gradients(loss, [w])
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    reveal_shape(sess.run(g, feed_dict={{x: np.ones([3, {c}])}}))
""",
    "feeding a computed tensor": """
x = tf.placeholder(tf.float32, [None, {a}])
x = tf.reshape(x, [-1, {a}, 1])
with tf.Session() as sess:
    reveal_shape(sess.run(tf.reduce_sum(x, 2), feed_dict={{x: np.ones({d})}}))
""",
}

EAGER = """
import numpy as np
import tensorflow as tf
"""

EAGER_PROGRAMS = {
    "variable": """
w = tf.Variable(tf.zeros([{a}, {b}]))
w.assign_add(tf.ones([{a}, {c}]))
reveal_shape((w @ tf.ones([{b}, 2])).numpy())
""",
    "tape": """
w = tf.Variable(tf.ones([{a}, {b}]))
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.matmul(tf.ones([2, {c}]), w) ** 2)
g = tape.gradient(loss, w)
reveal_shape(g.numpy())
reveal_shape(loss.numpy())
""",
    "function": """
@tf.function
def scale(x, y):
    return x * y + tf.reduce_mean(x, axis=1, keepdims=True)

reveal_shape(scale(tf.ones([{a}, {b}]), tf.ones([{c}])).numpy())
""",
    "pipeline": """
data = tf.data.Dataset.from_tensor_slices((np.ones([{n}, {a}], "float32"), np.zeros([{n}], "int64")))
for x, y in data.shuffle(10).map(lambda x, y: (x * 2, tf.one_hot(y, {b}))).batch({c}).take(1):
    reveal_shape(x.numpy())
    reveal_shape(y.numpy())
""",
    "zip and window": """
one = tf.data.Dataset.range({n}).batch({b}, drop_remainder=True)
two = tf.data.Dataset.from_tensors(tf.ones([{a}, 2])).repeat()
for numbers, x in tf.data.Dataset.zip((one, two)).take(1):
    reveal_shape(tf.matmul(x, tf.ones([{c}, 3])).numpy())
""",
    "slices of two lengths": """
data = tf.data.Dataset.from_tensor_slices((tf.ones([{a}, 2]), tf.ones([{b}])))
reveal_shape(np.zeros(3))
""",
    "indexing": """
x = tf.ones([{a}, {b}, 4])
reveal_shape(x[0].numpy())
reveal_shape(x[:, -1, tf.newaxis].numpy())
reveal_shape(x[..., 1:{c}].numpy())
reveal_shape((x + tf.ones([{c}, 4])).numpy())
""",
    "tensor array": """
ta = tf.TensorArray(tf.float32, size={a})
for i in range({a}):
    ta = ta.write(i, tf.ones([{b}, 2]))
y = ta.stack()
reveal_shape(tf.matmul(y, tf.ones([2, {c}])).numpy())
""",
    "shape attributes": """
x = tf.ones([{a}, {b}])
rows, columns = x.shape
y = tf.reshape(x, [columns, rows])
reveal_shape(tf.matmul(x, y).numpy())
reveal_shape(np.zeros(x.shape[0] + len(x.shape)))
reveal_shape(tf.zeros(x.shape[1:] + [{c}]).numpy())
""",
    "image": """
x = tf.ones([{a}, 8, 8, 3])
y = tf.image.resize(x, [{b}, {c}])
z = tf.nn.conv2d(y, tf.ones([2, 2, {i} + 2, 5]), strides=1, padding="SAME")
reveal_shape(tf.nn.max_pool2d(z, 2, 2, "SAME").numpy())
""",
}
