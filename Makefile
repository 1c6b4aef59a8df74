# `make` without arguments lists the commands.
# Requires Python 3.11 or newer with pip and venv, and make; everything else is installed into .venv.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help run test quick check audit bench leaks faults soak scale web openapi replays pages game play lock clean setup setup-dev

VENV := .venv
BIN := $(VENV)/bin
# Extra arguments for the tool behind a target: make test ARGS="-k faraway", make play ARGS="--language fr".
ARGS ?=
# One test process more than cores, since many tests wait for processes and browsers.
WORKERS := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) < 8 ? $$(getconf _NPROCESSORS_ONLN) + 1 : 8)))
# The game that `make play` plays.
GAME ?= faraway
# What `make check` spells.
SPELLED := service workers sdk tools benchmarks tests examples docs .github .ci Makefile pyproject.toml $(wildcard *.md)
# The code runs from the checkout and is never installed into .venv.
export PYTHONPATH := $(CURDIR):$(CURDIR)/sdk
# Compiled modules are kept, whatever the environment says: a service and its tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

run: setup ## start the service on 127.0.0.1:$PORT (8000), with data in $FARSHORE_DATA (.data)
	@exec $(BIN)/python -m service --with-parent $(ARGS)

test: setup-dev ## run all tests against a private Redis (ARGS="-k faraway")
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal $(ARGS)

# Leaves out tests that start processes or take long: these folders, and tests marked `thorough`.
quick: setup-dev ## run the fast tests in a minute or two: the rules of all games, and the platform in one process
	@$(BIN)/pytest -n $(WORKERS) --dist worksteal -m "not thorough" \
		$(addprefix --ignore=tests/,abuse contract e2e sdk tools web workers) $(ARGS)

check: setup-dev ## check formatting, lint, types, import contracts, dead code and spelling, also of the web pages
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	@# Fields of records are data, and ruff finds unused variables: what counts here are functions, methods and classes.
	! $(BIN)/vulture | grep -v 'unused variable\|unused attribute'
	$(BIN)/codespell $(SPELLED)
	$(BIN)/deno fmt --check --quiet
	$(BIN)/deno lint --quiet
	$(BIN)/deno check --quiet $$(find service/web/js -name '*.js')

bench: setup-dev ## measure speed and size against comparable software (ARGS="--quick --only http,streams"); see docs/bench.md
	@$(BIN)/python -m benchmarks $(ARGS)

audit: setup-dev ## check the source for forbidden constructs, and the dependencies for known vulnerabilities (needs internet)
	$(BIN)/pytest -n0 tests/abuse/test_source.py
	$(BIN)/uv tool run pip-audit --require-hashes --disable-pip -r requirements.txt $(ARGS)

leaks: setup-dev ## search for leaks of hidden information (ARGS="--states 2000 --game faraway"); see docs/security.md
	@$(BIN)/python -m tools.leaks $(ARGS)

faults: setup-dev ## inject a thousand faults while games are played; see docs/faults.md
	@$(BIN)/python -m tools.faults $(ARGS)

soak: setup-dev ## archive many finished games and measure memory (ARGS="--games 100000")
	@$(BIN)/python -m tools.soak $(ARGS)

scale: setup-dev ## do rolling restarts on a Redis Cluster while games are played (ARGS="--rounds 20")
	@$(BIN)/python -m tools.scale $(ARGS)

web: setup-dev ## play many games of all kinds in a browser by clicks (ARGS="--games 200 --only not_alone")
	@$(BIN)/python -m tools.web_matrix $(ARGS)

openapi: setup-dev ## write openapi/openapi.json, and the types of the web pages, from the code
	@$(BIN)/python -m service.api.openapi openapi/openapi.json
	@$(BIN)/python -m tools.web_types

replays: setup-dev ## renew the golden replays; review the diff before you commit it
	@$(BIN)/python -m tools.golden_replays $(ARGS)
	@$(BIN)/python -m tests.games.mountains_of_madness.golden_talk

pages: setup-dev ## renew the golden text pages (ARGS=faraway: of one game); review the diff before committing
	@$(BIN)/python -m tools.golden_pages $(ARGS)

game: setup-dev ## generate the skeleton of a new game (NAME=tiny); see CONTRIBUTING.md
	@$(BIN)/python -m tools.new_game $(NAME)
	@$(BIN)/python -m tools.golden_replays $(NAME)
	@$(BIN)/python -m tools.golden_pages $(NAME)
	@$(BIN)/python -m service.api.openapi openapi/openapi.json
	@$(BIN)/python -m tools.web_types

play: setup-dev ## play $GAME (faraway) in the terminal; needs a running service
	@exec $(BIN)/python -m farshore play $(GAME) $(ARGS)

lock: setup-dev ## resolve pyproject.toml into the two requirements files
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-header $(ARGS) pyproject.toml -o requirements.txt
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-header --group dev $(ARGS) pyproject.toml -o requirements-dev.txt
	@# A lock file must not contain the address of a package index.
	@! grep -n '://' requirements.txt requirements-dev.txt

clean: ## remove .venv and all caches; the data folder stays
	rm -rf $(VENV) .bench .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

# ---- setup: one environment, one stamp per requirements file ----

setup: $(VENV)/.stamp-run
setup-dev: $(VENV)/.stamp-dev

# requirements-dev.txt includes requirements.txt, so one installation serves both.
$(VENV)/.stamp-dev: requirements-dev.txt | $(BIN)/pip
	@echo "Installing requirements-dev.txt into $(VENV) (once, about a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $(VENV)/.stamp-run $@

$(VENV)/.stamp-run: requirements.txt | $(BIN)/pip
	@echo "Installing requirements.txt into $(VENV) (once, about half a minute) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(BIN)/pip:
	@python=''; \
	for name in $$PYTHON python3.11 python3 python3.12 python3.13 python3.14 python; do \
		if "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$$name; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "Farshore requires Python 3.11 or newer. Install it, or run 'make $(MAKECMDGOALS) PYTHON=/path/to/python'." >&2; exit 1; \
	fi; \
	if ! "$$python" -c 'import venv, ensurepip' 2>/dev/null; then \
		echo "$$python cannot create virtual environments. Install its venv package (on Debian: apt install python3-venv)," >&2; \
		echo "or, without root access, pip install --user uv && uv venv --seed --python $$python $(VENV), then make again." >&2; exit 1; \
	fi; \
	echo "Creating $(VENV) with $$("$$python" --version) ..."; \
	"$$python" -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
