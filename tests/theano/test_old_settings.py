"""Settings, profiles, modes and makers of functions under the names that programs import."""

from __future__ import annotations

import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano import compile as compiling
from gnomon.theano import configparser, gof
from gnomon.theano.compile import profiling
from gnomon.theano.gof.toolbox import Supervisor

x, y = T.dvectors("x", "y")


def test_settings_are_read_from_texts() -> None:
    with pytest.warns(configparser.TheanoConfigWarning, match="'odd' has no value"):
        found = configparser.parse_config_string("floatX=float32,odd,mode='a,b',floatX=float64")
    assert found == {"floatX": "float64", "mode": "a,b"}
    assert isinstance(theano.config, configparser.TheanoConfigParser)


def test_settings_of_files(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rc").write_text("[global]\nfloatX = float16\n[mine]\ndepth = 3\n")
    monkeypatch.setenv("THEANORC", str(tmp_path / "rc"))
    monkeypatch.setattr(configparser, "THEANO_FLAGS_DICT", {"floatX": "float32"})
    assert configparser.config_files_from_theanorc() == [str(tmp_path / "rc")]
    assert configparser.fetch_val_for_key("mine.depth") == "3"
    assert configparser.fetch_val_for_key("floatX", delete_key=True) == "float32"
    assert configparser.fetch_val_for_key("floatX") == "float16"
    with pytest.raises(KeyError):
        configparser.fetch_val_for_key("nothing")


def test_settings_may_refuse_values() -> None:
    flag = configparser.IntParam(3, lambda value: value > 0)
    flag.set("5")
    assert flag.value == 5
    with pytest.raises(ValueError, match="not allowed"):
        flag.set(-1)
    before = configparser.get_config_hash()
    with theano.change_flags(floatX="float32"):
        assert configparser.get_config_hash() != before
    assert configparser.get_config_hash() == before


def test_all_profiles_together(capsys: pytest.CaptureFixture[str]) -> None:
    before = profiling.total_fct_exec_time, profiling.total_time_linker
    profile = theano.ProfileStats()
    function = theano.function([x], x * 2, profile=profile)
    function([1.0, 2.0])
    assert profiling.total_fct_exec_time - before[0] == pytest.approx(profile.fct_call_time)
    assert profiling.total_time_linker - before[1] == pytest.approx(profile.compile_time)
    with theano.change_flags({"profiling.destination": "stdout"}):
        profiling.print_global_stats()
    assert "Time spent in Theano functions" in capsys.readouterr().out
    assert compiling.ScanProfileStats(name="loop").name == "loop"


def test_makers_of_functions() -> None:
    w = theano.shared(1.0, "w")
    maker = theano.FunctionMaker([theano.In(x), theano.In(y, value=np.ones(2))], [x + y * w], name="f")
    first, second = maker.create(), maker.create([None, [5.0, 5.0]])
    assert first is not second
    assert first([1.0, 2.0])[0].tolist() == [2, 3]
    assert second([1.0, 2.0])[0].tolist() == [6, 7]
    w.set_value(2.0)
    assert first([1.0, 2.0])[0].tolist() == [3, 4]
    assert [v.name for v in maker.fgraph.inputs[:2]] == ["x", "y"]


def test_choices_of_rewrites_are_modes() -> None:
    mode = theano.Mode(optimizer=compiling.OPT_FAST_RUN.excluding("mine").requiring("stable"))
    assert (mode.tags.include, mode.tags.exclude, mode.tags.require) == ({"fast_run"}, {"mine"}, {"stable"})
    assert theano.function([x], x + 1, mode=mode)([1.0]).tolist() == [2]
    assert compiling.OPT_O3.exclude == {"inplace"}
    assert compiling.OPT_FAST_RUN.exclude == set()


def test_graphs_are_printed_and_protected(capsys: pytest.CaptureFixture[str]) -> None:
    graph = gof.FunctionGraph([x], [T.inplace.exp_inplace(x.reshape((-1,)))], clone=False)
    compiling.PrintCurrentFunctionGraph("here").optimize(graph)
    assert capsys.readouterr().out.startswith("PrintCurrentFunctionGraph: here\n")
    Supervisor([y]).validate(graph)
    with pytest.raises(gof.InconsistencyError, match="protected"):
        Supervisor(graph.outputs[0].owner.inputs).validate(graph)


def test_constants_of_c(tmp_path: Any) -> None:
    kind = gof.CEnumType("EILSEQ", ("EDOM", "domain"), "ERANGE")
    assert (kind.EILSEQ, kind.EDOM, kind.fromalias("domain")) == (0, 1, 1)
    code = kind.c_extract("value", {"fail": "return 1;"})
    assert "case 1: value = EDOM; break;" in code
    assert kind.c_support_code() == ""


def test_processes_talk_by_mpi4py(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mpi4py", None)
    with pytest.raises(ImportError, match="pip install mpi4py"):
        T.io.send(x, 1, 7)
    sent: dict[tuple[int, int], Any] = {}

    class World:
        def Isend(self, data: Any, dest: int, tag: int) -> Any:
            sent[dest, tag] = data.copy()
            return SimpleNamespace(wait=lambda: None)

        def Irecv(self, data: Any, source: int, tag: int) -> Any:
            return SimpleNamespace(wait=lambda: data.__setitem__(..., sent[source, tag]))

    package, inside = ModuleType("mpi4py"), ModuleType("mpi4py.MPI")
    inside.COMM_WORLD = World()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "mpi4py", package)
    monkeypatch.setitem(sys.modules, "mpi4py.MPI", inside)
    done = T.io.send(x * 2, 1, 7)
    assert theano.function([x], done)([1.0, 2.0]) is True
    received = T.io.recv((2,), "float64", 1, 7)
    assert theano.function([], received + 1)().tolist() == [3, 5]
    assert [T.io.mpi_send_wait_key(v.owner) for v in (done, done.owner.inputs[0], x + 1)] == [1, -1, 0]
    assert T.io.mpi_tag_cmp(done.owner, received.owner) == 0
