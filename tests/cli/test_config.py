"""`[tool.gnomon]` in pyproject.toml."""

import pytest

from cli import fake_checker

BUG = "x = 1  #! error rank too few axes\n"


def test_settings(gnomon, write, project):
    write(
        "pyproject.toml",
        """
[tool.gnomon]
ignore = ["axis"]
roots = ["lib"]
unproven = true
[tool.gnomon.assume]
x = "(B, 3)"
[tool.gnomon.library-versions]
tensorflow = "1.12"
[tool.gnomon.per-path-ignore]
"tests/" = ["rank"]
[tool.gnomon.per-path-select]
"old/*.py" = ["feed"]
""",
    )
    write("src/a.py", BUG + "y  #! error axis m\n")
    write("src/tests/b.py", BUG)
    write("src/old/c.py", BUG)
    out = gnomon("check", "src", "--format", "concise").out
    assert out.splitlines()[:2] == [
        "src/a.py:1:1: error[rank] too few axes",
        "src/old/c.py:1:1: error[rank] too few axes",
    ]
    write("pyproject.toml", (project / "pyproject.toml").read_text().replace("old/*", "src/old/*"))
    out = gnomon("check", "src", "--format", "concise").out
    assert out.count("error[rank]") == 1
    options = fake_checker.asked[-1]
    assert options.assume == {"x": "(B, 3)"}
    assert options.versions == {"tensorflow": "1.12"}
    assert options.roots == (str(project / "lib"),)
    assert options.unproven


def test_the_command_line_comes_on_top(gnomon, write):
    write("pyproject.toml", '[tool.gnomon]\nselect = ["axis"]\n')
    write("a.py", BUG)
    assert gnomon("check", ".").code == 0
    assert gnomon("check", ".", "--select", "rank").code == 1


def test_found_in_a_folder_above(gnomon, write):
    write("pyproject.toml", '[tool.gnomon]\nignore = ["rank"]\n')
    write("deep/down/pyproject.toml", "[project]\nname = 'x'\n")
    write("deep/down/a.py", BUG)
    assert gnomon("check", "deep/down/a.py").code == 0
    write("other.toml", "[tool.gnomon]\n")
    assert gnomon("check", "--config", "other.toml", "deep").code == 1


@pytest.mark.parametrize(
    "text, message",
    [
        ("[tool.gnomon]\nselekt = []", "tool.gnomon has no setting selekt; did you mean select?"),
        ('[tool.gnomon]\nselect = "rank"', "tool.gnomon.select is no list of texts"),
        ('[tool.gnomon]\nselect = ["rnk"]', "tool.gnomon.select: there is no rule rnk; did you mean rank?"),
        ("[tool.gnomon]\nbaseline = 3", "tool.gnomon.baseline is of the wrong kind"),
        ("[tool.gnomon]\nassume = 3", "tool.gnomon.assume is no table of texts"),
        ("[tool.gnomon]\nper-path-ignore = 3", "tool.gnomon.per-path-ignore is no table"),
        ('[tool.gnomon.assume]\nx = "3"', "tool.gnomon.assume x=3: expected a shape in parentheses"),
        (
            '[tool.gnomon.library-versions]\ntorch = "new"',
            "tool.gnomon.library-versions torch=new: expected a version, such as tensorflow=1.12",
        ),
        (
            '[tool.gnomon.library-versions]\ntouch = ""',
            "tool.gnomon.library-versions touch=: there are no models of touch; did you mean torch?",
        ),
        ("[tool.gnomon\n", "pyproject.toml:"),
        ("[tool]\ngnomon = 3 # [tool.gnomon", "tool.gnomon is no table"),
    ],
)
def test_mistakes_are_one_line(gnomon, write, text, message):
    write("pyproject.toml", text)
    code, out, err = gnomon("check", ".")
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
