"""What a value of the checked program is: tensors, containers, callables, objects, and what is unknown."""

from gnomon.values.callables import (
    Bound,
    ClassMethod,
    ClassValue,
    FunctionValue,
    Instance,
    LibraryFunction,
    LibraryModule,
    ModuleValue,
    PropertyValue,
    StaticMethod,
)
from gnomon.values.changing import forget_entries
from gnomon.values.choice import Choice, alternatives, choice
from gnomon.values.containers import OTHERS, DictValue, ListValue, SequenceValue, SetValue
from gnomon.values.host import Host, host
from gnomon.values.iteration import Iteration
from gnomon.values.journal import ABSENT, State, state
from gnomon.values.modelled import Modelled, TakesAnything, let_escape
from gnomon.values.ratio import Ratio
from gnomon.values.tensor import NUMBER, PROMOTES, Tensor
from gnomon.values.unknown import STAR, UNKNOWN, Unknown, unknown_of

__all__ = [
    "ABSENT",
    "NUMBER",
    "OTHERS",
    "PROMOTES",
    "STAR",
    "UNKNOWN",
    "Bound",
    "Choice",
    "ClassMethod",
    "ClassValue",
    "DictValue",
    "FunctionValue",
    "Host",
    "Instance",
    "Iteration",
    "LibraryFunction",
    "LibraryModule",
    "ListValue",
    "Modelled",
    "ModuleValue",
    "PropertyValue",
    "Ratio",
    "SequenceValue",
    "SetValue",
    "State",
    "StaticMethod",
    "TakesAnything",
    "Tensor",
    "Unknown",
    "alternatives",
    "choice",
    "forget_entries",
    "host",
    "let_escape",
    "state",
    "unknown_of",
]
