// Compiles everything under a folder with Pyodide's own Python, and removes the sources:
// node compile.mjs <folder of pyodide> <folder to compile>
const [, , pyodideFolder, folder] = process.argv
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`)
const python = await loadPyodide({ indexURL: pyodideFolder })
python.mountNodeFS("/stage", folder)
python.runPython(`
import compileall, os, py_compile
from pathlib import Path
ok = compileall.compile_dir(
    "/stage", quiet=1, legacy=True, optimize=2, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
    stripdir="/stage",
)
assert ok
for path in Path("/stage").rglob("*.py"):
    path.unlink()
`)
