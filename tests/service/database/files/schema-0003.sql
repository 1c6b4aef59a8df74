-- A database with migration 0003, as SQLite has it; PostgreSQL has BYTEA and JSONB.
CREATE TABLE alembic_version (
  version_num VARCHAR(32) NOT NULL,
  CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE card_statistics (
  game VARCHAR NOT NULL,
  kind VARCHAR NOT NULL,
  card VARCHAR NOT NULL,
  seats SMALLINT NOT NULL,
  level VARCHAR NOT NULL,
  offered BIGINT NOT NULL,
  taken BIGINT NOT NULL,
  seen BIGINT NOT NULL,
  seen_wins BIGINT NOT NULL,
  takers BIGINT NOT NULL,
  wins BIGINT NOT NULL,
  places FLOAT NOT NULL,
  places_squared FLOAT NOT NULL,
  scored BIGINT NOT NULL,
  points FLOAT NOT NULL,
  points_squared FLOAT NOT NULL,
  CONSTRAINT card_statistics_pkey PRIMARY KEY (game, kind, card, seats, level)
);
CREATE TABLE games (
  id VARCHAR NOT NULL,
  game VARCHAR NOT NULL,
  rules_version INTEGER NOT NULL,
  status VARCHAR NOT NULL,
  reason VARCHAR NOT NULL,
  visibility VARCHAR NOT NULL,
  practice BOOLEAN NOT NULL,
  imported BOOLEAN NOT NULL,
  owner VARCHAR NOT NULL,
  seats SMALLINT NOT NULL,
  clock VARCHAR NOT NULL,
  opened BIGINT NOT NULL,
  started BIGINT NOT NULL,
  finished BIGINT NOT NULL,
  archived BIGINT NOT NULL,
  length INTEGER NOT NULL,
  best_score INTEGER,
  version INTEGER NOT NULL,
  transcript_lines INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  CONSTRAINT games_pkey PRIMARY KEY (id)
);
CREATE INDEX games_by_archived ON games (archived);
CREATE INDEX games_by_game ON games (game, id) WHERE visibility = 'public';
CREATE INDEX games_by_length ON games (game, length, id) WHERE visibility = 'public';
CREATE INDEX games_by_owner ON games (owner, id);
CREATE INDEX games_by_score ON games (game, best_score, id) WHERE visibility = 'public';
CREATE INDEX games_by_status ON games (status, game, id) WHERE visibility = 'public';
CREATE INDEX games_public ON games (id) WHERE visibility = 'public';
CREATE TABLE meetings (
  who VARCHAR NOT NULL,
  public BOOLEAN NOT NULL,
  other VARCHAR NOT NULL,
  game VARCHAR NOT NULL,
  games BIGINT NOT NULL,
  ahead BIGINT NOT NULL,
  behind BIGINT NOT NULL,
  together BIGINT NOT NULL,
  CONSTRAINT meetings_pkey PRIMARY KEY (who, public, other, game)
);
CREATE INDEX meetings_by_other ON meetings (other);
CREATE TABLE standings (
  who VARCHAR NOT NULL,
  public BOOLEAN NOT NULL,
  game VARCHAR NOT NULL,
  seats SMALLINT NOT NULL,
  role VARCHAR NOT NULL,
  games BIGINT NOT NULL,
  wins BIGINT NOT NULL,
  places FLOAT NOT NULL,
  scored BIGINT NOT NULL,
  points FLOAT NOT NULL,
  best INTEGER,
  forfeits BIGINT NOT NULL,
  decisions BIGINT NOT NULL,
  took BIGINT NOT NULL,
  CONSTRAINT standings_pkey PRIMARY KEY (who, public, game, seats, role)
);
CREATE TABLE decisions (
  game_id VARCHAR NOT NULL,
  number INTEGER NOT NULL,
  decision VARCHAR NOT NULL,
  kind VARCHAR NOT NULL,
  seat SMALLINT NOT NULL,
  offered JSON,
  picks JSON NOT NULL,
  answered BIGINT NOT NULL,
  took INTEGER,
  answered_by VARCHAR NOT NULL,
  CONSTRAINT decisions_pkey PRIMARY KEY (game_id, number),
  CONSTRAINT decisions_game_id_fkey FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE options (
  game_id VARCHAR NOT NULL,
  name VARCHAR NOT NULL,
  value VARCHAR NOT NULL,
  game VARCHAR NOT NULL,
  CONSTRAINT options_pkey PRIMARY KEY (game_id, name),
  CONSTRAINT options_game_id_fkey FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE INDEX options_by_value ON options (game, name, value, game_id);
CREATE TABLE records (
  game_id VARCHAR NOT NULL,
  record BLOB NOT NULL,
  CONSTRAINT records_pkey PRIMARY KEY (game_id),
  CONSTRAINT records_game_id_fkey FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE TABLE seats (
  game_id VARCHAR NOT NULL,
  seat SMALLINT NOT NULL,
  kind VARCHAR NOT NULL,
  player VARCHAR,
  name VARCHAR,
  level VARCHAR,
  agent VARCHAR,
  agent_version VARCHAR,
  model VARCHAR,
  role VARCHAR NOT NULL,
  score INTEGER,
  place SMALLINT,
  won BOOLEAN NOT NULL,
  forfeited BOOLEAN NOT NULL,
  consent BOOLEAN NOT NULL,
  game VARCHAR NOT NULL,
  CONSTRAINT seats_pkey PRIMARY KEY (game_id, seat),
  CONSTRAINT seats_game_id_fkey FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
CREATE INDEX seats_by_agent ON seats (agent, agent_version, game_id);
CREATE INDEX seats_by_level ON seats (game, level, game_id);
CREATE INDEX seats_by_model ON seats (model, game_id);
CREATE INDEX seats_by_player ON seats (player, game_id);
CREATE TABLE players (
  id VARCHAR NOT NULL,
  record BLOB NOT NULL,
  CONSTRAINT players_pkey PRIMARY KEY (id)
);
CREATE TABLE tokens (
  player VARCHAR NOT NULL,
  id VARCHAR NOT NULL,
  digest VARCHAR NOT NULL,
  revoked BOOLEAN NOT NULL,
  used BIGINT NOT NULL,
  record BLOB NOT NULL,
  CONSTRAINT tokens_pkey PRIMARY KEY (player, id)
);
CREATE INDEX tokens_by_digest ON tokens (digest);
CREATE TABLE secrets (
  name VARCHAR NOT NULL,
  value BLOB NOT NULL,
  CONSTRAINT secrets_pkey PRIMARY KEY (name)
);
CREATE TABLE agents (
  id VARCHAR NOT NULL,
  owner VARCHAR NOT NULL,
  record BLOB NOT NULL,
  secrets BLOB NOT NULL,
  CONSTRAINT agents_pkey PRIMARY KEY (id)
);
CREATE TABLE arenas (
  id VARCHAR NOT NULL,
  owner VARCHAR NOT NULL,
  public BOOLEAN NOT NULL,
  game VARCHAR NOT NULL,
  created BIGINT NOT NULL,
  "plan" BLOB NOT NULL,
  status VARCHAR NOT NULL,
  played INTEGER NOT NULL,
  finished BIGINT,
  reason VARCHAR NOT NULL,
  counted INTEGER,
  rated BOOLEAN NOT NULL,
  CONSTRAINT arenas_pkey PRIMARY KEY (id)
);
CREATE INDEX arenas_by_owner ON arenas (owner, id);
CREATE INDEX arenas_by_status ON arenas (status, id);
CREATE UNIQUE INDEX arenas_counted ON arenas (counted);
CREATE INDEX arenas_public ON arenas (id) WHERE public;
CREATE TABLE audit_log (
  id VARCHAR NOT NULL,
  record BLOB NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE TABLE book_pages (
  fingerprint VARCHAR NOT NULL,
  pages BLOB NOT NULL,
  CONSTRAINT book_pages_pkey PRIMARY KEY (fingerprint)
);
CREATE TABLE books (
  id VARCHAR NOT NULL,
  owner VARCHAR NOT NULL,
  shared BOOLEAN NOT NULL,
  fingerprint VARCHAR NOT NULL,
  size BIGINT NOT NULL,
  record BLOB NOT NULL,
  CONSTRAINT books_pkey PRIMARY KEY (id)
);
CREATE INDEX books_by_fingerprint ON books (fingerprint);
CREATE INDEX books_by_owner ON books (owner, id);
CREATE INDEX books_shared ON books (id) WHERE shared;
CREATE TABLE hidden_meanings (
  id VARCHAR NOT NULL,
  table_id VARCHAR NOT NULL,
  book VARCHAR NOT NULL,
  language VARCHAR NOT NULL,
  record BLOB NOT NULL,
  CONSTRAINT hidden_meanings_pkey PRIMARY KEY (id)
);
CREATE INDEX hidden_meanings_by_book ON hidden_meanings (book, id);
CREATE UNIQUE INDEX hidden_meanings_by_table ON hidden_meanings (table_id);
CREATE TABLE limits (
  player VARCHAR NOT NULL,
  kind VARCHAR NOT NULL,
  value BIGINT NOT NULL,
  CONSTRAINT limits_pkey PRIMARY KEY (player, kind)
);
CREATE TABLE mutes (
  player VARCHAR NOT NULL,
  other VARCHAR NOT NULL,
  CONSTRAINT mutes_pkey PRIMARY KEY (player, other)
);
CREATE TABLE ratings (
  game VARCHAR NOT NULL,
  entrant VARCHAR NOT NULL,
  role VARCHAR NOT NULL,
  mu FLOAT NOT NULL,
  sigma FLOAT NOT NULL,
  games INTEGER NOT NULL,
  CONSTRAINT ratings_pkey PRIMARY KEY (game, entrant, role)
);
CREATE TABLE recovery_codes (
  digest VARCHAR NOT NULL,
  player VARCHAR NOT NULL,
  expires BIGINT,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (digest)
);
CREATE INDEX recovery_codes_by_player ON recovery_codes (player);
CREATE TABLE reports (
  id VARCHAR NOT NULL,
  reporter VARCHAR,
  closed BIGINT,
  record BLOB NOT NULL,
  CONSTRAINT reports_pkey PRIMARY KEY (id)
);
CREATE INDEX reports_by_reporter ON reports (reporter);
CREATE TABLE arena_games (
  arena VARCHAR NOT NULL,
  game INTEGER NOT NULL,
  record JSON NOT NULL,
  timing BLOB NOT NULL,
  CONSTRAINT arena_games_pkey PRIMARY KEY (arena, game),
  CONSTRAINT arena_games_arena_fkey FOREIGN KEY(arena) REFERENCES arenas (id) ON DELETE CASCADE
);
CREATE INDEX seats_by_score ON seats (player, score, game_id);
INSERT INTO alembic_version VALUES ('0003');
