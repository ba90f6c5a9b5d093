"""What surrounds a script. Runs once, before the first call; its functions are kept, and it is no module that could be imported."""

import sys

# What scripts of agents import most. Each costs a call that does not use it next to nothing, and one that does no import.
PRELOADED = """
    __future__ argparse ast base64 bisect calendar collections collections.abc configparser contextlib copy csv dataclasses datetime decimal
    difflib enum fnmatch fractions functools gettext glob gzip hashlib heapq html importlib.machinery importlib.util inspect io itertools
    json linecache locale logging math numbers operator os pathlib pickle pprint queue random re runpy secrets shlex shutil site
    statistics string struct subprocess tempfile textwrap threading time tomllib traceback types typing unicodedata urllib.parse uuid
    warnings weakref xml.etree.ElementTree zipfile
    encodings.ascii encodings.cp437 encodings.latin_1 encodings.utf_8_sig encodings.idna
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
