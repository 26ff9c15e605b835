//! Reading: always one consistent state of the store, never half of a change.

use super::error::{self, StoreError};
use super::file;
use super::rows::{Event, Game, Hash, Line, Millis, Person, Plan, Served, Token};
use super::table::{self, StoredRow, TABLES};
use super::tries::Tried;
use rusqlite::{Connection, Params, Row};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Reads one state of the store.
pub struct Reader<'a>(pub(super) &'a Connection);

/// The numbers of stored rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// People.
    pub players: u64,
    /// Games under way and ended.
    pub sessions: u64,
    /// Lines of their logs.
    pub events: u64,
    /// Tries that were rated.
    pub ratings: u64,
}

impl Reader<'_> {
    /// The person whose cookie has the secret with this hash.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn player_of_token(&self, token: &Hash) -> Result<Option<Person>, StoreError> {
        let token: Option<Token> = self.first("WHERE hash = ?1", [token])?;
        token.map_or(Ok(None), |it| self.player(&it.player))
    }

    /// The person with this id.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn player(&self, id: &str) -> Result<Option<Person>, StoreError> {
        self.first("WHERE id = ?1", [id])
    }

    /// All people with this name, in the order of their arrival.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn players_named(&self, name: &str) -> Result<Vec<Person>, StoreError> {
        self.all("WHERE name = ?1 ORDER BY made, id", [name])
    }

    /// All people, in the order of their arrival.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn players(&self) -> Result<Vec<Person>, StoreError> {
        self.all("ORDER BY made, id", [])
    }

    /// A game with its log, if it belongs to this person.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn game(&self, id: &str, player: &str) -> Result<Option<Game>, StoreError> {
        let plan = self.first("WHERE id = ?1 AND player = ?2", [id, player])?;
        plan.map(|plan| self.with_log(plan)).transpose()
    }

    /// The latest games of a person with their logs, the most recently played first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn games_of(&self, player: &str, at_most: u32) -> Result<Vec<Game>, StoreError> {
        let plans: Vec<Plan> = self.all("WHERE player = ?1", [player])?;
        let mut dated = Vec::with_capacity(plans.len());
        for plan in plans {
            let at = self.last_line(&plan.id)?.map_or(plan.made, |line| line.event.at);
            dated.push((Reverse(at), plan));
        }
        dated.sort_by(|a, b| (a.0, &a.1.id).cmp(&(b.0, &b.1.id)));
        dated.truncate(at_most as usize);
        dated.into_iter().map(|(_, plan)| self.with_log(plan)).collect()
    }

    /// The plans of all games, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn plans(&self) -> Result<Vec<Plan>, StoreError> {
        self.all("ORDER BY made, id", [])
    }

    /// The plan of this game, whoever it belongs to.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn plan(&self, id: &str) -> Result<Option<Plan>, StoreError> {
        self.first("WHERE id = ?1", [id])
    }

    /// The log of a game, whoever it belongs to.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn log(&self, session: &str) -> Result<Vec<Event>, StoreError> {
        let lines: Vec<Line> = self.all("WHERE session = ?1 ORDER BY seq", [session])?;
        if lines.iter().zip(0..).any(|(line, seq)| line.seq != seq) {
            return Err(self.damaged("lines of a log are missing"));
        }
        Ok(lines.into_iter().map(|line| line.event).collect())
    }

    /// The length of a log.
    pub(super) fn log_length(&self, session: &str) -> Result<usize, StoreError> {
        Ok(self.last_line(session)?.map_or(0, |line| line.seq as usize + 1))
    }

    fn last_line(&self, session: &str) -> Result<Option<Line>, StoreError> {
        self.first("WHERE session = ?1 ORDER BY seq DESC LIMIT 1", [session])
    }

    /// Damage of the file itself, of its references, and of its rows.
    pub(super) fn damage(&self) -> Result<Vec<String>, StoreError> {
        let mut damage = self.lines("PRAGMA integrity_check", |row| row.get(0))?;
        damage.retain(|line: &String| line != "ok");
        let lost = |row: &Row| {
            Ok(format!("{}: a row refers to a row that does not exist", row.get::<_, String>(0)?))
        };
        damage.extend(self.lines("PRAGMA foreign_key_check", lost)?);
        for table in TABLES {
            let n_rows = table.n_damaged(self.0).map_err(|error| self.failed(error))?;
            damage.extend(std::iter::repeat_n(table.damage(), n_rows));
        }
        Ok(damage)
    }

    /// The tables whose definitions differ from those of a new file.
    pub(super) fn other_tables(&self) -> Result<Vec<String>, StoreError> {
        let fresh = file::fresh_schema().map_err(|error| self.damaged(&error.to_string()))?;
        let ours = file::schema(self.0).map_err(|error| self.failed(error))?;
        let other = |what: &str, it: &(String, String)| format!("{} {what}", it.0);
        let lost = fresh.iter().filter(|it| !ours.contains(it));
        let new = ours.iter().filter(|it| !fresh.contains(it));
        let lost = lost.map(|it| other("is missing or differs from its definition", it));
        Ok(lost.chain(new.map(|it| other("has an unexpected definition", it))).collect())
    }

    /// The canonical texts of the levels of a game that a person was given, by the time at
    /// which they were given or last tried, the oldest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn served(&self, player: &str, game: &str) -> Result<Vec<String>, StoreError> {
        let served: Vec<Served> = self.all("WHERE player = ?1 AND game = ?2", [player, game])?;
        let tries: Vec<Tried> = self.all("WHERE player = ?1 AND game = ?2", [player, game])?;
        let mut latest: HashMap<String, Millis> = HashMap::new();
        for tried in tries {
            let at = latest.entry(tried.decided.canonical).or_default();
            *at = tried.decided.at.max(*at);
        }
        let mut dated: Vec<(Millis, String)> = served
            .into_iter()
            .map(|it| (it.at.max(latest.get(&it.canonical).copied().unwrap_or(0)), it.canonical))
            .collect();
        dated.sort();
        Ok(dated.into_iter().map(|(_, canonical)| canonical).collect())
    }

    /// The record that this person was given this level, if there is one.
    pub(super) fn was_served(
        &self,
        player: &str,
        game: &str,
        canonical: &str,
    ) -> Result<Option<Served>, StoreError> {
        let level = [player, game, canonical];
        self.first("WHERE player = ?1 AND game = ?2 AND canonical = ?3", level)
    }

    /// Whether a person was given this level of a game, or tried it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn had(&self, player: &str, game: &str, canonical: &str) -> Result<bool, StoreError> {
        let rest = "WHERE player = ?1 AND game = ?2 AND canonical = ?3";
        let level = [player, game, canonical];
        Ok(self.first::<Served>(rest, level)?.is_some()
            || self.first::<Tried>(rest, level)?.is_some())
    }

    /// All levels that were given to people.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn all_served(&self) -> Result<Vec<Served>, StoreError> {
        self.all("ORDER BY player, game, canonical", [])
    }

    /// Counts the stored rows.
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
            ratings: count("SELECT count(*) FROM tries WHERE level IS NOT NULL")?,
        })
    }

    /// The size of the file in bytes, from its number of pages.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size";
        let bytes = self.lines(sql, |row| row.get::<_, i64>(0))?;
        Ok(bytes.first().map_or(0, |it| it.unsigned_abs()))
    }

    fn with_log(&self, plan: Plan) -> Result<Game, StoreError> {
        Ok(Game { events: self.log(&plan.id)?, plan })
    }

    /// The first row that matches the rest of a query, checked.
    pub(super) fn first<T: StoredRow>(
        &self,
        rest: &str,
        values: impl Params,
    ) -> Result<Option<T>, StoreError> {
        let mut first = None;
        table::rows(self.0, rest, values, |row| {
            first = Some(row);
            false
        })?;
        Ok(first)
    }

    /// All rows that match the rest of a query, each checked.
    pub(super) fn all<T: StoredRow>(
        &self,
        rest: &str,
        values: impl Params,
    ) -> Result<Vec<T>, StoreError> {
        let mut all = Vec::new();
        table::rows(self.0, rest, values, |row| {
            all.push(row);
            true
        })?;
        Ok(all)
    }

    /// The results of a query about something other than rows of our tables.
    fn lines<T>(
        &self,
        sql: &str,
        read: impl FnMut(&Row) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let read = || -> rusqlite::Result<Vec<T>> {
            self.0.prepare_cached(sql)?.query_map([], read)?.collect()
        };
        read().map_err(|error| self.failed(error))
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        error::named(error, error::path(self.0))
    }

    pub(super) fn damaged(&self, why: &str) -> StoreError {
        StoreError::Damaged { path: error::path(self.0).to_owned(), why: why.to_owned() }
    }
}

/// Tries at levels.
impl Reader<'_> {
    /// The latest tries of a person, the latest first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tries_of(&self, player: &str, at_most: u32) -> Result<Vec<Tried>, StoreError> {
        let rest = "WHERE player = ?1 ORDER BY at DESC, game, turn DESC LIMIT ?2";
        self.all(rest, (player, at_most))
    }

    /// All tries of a person at a game, in their order.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tries_at(&self, player: &str, game: &str) -> Result<Vec<Tried>, StoreError> {
        self.all("WHERE player = ?1 AND game = ?2 ORDER BY turn", [player, game])
    }

    /// The try of this session, if it is decided.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tried(&self, session: &str) -> Result<Option<Tried>, StoreError> {
        self.first("WHERE session = ?1", [session])
    }

    /// The last rated try of a person at a game. It contains their rating.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn rating(&self, player: &str, game: &str) -> Result<Option<Tried>, StoreError> {
        let rest = "WHERE player = ?1 AND game = ?2 AND level IS NOT NULL
                    ORDER BY turn DESC LIMIT 1";
        self.first(rest, [player, game])
    }

    /// The last try of a person at a game.
    pub(super) fn last_try(&self, player: &str, game: &str) -> Result<Option<Tried>, StoreError> {
        let rest = "WHERE player = ?1 AND game = ?2 ORDER BY turn DESC LIMIT 1";
        self.first(rest, [player, game])
    }

    /// All tries of all people, in their order.
    pub(super) fn all_tries(&self) -> Result<Vec<Tried>, StoreError> {
        self.all("ORDER BY player, game, turn", [])
    }
}
