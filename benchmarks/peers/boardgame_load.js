// N matches of two clients each, all in one process. The watch of a move stops when the *other* client has it.
// node boardgame_load.js PORT LOBBY MATCHES SECONDS EVERY_MS; EVERY_MS 0 is a closed loop.
const { Client, LobbyClient } = require('boardgame.io/client');
const { SocketIO } = require('boardgame.io/multiplayer');
const game = require(process.env.BENCH_GAME);

const [port, lobbyPort, matches, seconds, every] = process.argv.slice(2).map(Number);
const now = () => Number(process.hrtime.bigint()) / 1e9;
const pause = (s) => new Promise((done) => setTimeout(done, s * 1000));

async function open(lobby) {
  const { matchID } = await lobby.createMatch(game.name, { numPlayers: 2 });
  const clients = [];
  for (const playerID of ['0', '1']) {
    const { playerCredentials } = await lobby.joinMatch(game.name, matchID, { playerID, playerName: playerID });
    const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}`, socketOpts: { transports: ['websocket'] } });
    clients.push(Client({ game, multiplayer, matchID, playerID, credentials: playerCredentials, debug: false }));
  }
  return clients;
}

(async () => {
  const lobby = new LobbyClient({ server: `http://127.0.0.1:${lobbyPort}` });
  const tables = [];
  for (let i = 0; i < matches; i += 1) tables.push(await open(lobby));
  for (const table of tables) table.forEach((client) => client.start());
  const connected = () => tables.every((t) => t.every((c) => c.getState() && c.getState().isConnected));
  for (let i = 0; i < 600 && !connected(); i += 1) await pause(0.05);
  if (!connected()) { console.error('not all clients are connected'); process.exit(1); }

  const heard = [];
  let sending = true;
  let late = 0;
  const bytes = JSON.stringify(tables[0][0].getState().G).length;
  console.log('ready');
  const began = now();
  const spent = process.cpuUsage();

  tables.forEach((table) => {
    let turn = 0;
    let n = 0;
    let busy = false;
    const go = () => {
      if (!sending) return;
      if (busy) { late += 1; return; }
      busy = true;
      const mover = table[turn];
      const other = table[1 - turn];
      n += 1;
      const sent = now();
      const stop = other.subscribe((state) => {
        if (!state || state.G.n < n) return;
        stop();
        if (sending) heard.push(now() - sent);
        busy = false;
        turn = 1 - turn;
        if (!every) setImmediate(go);
      });
      mover.moves.explore();
    };
    if (every) setTimeout(() => { go(); setInterval(go, every); }, Math.random() * every);
    else go();
  });

  await pause(seconds);
  sending = false;
  const took = now() - began;
  const cpu = process.cpuUsage(spent);
  process.stdout.write(JSON.stringify({ heard, seconds: took, late, bytes, cpu: (cpu.user + cpu.system) / 1e6 }) + '\n', () => process.exit(0));
})();
