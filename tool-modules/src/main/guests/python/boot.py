"""What surrounds a script. Runs once, before the first call; its functions are kept, and it is no module that could be imported."""

import sys

# What scripts import most, as far as the fuel of a start allows. Each costs no call anything. Not selectors, nor what imports it: it asks
# the host whether it can wait.
PRELOADED = """
    argparse ast base64 bisect collections collections.abc contextlib copy csv dataclasses datetime decimal enum fnmatch functools glob
    hashlib heapq importlib.util inspect io itertools json linecache logging math numbers operator os pathlib pickle pprint random re
    runpy shlex shutil string struct tempfile textwrap threading time traceback types typing urllib.parse warnings weakref
""".split()


def preload():
    for name in PRELOADED:
        __import__(name)

    import site

    site.setquit()
    site.setcopyright()
    site.sethelper()


def begin():
    """Makes modules that remember something of the outside ask for it again."""
    import logging
    import random
    import time

    random.seed()
    logging._startTime = time.time()


def filter_warnings(option):
    import warnings

    sys.warnoptions.append(option)
    warnings._processoptions([option])


def show_usage(manifest):
    import json

    print("\n".join(json.loads(manifest)["usage"]))
