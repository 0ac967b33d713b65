"""PyTorch networks at random, with their data and training loop, as a user writes them."""

import random

HEAD = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
LOADER = "from torch.utils.data import DataLoader, TensorDataset\n"
ACTIVATIONS = ("nn.ReLU()", "nn.Tanh()", "nn.GELU()", "nn.LeakyReLU(0.1)")


def torch_net(draw: random.Random) -> str:
    """Return a program with one network."""
    return draw.choice(
        [perceptron, convolutions, residual, recurrent, attention, autoencoder, unet, seq2seq, vit]
    )(draw)


def perceptron(draw: random.Random) -> str:
    """Dense layers in a Sequential or one by one."""
    widths = [
        draw.choice([4, 10, 16, 28, 64]),
        *draw.choices([8, 16, 32, 64], k=draw.randint(1, 3)),
        draw.randint(2, 10),
    ]
    lines, calls = [], []
    listed = draw.random() < 0.5
    for k in range(len(widths) - 1):
        name = f"fc{k + 1}"
        layers = [f"nn.Linear({widths[k]}, {widths[k + 1]})"]
        if k < len(widths) - 2:
            if draw.random() < 0.4:
                layers.append(f"nn.BatchNorm1d({widths[k + 1]})")
            layers.append(draw.choice(ACTIVATIONS))
            if draw.random() < 0.3:
                layers.append("nn.Dropout(0.2)")
        if listed:
            lines += layers
        else:
            whole = layers[0] if len(layers) == 1 else f"nn.Sequential({', '.join(layers)})"
            lines.append(f"self.{name} = {whole}")
            calls.append(f"x = self.{name}(x)")
    if listed:
        body = ["self.layers = nn.Sequential(", *[f"    {line}," for line in lines], ")"]
        calls = ["return self.layers(x)"]
    else:
        body, calls = lines, [*calls, "return x"]
    if draw.random() < 0.3:
        calls.insert(0, "x = x.view(x.size(0), -1)")
    net = module("Net", "", body, "x", calls)
    return "\n".join([HEAD + LOADER, net, training(draw, [widths[0]], widths[-1], "Net()")])


def convolutions(draw: random.Random) -> str:
    """Convolutions, pools, and dense layers over what is left."""
    side, channels = draw.choice([16, 20, 28, 32]), draw.choice([1, 3])
    shape = [channels, side, side]
    body, calls = [], []
    for k in range(draw.randint(1, 3)):
        out, kernel = draw.choice([4, 6, 8, 16]), draw.choice([1, 3, 5])
        stride, padding = draw.choice([1, 1, 2]), draw.choice([0, kernel // 2])
        if side + 2 * padding < kernel + 2:
            break
        options = [f"kernel_size={kernel}" if draw.random() < 0.5 else str(kernel)]
        options += [f"stride={stride}"] * (stride > 1) + [f"padding={padding}"] * (padding > 0)
        body.append(f"self.conv{k + 1} = nn.Conv2d({channels}, {out}, {', '.join(options)})")
        side, channels = (side + 2 * padding - kernel) // stride + 1, out
        step = f"self.conv{k + 1}(x)"
        if draw.random() < 0.4:
            body.append(f"self.bn{k + 1} = nn.BatchNorm2d({out})")
            step = f"self.bn{k + 1}({step})"
        calls.append(f"x = F.relu({step})")
        if side >= 4 and draw.random() < 0.7:
            calls.append(draw.choice(["x = F.max_pool2d(x, 2)", "x = F.avg_pool2d(x, kernel_size=2)"]))
            side //= 2
    classes, hidden = draw.randint(2, 10), draw.choice([16, 32, 50])
    if draw.random() < 0.25:
        calls += ["x = F.adaptive_avg_pool2d(x, 1)", "x = x.flatten(1)"]
        flat = str(channels)
    else:
        flat = draw.choice([str(channels * side * side), f"{channels} * {side} * {side}"])
        calls.append(draw.choice(["x = torch.flatten(x, 1)", f"x = x.view(-1, {flat})", "x = x.view(x.size(0), -1)",
                                  "x = x.reshape(len(x), -1)", "n, c, h, w = x.shape\nx = x.view(n, c * h * w)"]))  # fmt: skip
    body += [f"self.fc1 = nn.Linear({flat}, {hidden})", f"self.fc2 = nn.Linear({hidden}, {classes})"]
    calls += [
        "x = F.relu(self.fc1(x))",
        draw.choice(["return self.fc2(x)", "return F.log_softmax(self.fc2(x), dim=1)"]),
    ]
    net = module("Net", "", body, "x", calls)
    return "\n".join([HEAD + LOADER, net, training(draw, shape, classes, "Net()")])


def residual(draw: random.Random) -> str:
    """Blocks with a shortcut."""
    first, classes, side = draw.choice([4, 8]), draw.randint(2, 10), draw.choice([8, 16])
    stages = [(first * 2**k, draw.choice([1, 2])) for k in range(draw.randint(1, 3))]
    block = module("Block", "inputs, outputs, stride=1", [
        "self.conv1 = nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1, bias=False)",
        "self.bn1 = nn.BatchNorm2d(outputs)",
        "self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)",
        "self.bn2 = nn.BatchNorm2d(outputs)",
        "self.shortcut = nn.Sequential()",
        "if stride != 1 or inputs != outputs:",
        "    self.shortcut = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride=stride), nn.BatchNorm2d(outputs))",
    ], "x", ["out = F.relu(self.bn1(self.conv1(x)))", "out = self.bn2(self.conv2(out))", "out += self.shortcut(x)",
             "return F.relu(out)"])  # fmt: skip
    net = module("ResNet", f"classes={classes}", [
        f"self.width = {first}",
        f"self.stem = nn.Conv2d(3, {first}, 3, padding=1)",
        *[f"self.layer{k + 1} = self.make({width}, {draw.randint(1, 2)}, stride={stride})"
          for k, (width, stride) in enumerate(stages)],
        f"self.head = nn.Linear({stages[-1][0]}, classes)",
    ], "x", ["x = F.relu(self.stem(x))", *[f"x = self.layer{k + 1}(x)" for k in range(len(stages))],
             draw.choice(["x = x.mean(dim=(2, 3))", "x = F.adaptive_avg_pool2d(x, (1, 1)).flatten(1)"]),
             "return self.head(x)"])  # fmt: skip
    make = [
        "    def make(self, width, count, stride):",
        "        layers = []",
        "        for step in [stride] + [1] * (count - 1):",
        "            layers.append(Block(self.width, width, step))",
        "            self.width = width",
        "        return nn.Sequential(*layers)",
        "",
    ]
    whole = "\n".join([net.rstrip("\n"), "", *make])
    return "\n".join([HEAD + LOADER, block, whole, training(draw, [3, side, side], classes, "ResNet()")])


def recurrent(draw: random.Random) -> str:
    """Embeddings or features into a recurrent layer, the last output into a dense one."""
    words, width, hidden = draw.randint(10, 50), draw.choice([6, 8, 16]), draw.choice([8, 12, 20])
    kind, layers, both = draw.choice(["LSTM", "GRU", "RNN"]), draw.randint(1, 2), draw.random() < 0.4
    first, classes = draw.random() < 0.8, draw.randint(2, 6)
    options = (
        [f"num_layers={layers}"] * (layers > 1) + ["bidirectional=True"] * both + ["batch_first=True"] * first
    )
    options = ", ".join(["", *options])
    calls = ["e = self.embedding(tokens)"]
    if not first:
        calls.append("e = e.transpose(0, 1)")
    if draw.random() < 0.4:
        calls.append(f"h0 = torch.zeros({layers * (2 if both else 1)}, tokens.size(0), {hidden})")
        state = ", (h0, h0)" if kind == "LSTM" else ", h0"
    else:
        state = ""
    calls.append(f"out, h = self.rnn(e{state})")
    wide = hidden * (2 if both else 1)
    ways = ["last = out[:, -1]" if first else "last = out[-1]"]
    if kind != "LSTM":
        ways.append("last = torch.cat([h[-2], h[-1]], dim=1)" if both else "last = h[-1]")
    else:
        ways.append("h, c = h\n" + ("last = torch.cat((h[-2], h[-1]), dim=-1)" if both else "last = h[-1]"))
    ways.append(f"last = out.mean({1 if first else 0})")
    calls += [draw.choice(ways), "return self.fc(last)"]
    net = module("Tagger", f"words={words}, classes={classes}", [
        f"self.embedding = nn.Embedding(words, {width})",
        f"self.rnn = nn.{kind}({width}, {hidden}{options})",
        f"self.fc = nn.Linear({wide}, classes)",
    ], "tokens", calls)  # fmt: skip
    steps = draw.randint(4, 9)
    data = f"torch.randint(0, {words}, ({{n}}, {steps}))"
    return "\n".join([HEAD + LOADER, net, training(draw, [steps], classes, "Tagger()", data)])


def attention(draw: random.Random) -> str:
    """A block of self-attention written out, with a mask or without."""
    heads, size = draw.choice([2, 4]), draw.choice([4, 8])
    width, steps, words = heads * size, draw.randint(4, 8), draw.randint(10, 40)
    split = draw.choice([
        ["q = self.q(x).view(b, t, self.heads, d // self.heads).transpose(1, 2)",
         "k = self.k(x).view(b, t, self.heads, d // self.heads).transpose(1, 2)",
         "v = self.v(x).view(b, t, self.heads, d // self.heads).transpose(1, 2)"],
        ["q, k, v = [layer(x).reshape(b, t, self.heads, -1).permute(0, 2, 1, 3) for layer in (self.q, self.k, self.v)]"],
    ])  # fmt: skip
    scores = draw.choice([
        ["scores = q @ k.transpose(-2, -1) / (d // self.heads) ** 0.5"],
        ["scores = torch.matmul(q, k.transpose(2, 3))", "scores = scores / math.sqrt(q.size(-1))"],
        ['scores = torch.einsum("bhid,bhjd->bhij", q, k)'],
    ])  # fmt: skip
    mask = draw.choice([[], ["mask = torch.tril(torch.ones(t, t))",
                             'scores = scores.masked_fill(mask[None, None] == 0, float("-inf"))']])  # fmt: skip
    block = module("Attention", "width, heads", [
        "self.heads = heads",
        *[f"self.{name} = nn.Linear(width, width)" for name in "qkv"],
        "self.out = nn.Linear(width, width)",
    ], "x", ["b, t, d = x.shape", *split, *scores, *mask, "weights = scores.softmax(dim=-1)", "y = weights @ v",
             draw.choice(["y = y.transpose(1, 2).contiguous().view(b, t, d)", "y = y.permute(0, 2, 1, 3).reshape(b, t, -1)"]),
             "return self.out(y)"])  # fmt: skip
    layer = module("Layer", "width, heads", [
        "self.attention = Attention(width, heads)",
        "self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)",
        "self.mlp = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))",
    ], "x", ["x = x + self.attention(self.first(x))", "return x + self.mlp(self.second(x))"])  # fmt: skip
    model = module("Model", f"words={words}, width={width}, heads={heads}, depth={draw.randint(1, 2)}, steps={steps}", [
        "self.tokens = nn.Embedding(words, width)",
        "self.places = nn.Parameter(torch.zeros(1, steps, width))",
        "self.layers = nn.ModuleList([Layer(width, heads) for _ in range(depth)])",
        "self.head = nn.Linear(width, words)",
    ], "ids", ["x = self.tokens(ids) + self.places[:, :ids.size(1)]", "for layer in self.layers:", "    x = layer(x)",
               "return self.head(x)"])  # fmt: skip
    n = draw.randint(2, 4)
    main = [
        "model = Model()",
        f"ids = torch.randint(0, {words}, ({n}, {steps}))",
        "targets = torch.roll(ids, -1, dims=1)",
        "optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)",
        "for step in range(2):",
        "    logits = model(ids)",
        "    loss = " + draw.choice(["F.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))",
                                     "F.cross_entropy(logits.transpose(1, 2), targets)"]),
        "    optimizer.zero_grad()",
        "    loss.backward()",
        "    optimizer.step()",
        "probs = F.softmax(model(ids)[:, -1], dim=-1)",
        "following = torch.multinomial(probs, 1)",
        "ids = torch.cat([ids, following], dim=1)",
    ]  # fmt: skip
    return "\n".join([HEAD + "import math\n", block, layer, model, *main, ""])


def autoencoder(draw: random.Random) -> str:
    """A variational autoencoder over vectors."""
    width, hidden, latent, n = (
        draw.choice([20, 36, 64]),
        draw.choice([10, 16]),
        draw.randint(2, 5),
        draw.randint(5, 12),
    )
    net = module("VAE", "", [
        f"self.encoder = nn.Linear({width}, {hidden})",
        f"self.mu, self.logvar = nn.Linear({hidden}, {latent}), nn.Linear({hidden}, {latent})",
        f"self.decoder = nn.Sequential(nn.Linear({latent}, {hidden}), nn.ReLU(), nn.Linear({hidden}, {width}), nn.Sigmoid())",
    ], "x", ["h = F.relu(self.encoder(x))", "mu, logvar = self.mu(h), self.logvar(h)",
             "std = torch.exp(0.5 * logvar)", "z = mu + std * torch.randn_like(std)",
             "return self.decoder(z), mu, logvar"])  # fmt: skip
    main = [
        f"data = torch.rand({n}, {width})",
        "model = VAE()",
        "optimizer = torch.optim.SGD(model.parameters(), lr=0.01)",
        f"for start in range(0, len(data), {draw.randint(2, 4)}):",
        f"    batch = data[start:start + {draw.randint(2, 4)}]",
        "    rebuilt, mu, logvar = model(batch)",
        "    fit = F.binary_cross_entropy(rebuilt, batch, reduction='sum')",
        "    kl = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp(), dim=1)",
        "    loss = fit + kl.mean()",
        "    optimizer.zero_grad()",
        "    loss.backward()",
        "    optimizer.step()",
        f"samples = model.decoder(torch.randn(4, {latent}))",
        f"pictures = samples.view(4, 1, {draw.choice(['2, -1', '-1, 2', str(width)])})",
    ]
    return "\n".join([HEAD, net, *main, ""])


def unet(draw: random.Random) -> str:
    """An encoder and a decoder that joins what the encoder saw."""
    a, side, n, classes = draw.choice([4, 6, 8]), draw.choice([8, 16]), draw.randint(1, 3), draw.randint(1, 4)
    up = draw.random() < 0.5
    rise = f"nn.ConvTranspose2d({2 * a}, {a}, 2, stride=2)" if up else (
        f"nn.Sequential(nn.Upsample(scale_factor=2), nn.Conv2d({2 * a}, {a}, 3, padding=1))")  # fmt: skip
    net = module("UNet", "", [
        f"self.down1 = self.double(3, {a})",
        f"self.down2 = self.double({a}, {2 * a})",
        "self.pool = nn.MaxPool2d(2)",
        f"self.up = {rise}",
        f"self.join = self.double({2 * a}, {a})",
        f"self.out = nn.Conv2d({a}, {classes}, kernel_size=1)",
    ], "x", ["first = self.down1(x)", "second = self.down2(self.pool(first))", "risen = self.up(second)",
             "joined = self.join(torch.cat([risen, first], dim=1))", "return self.out(joined)"])  # fmt: skip
    double = [
        "    def double(self, inputs, outputs):",
        "        return nn.Sequential(",
        "            nn.Conv2d(inputs, outputs, 3, padding=1), nn.ReLU(inplace=True),",
        "            nn.Conv2d(outputs, outputs, 3, padding=1), nn.ReLU(inplace=True),",
        "        )",
        "",
    ]
    if classes == 1:
        loss = f"F.binary_cross_entropy_with_logits(scores.squeeze(1), torch.zeros({n}, {side}, {side}))"
    else:
        loss = f"nn.CrossEntropyLoss()(scores, torch.zeros({n}, {side}, {side}, dtype=torch.long))"
    main = [
        "net = UNet()",
        f"pictures = torch.randn({n}, 3, {side}, {side})",
        "scores = net(pictures)",
        f"loss = {loss}",
        "loss.backward()",
        "best = scores.argmax(dim=1)",
    ]
    return "\n".join([HEAD, net.rstrip("\n"), "", *double, *main, ""])


def seq2seq(draw: random.Random) -> str:
    """An encoder whose state starts a decoder that runs step by step."""
    words, width, hidden, n = (
        draw.randint(10, 30),
        draw.choice([6, 8]),
        draw.choice([8, 12]),
        draw.randint(2, 4),
    )
    t, s = draw.randint(3, 6), draw.randint(3, 6)
    encoder = module("Encoder", "", [f"self.embedding = nn.Embedding({words}, {width})",
                                     f"self.gru = nn.GRU({width}, {hidden}, batch_first=True)"],
                     "source", ["return self.gru(self.embedding(source))"])  # fmt: skip
    attends = draw.random() < 0.6
    taken = width + hidden if attends else width
    steps = ["e = self.embedding(token).unsqueeze(1)"]
    if attends:
        steps += ["weights = torch.bmm(outputs, state[-1].unsqueeze(2)).softmax(dim=1)",
                  "context = torch.bmm(weights.transpose(1, 2), outputs)", "e = torch.cat([e, context], dim=2)"]  # fmt: skip
    decoder = module("Decoder", "", [f"self.embedding = nn.Embedding({words}, {width})",
                                     f"self.gru = nn.GRU({taken}, {hidden}, batch_first=True)",
                                     f"self.out = nn.Linear({hidden}, {words})"],
                     "token, state, outputs", [*steps, "y, state = self.gru(e, state)",
                                               "return self.out(y.squeeze(1)), state"])  # fmt: skip
    main = [
        "encoder, decoder = Encoder(), Decoder()",
        f"source = torch.randint(0, {words}, ({n}, {s}))",
        f"target = torch.randint(0, {words}, ({n}, {t}))",
        "outputs, state = encoder(source)",
        "token = target[:, 0]",
        "losses, kept = [], []",
        f"for step in range(1, {t}):",
        "    scores, state = decoder(token, state, outputs)",
        "    losses.append(F.cross_entropy(scores, target[:, step]))",
        "    kept.append(scores)",
        "    token = scores.argmax(1)",
        "loss = torch.stack(losses).mean()",
        "loss.backward()",
        "logits = torch.stack(kept, dim=1)",
        "right = (logits.argmax(-1) == target[:, 1:]).float().mean()",
    ]
    return "\n".join([HEAD, encoder, decoder, *main, ""])


def vit(draw: random.Random) -> str:
    """A vision transformer of library layers."""
    patch, count, heads = draw.choice([2, 4]), draw.choice([2, 4]), draw.choice([1, 2])
    side, width, classes, n = (
        patch * count,
        heads * draw.choice([4, 8]),
        draw.randint(2, 5),
        draw.randint(2, 3),
    )
    by_hand = draw.random() < 0.5
    if by_hand:
        embed = [f"self.embed = nn.Linear(3 * {patch} * {patch}, {width})"]
        cut = [f"x = x.unfold(2, {patch}, {patch}).unfold(3, {patch}, {patch})",
               f"x = x.permute(0, 2, 3, 1, 4, 5).reshape(len(x), -1, 3 * {patch} * {patch})", "x = self.embed(x)"]  # fmt: skip
    else:
        embed = [f"self.embed = nn.Conv2d(3, {width}, kernel_size={patch}, stride={patch})"]
        cut = ["x = self.embed(x).flatten(2).transpose(1, 2)"]
    net = module("ViT", "", [
        *embed,
        f"self.cls = nn.Parameter(torch.randn(1, 1, {width}))",
        f"self.places = nn.Parameter(torch.randn(1, {count * count} + 1, {width}))",
        f"layer = nn.TransformerEncoderLayer(d_model={width}, nhead={heads}, dim_feedforward={2 * width}, batch_first=True)",
        f"self.encoder = nn.TransformerEncoder(layer, num_layers={draw.randint(1, 2)})",
        f"self.head = nn.Linear({width}, {classes})",
    ], "x", [*cut, "cls = self.cls.expand(x.shape[0], -1, -1)", "x = torch.cat((cls, x), dim=1) + self.places",
             "x = self.encoder(x)", "return self.head(x[:, 0])"])  # fmt: skip
    main = [
        "model = ViT()",
        f"pictures = torch.randn({n}, 3, {side}, {side})",
        f"labels = torch.randint(0, {classes}, ({n},))",
        "logits = model(pictures)",
        "loss = nn.CrossEntropyLoss()(logits, labels)",
        "accuracy = (logits.argmax(dim=1) == labels).float().mean().item()",
    ]
    return "\n".join([HEAD, net, *main, ""])


def module(name: str, parameters: str, body: list[str], given: str, calls: list[str]) -> str:
    """Return the text of a module class."""
    lines = [
        f"\nclass {name}(nn.Module):",
        f"    def __init__(self{', ' if parameters else ''}{parameters}):",
    ]
    lines += ["        super().__init__()", *[f"        {line}" for line in body], ""]
    lines.append(f"    def forward(self, {given}):")
    lines += [f"        {line}" for call in calls for line in call.split("\n")]
    return "\n".join([*lines, ""])


def training(draw: random.Random, shape: list[int], classes: int, make: str, data: str = "") -> str:
    """Return data, a loop over a loader, and an evaluation."""
    n, size = draw.randint(6, 20), draw.choice([2, 4, 5, 8])
    texts = ", ".join(map(str, shape))
    lines = [
        f"\ninputs = {data.format(n=n) if data else f'torch.randn({n}, {texts})'}",
        f"labels = torch.randint(0, {classes}, ({n},))",
    ]
    drop = draw.random() < 0.3 or n % size == 1  # batch norm needs more than one row
    lines += [
        f"loader = DataLoader(TensorDataset(inputs, labels), batch_size={size}, shuffle=True{', drop_last=True' * drop})",
        f"model = {make}",
        "criterion = nn.CrossEntropyLoss()",
        "optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)",
        f"for epoch in range({draw.randint(1, 2)}):",
        draw.choice(["    for x, y in loader:", "    for i, (x, y) in enumerate(loader):"]),
        "        optimizer.zero_grad()",
        "        scores = model(x)",
        "        loss = criterion(scores, y)",
        "        loss.backward()",
        "        optimizer.step()",
        "model.eval()",
        "correct = 0",
        "with torch.no_grad():",
        "    for x, y in loader:",
        "        scores = model(x)",
        draw.choice(
            ["        predicted = scores.argmax(dim=1)", "        _, predicted = torch.max(scores, 1)"]
        ),
        "        correct += (predicted == y).sum().item()",
        "",
    ]
    return "\n".join(lines)
