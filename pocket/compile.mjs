// Compiles everything under a folder with Pyodide's own Python, and removes the sources:
// node compile.mjs <folder of pyodide> <folder to compile> <"files", "bytes" or "codes">
// Each module becomes a file of its own, or all of them go into one for pocket/importer.py: as bytes, from which each
// is made when it is imported, or as code objects that share their names, which takes fewer bytes.
// Left out is what only a traceback shows, the docstrings, and in our own code (codes) the types of functions.
const [, , pyodideFolder, folder, form] = process.argv;
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: pyodideFolder });
python.mountNodeFS("/stage", folder);
python.globals.set("form", form);
python.runPython(`
import ast, marshal
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from inspect import CO_VARARGS, CO_VARKEYWORDS
from pathlib import Path
from types import CodeType

class Untyped(ast.NodeTransformer):
    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.returns = None
        return node
    visit_AsyncFunctionDef = visit_FunctionDef
    def visit_arg(self, node):
        node.annotation = None
        return node

def bare(code):
    inner = tuple(bare(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    # an entry says of up to eight instructions that their line is unknown
    eights, rest = divmod(len(code.co_code) // 2, 8)
    nowhere = b"\\xff" * eights + (bytes([0xF7 + rest]) if rest else b"")
    return unnamed(code).replace(co_linetable=nowhere, co_filename="", co_consts=inner)

def unnamed(code):
    "Without the names of a function's own variables but its arguments, and without the class before its own name."
    if form != "codes":
        return code
    starred = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    arguments = code.co_argcount + code.co_kwonlyargcount + starred
    variables = tuple(f"{n}" if n >= arguments else name for n, name in enumerate(code.co_varnames))
    return code.replace(co_varnames=variables, co_qualname=code.co_name)

modules = {}
for path in sorted(Path("/stage").rglob("*.py")):
    source = path.read_bytes()
    tree = ast.parse(source)
    if form == "codes":
        tree = Untyped().visit(tree)
    code = bare(compile(tree, "", "exec", optimize=2, dont_inherit=True))
    path.unlink()
    if form == "files":
        path.with_suffix(".pyc").write_bytes(_code_to_hash_pyc(code, source_hash(source), False))
        continue
    package = path.stem == "__init__"
    name = str((path.parent if package else path.with_suffix("")).relative_to("/stage"))
    modules[name] = (package, code if form == "codes" else marshal.dumps(code))
if modules:
    Path("/stage/modules").write_bytes(marshal.dumps(modules))
`);
