#!/bin/sh
# Writes deploy/.env with a password for each account of the database; one that is there stays as it is. Only its owner
# reads it.
set -eu
env=$(dirname "$0")/.env
umask 077
touch "$env"
for name in POSTGRES_PASSWORD OWNER_PASSWORD SERVER_PASSWORD AUDITOR_PASSWORD; do
  grep -q "^$name=" "$env" || echo "$name=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')" >>"$env"
done
