"""What surrounds a script. Runs once, before the first call; its functions are kept, and it is no module that could be imported."""

import sys

import _frozen_importlib_external as importer

LIBRARY = "/usr/lib/python3.11"


class Loader(importer.SourceFileLoader):
    """Loads modules from code at hand, such that they look as if they came from the library's files."""

    modules = {}

    def get_code(self, fullname):
        return self.modules[fullname][1]

    def get_data(self, path):
        raise OSError(path)


class Finder:
    """Finds modules before there are files."""

    def __init__(self, modules, known):
        self.modules = modules
        self.known = frozenset(known)

    def find_spec(self, name, path=None, target=None):
        if name not in self.modules:
            # A module that tries whether there is another one must not remember that there was none.
            if name in self.known and name not in sys.modules:
                raise SystemError(f"{name} is imported at start-up: add it to PRELOADED in library.py")
            return None
        is_package = self.modules[name][0]
        place = f"{LIBRARY}/{name.replace('.', '/')}"
        file = f"{place}/__init__.py" if is_package else f"{place}.py"
        return importer.spec_from_file_location(
            name, file, loader=Loader(name, file), submodule_search_locations=[place] if is_package else None
        )


def preload(names, modules, known):
    """Imports the modules of these names."""
    Loader.modules = modules
    finder = Finder(modules, known)
    sys.meta_path.insert(2, finder)  # behind those of built-in and frozen modules
    for name in names:
        __import__(name)
    sys.meta_path.remove(finder)
    Loader.modules = None
    for module in list(sys.modules.values()):
        spec = getattr(module, "__spec__", None)
        if spec and isinstance(spec.loader, Loader):
            spec.loader = module.__loader__ = importer.SourceFileLoader(spec.name, spec.origin)
    # The directories that were looked for will be there in calls.
    sys.path_importer_cache.clear()

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
