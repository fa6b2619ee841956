PYTHON ?= python3
BIN = .venv/bin

.PHONY: test lint types clean

.venv/stamp: requirements-dev.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@

test: .venv/stamp
	$(BIN)/python -m pytest -q -n 2 -m "not soak"

lint: .venv/stamp
	$(BIN)/ruff check engine net tests
	$(BIN)/lint-imports

types: .venv/stamp
	$(BIN)/mypy engine net

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis dist
