#!/bin/sh
# Makes a base backup of the PostgreSQL of deploy/compose.yaml with deploy/point-in-time.yaml, while games go on:
#   deploy/base-backup.sh -f deploy/point-in-time.yaml [options of docker compose]
# The name of its folder is the moment at which it was complete. Delete old ones, and the log before the oldest, as you
# like.
set -eu
here=$(dirname "$0")
run() { ${COMPOSE:-docker compose} -f "$here/compose.yaml" "$@"; }
run "$@" exec -T --user postgres postgres sh -euc '
  rm -rf /backup/base/part
  pg_basebackup --checkpoint=fast --wal-method=none --pgdata=/backup/base/part
  mv /backup/base/part "/backup/base/$(date -u +%Y%m%dT%H%M%SZ)"'
