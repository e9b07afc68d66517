#!/usr/bin/env bash
# Installs the Debian package on this machine, uses it, upgrades it, removes it and purges it. Needs
# root. Refuses to run where the package is installed already, and always purges it at the end.
# Usage: packaging/test-package.sh engine-server/target/offer-engine.deb
set -euo pipefail

fail() {
  printf 'test-package: %s\n' "$1" >&2
  exit 1
}

package=$(realpath "$1")
port=18974
unit=/lib/systemd/system/offer-engine.service
config=/etc/offer-engine/offer-engine.yaml
data=/var/lib/offer-engine
work=$(mktemp -d)
service=

[ "$(id -u)" -eq 0 ] || fail 'run it as root'
! dpkg-query -s offer-engine >/dev/null 2>&1 || fail 'the package is installed on this machine'
! getent passwd offer-engine >/dev/null || fail 'the user offer-engine exists on this machine'

clean_up() {
  [ -z "$service" ] || kill "$service" 2>/dev/null || true
  dpkg --purge offer-engine >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap clean_up EXIT

status() {
  curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/readyz" || true
}

start_service() {
  JDK_JAVA_OPTIONS=-Xmx256m offer-engine serve >"$work/log" 2>&1 &
  service=$!
  for _ in $(seq 240); do
    [ "$(status)" != 200 ] || return 0
    kill -0 "$service" 2>/dev/null || fail "the service ended: $(cat "$work/log")"
    sleep 0.5
  done
  fail "the service is not ready: $(cat "$work/log")"
}

stop_service() {
  kill "$service"
  wait "$service" || true
  service=
}

owner_and_mode() {
  stat -c '%U:%G %a' "$1"
}

expect() {
  [ "$2" = "$3" ] || fail "$1: expected '$3', but got '$2'"
}

# An upgrade: the same package with a later version.
dpkg-deb -R "$package" "$work/later"
sed -i 's/^Version: .*/&+later/' "$work/later/DEBIAN/control"
dpkg-deb --root-owner-group -b "$work/later" "$work/later.deb" >/dev/null

printf 'test-package: install\n'
dpkg -i "$package" >/dev/null
expect "$config" "$(owner_and_mode "$config")" 'root:offer-engine 640'
expect "$data" "$(owner_and_mode "$data")" 'offer-engine:offer-engine 700'
offer-engine check >/dev/null
sed -i "s/^port: .*/port: $port/" "$config"
offer-engine check --show | grep -Eq "^port +$port +$config, line" || fail 'the port is not shown'

systemd-analyze verify --man=no "$unit"
exposure=$(systemd-analyze security --offline=true "$unit" | sed -n 's/.*exposure level.*: \([0-9.]*\) .*/\1/p')
awk -v exposure="$exposure" 'BEGIN { exit !(exposure != "" && exposure <= 2.0) }' ||
  fail "the unit's exposure is $exposure; it must be 2.0 or less"
printf 'test-package: the exposure of the unit is %s\n' "$exposure"

printf 'test-package: use\n'
archive=$data/classes.jsa
expect "$archive" "$(owner_and_mode "$archive")" 'offer-engine:offer-engine 400'
[ -z "$(find "$data" -mindepth 1 ! -name classes.jsa)" ] || fail "the installation left files in $data"
key=$(offer-engine keys create --user 1 --admin)
start_service
grep -q "$archive" "/proc/$service/maps" || fail 'the archive of classes is not used'
curl -sf -X PUT -H "Authorization: Bearer $key" -H 'Content-Type: application/json' \
  -d '{"id":1}' "http://127.0.0.1:$port/admin/offers" >/dev/null
offer-engine check >/dev/null
! (cd "$work" && offer-engine backup copy.db >/dev/null 2>"$work/refused") ||
  fail 'a backup was made in a folder that the user of the service may not write'
grep -q "$work/copy.db can't be written" "$work/refused" || fail "the refusal is $(cat "$work/refused")"
mkdir "$work/backups"
chmod 711 "$work"
chown offer-engine "$work/backups"
(cd "$work/backups" && offer-engine backup copy.db) | grep -q "to $work/backups/copy.db," || fail 'the backup has no name'
[ -s "$work/backups/copy.db" ] || fail 'the backup is elsewhere'
stop_service
expect "$data/offer-engine.db" "$(owner_and_mode "$data/offer-engine.db")" \
  'offer-engine:offer-engine 600'
expect "$data/secret.key" "$(owner_and_mode "$data/secret.key")" 'offer-engine:offer-engine 600'

printf 'test-package: upgrade\n'
dpkg -i "$work/later.deb" >/dev/null
grep -q "^port: $port$" "$config" || fail 'the upgrade changed the configuration'
start_service
offer-engine check | grep -q '^offers: intact$' || fail 'the upgrade damaged the offers'
curl -sf -H "Authorization: Bearer $key" "http://127.0.0.1:$port/admin/offers/1" | grep -q '"id":1' ||
  fail 'the upgrade lost an offer'
stop_service

printf 'test-package: remove\n'
dpkg -r offer-engine >/dev/null
[ -f "$config" ] || fail 'the removal deleted the configuration'
[ -f "$data/offer-engine.db" ] || fail 'the removal deleted the database'
[ ! -e "$unit" ] || fail 'the removal left the unit'

printf 'test-package: purge\n'
dpkg --purge offer-engine >/dev/null
for left in /etc/offer-engine /etc/default/offer-engine "$data" /usr/share/offer-engine /usr/bin/offer-engine; do
  [ ! -e "$left" ] || fail "the purge left $left"
done
! getent passwd offer-engine >/dev/null || fail 'the purge left the user'
printf 'test-package: passed\n'
