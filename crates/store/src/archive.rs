//! Export and import of the whole store as lines of JSON. Hashes of secrets are not exported,
//! so cookies do not work on another store.

use super::change::Batch;
use super::check::{check_game, check_player, check_served, check_time, check_try};
use super::error::StoreError;
use super::read::Reader;
use super::rows::{Event, Game, Millis, Person, Plan, Served};
use super::tries::{Tried, Try};
use serde::{Deserialize, Serialize};
use spar_catalog::AnySession;
use spar_catalog::input::read_line;
use spar_rules::{ReadError, quoted};
use std::collections::HashSet;
use std::io::{self, BufRead};

/// The name of the format, in the first line.
const FORMAT: &str = "spar data";

/// The latest format that this program reads.
const VERSION: u32 = 2;

/// A line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum ArchiveLine {
    Format { name: String, version: u32 },
    Player(Person),
    Session(Box<Session>),
    Served(Served),
}

/// A game with its log and its try.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Session {
    plan: Plan,
    events: Vec<Event>,
    tried: Option<TriedLine>,
    /// In format 1 only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    attempt: Option<Attempt>,
}

/// A try that was decided. Its ratings are for readers only: an import computes them again.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TriedLine {
    turn: u32,
    canonical: String,
    solved: bool,
    helped: bool,
    at: Millis,
    level: Option<i32>,
    rating: Option<f64>,
    deviation: Option<f64>,
    volatility: Option<f64>,
}

impl From<Tried> for TriedLine {
    fn from(tried: Tried) -> TriedLine {
        let Try { canonical, solved, helped, at } = tried.decided;
        let after = tried.rated.map(|it| it.after);
        TriedLine {
            turn: tried.turn,
            canonical,
            solved,
            helped,
            at,
            level: tried.rated.map(|it| it.level),
            rating: after.map(|it| it.rating),
            deviation: after.map(|it| it.deviation),
            volatility: after.map(|it| it.volatility),
        }
    }
}

/// How a level ended, in format 1.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attempt {
    canonical: String,
    rung: Option<u32>,
    reached: bool,
    slips: u32,
    helped: bool,
    at: Millis,
}

/// Why an archive could not be written.
#[derive(Debug)]
pub enum WriteError {
    /// The store cannot be read.
    Store(StoreError),
    /// The output cannot be written.
    Io(io::Error),
}

impl From<StoreError> for WriteError {
    fn from(error: StoreError) -> WriteError {
        WriteError::Store(error)
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Io(error)
    }
}

/// Writes everything in the store except hashes. The same store gives the same bytes.
///
/// # Errors
/// If the store cannot be read, or the output cannot be written.
pub fn write_archive(reader: &Reader<'_>, out: &mut dyn io::Write) -> Result<(), WriteError> {
    let mut line = |line: &ArchiveLine| -> Result<(), WriteError> {
        serde_json::to_writer(&mut *out, line).map_err(io::Error::from)?;
        Ok(out.write_all(b"\n")?)
    };
    line(&ArchiveLine::Format { name: FORMAT.to_owned(), version: VERSION })?;
    for player in reader.players()? {
        line(&ArchiveLine::Player(player))?;
    }
    for plan in reader.plans()? {
        let events = reader.log(&plan.id)?;
        let tried = reader.tried(&plan.id)?.map(TriedLine::from);
        line(&ArchiveLine::Session(Box::new(Session { plan, events, tried, attempt: None })))?;
    }
    for served in reader.all_served()? {
        line(&ArchiveLine::Served(served))?;
    }
    Ok(())
}

/// Reads a whole archive and checks it: every game is replayed.
///
/// # Errors
/// The number of the first line that is not valid, and why.
pub fn read_archive(input: &mut dyn BufRead) -> Result<Batch, (u64, ReadError)> {
    let mut archive = Archive::default();
    let mut bytes = Vec::new();
    for number in 1.. {
        let at = |error| (number, error);
        let read = read_line(input, &mut bytes, number);
        if read.map_err(|error| at(ReadError::new(error.to_string())))? == 0 {
            break;
        }
        archive.take(&bytes).map_err(at)?;
    }
    if archive.format == 0 {
        return Err((1, no_archive()));
    }
    archive.tries.sort_by(|a, b| a.0.cmp(&b.0));
    archive.batch.tries = archive.tries.into_iter().map(|(at, it)| (at.session, it)).collect();
    Ok(archive.batch)
}

/// The place of a try in the order of all tries. In format 1, tries have times but no turns.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Order {
    turn: u32,
    at: Millis,
    session: String,
}

/// An archive that is being read.
#[derive(Default)]
struct Archive {
    batch: Batch,
    /// 0 before the first line.
    format: u32,
    tries: Vec<(Order, Try)>,
    players: HashSet<String>,
    sessions: HashSet<String>,
}

impl Archive {
    fn take(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        let text = str::from_utf8(bytes).map_err(|_| ReadError::new("it is not valid UTF-8"))?;
        let line: Result<ArchiveLine, _> = serde_json::from_str(text);
        if self.format == 0 {
            return self.format(line.map_err(|_| no_archive())?);
        }
        let line =
            line.map_err(|error| ReadError::new(format!("it is not a valid line: {error}")))?;
        match line {
            ArchiveLine::Format { .. } => Err(ReadError::new("the format line appears twice")),
            ArchiveLine::Player(player) => self.player(player),
            ArchiveLine::Session(session) => self.session(*session),
            ArchiveLine::Served(served) => {
                self.known(&served.player)?;
                check_served(&served)?;
                self.batch.served.push(served);
                Ok(())
            }
        }
    }

    fn format(&mut self, line: ArchiveLine) -> Result<(), ReadError> {
        match line {
            ArchiveLine::Format { name, version } if name == FORMAT => {
                if version > VERSION {
                    let what = format!("the export has format {version}");
                    let hint = format!("this version reads formats up to {VERSION}");
                    return Err(ReadError::new(what).hint(hint));
                }
                if version == 0 {
                    return Err(no_archive());
                }
                self.format = version;
                Ok(())
            }
            _ => Err(no_archive()),
        }
    }

    fn player(&mut self, player: Person) -> Result<(), ReadError> {
        check_player(&player)?;
        if !self.players.insert(player.id.clone()) {
            return Err(ReadError::new(format!("person `{}` appears twice", player.id)));
        }
        self.batch.players.push(player);
        Ok(())
    }

    fn session(&mut self, session: Session) -> Result<(), ReadError> {
        let Session { plan, events, tried, attempt } = session;
        self.known(&plan.player)?;
        let game = Game { plan, events };
        let (replayed, log) = check_game(&game)?;
        let misplaced = |what| ReadError::new(format!("format {} has no {what}", self.format));
        if self.format == 1 {
            if tried.is_some() || game.plan.level.is_some() {
                return Err(misplaced("`tried` and no level ratings"));
            }
            if let Some(attempt) = &attempt {
                check_attempt(attempt, &game.plan, &*replayed, log.as_ref())?;
            }
            let at = attempt.map(|it| it.at);
            self.tries.extend(log.map(|it| {
                let at = at.unwrap_or(it.at);
                (Order { turn: 0, at, session: game.plan.id.clone() }, Try { at, ..it })
            }));
        } else {
            if attempt.is_some() {
                return Err(misplaced("`attempt`"));
            }
            let kept = tried.map(|it| {
                let TriedLine { turn, canonical, solved, helped, at, level, .. } = it;
                (turn, level, Try { canonical, solved, helped, at })
            });
            check_try(log.as_ref(), kept.as_ref().map(|it| &it.2))?;
            if let Some((turn, level, kept)) = kept {
                if level != game.plan.level.filter(|_| !kept.helped) {
                    return Err(ReadError::new(
                        "the level rating of its try differs from that of its plan",
                    ));
                }
                let order = Order { turn, at: kept.at, session: game.plan.id.clone() };
                self.tries.push((order, kept));
            }
        }
        if !self.sessions.insert(game.plan.id.clone()) {
            return Err(ReadError::new(format!("game `{}` appears twice", game.plan.id)));
        }
        self.batch.games.push(game);
        Ok(())
    }

    fn known(&self, player: &str) -> Result<(), ReadError> {
        if self.players.contains(player) {
            return Ok(());
        }
        let hint = "the line of a person comes before the lines that refer to them";
        Err(ReadError::new(format!("person {} is unknown", quoted(player))).hint(hint))
    }
}

/// Checks the end of a level in format 1.
fn check_attempt(
    attempt: &Attempt,
    plan: &Plan,
    session: &dyn AnySession,
    log: Option<&Try>,
) -> Result<(), ReadError> {
    check_time(attempt.at)?;
    let kept = (attempt.reached, attempt.slips, attempt.helped);
    if session.reached().map(|it| (it, session.slips(), session.helped())) != Some(kept) {
        return Err(ReadError::new("its stored result does not match its log"));
    }
    if attempt.rung != plan.rung || log.is_none_or(|it| it.canonical != attempt.canonical) {
        return Err(ReadError::new("its stored result belongs to another level"));
    }
    Ok(())
}

fn no_archive() -> ReadError {
    ReadError::new("this is not an export of a Spar store").hint("`spar data export` writes one")
}
