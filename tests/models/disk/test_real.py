"""Files written by NumPy, read by NumPy and pandas, and looked at by the checker."""

import numpy as np
import pytest

from models.programs import agree

pytestmark = pytest.mark.models

HEAD = "import numpy as np\nimport pandas as pd\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A folder with data, as the working directory."""
    monkeypatch.chdir(tmp_path)
    np.save("x.npy", np.zeros((6, 4), np.float32))
    np.save("fortran.npy", np.asfortranarray(np.zeros((2, 3), np.int16)))
    np.save("scalar.npy", 5)
    np.save("texts.npy", np.array(["a", "bcd"]))
    np.savez("plain.npz", a=np.zeros((2, 3)), b=np.zeros(5, bool))
    np.savez_compressed("packed.npz", np.zeros((2, 3)))
    np.savetxt("table.txt", np.zeros((5, 3)))
    np.savetxt("table.csv", np.zeros((5, 3)), delimiter=",", header="a,b,c")
    np.savetxt("row.txt", np.zeros((1, 3)))
    np.savetxt("column.txt", np.zeros((4, 1)))
    np.savetxt("one.txt", np.zeros((1, 1)))
    (tmp_path / "frame.csv").write_text('a,b,c\n1,"x, y",2.5\n\n2,z,3\n3,,4\n')
    (tmp_path / "tabs.tsv").write_text("1\t2\n3\t4\n")
    return tmp_path


def test_arrays(here):
    agree(
        HEAD
        + "r = np.load('x.npy')\ns = np.load('fortran.npy')\nt = np.load('scalar.npy')\nu = np.load('texts.npy')\n"
        "v = np.load('plain.npz')['a']\nw = np.load('plain.npz')['b']\nx = np.load('packed.npz')['arr_0']\n"
        "with np.load('plain.npz') as data:\n    y = data['a'].T\nz = np.load('x.npy', mmap_mode='r')[1:]\n",
        *"rstuvwxyz",
    )


@pytest.mark.parametrize("name", ["table", "row", "column", "one"])
def test_texts_that_numpy_reads(here, name):
    agree(
        HEAD + f"r = np.loadtxt('{name}.txt')\ns = np.loadtxt('{name}.txt', ndmin=2)\n"
        f"t = np.loadtxt('{name}.txt', ndmin=1)\nu = np.genfromtxt('{name}.txt')\n"
        f"v = np.loadtxt('{name}.txt', usecols=(0,))\nw = np.loadtxt('{name}.txt', usecols=[0], ndmin=2)\n"
        f"x = np.loadtxt('{name}.txt', dtype=np.float32)\n",
        *"rstuvwx",
    )


def test_separated_values_that_numpy_reads(here):
    agree(
        HEAD
        + "r = np.loadtxt('table.csv', delimiter=',')\ns = np.loadtxt('table.csv', delimiter=',', skiprows=2)\n"
        "t = np.genfromtxt('table.csv', delimiter=',', skip_header=3)\n"
        "u, v, w = np.loadtxt('table.csv', delimiter=',', unpack=True)\n"
        "x = np.loadtxt('table.csv', delimiter=',', usecols=(0, 2))\n",
        *"rstuvwx",
    )


def test_separated_values_that_pandas_reads(here):
    agree(
        HEAD + "r = pd.read_csv('frame.csv').values\ns = pd.read_csv('frame.csv', header=None).values\n"
        "t = pd.read_csv('frame.csv', index_col=0).values\nu = pd.read_csv('frame.csv', usecols=['a', 'c']).values\n"
        "v = pd.read_csv('frame.csv', skiprows=1).values\nw = pd.read_csv('tabs.tsv', sep='\\t', header=None).values\n"
        "x = pd.read_csv('frame.csv').drop('b', axis=1).to_numpy()\ny = pd.read_csv('frame.csv')['a'].values\n",
        *"rstuvwxy",
    )


def test_frames_that_change(here):
    agree(
        HEAD
        + "a = pd.read_csv('frame.csv')\na['d'] = 1\nr = a.values\nb = pd.read_csv('frame.csv')\nb.dropna(inplace=True)\n"
        "s = b.values\nc = pd.read_csv('frame.csv')\nc.insert(0, 'e', 1)\nt = c.values\nd = pd.read_csv('frame.csv')\n"
        "del d['a']\nu = d.values\ne = pd.read_csv('frame.csv')\ne.loc[9] = 0\nv = e.values\n"
        "f = pd.read_csv('frame.csv')\nf.set_index('a', inplace=True)\nw = f.values\ng = pd.read_csv('frame.csv')\n"
        "g.reset_index(inplace=True)\nx = g.values\nh = pd.read_csv('frame.csv')\nh.reset_index(drop=True, inplace=True)\n"
        "y = h.values\ni = pd.read_csv('frame.csv')\ni = i.fillna(0)\nz = i.values\n",
        *"rstuvwxyz",
        open="rstuvwx",
    )
