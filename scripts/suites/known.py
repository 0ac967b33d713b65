"""The suites: what is run of each, what was edited, and how many tests passed with Theano itself."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Suite:
    """Other people's tests."""

    name: str
    version: str
    arguments: tuple[str, ...]
    goal: int
    with_theano: str
    edits: dict[str, dict[str, str]] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)


THERE_TOO = "it fails with Theano itself"
"""How the reason of a test begins that Theano 1.0.5 does not pass either."""

SUITES = {
    "lasagne": Suite(
        "Lasagne",
        "master of 2018",
        ("lasagne/tests", "--confcutdir=lasagne/tests", "--ignore=lasagne/tests/test_examples.py"),
        1018,
        "1,018 passed, 337 skipped, 4 failed",
        edits={
            "lasagne/tests/layers/test_conv.py": {
                "output[slices]": "output[tuple(slices)]",
                "output[[slice(None, None, factor) for factor in factors]]": (
                    "output[tuple(slice(None, None, factor) for factor in factors)]"
                ),
            },
            "lasagne/layers/special.py": {
                "grid_size = np.sqrt(num_control_points)": "grid_size = int(np.sqrt(num_control_points))"
            },
        },
        known={
            "conv1d_sd": "Theano refuses it too: a part whose first axis has size 1 is set to an array of unknown size"
        },
    ),
    "sympy": Suite(
        "sympy",
        "1.7.1",
        ("sympy/printing/tests/test_theanocode.py",),
        38,
        "38 passed, 2 skipped",
    ),
    "keras": Suite(
        "Keras",
        "2.3.1",
        ("tests/keras/backend/backend_test.py",),
        136,
        "136 passed, 20 skipped, 4 failed",
        environment={"KERAS_BACKEND": "theano"},
        edits={
            "keras/backend/numpy_backend.py": {
                "np.argsort(-predictions)": 'np.argsort(-predictions, kind="stable")',
            },
        },
        known=dict.fromkeys(
            ("test_gradient", "test_function", "test_resize_images_bilinear"),
            f"{THERE_TOO}: it asks the backends of TensorFlow and CNTK, which are not installed",
        ),
    ),
    "tutorials": Suite(
        "DeepLearningTutorials",
        "on small data",
        (str(Path(__file__).with_name("tutorial_runs.py")),),
        8,
        "all scripts run",
    ),
    "blocks": Suite(
        "Blocks",
        "master of 2017",
        ("tests", "--confcutdir=tests", "-W", "default"),
        255,
        "not run: the goal is 90 % of its 267 tests",
        edits={"tests/test_search.py": {":mask.T[i].sum()]": ":int(mask.T[i].sum())]"}},
        known={
            "test_computation_graph": "it asks which operation a loop's result is a part of: Theano's Scan, here a Join",
            "test_model.test_model": "it asks for the order in which Theano walks a graph",
            "untied_biases": "it asks for the words of Theano's error",
            "raise_exception_spatial": "the test misuses assertRaises",
            "inside_convolutional_sequence": "it compares the last bit of sums",
            "max_pooling": "it divides sizes as Python 2 did",
        },
    ),
    "pymc3": Suite(
        "PyMC3",
        "3.6",
        ("pymc3/tests", "--tb=native"),
        2250,
        "not run: the goal is 90 % of the tests that run",
        edits={
            "pymc3/backends/text.py": {".iteritems()": ".items()"},
            "pymc3/data.py": {"data[in_memory_slc]": "data[tuple(in_memory_slc)]"},
            "pymc3/glm/utils.py": {".as_matrix()": ".values"},
            "pymc3/sampling.py": {"if var_shape:": "if len(var_shape):"},
            "pymc3/stats.py": {
                "np.stack(logp)": "np.stack(list(logp))",
                "axis=1, join_axes=[dforg.index])": "axis=1).reindex(dforg.index)",
            },
            "pymc3/tests/conftest.py": {"fixture('function'": "fixture(scope='function'"},
            "pymc3/tests/test_examples.py": {", warn=False": "", ".as_matrix()": ".values"},
            "pymc3/tests/test_minibatches.py": {"fixture('module'": "fixture(scope='module'"},
            "pymc3/tests/test_models_utils.py": {
                ".as_matrix()": ".values",
                ".as_matrix(l)": "[list(l)].values",
            },
            "pymc3/tests/test_plots.py": {", warn=False": ""},
            "pymc3/tests/test_variational_inference.py": {
                "fixture('module'": "fixture(scope='module'",
                "fixture('function'": "fixture(scope='function'",
                "fixture(\n    'module'": "fixture(\n    scope='module'",
            },
        },
        known={
            "test_multinomial_random": "it hands NumPy one-element arrays as numbers, which NumPy 2.4 refuses",
            **dict.fromkeys(
                (
                    "TestScalarParameterSamples.test_beta_binomial",
                    "TestScalarParameterSamples.test_poisson",
                    "TestScalarParameterSamples.test_negative_binomial",
                    "TestScalarParameterSamples.test_geometric",
                    "TestScalarParameterSamples.test_categorical_random",
                    "TestScalarParameterSamples.test_multinomial",
                ),
                "it hands SciPy frequencies that do not add up, which SciPy refuses since version 1.7",
            ),
            "test_distributions_timeseries.test_AR": "it makes an array of unequal rows, which NumPy refuses since 1.24",
            "test_log_post_trace": "it writes into the values of a table, which pandas 3 refuses",
            "test_stats.test_compare": "it sets a column by `.at`, which pandas 3 refuses",
            "test_graphviz": "it draws with the package graphviz, which is not installed",
            "test_empty_observed": "it writes into the values of a table, which pandas 3 refuses",
            "test_plots_transformed": "it asks Matplotlib for an attribute that is gone",
            "test_fit_oo": "it fits random particles, whose spread comes within a tenth or not by the numbers drawn",
            "test_multivariate2": "it asks that chances add up to exactly 1: the last bit of a sum decides",
        },
    ),
    "documentation": Suite(
        "Theano's documentation",
        "1.0.5",
        (str(Path(__file__).with_name("documentation_runs.py")), "--import-mode=importlib"),
        626,
        "682 passed, 10 skipped, 30 failed",
        known={
            **dict.fromkeys(
                (
                    "tutorial/shape_info",
                    "tutorial/printing_drawing",
                    "tutorial/debug_faq",
                    "extending/graphstructures",
                    "library/printing",
                    "tutorial/gradients",
                    "extending/fibby",
                    "extending/optimization",
                ),
                "it prints how Theano's own rewrites leave a graph, or where its classes are",
            ),
            **dict.fromkeys(
                (
                    "extending/extending_theano",
                    "extending/op.txt",
                    "extending/unittest",
                    "library/gpuarray",
                    "tutorial/adding.txt:48",
                    "tutorial/examples.txt:532",
                    "tutorial/modes",
                    "tutorial/using_gpu",
                ),
                f"{THERE_TOO}, as --original shows",
            ),
            "tutorial/loop": "it prints numbers of NumPy's generator: the streams here are Gnomon's",
            "tutorial/adding": "it prints where Theano's classes are",
            "tutorial/examples": "it prints numbers of NumPy's generator: the streams here are Gnomon's",
        },
    ),
}

IDIOMS = {
    "collections.Mapping and the other abstract classes": "they moved to collections.abc (Python 3.10)",
    "inspect.getargspec": "inspect.getfullargspec (Python 3.11)",
    "np.int, np.float, np.object, np.complex, np.str": "the types of Python (NumPy 1.24)",
    "np.product, np.cumproduct, np.alltrue, np.sometrue, np.round_, np.in1d": "np.prod and so on (NumPy 2)",
    "np.MachAr": "np.finfo (NumPy 1.24)",
    "numpy.testing.Tester": "a mock: it ran nose (NumPy 1.25)",
    "np.asscalar": "array.item (NumPy 1.23)",
    "scipy.signal.gaussian": "scipy.signal.windows.gaussian (SciPy 1.13)",
    "np.cast": "array.astype (NumPy 2)",
    "time.clock": "time.perf_counter (Python 3.8)",
    "the package mock": "unittest.mock; a mock of an object does not read the object's properties, as before Python 3.8",
    "the package nose": "the few names of nose.tools and nose.plugins that tests use, over unittest and pytest",
    "setUp of plain classes": "it is called before each test (nose)",
    "tests that yield tests": "all that one yields are a test (nose)",
    "pytest.mark without registration": "marks need no registration",
    "warnings": "they are ignored, but for tests that count them",
}
"""What is gone -> what stands for it here."""
