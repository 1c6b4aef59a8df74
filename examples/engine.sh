#!/bin/sh
# An AI player in shell: farshore bot --exec "sh examples/engine.sh" --open faraway
# It takes the first options there are. `decide` is the first key of a question and `view` the last, so sed is enough.

# field NAME: what matches after "NAME": in the line, before the view begins.
field() { printf '%s\n' "${line%%,\"view\":*}" | sed -n "s/.*\"$1\":$2.*/\1/p"; }

while IFS= read -r line; do
    case $line in
    '{"hello":'*)
        echo '{"ready": true, "name": "Shell Sheila"}'
        ;;
    '{"decide":'*)
        number=$(field decide '\([0-9]*\)')
        least=$(field least '\([0-9]*\)')
        options=$(field options '\[\([^]]*\)\]')
        picks=
        [ "$least" -eq 0 ] || picks=$(printf '%s\n' "$options" | cut -d, -f "1-$least")
        echo "{\"decide\": $number, \"picks\": [$picks]}"
        ;;
    '{"bye":'*)
        exit 0
        ;;
    esac
done
