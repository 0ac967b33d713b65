"""Programs that read files beside them: exact sizes, a note of where they come from, and caution."""

import pytest

from gnomon.check.api import check_file

from .test_headers import jpeg, npy, png

FILES = {
    "x.npy": npy((60, 784)),
    "cat.png": png(500, 375),
    "grey.png": png(500, 375, colour=0),
    "cat.jpg": jpeg(500, 375),
    "iris.csv": b"a,b,c,d,kind\n" + b"1,2,3,4,x\n" * 150,
    "points.txt": b"1 2 3\n" * 7,
    "broken.npy": b"\x93NUMPY\x01\x00\xff\xff{'shape': ",
    "nested.npy": b"\x93NUMPY\x01\x00\xff\xff" + b"[" * 65535,
}


@pytest.fixture
def shown(tmp_path):
    """The shape that a program's last `reveal_shape` shows."""
    for name, contents in FILES.items():
        (tmp_path / name).write_bytes(contents)

    def show(code):
        (tmp_path / "program.py").write_text(code)
        result = check_file(str(tmp_path / "program.py"), source=code + "\n")
        assert result.fault is None
        return [d.message for d in result.diagnostics if d.rule == "reveal-shape"][-1]

    return show


@pytest.mark.parametrize(
    ("code", "shape"),
    [
        ("import numpy as np\nreveal_shape(np.load('x.npy'))", "(60, 784) float32"),
        ("import numpy as np\nreveal_shape(np.load('x.npy', mmap_mode='r'))", "(60, 784) float32"),
        (
            "import numpy as np\nfrom pathlib import Path\nreveal_shape(np.load(Path(__file__).parent / 'x.npy'))",
            "(60, 784) float32",
        ),
        (
            "import os, numpy as np\nhere = os.path.dirname(os.path.abspath(__file__))\n"
            "reveal_shape(np.load(os.path.join(here, 'x.npy')))",
            "(60, 784) float32",
        ),
        ("import numpy as np\nreveal_shape(np.load('no.npy'))", "(...)"),
        ("import numpy as np\nreveal_shape(np.load('broken.npy'))", "(...)"),
        ("import numpy as np\nreveal_shape(np.load('nested.npy'))", "(...)"),
        ("import numpy as np\nreveal_shape(np.loadtxt('points.txt'))", "(7, 3) float64"),
        ("import numpy as np\nreveal_shape(np.loadtxt('points.txt', usecols=(0, 1)))", "(7, 2) float64"),
        (
            "import numpy as np\nreveal_shape(np.genfromtxt('iris.csv', delimiter=',', skip_header=1,"
            " usecols=range(4)))",
            "(?, 4) float64",
        ),
        ("import pandas as pd\nreveal_shape(pd.read_csv('iris.csv').values)", "(150, 5)"),
        (
            "import pandas as pd\nreveal_shape(pd.read_csv('iris.csv', header=None).iloc[:, :4].values)",
            "(151, 4)",
        ),
        (
            "import numpy as np\nfrom PIL import Image\nreveal_shape(np.array(Image.open('cat.png')))",
            "(375, 500, 3) uint8",
        ),
        (
            "import numpy as np\nfrom PIL import Image\nreveal_shape(np.array(Image.open('grey.png')))",
            "(375, 500) uint8",
        ),
        ("import matplotlib.pyplot as plt\nreveal_shape(plt.imread('cat.png'))", "(375, 500, 3) float32"),
        ("import cv2\nreveal_shape(cv2.imread('grey.png'))", "(375, 500, 3) uint8"),
        ("import cv2\nreveal_shape(cv2.imread('cat.jpg', cv2.IMREAD_GRAYSCALE))", "(375, 500) uint8"),
        ("import imageio\nreveal_shape(imageio.imread('cat.jpg'))", "(375, 500, 3) uint8"),
        ("from skimage import io\nreveal_shape(io.imread('cat.jpg'))", "(375, 500, 3) uint8"),
        ("from torchvision.io import read_image\nreveal_shape(read_image('cat.jpg'))", "(3, 375, 500) uint8"),
        (
            "from keras.utils import load_img, img_to_array\nreveal_shape(img_to_array(load_img('grey.png')))",
            "(375, 500, 3) float32",
        ),
    ],
)
def test_a_file_tells_the_shape(shown, code, shape):
    assert shown(code).startswith(shape)


def test_tensorflow_reads_and_decodes(shown):
    code = "import tensorflow as tf\nx = tf.io.decode_png(tf.io.read_file('cat.png'))\n"
    assert "(1, 375, 500, 3)" in shown(code + "reveal_shape(tf.reshape(x, [1, 375, 500, 3]))")


@pytest.mark.parametrize(
    "writing",
    [
        "np.save('x.npy', np.zeros(3))",
        "np.save('x', np.zeros(3))",
        "open('x.npy', 'wb')",
        "unknown_tool('x.npy')",
        "os.remove('x.npy')",
        "np.save(unknown, np.zeros(3))",
        "os.chdir('elsewhere')",
        "urllib.request.urlretrieve('http://example.org', 'x.npy')",
    ],
)
def test_a_file_that_the_program_writes_tells_nothing(shown, writing):
    code = f"import os, urllib.request\nimport numpy as np\n{writing}\nreveal_shape(np.load('x.npy'))"
    assert shown(code).startswith("(...)")


@pytest.mark.parametrize(
    "changing",
    [
        "df.insert(0, 'id', 1)",
        "df.dropna(inplace=True)",
        "del df['a']",
        "df.loc[150] = 0",
        "df.set_index('kind', inplace=True)",
        "df['new'] = 1",
        "df = df.reset_index()",
    ],
)
def test_a_frame_that_is_changed_in_place_forgets_its_size(shown, changing):
    code = f"import pandas as pd\ndf = pd.read_csv('iris.csv')\n{changing}\nreveal_shape(df.values)"
    assert ", 5)" not in shown(code)


def test_a_finding_says_where_the_size_was_read(tmp_path):
    (tmp_path / "x.npy").write_bytes(npy((60, 784)))
    code = (
        "import numpy as np\nx = np.load('x.npy')\nw = np.zeros((512, 10))\nbatch = x[:32]\ny = batch @ w\n"
    )
    (found,) = check_file(str(tmp_path / "program.py"), source=code).diagnostics
    assert found.rule == "inner-size"
    assert "x.npy holds (60, 784)" in found.notes


def test_a_program_goes_by_the_picture_beside_it(tmp_path):
    (tmp_path / "cat.png").write_bytes(png(500, 375))
    code = (
        "from PIL import Image\nimport numpy as np\nimg = Image.open('cat.png')\n"
        "if img.mode != 'RGB':\n    img = img.convert('RGB')\nwidth, height = img.size\n"
        "x = np.asarray(img)\nx.reshape(width, height, 4)\n"
    )
    (found,) = check_file(str(tmp_path / "program.py"), source=code).diagnostics
    assert found.rule == "reshape-size"
    assert "562500" in found.message or "(375, 500, 3)" in found.message
    assert "cat.png holds (375, 500, 3)" in found.notes
