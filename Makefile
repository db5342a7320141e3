# Rasputitsa. `make play` and `make test` set up all they need in a virtual environment; Python 3.11+ is assumed.

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin

# Tests start many processes: let Python keep what it has compiled, even where the machine is set to forget it.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test lint unit pages browser firefox webkit javascript pythons soak strength crash fuzz load attack site site-bench docs golden pictures client-types clean

play: $(VENV)/installed
	$(BIN)/rasputitsa serve --open

# The parts of the tests run beside each other: where one waits, another works.
test: $(VENV)/developing browser javascript firefox
	$(MAKE) --no-print-directory --jobs=4 --keep-going --output-sync=target lint unit pages docs

lint: $(VENV)/developing
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/rasputitsa rules --coverage > /dev/null
	$(BIN)/rasputitsa games --check > /dev/null
	$(BIN)/python -m tests.tools.javascript

# Playwright keeps an event loop to itself, so the tests in a browser run in processes of their own.
BROWSER_TESTS := tests/browser tests/web tests/site
PYTEST := $(BIN)/pytest --dist worksteal -n

unit: $(VENV)/developing
	$(PYTEST) 3 $(addprefix --ignore=,$(BROWSER_TESTS))

pages: $(VENV)/developing browser
	$(PYTEST) 2 $(BROWSER_TESTS)

browser: $(VENV)/developing
	$(BIN)/python -m tests.tools.browser

# Where it cannot be had, its tests are left out, and the run says so.
firefox: $(VENV)/developing
	$(BIN)/python -m tests.tools.firefox

# A match of each game in WebKit, which is installed where that is possible.
webkit: $(VENV)/developing
	$(BIN)/python -m tests.browser.webkit

javascript: $(VENV)/developing
	$(BIN)/python -c "from tests.tools.javascript import install; install()"

# The tests outside the browser on the other Pythons that are on this machine, each in an environment of its own.
PYTHONS ?= python3.12 python3.13

pythons:
	@for python in $(PYTHONS); do \
		if ! $$python -c "" >/dev/null 2>&1; then echo "$$python is not on this machine."; continue; fi; \
		$(MAKE) --no-print-directory unit PYTHON=$$python VENV=.venv-$$(basename $$python) || exit 1; done

# Longer campaigns.

soak: $(VENV)/developing browser
	$(PYTEST) 2 -m soak $(addprefix --ignore=,$(BROWSER_TESTS))
	$(PYTEST) 2 -m soak $(BROWSER_TESTS)
	$(PYTEST) 2 -m hypothesis --hypothesis-profile=soak $(addprefix --ignore=,$(BROWSER_TESTS))
	$(PYTEST) 2 -p schemathesis.pytest.plugin tests/server/openapi_coverage.py
	$(BIN)/python -m tests.soak 20000 2 battle-for-moscow blitzkrieg-to-moscow-2
	$(BIN)/python -m tests.soak 3000 2 drive-on-moscow
	$(BIN)/python -m tests.soak 10000 2 moscow-41

strength: $(VENV)/developing
	$(BIN)/python -m tests.strength 400 2

crash: $(VENV)/developing
	$(BIN)/python -m tests.crash 100

fuzz: $(VENV)/developing
	$(BIN)/python -m tests.fuzz 100000

load: $(VENV)/developing
	$(BIN)/rasputitsa load --matches 400 --rate 1 --seconds 30 --in-memory --p99 100

attack: $(VENV)/developing
	$(BIN)/python -m tests.attack

# The whole table as a folder of files, and how large and how quick it is.

site: $(VENV)/developing
	$(BIN)/rasputitsa site site

site-bench: $(VENV)/developing browser
	$(BIN)/python -m tests.site.bench

# The documentation as a site, in build/docs; it needs no network.

docs: $(VENV)/developing
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs build/docs

# Golden records are only ever added; counts, the client's types and the pictures of the README are regenerated and reviewed as a diff.

golden: $(VENV)/developing
	$(BIN)/python -m tests.golden

client-types: $(VENV)/developing
	$(BIN)/python -m rasputitsa.devtools.client_types

pictures: $(VENV)/developing browser
	$(BIN)/python -m tests.tools.pictures

clean:
	rm -rf $(VENV) .venv-*

$(VENV)/created:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed; none was found." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

$(VENV)/installed: $(VENV)/created pyproject.toml constraints.txt
	$(PIP) -e .
	@touch $@

$(VENV)/developing: $(VENV)/created pyproject.toml constraints.txt
	$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/installed
