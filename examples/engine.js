// An AI player in JavaScript: farshore bot --exec "node examples/engine.js" --open faraway
// It reads one JSON object a line and writes one; docs/protocol.md has every field.
const lines = require('node:readline').createInterface({ input: process.stdin });
const say = (message) => console.log(JSON.stringify(message));

lines.on('line', (line) => {
  const message = JSON.parse(line);
  if ('hello' in message) {
    console.error(`playing ${message.game}`); // stderr is yours
    say({ ready: true, name: 'Node Nora', in_flight: 8 });
  } else if ('decide' in message) {
    say({ decide: message.decide, picks: decide(message.view, message.decision) });
  }
});

// High regions late, low ones early: a higher number than the last one finds a sanctuary.
function decide(view, decision) {
  const number = (id) => parseInt(id.replace(/\D/g, ''), 10) || 0;
  const sorted = [...decision.options].sort((a, b) => number(a) - number(b));
  return sorted.slice(0, decision.least);
}
