# The words everyone types. `make` alone prints them.
# Needs Python 3.11 or newer with pip and venv, and make; everything else is fetched into .venv.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.PHONY: help run test quick check audit bench leaks faults soak scale openapi replays pages game play lock clean setup setup-dev

VENV := .venv
BIN := $(VENV)/bin
# Extra words for the tool behind a target: make test ARGS="-k faraway", make play ARGS="--language fr".
ARGS ?=
# What `make play` plays.
GAME ?= faraway
# The package runs from the checkout, so nothing of ours is ever installed into .venv.
export PYTHONPATH := $(CURDIR):$(CURDIR)/sdk

help: ## print these lines
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

run: setup ## start the whole service on 127.0.0.1:$PORT (8000), data in $FARSHORE_DATA (.data)
	@exec $(BIN)/python -m service --with-parent $(ARGS)

test: setup-dev ## run the whole test suite against a Redis of its own
	@$(BIN)/pytest -n logical --maxprocesses 8 --dist worksteal $(ARGS)

# What starts processes or takes long is left out: these folders, and tests marked `thorough`.
quick: setup-dev ## run a useful part of the tests in about a minute: the rules of all games, and the platform in this process
	@$(BIN)/pytest -n logical --maxprocesses 8 --dist worksteal -m "not thorough" \
		$(addprefix --ignore=tests/,abuse contract e2e sdk tools workers) $(ARGS)

check: setup-dev ## formatting, lint, types and import contracts
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: setup-dev ## measure speed and size next to comparable software (ARGS="--quick --only http,streams"); docs/bench.md
	@$(BIN)/python -m benchmarks $(ARGS)

audit: setup-dev ## what must not stand in the source, and (with the network) known weaknesses of the dependencies
	$(BIN)/pytest -n0 tests/abuse/test_source.py
	$(BIN)/uv tool run pip-audit --require-hashes --disable-pip -r requirements.txt $(ARGS)

leaks: setup-dev ## search for leaks: compare thousands of tables with twins (ARGS="--states 2000 --game faraway")
	@$(BIN)/python -m tools.leaks $(ARGS)

faults: setup-dev ## inject a thousand faults into a running service while it is played; docs/faults.md
	@$(BIN)/python -m tools.faults $(ARGS)

soak: setup-dev ## archive very many finished games and measure the memory (ARGS="--games 100000 --archive folder")
	@$(BIN)/python -m tools.soak $(ARGS)

scale: setup-dev ## restart a deployment on a Redis Cluster again and again while it is played (ARGS="--rounds 20")
	@$(BIN)/python -m tools.scale $(ARGS)

openapi: setup-dev ## write openapi/openapi.json from the code
	@$(BIN)/python -m service.api.openapi openapi/openapi.json

replays: setup-dev ## write the golden replays again; read the diff before you commit it
	@$(BIN)/python -m tools.golden_replays $(ARGS)
	@$(BIN)/python -m tests.games.mountains_of_madness.golden_talk

pages: setup-dev ## write the golden text pages again (ARGS=faraway: of one game); read the diff before you commit it
	@$(BIN)/python -m tools.golden_pages $(ARGS)

game: setup-dev ## write a new game, NAME=tiny: a small one that passes every test, to be replaced by yours
	@$(BIN)/python -m tools.new_game $(NAME)
	@$(BIN)/python -m tools.golden_replays $(NAME)
	@$(BIN)/python -m tools.golden_pages $(NAME)
	@$(BIN)/python -m service.api.openapi openapi/openapi.json

play: setup-dev ## play $GAME (faraway) in the terminal against the running service
	@exec $(BIN)/python -m farshore play $(GAME) $(ARGS)

lock: setup-dev ## resolve pyproject.toml into the two requirements files
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-header $(ARGS) pyproject.toml -o requirements.txt
	$(BIN)/uv pip compile -q --universal --generate-hashes --no-header --group dev $(ARGS) pyproject.toml -o requirements-dev.txt
	@# A lock file with an address in it would bind everybody to one index.
	@! grep -n '://' requirements.txt requirements-dev.txt

clean: ## remove .venv and all caches; the data folder stays
	rm -rf $(VENV) .bench .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

# ---- setting up: one environment, one stamp per requirements file ----

setup: $(VENV)/.stamp-run
setup-dev: $(VENV)/.stamp-dev

# requirements-dev.txt holds the other file too, so whoever has it needs no second visit.
$(VENV)/.stamp-dev: requirements-dev.txt | $(BIN)/pip
	@echo "Installing requirements-dev.txt into $(VENV) (a minute, once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@touch $(VENV)/.stamp-run $@

$(VENV)/.stamp-run: requirements.txt | $(BIN)/pip
	@echo "Installing requirements.txt into $(VENV) (half a minute, once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

$(BIN)/pip:
	@python=''; \
	for name in $$PYTHON python3.11 python3 python3.12 python3.13 python3.14 python; do \
		if "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$$name; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "Farshore needs Python 3.11 or newer: install it, or name it with 'make $(MAKECMDGOALS) PYTHON=/path/to/python'." >&2; exit 1; \
	fi; \
	if ! "$$python" -c 'import venv, ensurepip' 2>/dev/null; then \
		echo "$$python cannot make virtual environments: install its venv package (on Debian: apt install python3-venv)," >&2; \
		echo "or without root: pip install --user uv && uv venv --seed --python $$python $(VENV), then make again." >&2; exit 1; \
	fi; \
	echo "Making $(VENV) with $$("$$python" --version) ..."; \
	"$$python" -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
