#!/bin/sh
# Backs up deploy/compose.yaml while games go on: deploy/backup.sh FOLDER [options of docker compose]
# FOLDER is new; archived games are copied to `archive` next to it, each once (docs/operations.md, Backup and
# restoration).
set -eu
umask 077
here=$(dirname "$0")
folder=$1; shift
mkdir -p "$folder/../archive"
chmod 700 "$folder"
parent=$(cd "$folder/.." && pwd)
run() { ${COMPOSE:-docker compose} -f "$here/compose.yaml" "$@"; }
run "$@" run --rm --no-deps --user 0:0 --cap-add DAC_OVERRIDE --volume "$parent:/backup" archive \
  backup "/backup/$(basename "$folder")" --step mark
run "$@" exec -T postgres pg_dump --username=postgres --format=custom turnledger >"$folder/database-0.part"
mv "$folder/database-0.part" "$folder/database-0.dump"
run "$@" run --rm --no-deps --user 0:0 --cap-add DAC_OVERRIDE --volume "$parent:/backup" archive \
  backup "/backup/$(basename "$folder")" --step files
