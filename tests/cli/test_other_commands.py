"""`gnomon explain`, `rules`, `shapes`, `why` and the overview."""

import json

from gnomon import __version__


def test_overview_and_version(gnomon):
    assert "gnomon check" in gnomon().out
    assert gnomon("--help").out == gnomon().out
    assert gnomon("--version").out == f"gnomon {__version__}\n"


def test_help_of_a_command(gnomon, capsys):
    assert gnomon("check", "--help").code == 0
    out = capsys.readouterr().out
    assert "--library-version" in out
    assert gnomon("help", "check").code == 0
    assert capsys.readouterr().out == out


def test_explain(gnomon):
    out = gnomon("explain", "inner-size").out
    assert out.startswith("inner-size\n\nError. A product sums over two axes of different sizes")
    assert "    hidden(images.flatten(1))  # error: [inner-size]\n" in out


def test_rules(gnomon):
    lines = gnomon("rules").out.splitlines()
    assert any(line.startswith("inner-size") and " error " in line for line in lines)
    assert lines == sorted(lines)
    rules = json.loads(gnomon("rules", "--format", "json").out)
    assert {"rule", "level", "summary"} == set(rules[0])


def test_shapes(gnomon, write, project):
    write("a.py", "x = 1\n")
    assert gnomon("shapes", "a.py").out.split("│") == ["x = 1" + " " * 37, " (2, 3)\n"]
    assert "(2, 3)" in gnomon("shapes", "-", stdin="x = 2\n").out
    assert gnomon("shapes", "a.py", "--html", "out.html").out == "wrote out.html\n"
    assert "(2, 3)" in (project / "out.html").read_text(encoding="utf-8")
    write("bad.py", "x =")
    assert gnomon("shapes", "bad.py") == (2, "", "gnomon: bad.py: not Python\n")
    assert gnomon("shapes", "a.py", "--html", "no/where.html").code == 2


def test_why(gnomon, write):
    write("a.py", "x = 1\ny = 2\n")
    assert gnomon("why", "a.py:1").out == "a.py:1: magic.load is not modelled\n"
    assert gnomon("why", "a.py:1:5").code == 0
    assert gnomon("why", "a.py:2").out.startswith("a.py:2: every shape here is known")
    assert gnomon("why", "a.py:9") == (2, "", "gnomon: a.py: there is no line 9\n")
