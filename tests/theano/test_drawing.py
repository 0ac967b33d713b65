"""Pictures of graphs: text for `dot`, and pages."""

import re
import shutil
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import gnomon.theano as theano
import gnomon.theano.tensor as T
from gnomon.theano.d3viz import d3viz, d3write
from gnomon.theano.printing import pydotprint


def program():
    x = T.matrix("in<put>")
    weights = theano.shared(np.ones((2, 3)), "weights")
    return x, T.tanh(T.dot(x, weights)) * 2


def test_a_page_shows_each_variable_and_application(tmp_path):
    _, y = program()
    d3viz(y, str(tmp_path / "new" / "page.html"))
    text = (tmp_path / "new" / "page.html").read_text(encoding="utf-8")
    picture = ElementTree.fromstring(text[text.index("<svg") : text.index("</svg>") + 6])
    labels = [entry.text for entry in picture.iter("text")]
    assert "in<put>" in labels
    assert "weights" in labels
    assert any("tanh" in label for label in labels)
    assert len(list(picture.iter("rect"))) == 4  # x, the weights, 2 and the result
    assert "http" not in text


def test_boxes_of_a_page_do_not_overlap(tmp_path):
    x, y = program()
    d3viz(theano.function([x], [y, y + 1]), tmp_path / "page.html")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    places = re.findall(r'<text x="([^"]*)" y="([^"]*)"', text)
    assert len(places) > 5
    assert len(set(places)) == len(places)


def test_text_for_dot_names_all_ends_of_lines(tmp_path):
    _, y = program()
    d3write(y, tmp_path / "graph.dot")
    text = (tmp_path / "graph.dot").read_text()
    boxes = set(re.findall(r"^  (n\d+) \[", text, re.MULTILINE))
    lines = re.findall(r"^  (n\d+) -> (n\d+)", text, re.MULTILINE)
    assert {end for line in lines for end in line} == boxes
    assert len(lines) >= len(boxes) - 1


def test_pydotprint_writes_text_and_asks_for_dot_else(tmp_path, monkeypatch, capsys):
    _, y = program()
    pydotprint(y, tmp_path / "graph.dot")
    assert "graph.dot" in capsys.readouterr().out
    assert (tmp_path / "graph.dot").read_text().startswith("digraph")
    assert b"tanh" in pydotprint(y, format="dot", return_image=True)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(RuntimeError, match="Graphviz"):
        pydotprint(y, tmp_path / "graph.png")
    assert not (tmp_path / "graph.png").exists()
