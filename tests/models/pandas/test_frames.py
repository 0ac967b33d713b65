"""Data frames and series, for real and in the checker."""

import pytest

from models.programs import agree

pytestmark = pytest.mark.models

HEAD = """\
import numpy as np
import pandas as pd
X = np.arange(24.0).reshape(8, 3)
df = pd.DataFrame(X, columns=["a", "b", "c"])
"""


def test_values_and_columns():
    agree(
        HEAD + "r = df.values\ns = df.to_numpy()\nt = df['a'].values\nu = df[['a', 'b']].values\n"
        "v = np.array(df)\n"
        "w = np.array(df['b'])\nx = df.shape\ny = df.T.values\nz = df.mean().values\n",
        *"rstuvwyz",
    )


def test_rows():
    agree(
        HEAD + "r = df.iloc[:, 0].values\ns = df.iloc[2:5].values\nt = df.iloc[:, 0:2].values\n"
        "u = df.iloc[:, -1].values\n"
        "v = df.head(3).values\nw = df.tail(2).values\nx = df.loc[:, ['a', 'c']].values\n"
        "y = df.loc[:, 'a'].values\n"
        "z = df.iloc[[0, 2]].values\n",
        *"rstuvwxyz",
    )


def test_changed():
    agree(
        HEAD
        + "r = df.drop('a', axis=1).values\ns = df.drop(columns=['a', 'b']).values\nt = df.fillna(0).values\n"
        "u = df.astype('float32').values\nv = df[df['a'] > 3].values\nw = df.dropna().values\n"
        "x = pd.DataFrame({'p': [1, 2, 3], 'q': [4, 5, 6]}).values\ny = df['a'].unique()\n"
        "z = df.sample(frac=1).values\n",
        *"rstuvwxyz",
        open="vwy",
    )


def test_series():
    agree(
        HEAD
        + "s = pd.Series([1, 2, 3])\nr = s.values\nt = s.apply(lambda v: v + 1).values\nu = (s + 1).values\n"
        "v = df['a'].head().values\nw = (df['a'] == 3).values\nx = ((s > 1) & ~(s == 3)).values\n"
        "y = X[:3][s > 1]\n",
        *"rtuvwxy",
        open="y",
    )


def test_reading(tmp_path):
    file = tmp_path / "table.csv"
    file.write_text("a,b,c\n1,2,3\n4,5,6\n")
    agree(
        f"import pandas as pd\ndf = pd.read_csv({str(file)!r})\nr = df.values\n"
        f"s = df[['a', 'b']].to_numpy()\n"
        f"t = df['a'].values\nu = pd.read_csv({str(file)!r}, usecols=['a', 'c']).values\n",
        *"rstu",
        open="rstu",
    )


def test_with_scikit_learn():
    agree(
        HEAD + "from sklearn.model_selection import train_test_split\n"
        "from sklearn.preprocessing import StandardScaler\n"
        "from sklearn.linear_model import LinearRegression\n"
        "a, b, c, d = train_test_split(df[['a', 'b']], df['c'], test_size=0.25)\n"
        "r = StandardScaler().fit_transform(a)\ns = LinearRegression().fit(a, c).predict(b)\nt = d.values\n",
        *"rst",
    )
