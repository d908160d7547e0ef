// Records what a start makes out of text, so that a phone need not: regular expressions, and the functions of data classes.
// node shortcuts.mjs <folder of pyodide> <folder with the stages of the build, compiled>
// They go into a file of their own, shortcuts/modules, which most changes of our code leave as it is.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { inMemory, mount } from "./shell/storage.js"

const [, , pyodideFolder, stages] = process.argv
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`)
const python = await loadPyodide({
  indexURL: pyodideFolder,
  env: { HOME: "/home", SCOREKEEPER_DATA: "/data", POCKET_BASE: "/", POCKET_STATIC: "/site/hashed", PYTHONDONTWRITEBYTECODE: "1" },
})
const { FS } = python
python.runPython(readFileSync(new URL("bare.py", import.meta.url), "utf8"))
for (const [folder, here] of [["packages", "/packages"], ["texts", "/site"]]) {
  FS.mkdirTree(here)
  python.mountNodeFS(here, `${stages}/${folder}`)
}
const packages = readFileSync(`${stages}/packages/modules`) // which the importer removes
FS.writeFile("/site/modules", readFileSync(`${stages}/site/modules`))
FS.writeFile("/site/tables", readFileSync(`${stages}/tables/modules`))
mount(FS, inMemory(), "/data")
python.runPython(`
import dataclasses, marshal, re, sys
from array import array
sys.path[:0] = ["/site", "/packages", "/site/pocket/instead"]
import importer

patterns, functions = {}, {}

class Recorded:
    "The module _sre, as re._compiler sees it."
    def __getattr__(self, name):
        return getattr(_sre, name)
    def compile(self, pattern, flags, code, groups, names, numbers):
        self.last = flags, array("I", code).tobytes(), groups, {**names}, numbers
        return _sre.compile(pattern, flags, code, groups, names, numbers)

_sre, plain = re._compiler._sre, re._compiler.compile
re._compiler._sre = recorded = Recorded()

def record_pattern(pattern, flags=0):
    found = plain(pattern, flags)
    if isinstance(pattern, str | bytes):
        patterns[pattern, int(flags)] = recorded.last
    return found

def record_functions(text, scope, into):
    code = compile(text, "", "exec", optimize=2, dont_inherit=True)
    functions[importer.digest(text)] = bare(code)
    exec(code, scope, into)
re._compiler.compile = record_pattern
dataclasses.exec = record_functions

importer.install("/packages/modules", "/site/modules", "/site/tables")
from pocket.site import rehearse
rehearse()
assert patterns and functions, "Python makes them in another way than importer.py takes over"
with open("/made", "wb") as file:
    marshal.dump({"": {key: kinds[key] for kinds in (patterns, functions) for key in sorted(kinds, key=repr)}}, file)
`)
writeFileSync(`${stages}/packages/modules`, packages)
mkdirSync(`${stages}/shortcuts`)
writeFileSync(`${stages}/shortcuts/modules`, FS.readFile("/made"))
