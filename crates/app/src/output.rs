//! Files that a person asked for: whole or not there at all.

use crate::fault::Fault;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that appears under its name only when it is complete. Until then it has
/// another name in the same folder, and is removed if it is dropped unfinished.
pub(crate) struct Output {
    path: PathBuf,
    temporary: PathBuf,
    file: Option<BufWriter<File>>,
}

impl Output {
    pub(crate) fn create(path: &Path) -> Result<Output, Fault> {
        let failed = |error| Fault::writing(path, &error);
        if path.is_dir() {
            return Err(failed(io::ErrorKind::IsADirectory.into()));
        }
        let name = path.file_name().ok_or_else(|| failed(io::ErrorKind::InvalidInput.into()))?;
        let hidden = format!(".{}.{}.part", name.to_string_lossy(), std::process::id());
        let temporary = path.with_file_name(hidden);
        let file = File::create(&temporary).map_err(failed)?;
        Ok(Output { path: path.to_owned(), temporary, file: Some(BufWriter::new(file)) })
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> Result<(), Fault> {
        let failed = |error| Fault::writing(&self.path, &error);
        if let Some(file) = self.file.take() {
            let file = file.into_inner().map_err(|error| failed(error.into_error()))?;
            file.sync_all().map_err(failed)?;
            fs::rename(&self.temporary, &self.path).map_err(failed)?;
        }
        Ok(())
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
        if self.file.take().is_some() {
            // It was not finished; nothing half-written stays.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}
