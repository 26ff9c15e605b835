-- Format 1. A later format is a further file; this one never changes.
-- Times are milliseconds since 1970. Hashes are SHA-256 of secrets that are not kept.

CREATE TABLE players (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  name TEXT NOT NULL CHECK (length(name) <= 40),
  made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  player TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
  made INTEGER NOT NULL,
  seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_by_player ON tokens (player);

CREATE TABLE links (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  player TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
  until INTEGER NOT NULL,
  used INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_player ON links (player);

CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  player TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
  game TEXT NOT NULL,
  start TEXT NOT NULL,
  against TEXT NOT NULL,
  you TEXT CHECK (you IN ('first', 'second')),
  goal TEXT CHECK (goal IN ('win', 'draw')),
  seed INTEGER NOT NULL CHECK (seed BETWEEN 0 AND 4294967295),
  rung INTEGER CHECK (rung BETWEEN 0 AND 4294967295),
  made INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_player ON sessions (player, made);

CREATE TABLE events (
  session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  seq INTEGER NOT NULL CHECK (seq >= 0),
  kind TEXT NOT NULL CHECK (kind IN ('move', 'slip', 'undo', 'resign', 'hint', 'values')),
  text TEXT NOT NULL,
  by TEXT CHECK (by IN ('person', 'program', 'guess')),
  at INTEGER NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE served (
  player TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
  game TEXT NOT NULL,
  canonical TEXT NOT NULL,
  rung INTEGER NOT NULL CHECK (rung BETWEEN 0 AND 4294967295),
  at INTEGER NOT NULL,
  PRIMARY KEY (player, game, canonical)
) STRICT, WITHOUT ROWID;

CREATE TABLE attempts (
  session TEXT NOT NULL PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  player TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
  game TEXT NOT NULL,
  canonical TEXT NOT NULL,
  rung INTEGER CHECK (rung BETWEEN 0 AND 4294967295),
  reached INTEGER NOT NULL CHECK (reached IN (0, 1)),
  slips INTEGER NOT NULL CHECK (slips BETWEEN 0 AND 4294967295),
  helped INTEGER NOT NULL CHECK (helped IN (0, 1)),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_by_player ON attempts (player, at);

-- What a game was begun as and what happened in it only goes when the person goes.
CREATE TRIGGER sessions_stay BEFORE UPDATE ON sessions
BEGIN SELECT RAISE(ABORT, 'a plan never changes'); END;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'a log only grows'); END;
