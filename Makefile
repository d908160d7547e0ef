# The two main commands are `make serve` and `make test`. Each command sets up what it needs.
PY := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: browsers pocket release pocket-serve pocket-test help setup serve dev demo test quick browser backup restore lint words bench fuzz mutants fresh lock

PORT ?= 8000
# With this variable, each of the many processes that tests start would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE
# Two more than there are processors, as some workers only wait for a browser or a server.
WORKERS ?= $(shell expr $$(nproc) + 2)

help:  ## what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

setup: .venv/.dev  ## build .venv from the locked, hashed requirements

.venv/.serve: requirements.txt
	scripts/setup.sh requirements.txt
	@touch $@

.venv/.dev: requirements.txt requirements-dev.txt
	scripts/setup.sh requirements.txt requirements-dev.txt
	@touch $@ .venv/.serve

serve: .venv/.serve  ## play: start the server on the local network (PORT=8000)
	@exec $(PY) manage.py serve --port $(PORT)

dev: .venv/.dev  ## the same for developers, with reloading and DEBUG
	SCOREKEEPER_DEBUG=1 $(PY) manage.py compile_words
	SCOREKEEPER_DEBUG=1 $(PY) manage.py migrate -v 0
	SCOREKEEPER_DEBUG=1 $(PY) manage.py owner_link --port $(PORT)
	SCOREKEEPER_DEBUG=1 $(PY) manage.py runserver 0.0.0.0:$(PORT)

demo: .venv/.dev  ## the server with a group that has played for a year, to look around in (PORT=8000)
	@exec $(PY) -m bench.demo --port $(PORT)

test: .venv/.dev  ## all tests, those in a browser too; then those of the database once more, on PostgreSQL
	scripts/browser.sh
	$(PY) -m pytest -n $(WORKERS) --dist worksteal
	$(PY) -m tests.postgres $(PY) -m pytest -n auto --dist worksteal

quick: .venv/.dev  ## for every small step: the tests that need neither a browser nor a server, without the slow ones
	$(PY) -m pytest -n auto --dist worksteal -m "not browser and not server and not slow"

browser: .venv/.dev  ## only the tests in a browser
	scripts/browser.sh
	$(PY) -m pytest -n $(WORKERS) --dist worksteal -m browser

browsers: .venv/.dev pocket  ## an evening in WebKit and in Firefox: each game, two phones, a trick, a debt, a cut connection; a phone alone, and two of them at a table
	scripts/browsers.sh
	$(PY) -m pytest -n 0 tests/browsers/main_path.py tests/browsers/alone.py tests/browsers/table.py

backup: .venv/.serve  ## back up everything into one file (FILE=…; default: a new one in the data folder), while the server runs
	$(PY) manage.py backup $(if $(FILE),"$(FILE)")

restore: .venv/.serve  ## restore everything from FILE=…, while no server runs
	$(PY) manage.py restore "$(FILE)"

words: .venv/.dev  ## collect new strings into locale/de, and list those without a German translation
	$(PY) manage.py words

lint: .venv/.dev  ## ruff, mypy, import-linter, djlint, lines, migrations, deployment check
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache
	.venv/bin/djlint templates scorekeeper games pocket --lint --quiet
	$(PY) scripts/long_lines.py
	DJANGO_SETTINGS_MODULE=pocket.settings $(PY) manage.py makemigrations --check --dry-run --skip-checks
	SCOREKEEPER_HTTPS=1 SCOREKEEPER_HOSTS=cards.example $(PY) manage.py check --deploy --fail-level WARNING

bench: .venv/.dev pocket  ## the figures: looks, pads and saves of the site, from tap to pad in pocket, a table of four guests
	scripts/browser.sh
	$(PY) -m bench
	$(PY) -m pytest -m browser -s -k "whole_game or tap_counted" | grep " taps," | sort | uniq -c

fuzz: .venv/.dev  ## all tests that try something at random, twenty times as long
	FUZZ=20 HISTORIES=2000 $(PY) -m pytest -n auto --dist worksteal -m "not browser" \
		$$(grep -rlE "hypothesis|repeated\(|HISTORIES" --include="test_*.py" games scorekeeper tests)
	SAVES=10000 $(PY) -m pytest --timeout=0 -n 0 tests/server/test_cuts.py
	TAPS=300 $(PY) -m pytest --timeout=0 -n auto --dist worksteal scorekeeper/rounds/tests/test_taps_in_a_browser.py scorekeeper/rounds/tests/test_heights_in_a_browser.py

mutants: .venv/.dev  ## break the core in small ways, one after the other, and name those that no test sees (ONLY="games.money*")
	.venv/bin/mutmut run $(ONLY)
	.venv/bin/mutmut results

fresh:  ## serve and test once in a minimal Debian of their own (as root; FRESH=folder keeps it, SUITE=trixie)
	scripts/fresh.sh

lock: .venv/.dev  ## renew the requirements files
	.venv/bin/uv pip compile -q --all-extras --universal --generate-hashes --no-header pyproject.toml -o requirements.txt
	.venv/bin/uv pip compile -q --all-extras --universal --generate-hashes --no-header --group dev pyproject.toml \
		-c requirements.txt $$(sed -n 's/^\([a-z][^=]*\)==[^;]*$$/--no-emit-package \1/p' requirements.txt) -o requirements-dev.txt

pocket: .venv/.dev  ## build the app for one phone without any server: static files in dist/pocket
	$(PY) -m pocket.build $(SMALLEST)

bench release: SMALLEST = --smallest

release: pocket  ## the wheel, the pocket folder, an SBOM and checksums, in dist/release
	$(PY) -m scripts.release

pocket-serve: .venv/.dev  ## try what make pocket has built, on localhost
	$(PY) -m pocket.serve

pocket-test: .venv/.dev pocket  ## the browser tests of the games with the site inside the browser
	scripts/browser.sh
	POCKET=1 $(PY) -m pytest --migrations -n auto --dist loadfile -m browser tests/browser/alone.py pocket games scorekeeper/rounds scorekeeper/money scorekeeper/history scorekeeper/exchange
