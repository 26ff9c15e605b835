-- Format 3: games with chance. A roll is a move by chance, a level may want play without a
-- slip, and a slip may stand. Rows and their checksums stay as they are. A later format is a
-- further file.

DROP TRIGGER sessions_stay;
DROP TRIGGER events_stay;
DROP TRIGGER tries_stay;
DROP INDEX sessions_by_player;
DROP INDEX tries_by_player;
DROP INDEX tries_by_level;
DROP INDEX tries_rated;
ALTER TABLE sessions RENAME TO old_sessions;
ALTER TABLE events RENAME TO old_events;
ALTER TABLE tries RENAME TO old_tries;

CREATE TABLE sessions (
  id TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  player TEXT NOT NULL REFERENCES players ON DELETE CASCADE,
  game TEXT NOT NULL,
  start TEXT NOT NULL,
  against TEXT NOT NULL,
  you TEXT CHECK (you IN ('first', 'second')),
  goal TEXT CHECK (goal IN ('win', 'draw', 'best')),
  seed INTEGER NOT NULL CHECK (seed BETWEEN 0 AND 4294967295),
  rung INTEGER CHECK (rung BETWEEN 0 AND 4294967295),
  level INTEGER CHECK (level BETWEEN -2000 AND 5000),
  made INTEGER NOT NULL,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO sessions SELECT * FROM old_sessions;
CREATE INDEX sessions_by_player ON sessions (player, made);

CREATE TABLE events (
  session TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
  seq INTEGER NOT NULL CHECK (seq >= 0),
  kind TEXT NOT NULL
    CHECK (kind IN ('move', 'slip', 'missed', 'undo', 'resign', 'hint', 'values')),
  text TEXT NOT NULL,
  by TEXT CHECK (by IN ('person', 'program', 'guess', 'chance')),
  at INTEGER NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO events SELECT * FROM old_events;

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
INSERT INTO tries SELECT * FROM old_tries;
CREATE INDEX tries_by_player ON tries (player, at);
CREATE INDEX tries_by_level ON tries (player, game, canonical);
CREATE INDEX tries_rated ON tries (player, game, turn) WHERE level IS NOT NULL;

DROP TABLE old_tries;
DROP TABLE old_events;
DROP TABLE old_sessions;

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
