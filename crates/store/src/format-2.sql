-- Format 2: every row has a checksum of its table's name and its fields, and tries take
-- the place of attempts. The program fills in both after this file. A later format is a
-- further file.

DROP TRIGGER sessions_stay;
DROP TRIGGER events_stay;
DROP INDEX tokens_by_player;
DROP INDEX links_by_player;
DROP INDEX sessions_by_player;
DROP INDEX attempts_by_player;
ALTER TABLE players RENAME TO old_players;
ALTER TABLE tokens RENAME TO old_tokens;
ALTER TABLE links RENAME TO old_links;
ALTER TABLE sessions RENAME TO old_sessions;
ALTER TABLE events RENAME TO old_events;
ALTER TABLE served RENAME TO old_served;
ALTER TABLE attempts RENAME TO old_attempts;

CREATE TABLE players (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  name TEXT NOT NULL CHECK (length(name) <= 40),
  made INTEGER NOT NULL,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO players SELECT *, 0 FROM old_players;

CREATE TABLE tokens (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  player TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
  made INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO tokens SELECT *, 0 FROM old_tokens;
CREATE INDEX tokens_by_player ON tokens (player);

CREATE TABLE links (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  player TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
  until INTEGER NOT NULL,
  used INTEGER,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO links SELECT *, 0 FROM old_links;
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
  level INTEGER CHECK (level BETWEEN -2000 AND 5000),
  made INTEGER NOT NULL,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sessions
SELECT id, player, game, start, against, you, goal, seed, rung, NULL, made, 0 FROM old_sessions;
CREATE INDEX sessions_by_player ON sessions (player, made);

CREATE TABLE events (
  session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  seq INTEGER NOT NULL CHECK (seq >= 0),
  kind TEXT NOT NULL CHECK (kind IN ('move', 'slip', 'undo', 'resign', 'hint', 'values')),
  text TEXT NOT NULL,
  by TEXT CHECK (by IN ('person', 'program', 'guess')),
  at INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO events SELECT *, 0 FROM old_events;

CREATE TABLE served (
  player TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
  game TEXT NOT NULL,
  canonical TEXT NOT NULL,
  rung INTEGER NOT NULL CHECK (rung BETWEEN 0 AND 4294967295),
  at INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (player, game, canonical)
) STRICT, WITHOUT ROWID;
INSERT INTO served SELECT *, 0 FROM old_served;

CREATE TABLE tries (
  player TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
  game TEXT NOT NULL,
  turn INTEGER NOT NULL CHECK (turn BETWEEN 1 AND 4294967295),
  session TEXT NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE,
  canonical TEXT NOT NULL,
  solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
  helped INTEGER NOT NULL CHECK (helped IN (0, 1)),
  at INTEGER NOT NULL,
  level INTEGER CHECK (level BETWEEN -2000 AND 5000),
  rating REAL CHECK ((rating IS NULL) = (level IS NULL)),
  deviation REAL CHECK ((deviation IS NULL) = (level IS NULL)),
  volatility REAL CHECK ((volatility IS NULL) = (level IS NULL)),
  sum INTEGER NOT NULL,
  PRIMARY KEY (player, game, turn)
) STRICT, WITHOUT ROWID;
CREATE INDEX tries_by_player ON tries (player, at);
CREATE INDEX tries_by_level ON tries (player, game, canonical);
CREATE INDEX tries_rated ON tries (player, game, turn) WHERE level IS NOT NULL;

-- What the program makes tries of: levels that ended, and those that were decided by a
-- slip and go on. Help counts before the first slip.
CREATE TABLE decided AS
SELECT player, game, session, reached AND slips = 0 AS solved, at FROM old_attempts
UNION ALL
SELECT player, game, id, 0,
  (SELECT at FROM events WHERE session = id AND kind = 'slip' ORDER BY seq LIMIT 1)
FROM sessions WHERE goal IS NOT NULL AND id NOT IN (SELECT session FROM old_attempts)
  AND EXISTS (SELECT 1 FROM events WHERE session = id AND kind = 'slip');
ALTER TABLE decided ADD COLUMN helped;
UPDATE decided SET helped = EXISTS (
  SELECT 1 FROM events WHERE session = decided.session AND kind IN ('hint', 'values')
  AND seq < coalesce(
    (SELECT min(seq) FROM events WHERE session = decided.session AND kind = 'slip'),
    9223372036854775807
  )
);

DROP TABLE old_attempts;
DROP TABLE old_served;
DROP TABLE old_events;
DROP TABLE old_sessions;
DROP TABLE old_links;
DROP TABLE old_tokens;
DROP TABLE old_players;

-- What a game was begun as and what happened in it only goes when the person goes.
CREATE TRIGGER sessions_stay
BEFORE UPDATE OF id, player, game, start, against, you, goal, seed, rung, level, made ON sessions
BEGIN SELECT RAISE(ABORT, 'a plan never changes'); END;
CREATE TRIGGER events_stay
BEFORE UPDATE OF session, seq, kind, text, by, at ON events
BEGIN SELECT RAISE(ABORT, 'a log only grows'); END;
CREATE TRIGGER tries_stay
BEFORE UPDATE OF player, game, turn, session, canonical, solved, helped, at, level, rating,
  deviation, volatility ON tries
BEGIN SELECT RAISE(ABORT, 'a try is decided once'); END;
