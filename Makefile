# Worms & Tombs. Needs git, make and Python 3.11 or newer; everything else comes from requirements.lock.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test check explore matches chaos screens pictures image words bench lock clean
.DEFAULT_GOAL := test

WORDS := $(BIN)/pybabel --quiet extract --no-default-keywords --keywords="say words plural:1,2" \
	--add-comments=Translators --omit-header --add-location=file --sort-by-file --width=110
CATALOGUES := $(wildcard bot/views/locales/*.po)
MERGE = $(BIN)/pybabel --quiet update --input-file=bot/views/locales/messages.pot --no-fuzzy-matching --ignore-obsolete \
	--ignore-pot-creation-date --width=110 --locale=$(notdir $(basename $(1))) --output-file=$(1)

# The stamp holds the lock the environment was made from, so a changed lock makes it anew.
.venv/stamp: requirements.lock
	test -x $(BIN)/uv || { $(PYTHON) -m venv .venv && $(BIN)/python -m pip install --quiet --disable-pip-version-check uv; }
	$(BIN)/uv pip sync --quiet --require-hashes --python $(BIN)/python requirements.lock
	touch $@

demo: .venv/stamp   ## play in the browser against a local Telegram
	exec $(BIN)/python -m bot demo

test: check         ## everything: checks, then all tests against a real Postgres
	$(BIN)/python -m pytest -n auto --maxprocesses 4

check: .venv/stamp  ## style, types, layers, translations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(WORDS) --output-file=/dev/stdout bot | diff -u bot/views/locales/messages.pot - || { echo "make words brings messages.pot up to date"; exit 1; }
	$(foreach po,$(CATALOGUES),$(call MERGE,$(po)) --check &&) true
	$(BIN)/python -m engine check seeds/golden/*/*.game

explore: .venv/stamp ## all tests with examples that no run has looked at before: the gate's are the same every time
	EXAMPLES=explore $(BIN)/python -m pytest -n auto --maxprocesses 4

matches: .venv/stamp ## ten thousand random matches of every game, half an hour: the gate plays some hundreds
	MATCHES=10000 $(BIN)/python -m pytest tests/engine/games/test_contract.py -k random_matches --timeout=0

screens: .venv/stamp ## photographs of every screen of the bot at a phone's width, into .screens
	$(BIN)/python -m tests.e2e.screens

chaos: .venv/stamp   ## forty groups, two bots, and whatever can go wrong, for some minutes
	$(BIN)/python -m tests.chaos

image: .venv/stamp   ## carry out the Dockerfile's lines and try what they make, as root on Linux; takes minutes
	$(BIN)/python -m pytest -m image

words: .venv/stamp  ## after a change of text for people: the template that translators work from, and their catalogues
	$(WORDS) --output-file=bot/views/locales/messages.pot bot
	$(foreach po,$(CATALOGUES),$(call MERGE,$(po)) &&) true

bench: .venv/stamp  ## measure, side by side, as ratios
	$(BIN)/python -m bench

pictures: .venv/stamp ## after a change of pictures: all of them on one sheet, to look at
	$(BIN)/python -m bench.sheet docs/pictures.png

lock: .venv/stamp   ## after a change of dependencies in pyproject.toml
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate --group dev pyproject.toml -o requirements.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
