# Makefile
#	Takes a fresh checkout to a build, a demonstration or a test run.
#
# "make help" lists the targets.  This file only prepares: it installs missing
# Debian packages, configures into $(BUILD) and hands the target to the
# makefile that configure wrote there (GNUmakefile.in).

BUILD ?= build
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
CONFIGURE_ARGS ?= --enable-debug
CHECK_CONFIGURE_ARGS ?= --enable-debug --enable-cassert

.PHONY: all demo check bench fuzz install clean help packages
.DEFAULT_GOAL = all

help:
	@echo "make               build into $(BUILD)/"
	@echo "make demo          build, then the page-image benchmark on a throw-away cluster"
	@echo "make check         build with assertions, then all tests (TESTS=name ... for some)"
	@echo "make bench         the measurements (BENCH=name for one)"
	@echo "make fuzz          the WAL store under sanitizers (FUZZ_SECONDS=600)"
	@echo "make install       install below --prefix (CONFIGURE_ARGS=--prefix=...)"
	@echo "make clean         remove the build folders"
	@echo "Variables: BUILD, JOBS, CONFIGURE_ARGS, ROWS (demo), NARWAL_ASSUME_YES=1"

packages:
	@src/tools/install_packages

# One build folder per kind: tests run with assertions, measurements without.
define into
	@src/tools/configure_into "$(1)" $(2)
	@+$(MAKE) --no-print-directory -C $(1) -j$(JOBS) $(3)
endef

all: packages
	$(call into,$(BUILD),$(CONFIGURE_ARGS),all)
demo: packages
	$(call into,$(BUILD),$(CONFIGURE_ARGS),all)
	@+$(MAKE) --no-print-directory -C $(BUILD) demo
check: packages
	$(call into,$(BUILD)-check,$(CHECK_CONFIGURE_ARGS),all units)
	@+$(MAKE) --no-print-directory -C $(BUILD)-check check TESTS="$(TESTS)"
bench: packages
	$(call into,$(BUILD),$(CONFIGURE_ARGS),all)
	@+$(MAKE) --no-print-directory -C $(BUILD) bench BENCH="$(BENCH)"
fuzz: packages
	$(call into,$(BUILD)-check,$(CHECK_CONFIGURE_ARGS),fuzz $(if $(FUZZ_SECONDS),FUZZ_SECONDS=$(FUZZ_SECONDS)))
install: packages
	$(call into,$(BUILD),$(CONFIGURE_ARGS),install)
clean:
	rm -rf $(BUILD) $(BUILD)-check
