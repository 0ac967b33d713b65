"""The table as a table: every record is complete, and names what it lacks."""

import inspect

import pytest

from gnomon import ops


def test_every_operation_has_a_rule():
    assert [n for n, record in ops.TABLE.items() if not (record.shape_rule or record.signature)] == []


def test_every_operation_starts_its_documentation_with_a_sentence():
    firsts = {name: record.doc.split("\n", 1)[0] for name, record in ops.TABLE.items()}
    assert {name: first for name, first in firsts.items() if len(first) < 10 or first[-1] not in ".:"} == {}


def kinds(parameters):
    return [p.kind for p in parameters]


def test_arrays_are_positional_and_attributes_keyword_only():
    positional, keyword = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    for name, record in ops.TABLE.items():
        attributes = len(record.parameters) - record.arrays
        assert kinds(record.parameters) == [positional] * record.arrays + [keyword] * attributes, name


def test_rules_take_what_their_records_declare():
    for name, record in ops.TABLE.items():
        if record.shape_rule is None:
            continue
        rule = list(inspect.signature(record.shape_rule).parameters.values())[1:]
        assert kinds(rule) == kinds(record.parameters), name
        attributes = [p.name for p in rule[record.arrays :]]
        assert attributes == [p.name for p in record.parameters[record.arrays :]], name


def test_a_misspelt_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no operation named matmull"):
        ops.matmull


def test_a_name_is_taken_once():
    with pytest.raises(ValueError, match="already"):
        ops.op(name="matmul")(lambda a, b: None)
