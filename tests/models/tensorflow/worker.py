"""Running TensorFlow's functions in another process: some kernels end theirs on odd arguments.

The parent sends a line of JSON with a function's name and arguments, and receives what came out: a shape and a
dtype, or an error. A process that ended is replaced.
"""

import json
import os
import subprocess
import sys

from models.odd_layers import Array, mapped

ENDED = "the process ended"


class Worker:
    """A process that calls functions of TensorFlow on arrays."""

    def __init__(self):
        self.process = None

    def ask(self, name, arguments, options):
        """Return the shape and dtype of a result, and None; or None and an error."""
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "models.tensorflow.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
        try:
            self.process.stdin.write(json.dumps([name, written(arguments), written(options)]) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            self.close()
            return None, ENDED
        return json.loads(line)

    def close(self):
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None


def written(part):
    """Arguments as JSON holds them."""
    return mapped(part, lambda described: {"shape": described.shape, "dtype": described.dtype})


def read(part):
    """Arguments out of JSON."""
    if isinstance(part, list):
        return [read(item) for item in part]
    if isinstance(part, dict):
        if part.keys() == {"shape", "dtype"}:
            return Array(tuple(part["shape"]), part["dtype"])
        return {name: read(item) for name, item in part.items()}
    return part


def answer(name, arguments, options):
    """What a function makes of arguments, in words that JSON holds."""
    from models.tensorflow.comparing import resolve, tf

    def convert(described):
        return tf.ones(described.shape, described.dtype)

    try:
        result = resolve(name)(*mapped(read(arguments), convert), **mapped(read(options), convert))
        return [[list(result.shape), result.dtype.name], None]
    except Exception as error:
        return [None, f"{type(error).__name__}: {str(error)[:200]}"]


def main():
    """Answer lines until the input ends."""
    for line in sys.stdin:
        print(json.dumps(answer(*json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
