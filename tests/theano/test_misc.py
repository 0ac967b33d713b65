"""Small modules that programs import: archives of arrays, ordered sets, operations that raise and that start a debugger."""

from __future__ import annotations

import io
import pickle
from typing import Any

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano.ifelse import ifelse
from gnomon.theano.misc import pkl_utils
from gnomon.theano.misc.frozendict import FrozenOrderedDict, frozendict
from gnomon.theano.misc.ordered_set import OrderedSet
from gnomon.theano.raise_op import Raise
from gnomon.theano.tests.breakpoint import PdbBreakpoint


def test_arrays_lie_in_archives_under_the_names_of_shared_variables() -> None:
    first, second = theano.shared(np.arange(3.0), name="w"), theano.shared(np.ones((2, 2)), name="w")
    file = io.BytesIO()
    pkl_utils.dump({"parameters": [first, second], "plain": np.array(7), "again": first}, file)
    archive = np.load(io.BytesIO(file.getvalue()))
    assert sorted(archive) == ["array_0", "pkl", "w", "w_2"]
    np.testing.assert_array_equal(archive["w_2"], np.ones((2, 2)))
    back = pkl_utils.load(io.BytesIO(file.getvalue()))
    np.testing.assert_array_equal(back["parameters"][0].get_value(), [0, 1, 2])
    assert back["again"] is back["parameters"][0]
    assert back["plain"] == 7


def test_names_in_archives_may_be_asked_for() -> None:
    def dumped(*variables: Any, **options: bool) -> None:
        pkl_utils.dump(
            variables,
            io.BytesIO(),
            persistent_id=lambda archive: pkl_utils.PersistentSharedVariableID(archive, **options),
        )

    with pytest.raises(ValueError, match="no name"):
        dumped(theano.shared(np.ones(2)), allow_unnamed=False)
    with pytest.raises(ValueError, match="the name 'w'"):
        dumped(theano.shared(np.ones(2), "w"), theano.shared(np.ones(2), "w"), allow_duplicates=False)


def test_a_stripped_pickle_has_no_test_values() -> None:
    x = T.vector("x")
    x.tag.test_value, x.tag.note, x.tag.mine = np.ones(3), "kept", "left out"
    file = io.BytesIO()
    pkl_utils.StripPickler(file, protocol=-1, extra_tag_to_remove=["mine"]).dump(2 * x)
    file.seek(0)
    tag = pkl_utils.CompatUnpickler(file, encoding="latin1").load().owner.inputs[1].tag
    assert tag.note == "kept"
    assert not hasattr(tag, "test_value")
    assert not hasattr(tag, "mine")
    assert hasattr(x.tag, "test_value")


def test_sets_keep_their_order() -> None:
    letters = OrderedSet("abracadabra")
    assert list(letters) == ["a", "b", "r", "c", "d"]
    assert list(reversed(letters)) == ["d", "c", "r", "b", "a"]
    assert letters.pop() == "d"
    assert letters.pop(last=False) == "a"
    assert letters | OrderedSet("xb") == OrderedSet("brcx")
    assert letters.union("xb") == letters | OrderedSet("xb")
    assert letters.difference_update(["r"]) == OrderedSet("bc")
    assert repr(letters) == "OrderedSet(['b', 'c'])"
    assert letters != OrderedSet("cb")
    with pytest.raises(AssertionError, match="list"):
        OrderedSet({1, 2})
    with pytest.raises(TypeError, match="set"):
        letters == {"b", "c"}  # noqa: B015
    assert pickle.loads(pickle.dumps(letters)) == letters


def test_frozen_dictionaries_are_keys() -> None:
    made = frozendict(a=1, b=2)
    assert {made: 3}[frozendict(b=2, a=1)] == 3
    assert made.copy(a=5)["a"] == 5
    assert dict(made) == {"a": 1, "b": 2}
    assert repr(FrozenOrderedDict([("x", 1)])).startswith("<FrozenOrderedDict")
    with pytest.raises(TypeError):
        made["a"] = 4  # type: ignore[index]


def test_an_operation_raises_where_it_is_computed() -> None:
    x = T.dscalar("x")
    function = theano.function([x], ifelse(T.lt(x, 0), Raise("negative", ValueError)(x), T.sqrt(x)))
    assert function(4.0) == 2
    with pytest.raises(ValueError, match="negative"):
        function(-1.0)


def test_a_breakpoint_starts_a_debugger_that_may_change_values(
    monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    class Debugger:
        def set_trace(self) -> None:
            import sys

            monitored = sys._getframe(1).f_locals["monitored"]
            monitored[1] = monitored[1] + 10

    monkeypatch.setattr(PdbBreakpoint, "debugger", lambda self: Debugger())
    x, y = T.dvector("x"), T.dvector("y")
    seen, other = PdbBreakpoint("large")(T.gt(x.sum(), 3), x, y)
    function = theano.function([x, y], [seen * 2, other])
    assert [found.tolist() for found in function([1.0, 1.0], [5.0])] == [[2, 2], [5]]
    assert "large" not in capsys.readouterr().out
    assert [found.tolist() for found in function([2.0, 2.0], [5.0])] == [[4, 4], [15]]
    assert "'large'" in capsys.readouterr().out
    assert theano.grad(seen.sum(), x).eval({x: [1.0, 1.0], y: [5.0]}).tolist() == [1, 1]
