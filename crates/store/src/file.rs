//! The file: created or recognised by its mark and format, and opened so that every commit is
//! synced to disk.

use super::error::{self, StoreError};
use super::table::TABLES;
use super::tries::{self, Tried, Try};
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction};
use rusqlite_migration::{HookResult, M, Migrations};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;
use std::{fs, io};

/// The mark of our files.
const MARK: i64 = 0x5370_6172;

/// How long one process waits while another writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// The number of prepared statements that a connection caches. There are fewer statements.
const STATEMENTS: usize = 64;

/// How often a step is retried while another process holds a lock.
const TRIES: u32 = 200;

/// Opens the file for writing and migrates it to the latest format.
pub(super) fn open(path: &Path) -> Result<Connection, StoreError> {
    make_place(path)?;
    let mut connection = connect(path)?;
    recognise(&connection, path)?;
    patiently(|| settle(&connection)).map_err(|error| error::named(error, path))?;
    durable(&connection, path)?;
    migrate(&mut connection, path)?;
    Ok(connection)
}

/// Opens another connection, for reading only. The file must exist in the latest format.
pub(super) fn open_to_read(path: &Path) -> Result<Connection, StoreError> {
    let connection = connect(path)?;
    connection
        .execute_batch("PRAGMA query_only = ON; PRAGMA cache_size = -256")
        .map_err(|error| error::named(error, path))?;
    Ok(connection)
}

/// Creates the folder and the file, readable by this user only. Both survive a power cut.
fn make_place(path: &Path) -> Result<(), StoreError> {
    if path.exists() {
        return Ok(());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    make_folder(folder)
        .map_err(|error| StoreError::io("create the folder", folder.to_owned(), &error))?;
    let mut options = fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(path).and_then(|_| sync_folder(folder));
    made.map_err(|error| StoreError::io("create", path.to_owned(), &error))
}

fn make_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    let parent = folder.parent().filter(|it| !it.as_os_str().is_empty());
    parent.map_or(Ok(()), make_folder)?;
    let mut builder = fs::DirBuilder::new();
    // Another process may be creating it at the same time.
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    sync_folder(parent.unwrap_or(Path::new(".")))
}

/// Makes the names in a folder durable, where the system can.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { fs::File::open(folder)?.sync_all() } else { Ok(()) }
}

fn connect(path: &Path) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection =
        Connection::open_with_flags(path, flags).map_err(|error| error::named(error, path))?;
    connection.busy_timeout(PATIENCE).map_err(|error| error::named(error, path))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

/// Refuses files of other programs and of later versions.
fn recognise(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let number = |sql: &str| -> Result<i64, StoreError> {
        let read = patiently(|| connection.query_row(sql, [], |row| row.get(0)));
        read.map_err(|error| error::named(error, path))
    };
    let mark = number("PRAGMA application_id")?;
    let found = number("PRAGMA user_version")?;
    let is_empty = number("SELECT count(*) FROM sqlite_schema")? == 0;
    // Another process may have initialised it between these queries.
    let is_new = mark == 0 && found == 0 && is_empty;
    if !is_new && number("PRAGMA application_id")? != MARK {
        return Err(StoreError::Foreign { path: path.to_owned() });
    }
    let known = LATEST;
    if found > known {
        return Err(StoreError::Newer { path: path.to_owned(), found, known });
    }
    Ok(())
}

/// Enables a log that is synced with every commit, checks of references, and overwriting of
/// deleted data.
fn settle(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA fullfsync = ON;
         PRAGMA foreign_keys = ON;
         PRAGMA secure_delete = ON;",
    )
}

/// Reads the settings back: a file system or a build may not support them.
fn durable(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    for (pragma, wanted) in [("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1")] {
        let found = connection.pragma_query_value(None, pragma, |row| {
            row.get_ref(0).map(|value| match value {
                rusqlite::types::ValueRef::Integer(number) => number.to_string(),
                other => other.as_str().unwrap_or_default().to_owned(),
            })
        });
        let found = found.map_err(|error| error::named(error, path))?;
        if found != wanted {
            return Err(StoreError::NotDurable { path: path.to_owned(), pragma, found, wanted });
        }
    }
    Ok(())
}

fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let Err(error) = to_latest(connection) else { return Ok(()) };
    // If two processes started at the same time, the other one has already migrated the file.
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version == LATEST {
        return Ok(());
    }
    Err(match error {
        rusqlite_migration::Error::RusqliteError { err, .. } => error::named(err, path),
        other => StoreError::Damaged { path: path.to_owned(), why: other.to_string() },
    })
}

/// Retries while another process holds a lock.
fn patiently<T>(mut step: impl FnMut() -> rusqlite::Result<T>) -> rusqlite::Result<T> {
    for _ in 1..TRIES {
        match step() {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy) => {
                std::thread::sleep(PATIENCE / TRIES);
            }
            done => return done,
        }
    }
    step()
}

/// Writes the mark again.
pub(super) fn touch(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "application_id", MARK)
}

/// The latest format.
pub(super) const LATEST: i64 = 3;

/// The steps from an empty file to the latest format; later ones are added at the end.
fn steps() -> Vec<M<'static>> {
    // The mark is the bytes `Spar`. It distinguishes this file from other databases.
    let first = concat!("PRAGMA application_id = 1399873906;\n", include_str!("schema.sql"));
    vec![
        M::up(first),
        M::up_with_hook(include_str!("format-2.sql"), to_format_2),
        M::up(include_str!("format-3.sql")),
    ]
}

/// Fills in the tries and checksums of format 2.
fn to_format_2(step: &Transaction<'_>) -> HookResult {
    for table in TABLES {
        table.sum_anew(step)?;
    }
    let mut query = step.prepare(
        "SELECT decided.player, decided.game, session, solved, helped, decided.at, start
         FROM decided JOIN sessions ON id = session ORDER BY 1, 2, 6, 3",
    )?;
    let mut rows = query.query([])?;
    let mut last: Option<Tried> = None;
    while let Some(row) = rows.next()? {
        let (player, game, start): (String, String, String) =
            (row.get(0)?, row.get(1)?, row.get("start")?);
        // Skip what cannot be read; a check of the file reports it.
        let Some(canonical) = stands_for(&game, &start) else { continue };
        let before = last.filter(|it| it.player == player && it.game == game);
        let turn = before.map_or(1, |it| it.turn + 1);
        let (solved, helped, at) = (row.get("solved")?, row.get("helped")?, row.get(5)?);
        let decided = Try { canonical, solved, helped, at };
        let tried =
            Tried { session: row.get("session")?, player, game, turn, decided, rated: None };
        tries::insert(step, &tried)?;
        last = Some(tried);
    }
    drop(rows);
    drop(query);
    step.execute_batch("DROP TABLE decided")?;
    Ok(())
}

/// The canonical text of a position.
fn stands_for(game: &str, position: &str) -> Option<String> {
    let opened = spar_catalog::open_name(game).ok()?;
    Some(opened.read_position(position).ok()?.stands_for())
}

/// Migrates a file to the latest format.
pub(super) fn to_latest(connection: &mut Connection) -> rusqlite_migration::Result<()> {
    Migrations::new(steps()).to_latest(connection)
}

/// The statements that made the tables of a file, with their names.
pub(super) fn schema(connection: &Connection) -> rusqlite::Result<Vec<(String, String)>> {
    let sql = "SELECT type || ' ' || name || ' of ' || tbl_name, coalesce(sql, '')
               FROM sqlite_schema ORDER BY 1";
    let row = |row: &rusqlite::Row| Ok((row.get(0)?, row.get(1)?));
    connection.prepare(sql)?.query_map([], row)?.collect()
}

/// The statements that make the tables of a new file.
pub(super) fn fresh_schema() -> rusqlite_migration::Result<&'static [(String, String)]> {
    static FRESH: OnceLock<Vec<(String, String)>> = OnceLock::new();
    if let Some(fresh) = FRESH.get() {
        return Ok(fresh);
    }
    let mut connection = Connection::open_in_memory()?;
    to_latest(&mut connection)?;
    let fresh = schema(&connection)?;
    Ok(FRESH.get_or_init(|| fresh))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_synced_whatever_the_build_says() {
        let folder = tempfile::tempdir().unwrap();
        let connection = Connection::open(folder.path().join("spar.db")).unwrap();
        connection.execute_batch("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF").unwrap();
        let path = Path::new("spar.db");
        assert!(matches!(durable(&connection, path), Err(StoreError::NotDurable { .. })));
        settle(&connection).unwrap();
        durable(&connection, path).unwrap();
        let synchronous: i64 =
            connection.query_row("PRAGMA synchronous", [], |row| row.get(0)).unwrap();
        assert_eq!(synchronous, 2);
    }

    #[test]
    fn each_setting_is_read_back() {
        for spoiled in ["synchronous = NORMAL", "journal_mode = DELETE", "foreign_keys = OFF"] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("spar.db");
            let connection = open(&path).unwrap();
            connection.execute_batch(&format!("PRAGMA {spoiled}")).unwrap();
            let refused = durable(&connection, &path).unwrap_err();
            let StoreError::NotDurable { pragma, .. } = refused else { panic!("{refused}") };
            assert!(spoiled.starts_with(pragma));
        }
    }

    #[test]
    fn memory_does_not_outlast_a_power_cut() {
        let connection = Connection::open_in_memory().unwrap();
        settle(&connection).unwrap();
        let refused = durable(&connection, Path::new("memory")).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "`memory` cannot be written durably: `journal_mode` is `memory`, not `wal`"
        );
    }

    #[test]
    fn the_mark_is_written_as_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("spar.db");
        let connection = open(&path).unwrap();
        let mark: i64 =
            connection.query_row("PRAGMA application_id", [], |row| row.get(0)).unwrap();
        assert_eq!(mark, MARK);
        assert_eq!(&MARK.to_be_bytes()[4..], b"Spar");
    }

    #[test]
    fn every_step_has_a_number() {
        assert_eq!(steps().len() as i64, LATEST);
    }
}
