#!/bin/sh
# Play Faraway with nothing but curl, and python3 to read JSON: sh examples/curl.sh [how many answers]
set -eu

api="${FARSHORE_URL:-http://127.0.0.1:8000}/v1"
answers="${1:-5}"

# read_json EXPRESSION: print a Python expression over the JSON document `it` that comes in.
read_json() { python3 -c "import json, sys; it = json.loads(sys.stdin.read() or sys.exit(1)); print($1)"; }

# A player, and the token that speaks for her. It is shown this once.
token=$(curl -sSf -X POST "$api/players" -H 'Content-Type: application/json' -d '{"name": "Ada"}' | read_json 'it["token"]')

call() { curl -sSf -H "Authorization: Bearer $token" -H 'Content-Type: application/json' "$@"; }

# A table for her and a bot. It starts as soon as every seat is taken.
table=$(call -X POST "$api/tables" -d '{"game": "faraway", "start": "full", "seats": [{"kind": "me"}, {"kind": "bot"}]}' | read_json 'it["id"]')
echo "table $table"

seq=0
while [ "$answers" -gt 0 ]; do
    # The view comes as soon as there is something newer than number $seq.
    view=$(call "$api/tables/$table/view?after=$seq&wait=20")
    seq=$(echo "$view" | read_json 'it["seq"]')
    [ "$(echo "$view" | read_json 'it["status"]')" = running ] || break

    question=$(echo "$view" | read_json 'it["decisions"][0]["id"] if it["decisions"] else ""')
    [ -n "$question" ] || continue
    echo "$view" | read_json '"{prompt} {options}".format(**it["decisions"][0])'

    # An answer is a PUT: sent twice, it counts once.
    picks=$(echo "$view" | read_json 'json.dumps(it["decisions"][0]["options"][:it["decisions"][0]["least"]])')
    call -X PUT "$api/tables/$table/decisions/$question/answer" -d "{\"picks\": $picks}" > /dev/null
    echo "  answered $question with $picks"
    answers=$((answers - 1))
done

# What happened, as events; without the header Accept this address is a stream that stays open.
echo "the last things told:"
call -H 'Accept: application/json' "$api/tables/$table/events?after=0" |
    read_json '"\n".join("  {kind} {data}".format(**e["data"]) for e in [e for e in it["items"] if e["type"] == "story"][-5:])'
