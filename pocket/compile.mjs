// Compiles everything under a folder with Pyodide's own Python, and removes the sources:
// node compile.mjs <folder of pyodide> <folder to compile> [ours]
// Left out is what only a traceback shows, the docstrings, and in our own code the types of functions.
const [, , pyodideFolder, folder, ours] = process.argv
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`)
const python = await loadPyodide({ indexURL: pyodideFolder })
python.mountNodeFS("/stage", folder)
python.globals.set("ours", Boolean(ours))
python.runPython(`
import ast
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
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
    eights, rest = divmod(len(code.co_code) // 2, 8) # an entry says of up to eight instructions that their line is unknown
    nowhere = b"\\xff" * eights + (bytes([0xF7 + rest]) if rest else b"")
    return code.replace(co_linetable=nowhere, co_filename="", co_consts=inner)

for path in Path("/stage").rglob("*.py"):
    source = path.read_bytes()
    tree = ast.parse(source)
    if ours:
        tree = Untyped().visit(tree)
    code = bare(compile(tree, "", "exec", optimize=2, dont_inherit=True))
    path.with_suffix(".pyc").write_bytes(_code_to_hash_pyc(code, source_hash(source), False))
    path.unlink()
`)
