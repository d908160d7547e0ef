// Compiles everything under a folder with Pyodide's own Python, and removes the sources:
// node compile.mjs <folder of pyodide> <folder to compile>
// Docstrings, and the columns that only a traceback shows, are left out: that saves a third of the compressed bytes.
const [, , pyodideFolder, folder] = process.argv;
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: pyodideFolder, env: { HOME: "/home", PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/stage", folder);
python.runPython(`
import os
from compileall import compile_dir
from pathlib import Path
from py_compile import PycInvalidationMode

os.chdir("/stage")
if not compile_dir(".", quiet=1, legacy=True, optimize=2, invalidation_mode=PycInvalidationMode.UNCHECKED_HASH):
    raise SystemExit("not everything could be compiled")
for path in Path(".").rglob("*.py"):
    path.unlink()
`);
