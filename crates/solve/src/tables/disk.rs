//! The few things that tables ask of a file system, so that tests can let each
//! of them fail.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file system, as far as tables need one.
pub trait Disk: Send + Sync {
    /// Opens a file to read.
    ///
    /// # Errors
    /// What the system says; `NotFound` if there is no such file.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Reading>>;

    /// Creates a file that was not there. As long as it is open,
    /// [`remove_unused`](Disk::remove_unused) leaves it alone.
    ///
    /// # Errors
    /// What the system says; `AlreadyExists` or `NotFound` if another process
    /// took or removed the name meanwhile.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Writing>>;

    /// Gives a file another name, in place of whatever had that name.
    ///
    /// # Errors
    /// What the system says.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file.
    ///
    /// # Errors
    /// What the system says.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Removes a file unless the process that created it still has it open.
    ///
    /// # Errors
    /// What the system says.
    fn remove_unused(&self, path: &Path) -> io::Result<bool>;

    /// The files and folders in a folder.
    ///
    /// # Errors
    /// What the system says.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;

    /// Makes a folder and those above it, if they are not there.
    ///
    /// # Errors
    /// What the system says.
    fn make_folder(&self, folder: &Path) -> io::Result<()>;

    /// Waits until the names in a folder have reached the disk.
    ///
    /// # Errors
    /// What the system says.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// A file that can be read from any place, by several threads at once.
pub trait Reading: Send + Sync {
    /// The bytes of the file.
    ///
    /// # Errors
    /// What the system says.
    fn length(&self) -> io::Result<u64>;

    /// Fills `out` with the bytes from `start` on.
    ///
    /// # Errors
    /// What the system says; `UnexpectedEof` if the file ends before.
    fn read_at(&self, start: u64, out: &mut [u8]) -> io::Result<()>;
}

/// A file that is being written.
pub trait Writing {
    /// Adds bytes.
    ///
    /// # Errors
    /// What the system says.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits until the bytes have reached the disk.
    ///
    /// # Errors
    /// What the system says.
    fn sync(&mut self) -> io::Result<()>;
}

/// The file system of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files;

impl Disk for Files {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Reading>> {
        // A pipe of that name would wait for a writer for ever.
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is no ordinary file"));
        }
        Ok(Box::new(File::open(path)?))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Writing>> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        // The lock marks the file as in use; it ends with the process, however
        // that ends. Where there are no locks, nobody can clear the file either.
        match file.lock() {
            Err(error) if error.kind() != io::ErrorKind::Unsupported => return Err(error),
            _ => {}
        }
        // Somebody may have cleared it between the two steps.
        fs::metadata(path)?;
        Ok(Box::new(file))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn remove_unused(&self, path: &Path) -> io::Result<bool> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        match file.try_lock() {
            Ok(()) => fs::remove_file(path).map(|()| true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?.map(|entry| entry.map(|it| it.path())).collect()
    }

    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        // Elsewhere a folder cannot be opened, and renaming is durable as it is.
        if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
    }
}

impl Reading for File {
    fn length(&self) -> io::Result<u64> {
        self.metadata().map(|it| it.len())
    }

    #[cfg(unix)]
    fn read_at(&self, start: u64, out: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(self, out, start)
    }

    #[cfg(windows)]
    fn read_at(&self, start: u64, out: &mut [u8]) -> io::Result<()> {
        let mut done = 0;
        while done < out.len() {
            let place = start + done as u64;
            match std::os::windows::fs::FileExt::seek_read(self, &mut out[done..], place)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                more => done += more,
            }
        }
        Ok(())
    }
}

impl Writing for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}
