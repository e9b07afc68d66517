#!/usr/bin/env bash
# Compiles the clients that the profile "clients" generated from openapi.json, and searches with each
# at the packaged service. Checks the types of openapi-typescript and the document itself likewise.
# A part whose tools are missing is skipped with a line, or an error if CLIENTS_REQUIRED is true.
# Usage: mvn -Pclients -Dmaven.test.skip=true -pl engine-server -am verify
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# Tools alone, no part of the product. openapi-typescript needs TypeScript 5.
node_tools=(typescript@5.9.3 openapi-typescript@7.13.0 @redocly/cli@2.77.0)

sources=$PWD
server=$(realpath ../engine-server)
work=$server/target/clients
document=$server/src/main/resources/io/offerengine/server/market/openapi.json
log=$work/tools.log
service=

say() {
  printf 'test-clients: %s\n' "$1"
}

fail() {
  printf 'test-clients: %s\n' "$1" >&2
  exit 1
}

# Ends the test if all clients are required, and otherwise tells what is not tested.
skip() {
  [ "${CLIENTS_REQUIRED:-}" != true ] || {
    cat "$log" >&2
    fail "$1, but CLIENTS_REQUIRED is true"
  }
  say "$1; skipped"
}

clean_up() {
  if [ -n "$service" ]; then
    kill "$service" 2>/dev/null || true
    wait "$service" 2>/dev/null || true
  fi
}
trap clean_up EXIT

start_service() {
  local start=$work/service.out
  env -u OFFER_ENGINE_API_KEY java -Xmx256m -jar "$server/target/engine-server.jar" serve --port 0 \
    >"$start" 2>&1 &
  service=$!
  for _ in $(seq 240); do
    address=$(sed -n 's|^Serving .* on \(http://[^ ]*\)$|\1|p' "$start")
    key=$(sed -n 's|^API key.*: ||p' "$start")
    [ -z "$key" ] || return 0
    kill -0 "$service" 2>/dev/null || fail "the service ended: $(cat "$start")"
    sleep 0.5
  done
  fail "the service did not start: $(cat "$start")"
}

test_java() {
  # The build of the generated client, with the versions of libraries that it names.
  mvn --batch-mode --no-transfer-progress -f "$work/java/pom.xml" -Dmaven.test.skip \
    -Dmaven.javadoc.skip -Dmaven.source.skip package >"$work/java.log" 2>&1 || {
    if grep -q 'COMPILATION ERROR' "$work/java.log"; then
      cat "$work/java.log" >&2
      fail 'the client for Java does not compile'
    fi
    cp "$work/java.log" "$log"
    skip 'no libraries for the client for Java'
    return
  }
  java -cp "$work/java/target/*:$work/java/target/lib/*" Search.java "$address" "$key"
  say 'Java compiles and searches'
}

# Prints a Python that has the libraries of the generated client: one with packages of the system, or
# one whose packages come from the index.
find_python() {
  local python
  for python in "$(command -v python3)" /usr/bin/python3; do
    rm -rf "$work/venv"
    "$python" -m venv --system-site-packages "$work/venv" >>"$log" 2>&1 || continue
    "$work/venv/bin/pip" install -q --retries 1 "$work/python" >>"$log" 2>&1 || true
    # An older pydantic 1 of the system serves too, though pip would ask for a newer one.
    "$work/venv/bin/pip" install -q --retries 1 aenum >>"$log" 2>&1 || true
    if "$work/venv/bin/python" -c 'import aenum, dateutil, pydantic, urllib3
assert pydantic.VERSION.startswith("1.")' >>"$log" 2>&1; then
      printf '%s\n' "$work/venv/bin/python"
      return
    fi
  done
}

test_python() {
  local python
  python=$(find_python)
  if [ -z "$python" ]; then
    skip 'no Python 3 with pydantic 1, urllib3, dateutil and aenum'
    return
  fi
  "$python" -m compileall -q "$work/python/openapi_client" || fail 'the client for Python does not compile'
  PYTHONPATH=$work/python "$python" search.py "$address" "$key" "$document"
  say 'Python compiles and searches'
}

test_node() {
  local bin=$work/node/node_modules/.bin
  if ! command -v npm >/dev/null; then
    skip 'no npm for TypeScript and Redocly'
    return
  fi
  npm install --silent --no-audit --no-fund --prefix "$work/node" "${node_tools[@]}" >>"$log" 2>&1 || {
    skip 'no packages of npm for TypeScript and Redocly'
    return
  }

  cp search.ts "$work/typescript/"
  "$bin/tsc" -p "$work/typescript" || fail 'the client for typescript-fetch does not compile'
  node "$work/typescript/dist/search.js" "$address" "$key"
  say 'typescript-fetch compiles and searches'

  mkdir -p "$work/types"
  "$bin/openapi-typescript" "$document" -o "$work/types/openapi.ts" >>"$log" 2>&1 ||
    fail "openapi-typescript fails: $(cat "$log")"
  cp types.ts "$work/types/"
  "$bin/tsc" --strict --target es2022 --module commonjs --lib es2022,dom "$work/types/types.ts" ||
    fail 'the types of openapi-typescript require more than the service does'
  node "$work/types/types.js" "$address" "$key"
  say 'openapi-typescript requires what the service requires'

  "$bin/redocly" lint --format=summary "$document" >"$work/redocly.log" 2>&1 || {
    cat "$work/redocly.log" >&2
    fail 'Redocly finds errors'
  }
  say 'Redocly finds no error'
}

[ -d "$work/java" ] || fail 'no generated clients: run mvn -Pclients -Dmaven.test.skip=true -pl engine-server -am verify'
: >"$log"
start_service
test_java
test_python
test_node
