# PostgreSQL: `version`; `build FOLDER BUILT` makes a cluster with the table; `start BUILT DIR HOST PORT VARIANT` serves a copy.
set -e

# The newest that is installed: Debian keeps its programs out of the path.
programs=$(ls -d /usr/lib/postgresql/*/bin /usr/pgsql-*/bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$programs" ] || programs=$(dirname "$(command -v postgres || echo /nowhere/postgres)")
if [ ! -x "$programs/initdb" ]; then
    echo "PostgreSQL is not installed" >&2
    exit 1
fi

# It does not run as root. Its package makes a user for it.
as_user() {
    if [ "$(id -u)" = 0 ]; then
        exec setpriv --reuid=postgres --regid=postgres --init-groups --pdeathsig KILL "$@"
    fi
    exec "$@"
}

give_to_user() {
    if [ "$(id -u)" = 0 ]; then
        chown -R postgres: "$1"
    fi
}

case "$1" in
version)
    exec "$programs/postgres" --version
    ;;
build)
    # Not in the cache, which another user may be unable to look into.
    room=$(mktemp -d)
    trap 'rm -rf "$room"' EXIT
    give_to_user "$room"
    cd "$room"
    (as_user "$programs/initdb" --pgdata "$room/data" --username wirecost --auth trust --encoding UTF8 --locale C \
        --no-sync --wal-segsize 16 >"$room/said" 2>&1) || { tail -n 1 "$room/said" >&2; exit 1; }
    (as_user "$programs/postgres" --single -j -D "$room/data" postgres) <"$2/entries.sql" >"$room/said" 2>&1 \
        || { tail -n 1 "$room/said" >&2; exit 1; }
    cp -a "$room/data" "$3/data"
    ;;
start)
    if [ ! -d "$3/data" ]; then
        cp -a "$2/data" "$3/data"
        echo "include '$3/postgresql.conf'" >>"$3/data/postgresql.conf"
        case "$6" in
        async) echo "synchronous_commit = off" >>"$3/data/postgresql.conf" ;;
        no-fsync) echo "fsync = off" >>"$3/data/postgresql.conf" ;;
        esac
        # A power cut takes what was not synced, and the cluster is older than that.
        [ -z "$WIRECOST_POWER_CUT" ] || sync -f "$3"
    fi
    give_to_user "$3"
    as_user "$programs/postgres" -D "$3/data"
    ;;
esac
