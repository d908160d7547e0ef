// Runs the golden cases of rounds, tricks and problems in the Python of the build, with its compiled games:
// node cases.mjs <folder of pyodide> <folder of the build> <root of the project> <folder of pytest>
import { readFileSync } from "node:fs";

const [, , pyodideFolder, build, root, packages] = process.argv;
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const python = await loadPyodide({
  indexURL: pyodideFolder,
  env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1", PYTEST_DISABLE_PLUGIN_AUTOLOAD: "1" },
});
for (const name of ["texts", "site"]) {
  python.unpackArchive(new Uint8Array(readFileSync(`${build}/${name}.zip`)), "zip", { extractDir: "/site" });
}
for (const [folder, here] of [
  [`${root}/tests`, "/project/tests"],
  [`${root}/games`, "/source"],
  [packages, "/pytest"],
]) {
  python.FS.mkdirTree(here);
  python.mountNodeFS(here, folder);
}
const failed = python.runPython(`
import shutil, sys
from pathlib import Path
for cases in [*Path("/source").glob("*/tests/cases.toml"), *Path("/source").glob("*/tests/cases/*.toml")]:
    copy = Path("/site/games") / cases.relative_to("/source")
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(cases, copy)
sys.path[:0] = ["/site", "/project"]
sys.path.append("/pytest")
import pytest
pytest.main(["-q", "-p", "no:cacheprovider", "--noconftest", "-c", "/dev/null", "--rootdir", "/project",
             "/project/tests/test_cases.py", "-k", "scored or judged or told or rulings"])
`);
process.exit(failed);
