"""Features of graphs: objects that are told of changes, that undo them, and that refuse them; and rewrites in groups."""

from __future__ import annotations

from typing import Any

import pytest

import gnomon.theano.tensor as T
from gnomon.theano import gof
from gnomon.theano.gof import opt, toolbox

x, y = T.dvectors("x", "y")


def graph(*features: Any) -> Any:
    return gof.FunctionGraph([x, y], [T.exp(x) + T.exp(y)], features=list(features), clone=True)


def test_a_feature_is_told_of_what_comes_goes_and_changes() -> None:
    class Listener(toolbox.Bookkeeper):
        def __init__(self) -> None:
            self.seen: list[tuple[str, Any]] = []

        def on_import(self, fgraph: Any, node: Any, reason: Any) -> None:
            self.seen.append(("import", (str(node.op.scalar_op), reason)))

        def on_prune(self, fgraph: Any, node: Any, reason: Any) -> None:
            self.seen.append(("prune", (str(node.op.scalar_op), reason)))

        def on_change_input(
            self, fgraph: Any, node: Any, i: Any, r: Any, new_r: Any, reason: Any = None
        ) -> None:
            self.seen.append(("change", (str(node.op.scalar_op), i, reason)))

    listener = Listener()
    made = graph(listener)
    assert [what for what, _ in listener.seen] == ["import"] * 3
    listener.seen.clear()
    old = made.outputs[0].owner.inputs[0]
    made.replace_validate(old, T.log(made.inputs[0]), reason="mine")
    assert listener.seen == [
        ("import", ("log", "mine")),
        ("prune", ("exp", "mine")),
        ("change", ("add", 0, "mine")),
    ]


def test_a_history_goes_back_to_a_checkpoint() -> None:
    made = graph(toolbox.ReplaceValidate())
    before = str(made)
    checkpoint = made.checkpoint()
    made.replace(made.inputs[0], made.inputs[1])
    made.replace(made.outputs[0], T.log(made.inputs[0]))
    assert str(made) != before
    made.revert(checkpoint)
    assert str(made) == before
    with pytest.raises(toolbox.ReplacementDidntRemovedError, match="still needed"):
        made.replace_all_validate_remove(
            [(made.outputs[0], T.sqrt(made.outputs[0]))], remove=[made.outputs[0].owner]
        )
    assert str(made) == before
    made.attach_feature(toolbox.History())
    assert len(made._features) == 1


def test_a_feature_that_refuses_leaves_the_graph_as_it_was() -> None:
    class NoLogs(toolbox.Feature):
        def validate(self, fgraph: Any) -> None:
            if any(node.op == T.log for node in fgraph.apply_nodes):
                raise gof.InconsistencyError("no logarithms")

    made = graph(toolbox.Validator(), NoLogs())
    before = str(made)
    with pytest.raises(gof.InconsistencyError, match="no logarithms"):
        made.replace_all_validate(
            [(made.inputs[0], made.inputs[1]), (made.outputs[0], T.log(made.inputs[0]))]
        )
    assert str(made) == before
    assert made.consistent()
    made.replace(made.outputs[0], T.log(made.inputs[0]))
    assert not made.consistent()
    overwriting = gof.FunctionGraph([x], [T.inplace.exp_inplace(x)], features=[toolbox.NoOutputFromInplace()])
    with pytest.raises(gof.InconsistencyError, match="overwrite"):
        overwriting.validate()


def test_applications_are_found_and_ordered() -> None:
    class First(toolbox.Feature):
        def orderings(self, fgraph: Any) -> Any:
            left, right = fgraph.outputs[0].owner.inputs
            return {left.owner: [right.owner]}

    made = graph(toolbox.NodeFinder())
    assert [str(node.inputs[0]) for node in made.get_nodes(T.exp)] == ["x", "y"]
    assert made.get_nodes(T.log) == []
    made.attach_feature(First())
    assert [str(node.inputs[0]) for node in made.get_nodes(T.exp)] == ["y", "x"]


def test_names_stay_and_changes_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    made = graph(toolbox.PreserveNames(), toolbox.PrintListener())
    made.outputs[0].name = "total"
    made.replace(made.outputs[0], made.outputs[0].owner.inputs[0] * 2)
    assert made.outputs[0].name == "total"
    text = capsys.readouterr().out
    assert "-- pruning: Elemwise{add,no_inplace}" in text
    assert "-- changing (output.inputs[0])" in text


@gof.local_optimizer([T.exp])
def exp_to_log(node: Any) -> Any:
    return [T.log(node.inputs[0])] if node.op == T.exp else False


@gof.local_optimizer([T.log])
def log_to_sqrt(node: Any) -> Any:
    return [T.sqrt(node.inputs[0])] if node.op == T.log else False


def applied(rewrite: Any) -> str:
    made = graph()
    rewrite.optimize(made)
    return str(made).replace("Elemwise{", "").replace(",no_inplace}", "")


def test_rewrites_in_groups() -> None:
    once = gof.LocalOptGroup(exp_to_log, log_to_sqrt)
    again = gof.LocalOptGroup(exp_to_log, log_to_sqrt, apply_all_opts=True)
    assert set(once.tracks()) == {T.exp, T.log}
    assert applied(gof.TopoOptimizer(once)) == "[add(log(x), log(y))]"
    assert applied(gof.TopoOptimizer(again)) == "[add(sqrt(x), sqrt(y))]"
    known = gof.LocalGroupDB(apply_all_opts=True)
    known.register("exp_to_log", exp_to_log, "mine", position=1)
    known.register("log_to_sqrt", log_to_sqrt, "mine", "other", position=2)
    chosen = opt.TopoDB(gof.ProxyDB(known), "out_to_in")
    assert applied(chosen.query("+mine")) == "[add(sqrt(x), sqrt(y))]"
    assert applied(chosen.query("+other")) == "[add(exp(x), exp(y))]"


def test_rewrites_by_operation() -> None:
    class ByKey(gof.LocalOptimizer):
        def op_key(self) -> Any:
            return [T.exp, T.log]

        def transform(self, node: Any, *arguments: Any, **named: Any) -> Any:
            return (exp_to_log if node.op == T.exp else log_to_sqrt).transform(node)

    assert applied(gof.OpKeyOptimizer(ByKey())) == "[add(sqrt(x), sqrt(y))]"
    with pytest.raises(TypeError, match="op_key"):
        gof.OpKeyOptimizer(exp_to_log)


def test_errors_of_rewrites_go_where_they_are_asked_for() -> None:
    @gof.local_optimizer([T.exp])
    def failing(node: Any) -> Any:
        raise ValueError("not this one")

    seen: list[Any] = []
    asked = gof.TopoOptimizer(
        failing, failure_callback=lambda error, *place: seen.append((str(error), place))
    )
    assert applied(asked) == "[add(exp(x), exp(y))]"
    assert [text for text, _ in seen] == ["not this one"] * 2
    assert seen[0][1][2] is failing
    with pytest.raises(ValueError, match="not this one"):
        applied(gof.TopoOptimizer(failing))


def test_chains_of_operations_and_where_variables_come_from() -> None:
    z = T.exp(T.log(x))
    assert opt.check_chain(z, T.exp, T.log)
    assert opt.check_chain(z.owner, T.exp, T.Elemwise)
    assert not opt.check_chain(z, T.exp, T.exp)
    assert opt.check_chain(x, None)
    old, new = T.dvector(), T.dvector()
    old.tag.trace, new.tag.trace = [[("a.py", 1, "f", None)]], [[("b.py", 2, "g", None)]]
    assert opt.copy_stack_trace([old], new) is new
    assert [lines[0][0] for lines in new.tag.trace] == ["b.py", "a.py"]
    with opt.inherit_stack_trace(old):
        made = T.sqrt(x)
    assert made.tag.trace[-1][0][0] == "a.py"


def test_patterns_by_operation_and_how_often_rewrites_may_change() -> None:
    swap = gof.PatternSub((T.add, "a", "b"), (T.add, "b", "a"))
    once = graph()
    gof.OpKeyOptimizer(swap, ignore_newtrees=True).optimize(once)
    assert [str(entry.owner.inputs[0]) for entry in once.outputs[0].owner.inputs] == ["y", "x"]
    endless = gof.EquilibriumOptimizer([swap], max_use_ratio=2 / 3)
    with pytest.warns(UserWarning, match="more than 2 times"):
        endless.optimize(graph())
    different = {"pattern": (T.add, "a", "b"), "constraint": lambda r: len(set(r.owner.inputs)) == 2}
    assert (
        applied(gof.OpKeyOptimizer(gof.PatternSub(different, (T.mul, "a", "b")))) == "[mul(exp(x), exp(y))]"
    )


def test_equal_constants_become_one() -> None:
    total = (x + T.constant([1.0])) * T.constant([1.0])
    opt.pre_constant_merge(total)
    assert total.owner.inputs[1] is total.owner.inputs[0].owner.inputs[1]
    made = gof.FunctionGraph([x], [(x + T.constant([2.0])) * T.constant([2.0])])
    gof.MergeOptimizer().optimize(made)
    node = made.outputs[0].owner
    assert node.inputs[1] is node.inputs[0].owner.inputs[1]
