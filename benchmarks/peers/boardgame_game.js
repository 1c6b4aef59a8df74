// A card game of the size of Faraway for two: hands, a market, rows and tokens; the deck and the other's hand are secret.
// Its state is about as large as Faraway's, its moves do about as little: play a card, take one from the market.
const cards = (from, n) => [...Array(n).keys()].map((i) => ({
  id: `r${from + i}`, number: from + i, colour: ['red', 'blue', 'green', 'yellow'][i % 4], wonders: i % 3, clue: i % 5 === 0,
}));

module.exports = {
  name: 'shore',
  disableUndo: true,
  setup: ({ random }) => {
    const deck = random.Shuffle(cards(1, 76));
    const player = () => ({ hand: deck.splice(0, 5), row: [], sanctuaries: [], fame: 0 });
    return { players: { 0: player(), 1: player() }, market: deck.splice(0, 6), secret: { deck }, n: 0 };
  },
  // The same as PlayerView.STRIP_SECRETS, but of the other player it leaves what lies open.
  playerView: ({ G, playerID }) => {
    const { secret, players, ...open } = G;
    const shown = {};
    for (const id of Object.keys(players)) {
      const { hand, ...rest } = players[id];
      shown[id] = id === playerID ? players[id] : { ...rest, inHand: hand.length };
    }
    return { ...open, deck: secret.deck.length, players: shown };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // On the server only, as any move that looks at what is secret.
    explore: {
      client: false,
      move: ({ G, playerID }) => {
        const me = G.players[playerID];
        me.row.push(me.hand.shift());
        me.hand.push(G.market.shift());
        // The cards come round again, so that the game lasts as long as the load.
        G.market.push(G.secret.deck.shift());
        if (me.row.length > 8) G.secret.deck.push(me.row.shift());
        me.fame += 1;
        G.n += 1;
      },
    },
  },
};
