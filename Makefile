# `make run` and `make test` set up all they need in .venv; second runs start in seconds.
# Each recipe is a script of the same name, so that people and CI run the same thing.

.PHONY: help run test check coverage soak bench tables house fuzz clean
.DEFAULT_GOAL := help

help:            ## what can be made
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

run: .venv/run.stamp     ## the studio, in the browser (in the terminal: .venv/bin/inkwright start)
	@CALLED_FROM="$(PWD)" scripts/run

test: .venv/dev.stamp    ## every check and every test
	@scripts/check
	@scripts/test

check: .venv/dev.stamp   ## linters, types and layers alone
	@scripts/check

coverage: .venv/dev.stamp ## the tests again, with what they reach counted
	@scripts/coverage

soak: .venv/dev.stamp    ## the tests again, with large counts
	@scripts/soak

bench: .bench/peers.stamp ## measure beside the peers and write docs/benchmarks.md
	@scripts/bench

tables: .venv/dev.stamp  ## write the tables of layouts and quiz formats in the docs
	@.venv/bin/python scripts/tables

house: .venv/dev.stamp   ## print how readable the code is: names, sizes, English, mirrored tests
	@.venv/bin/python -m bench.house

fuzz: .venv/fuzz.stamp   ## fuzz the parsers (FUZZ_SECONDS=60)
	@scripts/fuzz

clean:           ## remove what was installed and made
	rm -rf .venv .bench build dist

.venv/run.stamp: pyproject.toml constraints.txt scripts/install
	@scripts/install run

.venv/dev.stamp: pyproject.toml constraints.txt scripts/install
	@scripts/install dev

.venv/fuzz.stamp: pyproject.toml constraints.txt scripts/install
	@scripts/install fuzz

.bench/peers.stamp: pyproject.toml constraints.txt $(wildcard bench/peers/*.txt) scripts/install
	@scripts/install peers
