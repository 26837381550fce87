#!/bin/sh
# Replaces the processes of deploy/compose.yaml one by one, without an outage: a new one starts and answers before an
# old one is asked to end. Players of an API process find another through the balancer; what a follower led, another one
# leads within seconds.
#   TURNLEDGER_VERSION=0.2.0 deploy/roll.sh [options of docker compose]
# A new release: `docker compose run --rm migrate` with it first (docs/operations.md, Upgrades).
set -eu
here=$(dirname "$0")
run() { ${COMPOSE:-docker compose} -f "$here/compose.yaml" "$@"; }
for service in api follower; do
  old=$(run "$@" ps --quiet "$service")
  count=$(echo "$old" | wc -l)
  for container in $old; do
    run "$@" up --detach --wait --no-deps --no-recreate --scale "$service=$((count + 1))" "$service"
    sleep 3 # the balancer asks every two seconds for the addresses of `api`
    docker stop --time 20 "$container" >/dev/null
    docker rm "$container" >/dev/null
    # the next container may get this one's address, and a follower would refuse calls that the balancer sends there
    sleep 3
  done
done
