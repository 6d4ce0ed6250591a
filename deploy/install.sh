#!/bin/sh
# Installs Crewline on a machine with systemd, or updates it. Run it as root in a checkout of the version you want:
#
#   DATABASE_URL=postgres://crewline:...@localhost:5432/crewline PUBLIC_URL=https://crewline.example.com \
#     sh deploy/install.sh
#
# An update needs neither setting: it keeps /etc/crewline/crewline.env, and restarts one process after the other.
# ROOT_DIR installs below another folder, for packages.
set -eu
cd "$(dirname "$0")/.."
root=${ROOT_DIR:-}
home=$root/opt/crewline
settings=$root/etc/crewline/crewline.env
units=$root/etc/systemd/system

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail 'Run this as root: it creates a user, /opt/crewline, /etc/crewline and systemd units.'
command -v npm >/dev/null || fail 'npm is missing. Install Node 24, which brings it: https://nodejs.org'
if [ ! -f "$settings" ]; then
  [ -n "${DATABASE_URL:-}" ] || fail 'DATABASE_URL is missing: your PostgreSQL 18, as the owner of the database.'
  [ -n "${PUBLIC_URL:-}" ] || fail 'PUBLIC_URL is missing: the address that users and carriers will use.'
fi

getent passwd crewline >/dev/null ||
  useradd --system --user-group --no-create-home --home-dir /opt/crewline --shell /usr/sbin/nologin crewline

# A release is complete before anything points to it.
release=$home/releases/$(date -u +%Y%m%d-%H%M%S)
mkdir -p "$release"
trap 'rm -rf "$release"' EXIT
tar --exclude=./node_modules --exclude=./data --exclude=./.git --exclude=./.env --exclude=./web/dist -c . |
  tar -x --no-same-owner -C "$release"
cd "$release"
echo 'Installing packages ...'
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
node=$(command -v node)
[ ! -x node_modules/.bin/node ] || node=$(readlink -f node_modules/.bin/node)
[ "$("$node" -p 'process.versions.node.split(".")[0]')" -ge 24 ] || fail "Node 24 is needed (found $("$node" -v))."
# Removed below with the packages that are needed for building only.
cp "$node" bin/node
PATH=$release/bin:$PATH "$release/bin/node" scripts/build-web.ts
rm -rf node_modules
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --omit=dev \
  --workspace @crewline/server --workspace @crewline/contract
chmod -R go-w,a+rX "$release"
trap - EXIT

if [ ! -f "$settings" ]; then
  mkdir -p "$(dirname "$settings")"
  (
    umask 077
    cat >"$settings" <<END
# The settings of every Crewline process on this machine; .env.example explains each. Put values in double quotes.
DATABASE_URL="$DATABASE_URL"
PUBLIC_URL="$PUBLIC_URL"
# Keep a copy apart from the backups of the database: without it, secrets in the database are lost.
MASTER_KEY="$(head -c 32 /dev/urandom | base64)"
# The proxy on this machine that terminates TLS.
TRUSTED_PROXIES="1"
END
  )
  echo "Wrote $settings."
fi

mkdir -p "$units" "$root/usr/local/sbin"
cp deploy/systemd/* "$units/"
cat >"$root/usr/local/sbin/crewline-admin" <<'END'
#!/bin/sh
# Commands of the operator, as the user and with the settings of the server: crewline-admin backup /var/lib/crewline/today
set -eu
set -a
. /etc/crewline/crewline.env
set +a
NODE_ENV=production DATA_DIR=/var/lib/crewline
export NODE_ENV DATA_DIR
cd /opt/crewline/current
exec setpriv --reuid=crewline --regid=crewline --clear-groups --no-new-privs bin/node scripts/admin.ts "$@"
END
chmod 755 "$root/usr/local/sbin/crewline-admin"
ln -sfn "releases/$(basename "$release")" "$home/next"
mv -T "$home/next" "$home/current"

if [ -d /run/systemd/system ] && [ -z "$root" ]; then
  systemctl daemon-reload
  # One after the other; the proxy sends requests to the others meanwhile.
  for name in $(systemctl list-units --plain --no-legend --state=active 'crewline-*@*.service' | cut -d' ' -f1); do
    echo "Restarting $name ..."
    systemctl restart "$name"
    port=${name##*@}
    bin/node -e "
      const until = Date.now() + 90_000
      const isReady = () => fetch('http://127.0.0.1:${port%.service}/readyz').then(({ ok }) => ok, () => false)
      while (!(await isReady())) {
        if (Date.now() > until) process.exit(1)
        await new Promise((next) => setTimeout(next, 500))
      }" --input-type=module ||
      fail "$name is not ready after 90 seconds, and the update stopped there. Read: journalctl -u $name"
  done
fi
# The last three releases stay, to go back: ln -sfn releases/... /opt/crewline/current, then restart.
ls -1d "$home"/releases/* | sort | head -n -3 | while read -r old; do rm -rf "$old"; done
echo 'Installed. The first time: systemctl enable --now crewline.target, then crewline-admin add-organization.'
