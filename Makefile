# All work on the package by name. `make` builds the program; `make demo` is the place to begin; `make check` is what continuous
# integration runs.
.DEFAULT_GOAL := build
SWIFT ?= swift
PREFIX ?= /usr/local
BINARY = .build/release/symbolicate
CHECKED = --explicit-target-dependency-import-check error
# Generic types are made by calls: by default the runtime finds each by the text of its name when it is needed first, and asks all
# conformances for what its parameters must have. Without this option a single report takes a sixth more instructions.
TYPES = -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# Tests are compiled with optimizations, which they need longer for, and then run in a fifth of the time. Assertions and the counts of
# steps stay. The build is apart from that of the program. Without --disable-testable-imports, `swift test` says -enable-testing once more than
# `swift build`, and each of them compiles all that the other one has.
OPTIMIZED = -c release --scratch-path .build/tests -Xswiftc -enable-testing -Xswiftc -DDEBUG -Xswiftc -assert-config -Xswiftc Debug $(TYPES)
TEST = $(SWIFT) test --disable-testable-imports $(OPTIMIZED) $(CHECKED)
ROUNDS ?= 20000
# The cases of the grammar of secrets.
CASES ?= 20000

.PHONY: setup setup-tests oracles setup-packages build test truth faults growth count redaction check docs docc test-library test-pages test-clients screenshots lint dependencies format golden fuzz fuzz-mutate fuzz-program fuzz-libfuzzer fuzz-check sanitize torture allocations check-all bench fixtures shared-caches demo install uninstall dist deb test-packages release recipes image apt-repository reproduce test-aarch64 clean

setup:
	@.ci/setup

setup-tests:
	@.ci/setup tests

# Programs in Python that tests compare with; those tests are skipped without them.
oracles:
	python3 -m pip install --quiet --target .build/oracles symbolic==13.9.0

setup-packages:
	@.ci/setup packages

# The program is linked with the archives of its libraries where all of them are there, so that it needs the C library only: to load and
# bind the shared ones took three fifths of the instructions of its start. LIBRARIES=shared takes those, as a package of a distribution does.
LIBRARIES ?= static
ARCHIVES = $(CURDIR)/.build/static-libraries

build: setup
	if [ '$(LIBRARIES)' = static ] && Packaging/static-libraries '$(ARCHIVES)'; then export SYMBOLICATE_STATIC_LIBRARIES='$(ARCHIVES)'; fi; \
	env $$(SWIFT='$(SWIFT)' .ci/build-facts) $(SWIFT) build -c release --static-swift-stdlib --product symbolicate --disable-local-rpath $(TYPES) $(BUILD_FLAGS)

test: setup-tests
	REDACTION_CASES=$(CASES) SYMBOLICATE_WHOLE_CORPUS=1 $(TEST)

lint:
	$(SWIFT) format lint -s -r Sources Tests Package.swift Fuzzing/Sources

dependencies:
	.ci/check-dependencies
	.ci/test-check-folders
	.ci/check-limits

check: setup-tests lint dependencies test-clients count allocations fuzz-check test

# Programs that are made to crash, with gdb and an emulator of arm64 that know why: what is said of their instructions and pointers, as a
# table. SEEDS=1,2,3 makes more programs. Takes minutes.
SEEDS ?= 1,2
faults: setup-tests
	$(SWIFT) build --build-tests $(OPTIMIZED) $(CHECKED)
	test -d .build/faults-venv || (python3 -m venv .build/faults-venv && .build/faults-venv/bin/pip install --quiet unicorn==2.1.4)
	.build/faults-venv/bin/python Benchmarks/Faults/measure.py .build/tests/release/symbolicate .build/faults --seeds $(SEEDS)

# Instructions of fixed runs, counted by valgrind and compared with Benchmarks/counts.json: a slow call is seen on a busy machine, too.
# UPDATE=--update records them. Takes a minute.
UPDATE ?=
count: setup-tests
	$(SWIFT) build --build-tests $(OPTIMIZED) $(CHECKED)
	MAY_SKIP=1 Benchmarks/count.py $(UPDATE)

# The quick tests of clients, of assistants, of streams, of continuous integration and its recipes, and the recorded terminals, with the
# program that the tests have built. Without the network for Python's packages the clients are skipped.
test-clients: setup-tests
	$(SWIFT) build --build-tests $(OPTIMIZED) $(CHECKED)
	MAY_SKIP=1 SYMBOLICATE=$(CURDIR)/.build/tests/release/symbolicate integrations/tests/run.sh mcp stream ci recipes
	docs/transcripts.py --check .build/tests/release/symbolicate

format:
	$(SWIFT) format -i -r Sources Tests Package.swift Fuzzing/Sources

# Rewrites what is made from the table of options: docs/OPTIONS.md and the man pages. A test fails when they differ.
docs: setup
	$(SWIFT) build --product symbolicate
	.build/debug/symbolicate generate-docs docs

# The documentation of the library, in .build/docc; fails on warnings.
docc: setup
	.ci/docc

# The example that uses the library, a package of its own: it is compiled and run. Takes minutes.
test-library: setup docc
	.ci/test-library

# Groups, causes, launch crashes, duplicates and loops of 10,000 made reports in all formats, compared with their truth; a usual run of
# the tests has 1,000. TRUTH is another number.
TRUTH ?= 10000
truth: setup
	SYMBOLICATE_TRUTH_COUNT=$(TRUTH) $(TEST) --filter TruthTests

# Instructions of the release program over two doublings of every format, dimension and command, and two more where these do not tell, counted
# by valgrind. Takes an hour and a half on two processors; INPUTS is a part of the names of the inputs to measure.
INPUTS ?=
growth: build
	SYMBOLICATE_GROWTH=$(CURDIR)/$(BINARY) GROWTH_INPUTS='$(INPUTS)' $(TEST) --filter ProgramGrowthTests

# CASES of the grammar of secrets, and 1,000 of them in all outputs.
redaction: setup
	REDACTION_CASES=$(CASES) REDACTION_OUTPUT_CASES=1000 $(TEST) --filter 'RedactionGrammarTests|RedactedOutputTests'

# Drives the pages in a real Chromium (Debian's); Playwright and axe come from PyPI, into .build/browser.
test-pages:
	.ci/setup pages
	$(SWIFT) build --product symbolicate
	Tests/Browser/run check.py .build/debug/symbolicate

# Renders the pictures of the README and the guide again, and the recorded terminals.
screenshots:
	.ci/setup pages
	$(SWIFT) build --product symbolicate
	Tests/Browser/run screenshots.py .build/debug/symbolicate
	docs/transcripts.py .build/debug/symbolicate

# Rewrites the expected outputs. The run fails where something changed, so that nobody records unseen.
golden: setup
	UPDATE_GOLDENS=1 $(TEST) --filter 'EndToEndTests|PublicInterfaceTests'

# The tests with damaged input, with more seeded damage than a usual run does.
fuzz: setup
	SYMBOLICATE_FUZZ_ROUNDS=$(ROUNDS) $(TEST) --filter '[Hh]ostile|[Dd]amage|[Mm]alformed|[Pp]refix|[Mm]utation|cut|Cut'

# Mutated reports through the engine, and through every command of the built program: see Fuzzing/README.md. SEEDS names more reports.
SEEDS ?=
COUNT ?= 200000
SECONDS ?= 3600
REPORTS = Fixtures/Reports Fixtures/Malformed/out $(SEEDS)
MUTATION = .build/fuzzing/release/ReportMutation --count $(COUNT) $(addprefix --seeds ,$(REPORTS)) --symbols Fixtures/Binaries

fuzz-mutate: setup
	SYMBOLICATE_FUZZING=1 $(SWIFT) build -c release --scratch-path .build/fuzzing --product ReportMutation
	$(MUTATION)

fuzz-program: build
	SYMBOLICATE_FUZZING=1 $(SWIFT) build -c release --scratch-path .build/fuzzing --product ReportMutation
	$(MUTATION) --limit 120 --program $(BINARY) --lookup Fixtures/Binaries/elf/out/clang-dwarf5

# libFuzzer with AddressSanitizer over one target for SECONDS, or over all of them one after another; `Fuzzing/run-all` writes down what
# ran. The first build takes ten minutes.
FUZZER = .build/libfuzzer/release/Fuzz
TARGET ?=
$(FUZZER): setup
	SYMBOLICATE_FUZZING=1 $(SWIFT) build -c release --scratch-path .build/libfuzzer --product Fuzz -Xswiftc -sanitize=fuzzer,address \
	  -Xswiftc -parse-as-library -Xswiftc -enable-testing -Xswiftc -DDEBUG -Xswiftc -assert-config -Xswiftc Debug

.PHONY: $(FUZZER)
fuzz-libfuzzer: $(FUZZER)
	Fuzzing/run-all --fuzzer $(FUZZER) --seconds $(SECONDS) $(TARGET)

# About ten seconds for each target, from the kept corpus, the same inputs in every run; skipped by a toolchain without libFuzzer. Takes
# fifteen minutes, most of them for the build.
fuzz-check: setup
	mkdir -p .build
	if printf 'int LLVMFuzzerTestOneInput(const char *b, unsigned long n) { return 0; }' \
	  | clang -x c -fsanitize=fuzzer,address - -o .build/has-libfuzzer 2>/dev/null; then \
	  $(MAKE) $(FUZZER) && Fuzzing/run-all --fuzzer $(FUZZER) --check --seconds 10 --jobs 2 $(TARGET); \
	else echo 'fuzz-check: skipped: the toolchain has no libFuzzer' >&2; fi

# The tests under a sanitizer: address, thread or undefined. What Swift's runtime keeps until the end of the process is no leak, so nothing
# searches for leaks. A library tells the thread sanitizer of Swift's locks. Swift has no sanitizer of undefined behavior: clang's looks at
# the fences in C, and ends the process. The thread sanitizer lets every process wait a second at its end, for races that may come: there are
# ten thousand processes.
SANITIZER ?= address
LOCKS = $(CURDIR)/.build/thread-sanitizer-locks.so
CHECKED_BY = $(if $(filter undefined,$(SANITIZER)),-Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined \
  -Xswiftc -Xclang-linker -Xswiftc -fsanitize=undefined,--sanitize=$(SANITIZER))
sanitize: setup-tests
	mkdir -p .build
	$(if $(filter thread,$(SANITIZER)),clang -O1 -fPIC -shared -o $(LOCKS) Tests/ThreadSanitizer/locks.c)
	SYMBOLICATE_SANITIZER=$(SANITIZER) ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=atexit_sleep_ms=0 \
	  $(if $(filter thread,$(SANITIZER)),LD_PRELOAD=$(LOCKS)) \
	  $(SWIFT) test $(subst .build/tests,.build/$(SANITIZER),$(OPTIMIZED)) $(CHECKED) $(CHECKED_BY)

# Attacks from outside, with the program that `make` builds: see Torture/README.md. ROWS names some of Torture/rows.tsv.
ROWS ?=
torture: build
	.ci/setup torture
	.ci/run-rows Torture/rows.tsv $(ROWS); status=$$?; Torture/table.py; exit $$status

# One allocation in a thousand of every command fails: half a minute. `make torture` has the rest.
allocations: build
	TORTURE_ROWS=/dev/null Torture/allocations.py --step 1000

# Everything that checks something, one after the other, and a table of it; goes on after a failure. Takes hours. CHECKS names some of
# .ci/checks.tsv.
CHECKS ?=
check-all:
	.ci/run-rows .ci/checks.tsv $(CHECKS)

# make bench MATERIAL=DIR: see Benchmarks/bench.py; the table goes to bench.json as well.
bench: build
	SYMBOLICATE=$(BINARY) Benchmarks/bench.py --material "$(MATERIAL)"

# The Spark job, the Kafka service and the server for assistants, with what they need from apt and PyPI; TESTS chooses some of them.
TESTS ?= stream kafka spark mcp ci recipes
.PHONY: test-integrations
test-integrations: build
	SYMBOLICATE=$(CURDIR)/$(BINARY) integrations/tests/run.sh $(TESTS)

fixtures:
	Fixtures/build.sh

# The names of made shared caches against DyldExtractor's, and a hundred interrupted additions to a store.
shared-caches: build
	Fixtures/SharedCaches/compare.py $(BINARY)
	Fixtures/SharedCaches/compare.py $(BINARY) --images 60 --names 20000 26 14
	Fixtures/SharedCaches/make-cache.py .build/kill-cache 26 --images 200 --names 300000 --no-expect
	Fixtures/SharedCaches/kill.sh $(BINARY) .build/kill-cache

demo: build
	Fixtures/LiveCrash/demo.sh $(BINARY)

# Where `make install` puts things: GNU's names for folders, each of which may be given.
BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share
DOCDIR ?= $(DATADIR)/doc/symbolicate
MANDIR ?= $(DATADIR)/man
BASHDIR ?= $(DATADIR)/bash-completion/completions
ZSHDIR ?= $(DATADIR)/zsh/site-functions
FISHDIR ?= $(DATADIR)/fish/vendor_completions.d
MANPAGES = $(wildcard docs/man/*.1)
# The files of the README's first look, which works in the installed directory of documents, too.
EXAMPLES = Fixtures/Reports/apple-text/ios-arm64/Shop.crash \
  $(addprefix Fixtures/Binaries/shop-cpp/out/ios-arm64/Shop.dSYM/Contents/,Info.plist Resources/DWARF/Shop)
INSTALLED = $(BINDIR)/symbolicate $(BASHDIR)/symbolicate $(ZSHDIR)/_symbolicate $(FISHDIR)/symbolicate.fish \
  $(addprefix $(DOCDIR)/,LICENSE README.md CHANGELOG.md $(EXAMPLES)) $(addprefix $(MANDIR)/man1/,$(notdir $(MANPAGES)))

# Installs what `make` built: `make && sudo make install` needs no Swift for root.
install: | $(BINARY)
	install -D -m 755 '$(BINARY)' '$(DESTDIR)$(BINDIR)/symbolicate'
	install -D -m 644 -t '$(DESTDIR)$(DOCDIR)' LICENSE README.md CHANGELOG.md
	for file in $(EXAMPLES); do install -D -m 644 "$$file" '$(DESTDIR)$(DOCDIR)'/"$$file"; done
	install -D -m 644 -t '$(DESTDIR)$(MANDIR)/man1' $(MANPAGES)
	install -d '$(DESTDIR)$(BASHDIR)' '$(DESTDIR)$(ZSHDIR)' '$(DESTDIR)$(FISHDIR)'
	'$(BINARY)' completions bash >'$(DESTDIR)$(BASHDIR)/symbolicate'
	'$(BINARY)' completions zsh >'$(DESTDIR)$(ZSHDIR)/_symbolicate'
	'$(BINARY)' completions fish >'$(DESTDIR)$(FISHDIR)/symbolicate.fish'

# Removes exactly what `make install` with the same PREFIX and DESTDIR installs.
uninstall:
	rm -f $(foreach file,$(INSTALLED),'$(DESTDIR)$(file)')
	[ ! -d '$(DESTDIR)$(DOCDIR)' ] || find '$(DESTDIR)$(DOCDIR)' -depth -type d -empty -delete

$(BINARY):
	$(MAKE) build

# The packages of a release, into .build/packages; Packaging/README.md describes them.
dist: setup-packages
	SWIFT='$(SWIFT)' Packaging/dist

deb: setup-packages
	SWIFT='$(SWIFT)' Packaging/deb

# Builds the packages and installs them in empty roots of Debian and Ubuntu, which takes minutes, the network, and root.
test-packages: setup-packages
	SWIFT='$(SWIFT)' Packaging/dist
	SWIFT='$(SWIFT)' Packaging/deb
	Packaging/test-packages

# Every check, then the packages and their SHA-256 sums. The commit must have the tag of the version.
release: setup-packages
	SWIFT='$(SWIFT)' Packaging/release

# Of a release in .build/packages: recipes for Homebrew, Nix and containers; an image for both architectures (IMAGE=NAME[:TAG], PUSH=1);
# an apt repository (REPOSITORY=DIR, APT_KEY=the key that signs it).
recipes:
	Packaging/make-recipes

image:
	Packaging/image '$(IMAGE)'

REPOSITORY ?= .build/apt
apt-repository: setup-packages
	Packaging/apt-repository '$(REPOSITORY)'

# Builds the packages of this commit twice, in different directories, and compares the bytes.
reproduce: dist deb
	SWIFT='$(SWIFT)' Packaging/reproduce

# The C fences compiled for aarch64 and run by qemu-user, with pages of 4, 16 and 64 KB, against what they answer here.
test-aarch64:
	.ci/setup aarch64
	Tests/Fences/run

clean:
	rm -rf .build
