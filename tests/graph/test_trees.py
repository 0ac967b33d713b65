import pickle
from collections import OrderedDict, defaultdict, namedtuple
from dataclasses import dataclass

import pytest

from gnomon.graph.trees import flatten, flatten_with_paths, map_tree, register, unflatten

Pair = namedtuple("Pair", "first second")


@dataclass(frozen=True)
class Layer:
    weight: object
    bias: object = None


@pytest.mark.parametrize(
    "tree",
    [
        1,
        (),
        (1, 2),
        [1, [2, (3,)]],
        {"b": 1, "a": {"c": 2}},
        None,
        {"x": None, "y": 1},
        Pair(1, [2]),
        Layer(1, 2),
        [Layer({"w": 1}), Pair(1, None)],
        OrderedDict(z=1, a=2),
    ],
    ids=repr,
)
def test_a_tree_comes_back(tree):
    leaves, structure = flatten(tree)
    back = unflatten(structure, leaves)
    assert back == tree
    assert type(back) is type(tree)
    assert flatten(back)[1] == structure
    assert hash(structure) == hash(flatten(tree)[1])
    assert pickle.loads(pickle.dumps(structure)) == structure


def test_paths_name_the_leaves():
    paths = [path for path, _ in flatten_with_paths({"w": [1, Layer(2, 3)], "p": Pair(4, 5)})[0]]
    assert paths == ["['w'][0]", "['w'][1].weight", "['w'][1].bias", "['p'].first", "['p'].second"]


def test_a_default_dict_keeps_its_default():
    tree = defaultdict(list, a=1)
    back = unflatten(flatten(tree)[1], [2])
    assert back == {"a": 2}
    assert back["new"] == []


def test_mapping_over_several_trees():
    assert map_tree(lambda a, b: a * b, [1, (2,)], [10, (20,)]) == [10, (40,)]
    with pytest.raises(ValueError, match="the trees differ"):
        map_tree(lambda a, b: a, [1, 2], [1, (2,)])


def test_leaves_must_be_as_many():
    with pytest.raises(ValueError, match="2 leaves, but 1"):
        unflatten(flatten([1, 2])[1], [1])


def test_a_class_can_be_registered():
    class Box:
        def __init__(self, inside, label):
            self.inside, self.label = inside, label

    register(Box, lambda box: ([box.inside], box.label), lambda label, parts: Box(parts[0], label))
    back = map_tree(lambda leaf: leaf + 1, [Box((1, 2), "name")])[0]
    assert (back.inside, back.label) == ((2, 3), "name")
