# Everything a person or CI does here is one word. Each target prepares what it needs, inside .venv and nowhere else.
SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
UV_VERSION := 0.13.9
export UV_PROJECT_ENVIRONMENT := .venv
# Compiled modules are kept, and inside .venv: without them every process of a test run compiles 1,400 files, for 8 s
# each.
export PYTHONDONTWRITEBYTECODE :=
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/pycache

.PHONY: help setup run demo commons test deploy-test archive-test sim golden corpus faults mutants bench replay check \
  kits conformance proto reference docs release clean lock format
help: ## say what each target does
	@sed -E ':a; /\\$$/N; s/ *\\\n */ /; ta' $(MAKEFILE_LIST) | grep -E '^[a-z-]+:.*## ' | \
	  sed -E 's/:.*## /\t/' | expand -t 12

setup: .venv/ready ## install everything into .venv (nothing outside it)
.venv/ready: pyproject.toml uv.lock
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@$(BIN)/uv sync --quiet --locked --all-extras --all-groups --no-group docs
	@touch $@

run: setup ## start the service on SQLite with a game of bots, and say how to look at it
	TURNLEDGER_ORIGINS="$${TURNLEDGER_ORIGINS-http://localhost:*,http://127.0.0.1:*}" \
	$(BIN)/turnledger serve --bot-game power_grid/russia --bots-pace-s 2

demo: setup ## four bot clients play a whole game over gRPC; the server is killed in the middle
	$(BIN)/turnledger demo

COMMONS := build/commons
EACH := 20
commons: setup ## 40 games of bots as a dataset in build/commons/, ten questions to it, and a first plot
	@mkdir -p $(COMMONS)
	for variant in card_game power_grid/russia; do \
	  $(BIN)/turnledger simulate $$variant --players 3 --games $(EACH) --bots planner --export $(COMMONS)/games \
	    || exit 1; done
	$(BIN)/turnledger dataset --from $(COMMONS)/games --to $(COMMONS)/dataset
	$(BIN)/python examples/commons.py --dataset $(COMMONS)/dataset

test: setup ## run every test (brings its own PostgreSQL and Redis)
	$(BIN)/python -m pytest -n auto --dist worksteal -q

faults: setup ## break everything often, and print what was injected, survived and lost
	FAULTS=long $(BIN)/python -m pytest tests/faults -n auto --dist worksteal -q

mutants: setup ## break 200 places of the product, COUNT=n for n, drawn by SEED, and print those that no test notices
	$(BIN)/python -m tests.mutants --count $${COUNT:-200} --seed $${SEED:-1}

.PHONY: simulate-service years
simulate-service: setup ## run the whole service in one process under SEED=n, always the same way (docs/simulation.md)
	$(BIN)/python -m tests.simulation --seed $${SEED:-0}

years: setup ## run seed after seed for HOURS=h, from FIRST=n, on all cores; print those that fail, one made shorter
	$(BIN)/python -m tests.simulation --hours $${HOURS:-1} --first $${FIRST:-0}

deploy-test: setup ## run what deploy/ has on a container engine, from nothing: load, faults, an upgrade, and a verdict
	$(BIN)/python -m tests.deployed

archive-test: setup ## the archive in a bucket of a real S3 server, which dies and loses a file \
  (needs Go, or TURNLEDGER_TEST_S3=s3://BUCKET and AWS_…)
	$(BIN)/python -m tests.object_store

.PHONY: deploy-check kubernetes-test
kubernetes-test: setup ## apply deploy/kubernetes to a real kube-apiserver, twice and strictly \
  (needs Go, which builds it in ten minutes)
	$(BIN)/python -m tests.kubernetes_api

deploy-check: setup ## look at deploy/kubernetes with the policies of checkov, which is brought for that alone
	$(BIN)/uvx --python 3.11 checkov@3.3.30 --config-file deploy/kubernetes/checkov.yaml --directory deploy/kubernetes

sim: setup ## play 500 games of every map, option, number of players and bot (GAMES=n for n), \
  and tell each as it is done
	GAMES=$${GAMES:-500} $(BIN)/python -m pytest tests/domain/power_grid/test_play.py -k every_game -n auto \
	  --dist worksteal -v --timeout 0

golden: setup ## add the golden lines and games that are missing; read the diff
	for folder in $(sort $(dir $(wildcard tests/domain/*/golden.py))); do \
		$(BIN)/python -m $$(echo $$folder | tr / .)golden || exit 1; done

corpus: setup ## add games of rules versions that have none in tests/golden/corpus; read the diff
	$(BIN)/python -m tests.corpus add

bench: setup ## measure everything: ratios to floors of the same run, JSON and tables (docs/performance.md)
	@missed=; for program in $(sort $(notdir $(basename $(wildcard bench/[a-z]*.py)))); do \
		echo "== $$program" >&2; $(BIN)/python -m bench.$$program || missed="$$missed $$program"; done; \
	[ -z "$$missed" ] || { echo "what is wanted was missed by:$$missed" >&2; exit 1; }

replay: setup ## prove the games of every released version again, with STORE=url all stored games too; \
  say which change altered which
	$(BIN)/python -m pytest -q tests -k golden
	$(BIN)/python -m tests.corpus
	$(if $(STORE),$(BIN)/turnledger audit --all --store $(STORE))

proto: setup ## lint the contract and regenerate the stubs in turnledger/v1
	$(BIN)/buf lint proto
	$(BIN)/buf format -w proto
	rm -f turnledger/v1/*_pb2*
	$(BIN)/python -m grpc_tools.protoc -Iproto --python_out=. --pyi_out=. --grpc_python_out=. proto/turnledger/v1/*.proto
	grep -L 'Stub:' turnledger/v1/*_pb2_grpc.py | xargs rm
	PYTHONPATH=. $(BIN)/python proto/contract_types.py
	$(BIN)/python -m reference

reference: setup ## write docs/reference again from the code and the contract
	$(BIN)/python -m reference

docs: setup ## serve the site of docs/ with search, on http://127.0.0.1:8000; \
  SITE=build builds it and refuses links that lead nowhere
	NO_MKDOCS_2_WARNING=1 $(BIN)/uv run --quiet --isolated --only-group docs mkdocs $(or $(SITE),serve)

release: setup ## build what a release is made of into dist/, with its bill of materials; \
  refuses what is not ready (REHEARSE=1 builds all the same)
	PYTHONPATH=. $(BIN)/python clients/release.py $(if $(REHEARSE),--rehearse)

kits: setup ## build and test every client kit in clients/ whose toolchain is there, and say what was \
  left out (KITS=names for some)
	$(BIN)/python -m clients.build $(KITS)

conformance: setup ## the official suite of Connect, gRPC and gRPC-Web, and official clients, against both \
  ports; docs/conformance.md anew (needs Go, Node, Java and Maven)
	$(BIN)/python -m tests.connect_conformance

publish: proto ## take the contract as it stands for published: from here on `make check` refuses what breaks clients
	$(BIN)/buf build proto --exclude-source-info -o proto/published.binpb

check: setup ## what must be green before a commit: format, lint, types, layers, contract, fast tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/buf lint proto
	$(BIN)/buf breaking proto --against proto/published.binpb
	$(BIN)/python -m tests.page.biome
	$(BIN)/python -m tests.page.tsc
	@echo "$(BIN)/mypy, beside the tests; what it says comes last"; \
	$(BIN)/mypy >.venv/types.txt 2>&1 & types=$$!; \
	$(BIN)/python -m pytest -n auto --dist worksteal -q -m "not slow and not servers"; tests=$$?; \
	wait $$types; types=$$?; cat .venv/types.txt; exit $$((tests | types))

format: setup ## format and fix what can be fixed
	$(BIN)/python -m tests.page.biome --write
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: setup ## resolve the dependencies again
	$(BIN)/uv lock --upgrade

clean: ## remove what the other targets made
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist *.egg-info data
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
