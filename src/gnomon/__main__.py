"""`python -m gnomon`: the same command line as `gnomon`."""

from gnomon.cli.main import entry

if __name__ == "__main__":
    entry()
