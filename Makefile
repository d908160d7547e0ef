# The two commands are `make serve` and `make test`; each sets up what it needs.
PY := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help setup serve dev test lint bench fuzz lock

help:  ## what there is
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

setup: .venv/.dev  ## build .venv from the locked, hashed requirements

.venv/.serve: requirements.txt
	scripts/setup.sh requirements.txt
	@touch $@

.venv/.dev: requirements.txt requirements-dev.txt
	scripts/setup.sh requirements-dev.txt
	@touch $@ .venv/.serve

test: .venv/.dev  ## all tests
	$(PY) -m pytest -n auto

lint: .venv/.dev  ## ruff, mypy, import-linter, djlint, migrations, deployment check
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache

bench: .venv/.dev  ## how fast the rules are
	$(PY) -m bench

fuzz: .venv/.dev  ## ten minutes of broken score files
	$(PY) -m tests.fuzz --seconds 600

lock: .venv/.dev  ## renew the requirements files
	.venv/bin/uv pip compile -q --universal --generate-hashes --no-header pyproject.toml -o requirements.txt
	.venv/bin/uv pip compile -q --universal --generate-hashes --no-header --group dev pyproject.toml -o requirements-dev.txt
