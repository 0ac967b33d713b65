# Works on a fresh clone with Python 3.11 or newer, pip and make. `make help` lists the targets.
PYTHON ?= python3
PYTEST_ARGS ?= -n auto
BENCH_FILES ?= --json docs/performance/figures.json --page docs/performance.md
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help demo test test-models lint format bench bench-check study docs clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | awk -F'\t' '{ printf "  make %-12s %s\n", $$1, $$2 }'

demo:  ## check a program with real shape bugs, show the shapes of its fixed twin, then train an example (sets up .venv)
	@echo '$$ gnomon check examples/mistakes/train_mnist.py'
	@PYTHONPATH=src $(PYTHON) -m gnomon check --exit-zero examples/mistakes/train_mnist.py
	@echo
	@echo '$$ gnomon shapes examples/train_mnist.py'
	@PYTHONPATH=src $(PYTHON) -m gnomon shapes examples/train_mnist.py
	@echo
	@test -e .venv/.ready || echo 'Setting up .venv: once, about a minute ...'
	@echo '$$ python examples/train_digits.py'
	@$(MAKE) --no-print-directory --silent .venv/.ready
	@$(BIN)/python examples/train_digits.py

test: lint  ## lint, then every test that needs no framework
	$(BIN)/python -m pytest $(PYTEST_ARGS) --ignore=tests/models

lint: .venv/.ready  ## formatting, lint, strict types, import contracts
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

format: .venv/.ready  ## rewrite the files in the project's format
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

# Each framework has its own environment, since they disagree about shared dependencies. Every environment
# runs the folders of tests/models/ that are listed for it; a failing one does not keep the others from running.
MODELS_.venv := numpy scipy pandas sklearn einops python disk
MODELS_.venv-torch := torch torchvision
MODELS_.venv-tf := tensorflow keras
MODELS_.venv-jax := jax flax optax

test-models: .venv/.ready .venv-torch/.ready .venv-tf/.ready .venv-jax/.ready  ## each model against the real library
	@failed=; \
	$(foreach venv,.venv .venv-torch .venv-tf .venv-jax,$(call compare,$(venv))) \
	if [ -n "$$failed" ]; then echo "failed:$$failed" >&2; exit 1; fi

define compare
echo "== $(1): $(MODELS_$(1))"; \
TF_CPP_MIN_LOG_LEVEL=3 JAX_PLATFORMS=cpu $(1)/bin/python -m pytest $(PYTEST_ARGS) tests/models/test_mistakes.py tests/models/test_rule_pages.py tests/models/test_signatures.py \
    $(wildcard $(addprefix tests/models/,$(MODELS_$(1)))) || failed="$$failed $(1)";
endef

bench: .venv-bench/.ready  ## compiled functions beside seven peers, with one thread and two (BENCH="--only softmax" chooses)
	.venv-bench/bin/python bench/compare.py --threads 1 $(BENCH_FILES) $(BENCH)
	.venv-bench/bin/python bench/compare.py --threads 2 $(BENCH_FILES) $(BENCH)

bench-check: .venv-check/.ready  ## the checker: start-up, lines per second and memory beside type checkers (BENCH="PATH...": your code)
	.venv-check/bin/python bench/check_speed.py $(BENCH)

study: .venv-study/.ready  ## measure what laws, fusions and gradients save, and how cost grows (STUDY="--only laws")
	.venv-study/bin/python scripts/study $(STUDY)

docs: .venv/.ready  ## write the generated pages under docs/
	$(BIN)/python scripts/generate_docs.py

clean:  ## remove environments and caches
	rm -rf .venv .venv-torch .venv-tf .venv-jax .venv-bench .venv-check .venv-study .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

# $(1) the environment, $(2) the dependency group
define install
	$(PYTHON) -m venv $(1)
	$(1)/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(1)/bin/python -m pip install --quiet --editable . --group $(2)
	@touch $@
endef

.venv/.ready: pyproject.toml
	$(call install,.venv,dev)

.venv-torch/.ready: pyproject.toml
	$(call install,.venv-torch,models-torch)

.venv-tf/.ready: pyproject.toml
	$(call install,.venv-tf,models-tf)

.venv-jax/.ready: pyproject.toml
	$(call install,.venv-jax,models-jax)

.venv-bench/.ready: pyproject.toml
	$(call install,.venv-bench,bench)

.venv-study/.ready: pyproject.toml
	$(call install,.venv-study,study)

.venv-check/.ready: pyproject.toml
	$(call install,.venv-check,bench-check)
