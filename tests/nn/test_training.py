"""`fit`, metrics, callbacks and checkpoints on small data."""

import numpy as np
import pytest

import gnomon as gn

nn = gn.nn
RNG = np.random.default_rng(0)
X = RNG.normal(size=(330, 4)).astype("float32")
Y = (X[:, 0] * X[:, 1] > 0).astype("int32")


def network():
    return nn.Sequential(
        nn.Dense(32, activation=nn.relu), nn.BatchNorm(), nn.Dropout(0.1), scores=nn.Dense(2)
    )


def fitted(model, optimizer, epochs, **settings):
    return nn.fit(
        model,
        (X[:230], Y[:230]),
        loss=nn.cross_entropy,
        optimizer=optimizer,
        epochs=epochs,
        key=5,
        **settings,
    )


def arrays(model):
    return {name: array.get_value() for name, array in {**model.parameters(), **model.state()}.items()}


def same(one, other):
    return all((one[name] == other[name]).all() for name in one)


def test_it_learns_and_tells_how_well():
    model = network()
    history = fitted(
        model,
        nn.Adam(1e-2),
        40,
        validation=(X[230:], Y[230:]),
        metrics=[nn.metrics.accuracy, nn.metrics.f1(2)],
    )
    assert history["loss"][-1] < history["loss"][0] / 2
    assert len(history["validation_loss"]) == history.epochs == 40
    assert history["validation_accuracy"][-1] > 0.9
    right = np.mean(model.predict(X[230:]).argmax(axis=1) == Y[230:])
    assert history["validation_accuracy"][-1] == pytest.approx(right)
    assert history.stopped is None
    found = nn.evaluate(model, (X[230:], Y[230:]), [nn.metrics.accuracy], batch=7)
    assert found == {"accuracy": pytest.approx(right)}


def test_the_same_key_the_same_numbers():
    one, other = network(), network()
    fitted(one, nn.Adam(), 2)
    fitted(other, nn.Adam(), 2)
    assert same(arrays(one), arrays(other))


def test_training_goes_on_exactly_where_it_was(tmp_path):
    whole, optimizer = network(), nn.Adam()
    history = fitted(whole, optimizer, 4)
    path = tmp_path / "model.safetensors"
    half, optimizer = network(), nn.Adam()
    fitted(half, optimizer, 2, callbacks=[nn.Checkpoint(path)])
    again, optimizer = network(), nn.Adam()
    again(gn.asarray(X))
    notes = nn.load(again, path, optimizer=optimizer)
    assert same(arrays(half), arrays(again))
    rest = fitted(again, optimizer, 2, start=int(notes["epoch"]))
    assert same(arrays(whole), arrays(again))
    assert rest["loss"] == history["loss"][2:]
    assert [entry.name for entry in tmp_path.iterdir()] == ["model.safetensors"]


def test_a_checkpoint_is_a_file_of_safetensors(tmp_path):
    from safetensors.numpy import load_file

    model = nn.Sequential(nn.Dense(3), nn.BatchNorm())
    model(X)
    nn.save(model, tmp_path / "a", notes={"data": "waves"})
    found = load_file(tmp_path / "a")
    assert set(found) == {"0.weight", "0.bias", "1.weight", "1.bias", "1.mean", "1.variance"}
    np.testing.assert_array_equal(found["0.weight"], model[0].weight.get_value())
    assert nn.load(model, tmp_path / "a") == {"data": "waves"}


def test_what_does_not_fit_a_checkpoint_is_listed(tmp_path):
    model, other = (
        nn.Sequential(nn.Dense(3), nn.Dense(2)),
        nn.Sequential(nn.Dense(3), nn.Dense(4, bias=False)),
    )
    nn.save(model, tmp_path / "empty")
    with pytest.raises(gn.ArgumentError, match="Sequential has no parameters yet"):
        nn.load(model, tmp_path / "empty")
    model(X), other(X.astype("float64"))
    nn.save(model, tmp_path / "a")
    before = arrays(other)
    with pytest.raises(gn.ArgumentError) as error:
        nn.load(other, tmp_path / "a")
    for line in (
        "0.weight is (4, 3) float64, in the file (4, 3) float32",
        "1.weight is (3, 4) float64, in the file (3, 2) float32",
        "1.bias (2,) float32 is in the file only",
    ):
        assert line in str(error.value)
    assert same(before, arrays(other))


def test_it_stops_early_and_brings_the_best_back():
    model, best = network(), []

    def look(run):
        values = run.history["validation_loss"]
        if values[-1] == min(values):
            best[:] = [arrays(run.model)]

    history = fitted(
        model, nn.Adam(0.3), 60, validation=(X[230:], Y[230:]), callbacks=[look, nn.EarlyStopping(patience=2)]
    )
    assert history.epochs < 60
    assert history.stopped == "validation_loss was not better for 2 epochs"
    assert same(best[0], arrays(model))
    with pytest.raises(gn.ArgumentError, match="no result 'validation_loss': there are 'loss'"):
        fitted(network(), nn.Adam(), 1, callbacks=[nn.EarlyStopping()])


def test_an_interrupt_keeps_what_was_reached():
    def interrupt(run):
        if run.epoch == 2:
            raise KeyboardInterrupt

    model = network()
    history = fitted(model, nn.Adam(), 50, callbacks=[interrupt])
    assert history.stopped == "interrupted"
    assert history.epochs == 2
    twice = network()
    fitted(twice, nn.Adam(), 2)
    assert same(arrays(model), arrays(twice))


def test_several_inputs_penalties_and_a_part_that_is_trained():
    class Two(nn.Module):
        def __init__(self):
            self.one, self.other = nn.Dense(1), nn.Dense(1)

        def forward(self, a, b):
            return (self.one(a) + self.other(b))[:, 0]

    model = Two()
    wanted = (X[:, 0] + 2 * X[:, 3]).astype("float32")
    model(X[:, :2], X[:, 2:])
    before = arrays(model)
    settings = {"loss": nn.squared_error, "optimizer": nn.SGD(0.1), "batch": 50}
    data = ((X[:, :2], X[:, 2:]), wanted)
    nn.fit(model, data, **settings, parameters=model.other.parameters(), epochs=3)
    assert same({"w": before["one.weight"]}, {"w": arrays(model)["one.weight"]})
    history = nn.fit(model, data, **settings, epochs=15)
    assert history["loss"][-1] < 1e-3
    shrunk = nn.fit(
        model, data, **settings, epochs=15, penalty=lambda m: nn.regularisers.l2(m.parameters(), 0.5)
    )
    assert shrunk["loss"][-1] > 0.5
    assert abs(arrays(model)["other.weight"]).max() < 1.7


def test_dropout_differs_from_step_to_step_and_repeats_with_the_key():
    x = np.ones((64, 500), "float32")

    class Dropped(nn.Module):
        def __init__(self):
            self.drop, self.scale = nn.Dropout(0.5), gn.shared(np.ones((), "float32"))

        def forward(self, x):
            return self.drop(x).mean(axis=1) * self.scale

    runs = [
        nn.fit(
            Dropped(),
            (x, x[:, 0]),
            loss=nn.squared_error,
            optimizer=nn.SGD(0.0),
            epochs=3,
            key=key,
            shuffle=False,
        )["loss"]
        for key in (1, 1, 2)
    ]
    assert len(set(runs[0])) == 3
    assert runs[0] == runs[1]
    assert runs[0] != runs[2]


def test_metrics_of_batches_are_those_of_the_whole():
    scores = np.array([[0.1, 0.9, 0.0], [0.8, 0.2, 0.3], [0.1, 0.7, 0.2], [0.5, 0.1, 0.4], [0.0, 0.1, 0.9]])
    target = np.array([1, 0, 2, 2, 2])
    cut = [(scores[:2], target[:2]), (scores[2:], target[2:])]
    known = nn.metrics
    counts = known.confusion(3).measure(cut)
    assert counts.tolist() == [[1, 0, 0], [0, 1, 0], [1, 1, 1]]
    assert known.precision(3).measure(cut) == pytest.approx((1 / 2 + 1 / 2 + 1) / 3)
    assert known.recall(3, of=2).measure(cut) == pytest.approx(1 / 3)
    assert known.f1(3).measure(cut) == pytest.approx((2 / 3 + 2 / 3 + 1 / 2) / 3)
    found = nn.evaluate(lambda x: x, (scores, target), [known.accuracy], batch=2)
    assert found == {"accuracy": pytest.approx(0.6)}
    found = nn.evaluate(lambda x: x, (scores, np.array([2, 1, 2, 2, 2])), known.top(2), batch=2)
    assert found == {"top_2": pytest.approx(0.6)}
    line, wanted = np.array([1.0, -2.0, 3.0]), np.array([0.0, 0.0, 1.0])
    found = nn.evaluate(
        lambda x: x,
        (line, wanted),
        [known.absolute_error, known.squared_error, known.binary_accuracy],
        batch=2,
    )
    assert list(found.values()) == [pytest.approx(5 / 3), pytest.approx(3.0), pytest.approx(2 / 3)]


WRONG = {
    "data": (
        lambda: nn.fit(network(), X, loss=nn.cross_entropy, optimizer=nn.Adam()),
        "data must be a pair (x, y)",
    ),
    "samples": (
        lambda: nn.fit(network(), (X, Y[:5]), loss=nn.cross_entropy, optimizer=nn.Adam()),
        "different numbers of samples: (330, 4), (5,)",
    ),
    "optimizer": (
        lambda: nn.fit(network(), (X, Y), loss=nn.cross_entropy, optimizer="adam"),
        "optimizer must be one of gn.nn, got 'adam'",
    ),
    "batch": (lambda: fitted(network(), nn.Adam(), 1, batch=0), "batch must be a positive integer, got 0"),
}


@pytest.mark.parametrize("case", WRONG)
def test_errors(case):
    call, message = WRONG[case]
    with pytest.raises(gn.ArgumentError) as error:
        call()
    assert message in str(error.value)
    assert "test_training.py" in str(error.value)


def test_progress_is_shown_where_it_is_wanted(capsys, monkeypatch):
    fitted(network(), nn.Adam(), 1)
    assert capsys.readouterr().err == ""
    fitted(network(), nn.Adam(), 2, progress=True)
    assert "epoch 2/2" in capsys.readouterr().err
    monkeypatch.setitem(__import__("sys").modules, "tqdm", None)
    fitted(network(), nn.Adam(), 1, progress=True)
    shown = capsys.readouterr().err
    assert "epoch 1/1  8 steps in" in shown
    assert "loss " in shown


def test_what_layers_and_fit_cannot_use_is_told_where_it_stands(tmp_path):
    for wrong, text in [
        (lambda: nn.Dense("a"), "Dense: outputs must be an integer"),
        (lambda: nn.Dense(0), "Dense: outputs must be 1 or more, got 0"),
        (lambda: nn.Conv(-1, 3), "Conv: filters must be 1 or more"),
        (lambda: nn.Dense(3, activation="relu"), "Dense: activation must be a function or None, got 'relu'"),
        (lambda: nn.Dropout(1.5), "Dropout: rate must be a probability"),
        (lambda: nn.fit(network(), (X, Y), loss="mse", optimizer=nn.Adam()), "fit: loss must be a function"),
    ]:
        with pytest.raises(gn.ArgumentError, match=text):
            wrong()
    (tmp_path / "broken").write_text("hello")
    model = network()
    model(gn.asarray(X))
    with pytest.raises(gn.ArgumentError, match="no complete file of safetensors"):
        nn.load(model, tmp_path / "broken")
