//! Lists the files of the built page, so that they become part of the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let manifest = env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?;
    let folder = Path::new(&manifest).join("../../web/dist");
    println!("cargo:rerun-if-changed={}", folder.display());
    println!("cargo:rerun-if-changed=build.rs");
    let mut files = Vec::new();
    if folder.is_dir() {
        list(&folder, &mut files)?;
    }
    files.sort();
    let mut table = "&[\n".to_owned();
    for file in files {
        let name = file.strip_prefix(&folder).map_err(io::Error::other)?;
        let name = name.to_string_lossy().replace('\\', "/");
        let path = file.display().to_string();
        writeln!(table, "    ({name:?}, include_bytes!({path:?})),").map_err(io::Error::other)?;
    }
    table.push(']');
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("page_files.rs"), table)
}

/// All files below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
