#!/bin/sh
# Brings an installation out, or another release or setting of it: the migration first, alone, then the processes one by
# one. What fails on the way ends it: the old processes go on. Usage: deploy/kubernetes/roll-out.sh FOLDER [NAMESPACE]
set -eu
folder=$1
namespace=${2:-turnledger}
to() { kubectl --namespace "$namespace" "$@"; }
if to get deployment turnledger-api >/dev/null 2>&1; then
  to delete job turnledger-migrate --ignore-not-found --wait
  kubectl apply -k "$folder/migrate"
  to wait --for=condition=complete --timeout=1h job/turnledger-migrate
  kubectl apply -k "$folder"
else # the database comes with the rest; the processes wait until their tables are there
  kubectl apply -k "$folder"
  kubectl apply -k "$folder/migrate"
  to wait --for=condition=complete --timeout=1h job/turnledger-migrate
fi
to rollout status --timeout=15m deployment/turnledger-follower
to rollout status --timeout=15m deployment/turnledger-api
