# Needs Python 3.11 or newer, make and a C compiler. Everything else is set up in .venv.
# Without a C compiler: DUNGEONBOWL_INTERPRETED=1 make ...

PYTHON3 ?= python3
PYTHON := .venv/bin/python
PYTEST := $(PYTHON) -m pytest
# Two more than there are cores: a test with a browser, a server or a cluster waits for it for more than half of its time.
JOBS ?= $(shell $(PYTHON3) -c "import os; print(min(8, 2 + (os.cpu_count() or 1)))")
# Where nothing waits for a process, more would only collect more often.
BUSY_JOBS ?= $(shell $(PYTHON3) -c "import os; print(min(8, os.cpu_count() or 1))")

PLAY_VENV := .venv/play-stamp
VENV := .venv/stamp
DOCS_VENV := .venv/docs-stamp
DOCS := build/docs
RULES := build/rules.json
SKILLS := build/skills.json
STATUS := build/tests.status
PAGES_SAID := build/pages.txt
PAGES_CHECKED := build/pages.status
DURATIONS := build/durations.json
INTERPRETED := build/interpreted
EXAMPLES := build/examples-venv

SOURCES := $(shell find src -type f ! -name '*.so' ! -path '*/__pycache__/*' ! -path '*.egg-info/*' ! -path '*/server/static/*')
COMPILED := $(filter $(addsuffix /%.py,$(addprefix src/dungeonbowl/,dungeon teams engine editions bots learn)),$(SOURCES))
TESTS := $(shell find tests -type f ! -path '*/__pycache__/*')
INTERPRETED_TESTS := $(wildcard tests/rules tests/skills tests/engine)
PAGES := src/dungeonbowl/server/static/index.html
WEB := $(shell find web -type f ! -path '*/node_modules/*')

ifeq ($(DUNGEONBOWL_INTERPRETED),1)
BUILT := build/interpreted.stamp
OTHER := build/compiled.stamp
ENGINE := interpreted
else
BUILT := build/compiled.stamp
OTHER := build/interpreted.stamp
ENGINE := compiled
endif

.PHONY: help play test test-all slowest nightly test-install test-install-all build release pages rules bench peers growth docs lint
.PHONY: clean test-examples

help:
	@echo "make play     start the server and play in the browser; options: make play ARGS=\"--port 9000\""
	@echo "make test     build, then run every test on the compiled engine and the rules' tests interpreted"
	@echo "make test-all the same with the nightly counts of what is played at random, then make test-install-all"
	@echo "make nightly  print what make test-all plays besides, and what of it make test plays"
	@echo "make slowest  print the slowest hundred tests of the last run, and the time by folder and by file"
	@echo "make test-install      build the distributions in isolation, install them elsewhere, and run them there"
	@echo "make test-install-all  the same, compiled for every Python on this machine"
	@echo "make test-examples     the training examples, with PyTorch and Ray in an environment of their own"
	@echo "make build    compile the engine in place, where sources changed"
	@echo "make release  the wheel of a release, compiled by what play has counted; NATIVE=1 for this machine alone"
	@echo "make pages    build the browser client, where it changed"
	@echo "make rules    print which rules and skills have a passing test"
	@echo "make bench    measure the engine"
	@echo "make peers    measure other engines beside ours"
	@echo "make growth   draw how costs grow with squares, players, balls and modules"
	@echo "make docs     build the documentation site in $(DOCS); a dead link fails"
	@echo "make lint     ruff and mypy"
	@echo "make clean    remove all that was built, .venv too"

# A first match needs no speed: in a new clone it starts interpreted, is compiled beside the game, and goes over by itself.
# Options of `dungeonbowl play`: make play ARGS="--port 9000"
play: $(PLAY_VENV) $(PAGES)
	@$(PYTHON) tools/play.py $(ARGS)

pages: $(PAGES)

$(PAGES): $(PLAY_VENV) $(WEB)
	@echo "Building the pages of the browser"
	@$(PYTHON) tools/web.py build
	@touch $@

bench: $(BUILT)
	.venv/bin/dungeonbowl bench

peers: $(BUILT)
	$(PYTHON) tools/peers.py

growth: $(BUILT)
	$(PYTHON) tools/growth.py --out docs/pictures/growth.svg

build: $(BUILT)

release: $(PLAY_VENV) $(PAGES)
	$(PYTHON) tools/release.py $(if $(NATIVE),--native)

# One test run. Its status is kept, so that `make rules` fails if the tests failed; its durations for `make slowest`.
# A worker that has nothing left to do takes from the others, so that none is idle at the end.
# Bytecode is kept, whatever the shell says: the tests start hundreds of short processes.
define RUN_TESTS
rm -f $(RULES) $(SKILLS)
PYTHONDONTWRITEBYTECODE= DUNGEONBOWL_EXPECT=$(ENGINE) $(PYTEST) -n $(JOBS) --dist worksteal --rules-json=$(RULES) --durations-json=$(DURATIONS); echo $$? > $(STATUS)
endef

# The checks of the pages run beside the first tests, and what they say comes after the tests.
test: $(BUILT) $(PAGES)
	@$(PYTHON) tools/system.py
	@rm -f $(PAGES_CHECKED)
	@($(PYTHON) tools/web.py check test > $(PAGES_SAID) 2>&1; echo $$? > $(PAGES_CHECKED)) &
	$(RUN_TESTS)
	@while test ! -s $(PAGES_CHECKED); do sleep 0.2; done; echo "The checks of the pages:"; cat $(PAGES_SAID)
	@exit $$(cat $(STATUS))
	@exit $$(cat $(PAGES_CHECKED))
ifeq ($(ENGINE),compiled)
ifneq ($(INTERPRETED_TESTS),)
	@echo "The same sources interpreted: $(INTERPRETED_TESTS)"
	@$(PYTHON) -c "import shutil; shutil.rmtree('$(INTERPRETED)', ignore_errors=True); shutil.copytree('src', '$(INTERPRETED)', ignore=shutil.ignore_patterns('*.so', '*.pyd', '__pycache__', '*.egg-info'))"
	PYTHONDONTWRITEBYTECODE= PYTHONPATH=$(CURDIR)/$(INTERPRETED) DUNGEONBOWL_EXPECT=interpreted $(PYTEST) -n $(BUSY_JOBS) --dist worksteal $(INTERPRETED_TESTS)
endif
endif

# Nightly: the counts of tests/support/plans.py, the cases of tests/support/nightly.py, and the package compiled for every Python of this machine.
test-all:
	DUNGEONBOWL_PLANS=nightly $(MAKE) test
	$(MAKE) test-install-all

slowest:
	@$(PYTHON3) tools/slowest.py

nightly: $(VENV)
	@PYTHONPATH=tests $(PYTHON) -m support.nightly

# Tests the package that a user installs: compiled for the Python of .venv, or interpreted with DUNGEONBOWL_INTERPRETED=1.
test-install: $(VENV)
	DUNGEONBOWL_INSTALL=main $(PYTEST) tests/install

# The examples that need PyTorch and Ray, in an environment of their own: more than a gigabyte, so `make test` has neither.
test-examples: $(BUILT)
	test -x $(EXAMPLES)/bin/python || $(PYTHON3) -m venv $(EXAMPLES)
	$(EXAMPLES)/bin/python -m pip install --quiet -r .venv/build-requires.txt -r examples/requirements.txt
	DUNGEONBOWL_INTERPRETED=1 $(EXAMPLES)/bin/python -m pip install --quiet --no-build-isolation -e '.[test]'
	$(EXAMPLES)/bin/python -m pytest tests/learn/test_examples.py

test-install-all: $(VENV)
	DUNGEONBOWL_INSTALL=all $(PYTEST) tests/install

rules: $(RULES)
	@.venv/bin/dungeonbowl rules
	@status=$$(cat $(STATUS)); test $$status = 0 || echo "make rules: tests failed" >&2; exit $$status

$(RULES): $(BUILT) $(PAGES) $(SOURCES) $(TESTS)
	$(RUN_TESTS)
	@test -f $(RULES)

# Every warning is an error: a dead link, a missing anchor, a page behind no door, a docstring that cannot be read.
docs: $(DOCS_VENV)
	$(PYTHON) -m sphinx --quiet --fail-on-warning --keep-going --nitpicky --fresh-env -b html docs $(DOCS)
	@echo "The site: $(DOCS)/index.html"

lint: $(VENV)
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy

# An editable install without C: the compiled modules come from `make build`, in place.
$(PLAY_VENV): pyproject.toml
	test -x $(PYTHON) || $(PYTHON3) -m venv .venv
	$(PYTHON) -c "import sys, tomllib; sys.exit(sys.version_info < (3, 11))"
	$(PYTHON) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\n')" > .venv/build-requires.txt
	$(PYTHON) -m pip install --quiet -r .venv/build-requires.txt
	DUNGEONBOWL_INTERPRETED=1 $(PYTHON) -m pip install --quiet --no-build-isolation -e '.[server,league]'
	touch $@

# What only tests, linters and the compiler need.
$(VENV): $(PLAY_VENV)
	DUNGEONBOWL_INTERPRETED=1 $(PYTHON) -m pip install --quiet --no-build-isolation -e '.[test,dev]'
	touch $@

$(DOCS_VENV): $(VENV)
	DUNGEONBOWL_INTERPRETED=1 $(PYTHON) -m pip install --quiet --no-build-isolation -e '.[docs]'
	touch $@

# If no C compiler was found there is no stamp, so that the next call tries again. The stamp is as old as the beginning: a
# file that somebody changes while the compiler works is compiled by the next call.
$(BUILT): $(VENV) setup.py tools/compiling.py $(COMPILED)
	@mkdir -p build
	@touch build/began.stamp
	@rm -f $(OTHER)
	@find src -name '*.so' -delete
ifeq ($(ENGINE),compiled)
	@echo "Compiling the engine; the first time takes a minute or two"
	@$(PYTHON) setup.py --quiet build_ext --inplace
endif
	@.venv/bin/dungeonbowl version
	@.venv/bin/dungeonbowl version | grep -q "engine $(ENGINE)" && touch -r build/began.stamp $@ || true

clean:
	rm -rf .venv build dist web/node_modules src/dungeonbowl/server/static src/dungeonbowl/build.json .mypy_cache .pytest_cache .ruff_cache .hypothesis src/*.egg-info
	find src -name '*.so' -delete
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
