#!/bin/sh
# Restores what deploy/backup.sh wrote into an empty installation: deploy/restore.sh FOLDER [options of docker compose]
# Its volumes are empty (`docker compose down --volumes`), its .env has the passwords. Keys and archive first, then the
# database.
set -eu
here=$(dirname "$0")
folder=$(cd "$1" && pwd); shift
run() { ${COMPOSE:-docker compose} -f "$here/compose.yaml" "$@"; }
run "$@" up --detach --wait postgres valkey
run "$@" run --rm accounts
run "$@" run --rm --no-deps --user 0:0 --cap-add DAC_OVERRIDE --cap-add CHOWN --cap-add FOWNER \
  --volume "$(dirname "$folder"):/backup:ro" --entrypoint sh archive -euc \
  'turnledger restore "/backup/$1" --step files && chown -R 10001:10001 /data/keys /data/archive' \
  sh "$(basename "$folder")"
run "$@" exec -T postgres pg_restore --username=postgres --role=turnledger_owner --dbname=turnledger --no-owner \
  --exit-on-error --single-transaction <"$folder/database-0.dump"
run "$@" run --rm --no-deps migrate
run "$@" run --rm --no-deps --user 0:0 --cap-add DAC_OVERRIDE --volume "$(dirname "$folder"):/backup:ro" archive \
  restore "/backup/$(basename "$folder")" --step prove
run "$@" up --detach --wait
