"""The standard library, and packages around numerical programs whose calls change no shape."""

MODULES = {
    "chance": "random secrets",
    "commands": "argparse configargparse types",
    "containers": "collections",
    "copying": "copy",
    "files": "os posixpath pathlib io glob fnmatch shutil tempfile gzip bz2 lzma zipfile tarfile codecs"
    " mimetypes fcntl stat errno multiprocessing urllib",
    "flags": "absl gflags tensorflow",
    "functions": "functools operator contextlib jax",
    "iterators": "itertools",
    "mathematics": "math cmath statistics",
    "pictures": "matplotlib pylab PIL cv2 imageio skimage tifffile scipy h5py",
    "progress": "tqdm progressbar alive_progress rich fastprogress click fire typer plac",
    "quiet": "logging warnings traceback subprocess threading concurrent multiprocessing asyncio queue signal"
    " socket selectors http urllib email xml sqlite3 ctypes platform gc pdb cProfile pstats tracemalloc"
    " faulthandler inspect importlib pkgutil pkg_resources atexit locale getpass pprint textwrap uuid hashlib"
    " hmac base64 binascii zlib struct optparse configparser shlex readline curses ssl ftplib smtplib"
    " webbrowser weakref sched distutils setuptools mmap turtle tkinter unicodedata difflib gettext imp runpy"
    " doctest dis ast tokenize datetime calendar matplotlib pylab mpl_toolkits seaborn plotly bokeh altair"
    " wandb tensorboardX tensorboard mlflow comet_ml neptune clearml visdom termcolor colorama colorlog"
    " loguru rich prettytable tabulate requests psutil GPUtil pynvml boto3 dotenv IPython ipywidgets graphviz pydot"
    " networkx sympy omegaconf hydra gin sacred",
    "records": "typing typing_extensions dataclasses attr attrs copy enum abc types numbers flax",
    "settings": "ml_collections easydict munch attrdict addict yacs",
    "storing": "json pickle cPickle dill cloudpickle marshal ujson orjson toml tomllib yaml joblib csv",
    "system": "sys os time timeit atexit gc getpass platform importlib subprocess struct inspect shlex"
    " textwrap pprint traceback warnings multiprocessing concurrent",
    "testing": "unittest pytest absl mock nose tensorflow",
    "texts": "string re regex",
}
"""Each module of this package, and the top-level names at whose import it loads."""
