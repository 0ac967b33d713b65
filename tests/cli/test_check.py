"""`gnomon check`: exit codes, formats, choices."""

import json

import pytest

from cli import fake_checker

BUG = "x = 1  #! error rank too few axes\n"
WARNING = "x = 1  #! warning batch-mixing mixed\n"


def test_nothing_found(gnomon, write):
    write("a.py", "x = 1\n")
    assert gnomon("check", "a.py") == (0, "no shape bug found in 1 file\n3 of 4 tensor calls known\n", "")


def test_full_format(gnomon, write):
    write("a.py", BUG)
    code, out, err = gnomon("check", "a.py")
    assert (code, err) == (1, "")
    assert out.startswith("error[rank]: too few axes\n  --> a.py:1:1\n")
    assert out.endswith("\n\n1 error in 1 file\n3 of 4 tensor calls known\n")


@pytest.mark.parametrize("text, code", [(BUG, 1), (WARNING, 1), ("x  #! info reveal-shape (2,)\n", 0)])
def test_exit_code(gnomon, write, text, code):
    write("a.py", text)
    assert gnomon("check", "a.py").code == code
    assert gnomon("check", "--exit-zero", "a.py").code == 0


def test_concise(gnomon, write):
    write("a.py", BUG + WARNING)
    out = gnomon("check", "--format", "concise", ".").out
    assert out.splitlines()[:2] == [
        "a.py:1:1: error[rank] too few axes",
        "a.py:2:1: warning[batch-mixing] mixed",
    ]


def test_json_alone_on_standard_output(gnomon, write):
    write("a.py", BUG)
    write("b.py", "#! fault python2 Python 2 syntax (line 1)\n")
    code, out, err = gnomon("check", "--format=json", "--statistics", ".")
    document = json.loads(out)
    assert code == 1
    assert document["files"] == 2
    assert [d["rule"] for d in document["diagnostics"]] == ["rank"]
    assert document["faults"] == [{"path": "b.py", "kind": "python2", "message": "Python 2 syntax (line 1)"}]
    assert err.startswith("gnomon: b.py: Python 2 syntax (line 1)\n")
    assert err.endswith("3 of 4 tensor calls known\n")


def test_github_and_sarif(gnomon, write):
    write("a.py", BUG)
    assert gnomon("check", "--format", "github", "a.py").out.startswith("::error file=a.py,line=1")
    assert json.loads(gnomon("check", "--format", "sarif", "a.py").out)["version"] == "2.1.0"


def test_faults_of_files(gnomon, write):
    """A file that is no program is passed over in a folder, and is a failure where it was named itself."""
    write("a.py", "x = 1\n")
    write("b.py", "#! fault syntax not Python\n")
    code, out, err = gnomon("check", ".")
    assert (code, err) == (0, "gnomon: b.py: not Python\n")
    assert out == "no shape bug found in 1 file, 1 file not checked\n3 of 4 tensor calls known\n"
    assert gnomon("check", "b.py").code == 2
    write("old.py", "#! fault python2 Python 2 syntax\n")
    assert gnomon("check", "old.py").code == 0


def test_internal_fault_is_one_line(gnomon, write):
    write("a.py", "#! raise\n")
    write("b.py", BUG)
    code, out, err = gnomon("check", ".")
    assert code == 2
    assert err.count("\n") == 1
    assert "a.py: internal fault, please report it: RuntimeError: something broke" in err
    assert "error[rank]" in out


def test_select_and_ignore(gnomon, write):
    write("a.py", BUG + WARNING + "y  #! error axis no axis\n")

    def rules(*options):
        out = gnomon("check", "--format=json", *options, "a.py").out
        return [d["rule"] for d in json.loads(out)["diagnostics"]]

    assert rules() == ["rank", "batch-mixing", "axis"]
    assert rules("--select", "rank,axis") == ["rank", "axis"]
    assert rules("--select", "warning") == ["batch-mixing"]
    assert rules("--ignore", "rank", "--ignore", "axis") == ["batch-mixing"]
    assert rules("--select=error", "--ignore=axis") == ["rank"]


def test_ignore_comments(gnomon, write):
    write("a.py", "import x\nx  # gnomon: ignore[rank] #! error rank m\ny  # gnomon: ignore[axis]\n")
    code, out, _ = gnomon("check", "--format", "concise", "a.py")
    assert code == 0
    assert out.splitlines()[0] == "a.py:3:4: info[unused-ignore] unused ignore: axis silences nothing here"
    assert "unused" not in gnomon("check", "--select", "rank", "a.py").out


def test_same_finding_once(gnomon, write, monkeypatch):
    write("a.py", BUG)
    check = fake_checker.check_file
    monkeypatch.setattr(fake_checker, "check_file", lambda path, *rest: check("a.py", *rest))
    write("b.py", BUG)
    assert gnomon("check", ".").out.count("error[rank]") == 1


def test_standard_input(gnomon):
    code, out, _ = gnomon("check", "-", "--format", "concise", stdin=BUG)
    assert (code, out.splitlines()[0]) == (1, "<stdin>:1:1: error[rank] too few axes")
    out = gnomon("check", "-", "--stdin-filename", "net.py", stdin=BUG).out
    assert " --> net.py:1:1" in out
    assert "1 | x = 1" in out


def test_an_assumption_that_applies_to_nothing_is_told(gnomon, write):
    write("a.py", "net(x)  #! unseen x\n")
    write("b.py", "net(y)  #! unseen y\n")
    code, _, err = gnomon("check", ".", "--assume", "x=(3,)", "--assume", "y=(4,)")
    assert (code, err) == (0, "")
    code, _, err = gnomon("check", ".", "--assume", "x=(3,)", "--assume", "z=(4,)")
    assert (code, err) == (0, "gnomon: --assume z: no value of this name is unknown in what was checked\n")


def test_options_reach_the_checker(gnomon, write):
    write("a.py", "")
    gnomon(
        "check", "a.py", "--assume", "x=(B,3,224,224)", "--library-version", "torch=1.4", "--unproven", "--",
        "--batch-size", "64",
    )  # fmt: skip
    options = fake_checker.asked[0]
    assert options.assume == {"x": "(B,3,224,224)"}
    assert options.versions == {"torch": "1.4"}
    assert options.script_args == ("--batch-size", "64")
    assert options.unproven
    gnomon("check", "a.py", "--")
    gnomon("check", "a.py")
    assert [options.script_args for options in fake_checker.asked[1:]] == [(), None]


def test_statistics(gnomon, write):
    write("a.py", "")
    write("b.py", "")
    lines = gnomon("check", "--statistics", ".").out.splitlines()
    assert lines[0].split() == ["framework", "calls", "rank", "known", "shape", "known"]
    assert lines[1].split() == ["torch", "8", "100.0", "%", "75.0", "%"]


def test_processes_give_the_same(gnomon, write):
    for number in range(30):
        write(f"f{number:02}.py", BUG if number % 3 else WARNING)
    one = gnomon("check", "--jobs", "1", "--format", "concise", ".")
    assert gnomon("check", "--jobs", "3", "--format", "concise", ".") == one
    assert one.out.count("error[rank]") == 20


def test_a_dying_process_takes_no_other_file_along(gnomon, write):
    for number in range(15):
        write(f"f{number:02}.py", BUG)
    write("f07.py", "#! die\n")
    code, out, err = gnomon("check", "--jobs", "2", "--format", "concise", ".")
    assert code == 2
    assert out.count("error[rank]") == 14
    assert (
        err == "gnomon: f07.py: internal fault, please report it: the checker's process died on this file\n"
    )


def test_baseline(gnomon, write, project):
    write("src/a.py", BUG)
    assert gnomon("check", "--write-baseline", "src").out.startswith("gnomon-baseline.json holds 1 finding\n")
    code, out, _ = gnomon("check", "src", "--baseline", "gnomon-baseline.json")
    assert code == 0
    assert out.startswith("no shape bug found in 1 file (1 known from the baseline)\n")
    write("src/a.py", "\n" + BUG + WARNING)
    code, out, _ = gnomon("check", "src", "--baseline", "gnomon-baseline.json", "--format", "concise")
    assert code == 1
    assert out.splitlines()[0] == "src/a.py:3:1: warning[batch-mixing] mixed"
    write("pyproject.toml", '[tool.gnomon]\nbaseline = "gnomon-baseline.json"\n')
    assert gnomon("check", "src", "--select", "rank").code == 0


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["check"], "check: name a file or folder, or - for standard input"),
        (["check", "nowhere.py"], "nowhere.py: no such file or folder"),
        (["check", "--formt", "json", "."], "unknown option --formt; did you mean --format?"),
        (["check", "-q", "."], "unknown option -q"),
        (["check", "--format", "jsn", "."], "--format cannot be jsn; did you mean json?"),
        (["check", "--select", "rnk", "."], "--select: there is no rule rnk; did you mean rank?"),
        (["check", "--jobs", "none", "."], "--jobs: none is no number from 1"),
        (["check", "--assume", "x", "."], "--assume x: expected a name and a value, such as x=(B,3,224,224)"),
        (
            ["check", "--assume", "x=3", "."],
            "--assume x=3: expected a shape in parentheses, such as x=(B,3,224,224)",
        ),
        (
            ["check", "--assume", "x=(a b)", "."],
            "--assume x=(a b): a b is no size; expected such as x=(B,3,224,224)",
        ),
        (
            ["check", "--library-version", "torch", "."],
            "--library-version torch: expected a name and a value, such as tensorflow=1.12",
        ),
        (
            ["check", "--library-version", "touch=1.4", "."],
            "--library-version touch=1.4: there are no models of touch; did you mean torch?",
        ),
        (
            ["check", "--library-version", "torch=new", "."],
            "--library-version torch=new: expected a version, such as tensorflow=1.12",
        ),
        (["check", "--jobs", "0", "."], "--jobs: 0 is no number from 1"),
        (["check", "--baseline", "none.json", "."], "none.json: the baseline cannot be read"),
        (["check", "--config", "none.toml", "."], "none.toml: cannot be read"),
        (["check", "--format"], "--format: expected one argument"),
        (["chek", "."], "unknown command chek; did you mean check?"),
        (["."], "unknown command .; did you mean gnomon check .?"),
        (["explain", "iner-size"], "there is no rule iner-size; did you mean inner-size?"),
        (["explain", "zzz"], "there is no rule zzz; `gnomon rules` lists them"),
        (["explain"], "missing: RULE"),
        (["shapes", "nowhere.py"], "nowhere.py: no such file"),
        (["shapes", "."], ".: is a folder, expected a file"),
        (["why", "a.py"], "why: expected FILE:LINE, not a.py"),
        (["why", "nowhere.py:3"], "nowhere.py: no such file"),
    ],
)
def test_one_clear_line(gnomon, arguments, message):
    assert gnomon(*arguments) == (2, "", f"gnomon: {message}\n")
