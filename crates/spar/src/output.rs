//! Output files that appear only when they are complete.

use crate::fault::Fault;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// An output file. It is written under a temporary name in the same folder and renamed when it
/// is complete; if it is dropped before, the temporary file is removed. Symbolic links are
/// followed, permissions are kept, and devices and pipes are written directly.
pub(crate) struct Output {
    path: PathBuf,
    /// The temporary path; `None` when the file is complete, and for a device or a pipe.
    temporary: Option<PathBuf>,
    file: Option<BufWriter<File>>,
}

impl Output {
    /// Creates a file. Several processes may do so at the same time: the last to finish wins.
    pub(crate) fn create(path: &Path) -> Result<Output, Fault> {
        Output::begin(path, |_| std::process::id().to_string())
    }

    /// Creates a file that no other process writes, because the caller holds a lock. Overwrites
    /// the temporary file of a killed process.
    pub(crate) fn create_locked(path: &Path) -> Result<Output, Fault> {
        Output::begin(path, |name| {
            let hash = XxHash3_64::oneshot(name.as_encoded_bytes());
            format!("{hash:016x}")
        })
    }

    /// Creates a file; `tag` makes its temporary name unique.
    fn begin(path: &Path, tag: impl FnOnce(&OsStr) -> String) -> Result<Output, Fault> {
        let failed = |error| Fault::writing(path, &error);
        if path == Path::new("-") {
            let what = "this cannot go to standard output";
            return Err(Fault::with_hint(what, "name a file; `./-` is one named `-`"));
        }
        // Follow a symbolic link: its target is written.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let known = fs::metadata(&target).ok();
        if known.as_ref().is_some_and(|it| !it.is_file() && !it.is_dir()) {
            // Write to a device or a pipe directly.
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

    /// Completes the file and renames it.
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

    /// The path of the complete file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The error for a failed write to this file.
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
            // Remove an incomplete file.
            let _ = fs::remove_file(temporary);
        }
    }
}
