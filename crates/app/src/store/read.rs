//! What can be read: always one state of the store, never a half-made change.

use super::error::StoreError;
use super::rows::{Event, Game, Hash, Plan, Player, Served, Tried};
use rusqlite::{Connection, OptionalExtension, Params, Row};

/// Reads one state of the store.
pub struct Reader<'a>(pub(super) &'a Connection);

/// How much is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// People.
    pub players: u64,
    /// Games under way and ended.
    pub sessions: u64,
    /// Lines of their logs.
    pub events: u64,
}

impl Reader<'_> {
    /// Who has the cookie with the secret of this hash.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn player_of_token(&self, token: &Hash) -> Result<Option<Player>, StoreError> {
        let sql = "SELECT players.* FROM players JOIN tokens ON tokens.player = players.id
                   WHERE tokens.hash = ?1";
        self.first(sql, [token], Player::read)
    }

    /// The person with this id.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn player(&self, id: &str) -> Result<Option<Player>, StoreError> {
        self.first("SELECT * FROM players WHERE id = ?1", [id], Player::read)
    }

    /// All people with this name, the first who came first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn players_named(&self, name: &str) -> Result<Vec<Player>, StoreError> {
        let sql = "SELECT * FROM players WHERE name = ?1 ORDER BY made, id";
        self.all(sql, [name], Player::read)
    }

    /// Everybody, the first who came first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn players(&self) -> Result<Vec<Player>, StoreError> {
        self.all("SELECT * FROM players ORDER BY made, id", [], Player::read)
    }

    /// A game with its log, if it is this person's.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn game(&self, id: &str, player: &str) -> Result<Option<Game>, StoreError> {
        let sql = "SELECT * FROM sessions WHERE id = ?1 AND player = ?2";
        self.first(sql, [id, player], Plan::read)?.map(|plan| self.with_log(plan)).transpose()
    }

    /// The latest games of a person with their logs: those in which something happened
    /// last come first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn games_of(&self, player: &str, at_most: u32) -> Result<Vec<Game>, StoreError> {
        let sql = "SELECT *, coalesce((SELECT at FROM events WHERE session = id
                                       ORDER BY seq DESC LIMIT 1), made) AS latest
                   FROM sessions WHERE player = ?1 ORDER BY latest DESC, id LIMIT ?2";
        let plans = self.all(sql, (player, at_most), Plan::read)?;
        plans.into_iter().map(|plan| self.with_log(plan)).collect()
    }

    /// What every game was begun as, the first one first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn plans(&self) -> Result<Vec<Plan>, StoreError> {
        self.all("SELECT * FROM sessions ORDER BY made, id", [], Plan::read)
    }

    /// The log of a game, whoever's it is.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn log(&self, session: &str) -> Result<Vec<Event>, StoreError> {
        let sql = "SELECT kind, text, by, at FROM events WHERE session = ?1 ORDER BY seq";
        self.all(sql, [session], Event::read)
    }

    /// The length of a log by its numbers: more than its lines if some are missing.
    pub(super) fn log_length(&self, session: &str) -> Result<usize, StoreError> {
        let sql = "SELECT coalesce(max(seq) + 1, 0) FROM events WHERE session = ?1";
        let length = self.first(sql, [session], |row| row.get::<_, i64>(0))?.unwrap_or(0);
        Ok(length as usize)
    }

    /// What is wrong with the file itself and with references in it.
    pub(super) fn damage(&self) -> Result<Vec<String>, StoreError> {
        let mut damage = self.all("PRAGMA integrity_check", [], |row| row.get(0))?;
        damage.retain(|line: &String| line != "ok");
        let lost =
            |row: &Row| Ok(format!("{}: a reference leads nowhere", row.get::<_, String>(0)?));
        damage.extend(self.all("PRAGMA foreign_key_check", [], lost)?);
        Ok(damage)
    }

    /// The canonical texts of the levels of a game that a person was given, first those
    /// that they were given, or last tried to the end, longest ago.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn served(&self, player: &str, game: &str) -> Result<Vec<String>, StoreError> {
        let sql = "SELECT canonical FROM served LEFT JOIN attempts USING (player, game, canonical)
                   WHERE player = ?1 AND game = ?2 GROUP BY canonical
                   ORDER BY max(served.at, coalesce(max(attempts.at), 0)), canonical";
        self.all(sql, [player, game], |row| row.get(0))
    }

    /// All levels that were given to anybody.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn all_served(&self) -> Result<Vec<Served>, StoreError> {
        self.all("SELECT * FROM served ORDER BY player, game, canonical", [], Served::read)
    }

    /// How the latest levels of a person ended, the latest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tries_of(&self, player: &str, at_most: u32) -> Result<Vec<Tried>, StoreError> {
        let sql = "SELECT * FROM attempts WHERE player = ?1 ORDER BY at DESC, session LIMIT ?2";
        self.all(sql, (player, at_most), Tried::read)
    }

    /// How this level ended, if it has.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tried(&self, session: &str) -> Result<Option<Tried>, StoreError> {
        self.first("SELECT * FROM attempts WHERE session = ?1", [session], Tried::read)
    }

    /// How much is kept.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn counts(&self) -> Result<Counts, StoreError> {
        let count = |sql: &str| -> Result<u64, StoreError> {
            let n_rows: i64 = self.0.prepare_cached(sql)?.query_row([], |row| row.get(0))?;
            Ok(n_rows.unsigned_abs())
        };
        Ok(Counts {
            players: count("SELECT count(*) FROM players")?,
            sessions: count("SELECT count(*) FROM sessions")?,
            events: count("SELECT count(*) FROM events")?,
        })
    }

    /// The bytes of the file, without looking through it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        Ok(self.first(sql, [], |row| row.get::<_, i64>(0))?.unwrap_or(0).unsigned_abs())
    }

    fn with_log(&self, plan: Plan) -> Result<Game, StoreError> {
        Ok(Game { events: self.log(&plan.id)?, plan })
    }

    pub(super) fn first<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnOnce(&Row) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.0.prepare_cached(sql)?.query_row(values, read).optional()?)
    }

    pub(super) fn all<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnMut(&Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        Ok(self.0.prepare_cached(sql)?.query_map(values, read)?.collect::<Result<_, _>>()?)
    }
}
