"""tf.app.run: the program's ``main`` is called. The flags themselves are those of absl."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Unknown, alias, host
from gnomon.models.tensorflow.common import tf_function
from gnomon.values import ABSENT

for _place in ("python.platform.flags", "python.platform.app.flags"):
    alias(f"tensorflow.{_place}", "absl.flags")


@tf_function("app.run", tensor=False)
def _run(main: Any = None, argv: Any = None) -> Any:
    if main is None:
        main = _main_of_program()
    if main is not None:
        host.call(main, Unknown())
    host.end_path()


def _main_of_program() -> Any:
    """Return the function ``main`` of the script that calls ``tf.app.run()``."""
    frame = getattr(host.current, "frame", None)
    found = None if frame is None else frame.lookup("main")
    return None if found is ABSENT else found
