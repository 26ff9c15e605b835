//! Files that a person asked for: whole or not there at all.

use crate::fault::Fault;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// A file that appears under its name only when it is complete. Until then it has
/// another name in the same folder, and is removed if it is dropped unfinished. Links
/// are followed, permissions kept, devices and pipes written to as they are.
pub(crate) struct Output {
    path: PathBuf,
    /// The name until it is complete; none once it is, and for a device or a pipe.
    temporary: Option<PathBuf>,
    file: Option<BufWriter<File>>,
}

impl Output {
    /// Begins a file. Several processes may do so at once: the last to finish wins.
    pub(crate) fn create(path: &Path) -> Result<Output, Fault> {
        Output::begin(path, |_| std::process::id().to_string())
    }

    /// Begins a file that nobody else writes to, because the caller holds a lock.
    /// What a killed process left of it is written over.
    pub(crate) fn create_locked(path: &Path) -> Result<Output, Fault> {
        Output::begin(path, |name| {
            let hash = XxHash3_64::oneshot(name.as_encoded_bytes());
            format!("{hash:016x}")
        })
    }

    /// Begins a file; `tag` makes its temporary name unique.
    fn begin(path: &Path, tag: impl FnOnce(&OsStr) -> String) -> Result<Output, Fault> {
        let failed = |error| Fault::writing(path, &error);
        if path == Path::new("-") {
            let what = "this cannot go to standard output";
            return Err(Fault::with_hint(what, "name a file; `./-` is one named `-`"));
        }
        // A link stays a link: what it leads to is written.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let known = fs::metadata(&target).ok();
        if known.as_ref().is_some_and(|it| !it.is_file() && !it.is_dir()) {
            // A device or a pipe is written to, never replaced.
            let file = File::options().write(true).open(&target).map_err(failed)?;
            let file = Some(BufWriter::new(file));
            return Ok(Output { path: target, temporary: None, file });
        }
        if target.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        let name = target.file_name().ok_or_else(|| failed(io::ErrorKind::InvalidInput.into()))?;
        let start: String = name.to_string_lossy().chars().take(40).collect();
        let temporary = target.with_file_name(format!(".{start}.{}.part", tag(name)));
        let file = File::create(&temporary).map_err(failed)?;
        if let Some(known) = known {
            file.set_permissions(known.permissions()).map_err(failed)?;
        }
        let file = Some(BufWriter::new(file));
        Ok(Output { path: target, temporary: Some(temporary), file })
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> Result<(), Fault> {
        let done = self.complete();
        done.map_err(|error| self.fault(&error))
    }

    fn complete(&mut self) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.flush()?;
        if let Some(temporary) = &self.temporary {
            file.get_ref().sync_all()?;
            fs::rename(temporary, &self.path)?;
        }
        self.temporary = None;
        Ok(())
    }

    /// Where the file will be.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The fault of an error while writing this file.
    pub(crate) fn fault(&self, error: &io::Error) -> Fault {
        Fault::writing(&self.path, error)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some(temporary) = &self.temporary {
            // It was not finished; nothing half-written stays.
            let _ = fs::remove_file(temporary);
        }
    }
}
