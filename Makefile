# All work on the package by name. `make demo` is the place to begin; `make check` is what continuous integration runs.
SWIFT ?= swift
PREFIX ?= /usr/local
BINARY = .build/release/symbolicate
CHECKED = --explicit-target-dependency-import-check error
ROUNDS ?= 20000

.PHONY: setup setup-tests build test check lint dependencies format golden fuzz bench fixtures demo install clean

setup:
	@.ci/setup

setup-tests:
	@.ci/setup tests

build: setup
	$(SWIFT) build -c release --static-swift-stdlib --product symbolicate

test: setup-tests
	$(SWIFT) test $(CHECKED)

lint:
	$(SWIFT) format lint -s -r Sources Tests Package.swift

dependencies:
	.ci/check-dependencies
	.ci/test-check-folders

check: setup-tests lint dependencies test

format:
	$(SWIFT) format -i -r Sources Tests Package.swift

# Rewrites the expected outputs. The run fails where something changed, so that nobody records unseen.
golden: setup
	UPDATE_GOLDENS=1 $(SWIFT) test --filter EndToEndTests

# The tests with damaged input, with more seeded damage than a usual run does.
fuzz: setup
	SYMBOLICATE_FUZZ_ROUNDS=$(ROUNDS) $(SWIFT) test --filter '[Hh]ostile|[Dd]amage|[Mm]alformed|[Pp]refix|[Mm]utation|cut|Cut'

# make bench MATERIAL=DIR: see Benchmarks/bench.py; the table goes to bench.json as well.
bench: build
	SYMBOLICATE=$(BINARY) Benchmarks/bench.py --material "$(MATERIAL)"

fixtures:
	Fixtures/build.sh

demo: build
	Fixtures/LiveCrash/demo.sh $(BINARY)

install: build
	install -D -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/symbolicate

clean:
	rm -rf .build
