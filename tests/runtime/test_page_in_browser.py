"""The page of `gn.show` in a real browser, without network: it is drawn, complete, and asks for nothing else."""

import re
import shutil
import subprocess

import numpy as np
import pytest

import gnomon as gn

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium")


def browse(page, *arguments):
    settings = ["--headless=new", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND"]
    home = f"--user-data-dir={page.parent / 'profile'}"
    done = subprocess.run(
        [BROWSER, *settings, home, *arguments, page.as_uri()], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def page(tmp_path):
    x = gn.symbol("x", shape=("batch", 6), dtype="float32")
    w = gn.shared(np.ones((6, 3), "float32"), name="w")
    loss = gn.mean(gn.nn.softmax(x @ w) ** 2)
    step = gn.function([x], loss, updates={w: w - gn.grad(loss, w)}, name="a <step>")
    return gn.show(step, tmp_path / "page.html", browser=False)


def test_the_page_is_drawn(page):
    dom = browse(page, "--dump-dom")
    boxes = re.findall(r"<rect class=\"box (\w+)\"", dom)
    assert {"leaf", "kernel", "result"} <= set(boxes)
    assert "a &lt;step&gt;" in dom
    assert "native call of BLAS: matmul" in dom
    assert "test_page_in_browser.py" in dom  # the user's lines
    picture = page.parent / "page.png"
    browse(page, "--window-size=1000,900", f"--screenshot={picture}")
    data = picture.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert len(data) > 10_000  # an empty page takes 4,000


def test_the_page_refers_to_nothing_outside(page):
    assert not re.search(r"(src|href)=|url\(|@import|<script", page.read_text("utf-8"))
