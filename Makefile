# Two commands are enough: `make run` and `make test`. Both set everything up first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PLAYS := $(VENV)/.plays
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
NODE_TOOLS := node_modules/.ready
JOBS ?= auto
# On two cores more workers than cores only wait for each other.
PYTEST := $(BIN)/python -m pytest -n $(JOBS) --dist loadgroup

.PHONY: run test quick check api-types bench soak browser postgres compiled constraints ratings stats dist docs clean help puzzles-check

help:
	@echo "make run        play at http://127.0.0.1:8000"
	@echo "make test       every check and test, browser tests included"
	@echo "make quick      tests without browsers, PostgreSQL and long runs (minutes)"
	@echo "make check      style and types, of Python and of the scripts of the pages"
	@echo "make api-types  the types of the HTTP interface, for the scripts of the pages"
	@echo "make bench      speed, as ratios"
	@echo "make soak       the long versions of the tests; browsers on a slow line"
	@echo "make puzzles-check  prove every puzzle again (minutes)"
	@echo "make ratings    play what is missing to rate the levels of all bots (hours)"
	@echo "make stats      fresh statistics and plots in the README of every game (an hour)"
	@echo "make docs       the documentation as a site, in site/"
	@echo "make dist       wheel and sdist in dist/, built and tried in fresh environments"
	@echo "make clean      remove what the other commands made"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Icefield needs Python 3.11 or newer; set PYTHON=…" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(READY): pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[dev]'
	@touch $@ $(PLAYS)

# What players need: a tenth of what developers do.
$(PLAYS): pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[press,server,tui]'
	@touch $@

$(NODE_TOOLS): package.json | $(READY)
	@$(BIN)/python scripts/javascript.py install
	@touch $@

run: $(PLAYS)
	$(BIN)/icefield serve --open

test: check browser postgres compiled
	$(PYTEST) tests

quick: $(READY)
	$(PYTEST) tests -m "not slow and not browser and not postgres"

check: $(READY) $(NODE_TOOLS)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/python scripts/javascript.py check

api-types: $(READY)
	$(BIN)/python scripts/api_types.py

browser: $(READY)
	@$(BIN)/python scripts/browser.py

postgres: $(READY)
	@$(BIN)/python scripts/postgres.py

# Otherwise every server that a test starts begins to compile all games in the background.
compiled: $(READY)
	@$(BIN)/python -c 'from icefield.analysis.preparation import prepare_all; prepare_all()'

bench: $(READY)
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/solve_curve.py
	$(BIN)/python benchmarks/proof.py

soak: $(READY) $(NODE_TOOLS) compiled
	ICEFIELD_SOAK=1 ICEFIELD_SLOW_LINE=1 $(PYTEST) tests

puzzles-check: $(READY)
	$(BIN)/icefield puzzles check

ratings: $(READY)
	$(BIN)/icefield levels --measure

stats: $(READY)
	$(BIN)/python scripts/game_statistics.py

docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

dist: $(READY)
	$(BIN)/python scripts/distributions.py dist

constraints: $(READY)
	@echo "# The versions everything is tested with. Made with \`make constraints\`." > constraints.txt
	$(BIN)/python -m pip freeze --exclude-editable | grep -v -i '^icefield' >> constraints.txt

clean:
	rm -rf $(VENV) node_modules artefacts dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
