# gouji: `make play` and `make test` need Python 3.11 or newer with venv, and make. Nothing else.
PYTHON ?= python3
VENV = .venv
BIN = $(VENV)/bin
JOBS ?= 2

# The environment is stale when the interpreter or the place of the checkout has changed (made again), or when the
# pinned requirements have (completed in place). Stamps carry what they stand for in their names, so that file dates,
# which a checkout or an unpacked archive sets anew, decide nothing.
KEYS = import sys, zlib; \
  sys.version_info < (3, 11) and sys.exit("gouji needs Python 3.11 or newer; for example: make PYTHON=python3.12 play"); \
  crc = lambda data: format(zlib.crc32(data), "08x"); \
  of = lambda *names: crc(b"".join(open(name, "rb").read() for name in names)); \
  here = crc((sys.base_prefix + str(sys.version_info[:2]) + sys.argv[1]).encode()); \
  print(here, here + "-" + of("requirements.txt"), here + "-" + of("requirements-dev.txt", "pyproject.toml"))
FOUND := $(shell $(PYTHON) -c '$(KEYS)' '$(CURDIR)')
ifeq ($(FOUND),)
$(error $(PYTHON) is not a Python that can run gouji)
endif
MADE = $(VENV)/stamp-made-$(word 1,$(FOUND))
RUN = $(VENV)/stamp-run-$(word 2,$(FOUND))
DEV = $(VENV)/stamp-dev-$(word 3,$(FOUND))
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check

ROOMS = $(wildcard engine net gouji_tui)

.PHONY: help play venv test lint types bench soak screenshots wheel lock clean

help:
	@echo "make play         a table of your own with five bots"
	@echo "make test         the tests (lint, types: what else must be clean)"
	@echo "make venv         everything for working on gouji, and the gouji command, in $(VENV)"
	@echo "make bench soak screenshots wheel clean"

$(MADE):
	@echo "Making $(VENV) ..."
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(RUN): | $(MADE)
	@echo "Installing what gouji runs on ..."
	$(PIP) --require-hashes -r requirements.txt
	@rm -f $(VENV)/stamp-run-* && touch $@

# The checkout itself too, editable: that brings the command `gouji`.
$(DEV): | $(MADE)
	@echo "Installing what gouji is worked on with ..."
	$(PIP) --require-hashes -r requirements-dev.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@rm -f $(VENV)/stamp-dev-* $(VENV)/stamp-run-* && touch $@ $(RUN)

play: $(RUN)
	@$(BIN)/python -m gouji_tui play

venv: $(DEV)

test: $(DEV)
	$(BIN)/python -m pytest -n $(JOBS) -m "not soak"

lint: $(DEV)
	$(BIN)/ruff check $(ROOMS) tests
	$(BIN)/lint-imports --no-logo

types: $(DEV)
	$(BIN)/mypy --strict $(ROOMS)

bench: $(DEV)
	@set -e; for file in tests/bench/bench_*.py; do \
	  $(BIN)/python -m tests.bench.$$(basename $$file .py); \
	done
	$(BIN)/python -m tests.bench.tui

soak: $(DEV)
	$(BIN)/python -m pytest -m soak --timeout=3600

screenshots: $(DEV)
	$(BIN)/python tests/screenshots.py

wheel: $(DEV)
	rm -rf build dist
	$(BIN)/python -m build --wheel --no-isolation

# Pins what pyproject.toml asks for, hashes of all files included; keeps the pins that still fit. Needs uv.
UV ?= uv
LOCK = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate
lock:
	$(LOCK) $(UPGRADE) pyproject.toml -o requirements.txt
	$(LOCK) $(UPGRADE) pyproject.toml --extra dev -o requirements-dev.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
