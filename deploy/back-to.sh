#!/bin/sh
# Brings the store of deploy/compose.yaml with deploy/point-in-time.yaml back to a moment (docs/operations.md, Back to a
# moment):
#   deploy/back-to.sh "2026-11-23 08:15:00+00" -f deploy/point-in-time.yaml [options of docker compose]
# What was stored after the moment is gone from the store. The old files stay next to the new ones, as `before-…`.
set -eu
here=$(dirname "$0")
moment=$1; shift
run() { ${COMPOSE:-docker compose} -f "$here/compose.yaml" "$@"; }
run "$@" stop api follower
run "$@" stop postgres # it archives the rest of its log
run "$@" run --rm --no-deps --entrypoint sh --user root postgres -euc '
  latest=$(date -u -d "$1" +%Y%m%dT%H%M%SZ)
  base=$(cd /backup/base && ls -d 2* | sort | awk -v latest="$latest" "\$0 <= latest" | tail -n 1)
  test -n "$base" || { echo "no base backup is as old as $1" >&2; exit 1; }
  mv "$PGDATA" "$PGDATA/../before-$(date -u +%Y%m%dT%H%M%SZ)"
  cp -a "/backup/base/$base" "$PGDATA"
  cat >>"$PGDATA/postgresql.auto.conf" <<END
restore_command = '\''cp /backup/wal/%f %p'\''
recovery_target_time = '\''$1'\''
recovery_target_action = '\''promote'\''
END
  touch "$PGDATA/recovery.signal"
  chown -R postgres:postgres "$PGDATA"' sh "$moment"
run "$@" up --detach --wait postgres
until [ "$(run "$@" exec -T --user postgres postgres psql -XAtqc 'SELECT pg_is_in_recovery()')" = f ]; do sleep 1; done
run "$@" run --rm tools audit --all
run "$@" restart valkey # its views knew more than the store does now
run "$@" up --detach --wait
"$here/base-backup.sh" "$@"
