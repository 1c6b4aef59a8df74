// boardgame.io's own server with its own storage (memory), and the game that the load plays on it.
const { Server, Origins } = require('boardgame.io/server');
const game = require(process.env.BENCH_GAME);

const [port, lobby] = process.argv.slice(2).map(Number);
Server({ games: [game], origins: [Origins.LOCALHOST] }).run({ port, lobbyConfig: { apiPort: lobby } }, () => console.log('up'));
