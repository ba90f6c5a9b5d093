"""Makes what the interpreter needs of its standard library: library.py SOURCE OUT

SOURCE is the unpacked source of CPython, OUT a directory for:

  frozen.h     code of the modules without which nothing can be imported, as C arrays
  boot.bin     code of boot.py
  library.zip  the library as calls find it in /usr/lib/python3.11, each module compiled

Runs on a CPython of the same minor version, whose bytecode is the same. The output depends on nothing but SOURCE and this file.
"""

import importlib.util
import marshal
import os
import sys
import zipfile

LIBRARY = "/usr/lib/python3.11"

# Without these, nothing can be imported.
FROZEN = {
    "importlib._bootstrap": "importlib/_bootstrap.py",
    "importlib._bootstrap_external": "importlib/_bootstrap_external.py",
    "zipimport": "zipimport.py",
}

# Not for a guest: there is no screen, no C compiler, no package installer, no process, and the tests are upstream's.
LEFT_OUT = {
    "__phello__", "__hello__.py", "_aix_support.py", "_bootsubprocess.py", "_osx_support.py", "ctypes", "curses", "dbm", "distutils", "ensurepip",
    "idlelib", "lib2to3", "msilib", "pydoc_data", "site-packages", "sqlite3", "test", "tests", "tkinter", "turtle.py", "turtledemo", "venv",
    "antigravity.py", "this.py", "lzma.py", "ssl.py", "crypt.py", "nis.py", "smtpd.py", "telnetlib.py", "nntplib.py", "pty.py", "tty.py", "webbrowser.py",
}

SYSCONFIG = "_sysconfigdata__wasi_wasm32-wasi"


def compiled(source, name, filename=None):
    """The code of a module, as if it were imported from the library."""
    with open(os.path.join(source, "Lib", name), "rb") as file:
        text = file.read()
    # Once more through marshal: whether it writes references depends on who else holds an object, and here that is nobody.
    code = marshal.loads(marshal.dumps(compile(text, filename or LIBRARY + "/" + name, "exec", dont_inherit=True, optimize=0)))
    return code, text


def library(source):
    """The files of the library, by their names in it."""
    root = os.path.join(source, "Lib")
    for directory, subdirectories, files in os.walk(root):
        subdirectories[:] = sorted(set(subdirectories) - LEFT_OUT)
        for file in sorted(set(files) - LEFT_OUT):
            if file.endswith(".py"):
                yield os.path.relpath(os.path.join(directory, file), root)


def write_frozen(source, out):
    with open(os.path.join(out, "frozen.h"), "w") as header:
        for name, file in FROZEN.items():
            array = "code_" + name.replace(".", "_")
            # Names in angle brackets are how the interpreter knows frames of the importer, which it leaves out of tracebacks.
            code = marshal.dumps(compiled(source, file, f"<frozen {name}>")[0])
            header.write(f"static const unsigned char {array}[] = {{{','.join(map(str, code))}}};\n")
    # The interpreter finds itself with this one; it is no module.
    with open(os.path.join(source, "Modules/getpath.py"), "rb") as file:
        getpath = marshal.dumps(compile(file.read(), "<frozen getpath>", "exec", dont_inherit=True, optimize=0))
    os.makedirs(os.path.join(out, "Python/frozen_modules"), exist_ok=True)
    with open(os.path.join(out, "Python/frozen_modules/getpath.h"), "w") as header:
        header.write(f"const unsigned char _Py_M__getpath[] = {{{','.join(map(str, getpath))}}};\n")


def write_boot(out):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "boot.py"), "rb") as file:
        code = compile(file.read(), "<boot>", "exec", dont_inherit=True, optimize=0)
    with open(os.path.join(out, "boot.bin"), "wb") as file:
        marshal.dump(code, file)


def write_library(source, out, files):
    def entry(name):
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.external_attr = 0o644 << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        return info

    with zipfile.ZipFile(os.path.join(out, "library.zip"), "w") as archive:
        for name in files:
            code, text = compiled(source, name)
            directory, _, base = name.rpartition("/")
            cached = f"{directory}{'/' if directory else ''}__pycache__/{base.removesuffix('.py')}.cpython-311.pyc"
            # Of the kind that is not compared with its source (PEP 552).
            header = importlib.util.MAGIC_NUMBER + (0b01).to_bytes(4, "little") + importlib.util.source_hash(text)
            archive.writestr(entry(name), text)
            archive.writestr(entry(cached), header + marshal.dumps(code))
        archive.writestr(entry(SYSCONFIG + ".py"), "build_time_vars = {}\n")


def main():
    source, out = sys.argv[1:]
    if sys.version_info[:2] != (3, 11) or sys.implementation.name != "cpython":
        sys.exit("library.py needs CPython 3.11 to make bytecode of that version")
    os.makedirs(out, exist_ok=True)
    write_frozen(source, out)
    write_boot(out)
    write_library(source, out, tuple(library(source)))


main()
