"""The pages of the rules have the form that `explain`, `rules` and the tests of their examples need."""

import pytest

from gnomon.report.explain import render_page_text
from gnomon.report.rules import find_rule, parse_page, rule_names
from gnomon.report.style import Style
from gnomon.report.suggest import did_you_mean

from spec.blocks import read_blocks

EXAMPLE_ONLY = {"reveal-shape", "unused-ignore"}


@pytest.mark.parametrize("name", rule_names())
def test_page(name):
    rule = find_rule(name)
    assert rule is not None
    assert rule.summary.endswith(".")
    blocks = {block.title.rpartition(" / ")[2]: block for block in read_blocks(rule.text)}
    fired = {(e.level, e.rule) for e in blocks["Example"].expected}
    assert (rule.level, name) in fired
    if name not in EXAMPLE_ONLY:
        assert blocks["Fix"].expected == ()
    assert "```" not in render_page_text(rule)
    assert "\x1b[" in render_page_text(rule, Style(colour=True))


def test_unknown_rule():
    assert find_rule("nonsense") is None
    assert find_rule("../rules/rank") is None
    assert did_you_mean("brodcast", rule_names()) == "; did you mean broadcast?"


@pytest.mark.parametrize("text", ["", "# other\n\n*Error.* x", "# rank\n\nNo level.", "# rank"])
def test_other_forms_are_refused(text):
    with pytest.raises(ValueError, match="the page of rank"):
        parse_page("rank", text)
