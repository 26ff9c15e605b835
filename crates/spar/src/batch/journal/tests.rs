use super::*;
use crate::batch::{Batch, Item, Shard};

const ITEMS: usize = 9;

fn batch() -> Batch {
    let items = (0..ITEMS).map(|it| Item { name: format!("item {it}") }).collect();
    Batch { unit: "items", command: "test".to_owned(), seed: 3, items }
}

fn header() -> Header {
    Header::new("job", &batch(), Shard::WHOLE)
}

/// Rows with characters that could confuse a line reader.
fn rows(index: usize) -> Vec<String> {
    let odd = ["", "plain", "\"quoted\" \\ \r \u{2028} ö", "{\"item\":1,\"rows\":[]}"];
    (0..index % 4).map(|row| format!("{index} {}", odd[row])).collect()
}

fn open(path: &Path) -> Result<Journal, Fault> {
    Journal::open(path, &header(), Start::Resume)
}

/// The bytes of a journal with all items in some order of completion, and the end of each line.
fn whole(path: &Path) -> (Vec<u8>, Vec<(usize, Option<usize>)>) {
    let mut journal = open(path).unwrap();
    let mut ends = vec![(journal.end as usize, None)];
    for index in [1, 0, 3, 2, 8, 7, 4, 5, 6] {
        journal.add(index, &rows(index)).unwrap();
        ends.push((journal.end as usize, Some(index)));
    }
    (fs::read(path).unwrap(), ends)
}

/// Opens the journal, adds the missing items, and compares all rows. Returns the items that
/// were already there.
fn completed(path: &Path) -> Result<Vec<usize>, Fault> {
    let mut journal = open(path)?;
    let held: Vec<usize> = (0..ITEMS).filter(|index| journal.holds(*index)).collect();
    assert_eq!(journal.count(), held.len());
    for index in (0..ITEMS).filter(|index| !held.contains(index)) {
        journal.add(index, &rows(index))?;
    }
    let mut next = 0;
    journal.visit(0..ITEMS, |index, found| {
        assert_eq!((index, found), (next, &rows(index)[..]));
        next += 1;
        Ok(())
    })?;
    assert_eq!(next, ITEMS);
    Ok(held)
}

#[test]
fn after_a_cut_anywhere_complete_lines_are_kept_and_missing_items_are_redone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let (bytes, ends) = whole(&path);
    for cut in 0..=bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let mut there: Vec<usize> =
            ends.iter().filter(|(end, _)| *end <= cut).filter_map(|(_, item)| *item).collect();
        there.sort_unstable();
        assert_eq!(completed(&path).unwrap(), there, "cut at {cut}");
        assert_eq!(completed(&path).unwrap().len(), ITEMS, "and again after {cut}");
    }
}

#[test]
fn a_flipped_byte_loses_items_or_the_whole_journal_but_never_changes_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let (bytes, ends) = whole(&path);
    for at in 0..bytes.len() {
        for mask in [0x01, 0x20, 0x80, bytes[at] ^ b'\n'] {
            let mut damaged = bytes.clone();
            damaged[at] ^= mask;
            fs::write(&path, &damaged).unwrap();
            let held = completed(&path);
            if damaged == bytes {
                assert_eq!(held.unwrap().len(), ITEMS);
            } else if at < ends[0].0 {
                assert!(held.is_err(), "the first line is damaged at {at}");
            } else {
                let held = held.unwrap().len();
                assert!((ITEMS - 2..ITEMS).contains(&held), "{held} held, damaged at {at}");
            }
        }
    }
}

#[test]
fn a_journal_of_another_run_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let (bytes, _) = whole(&path);
    let other = |change: &dyn Fn(&mut Batch)| {
        let mut batch = batch();
        change(&mut batch);
        Header::new("job", &batch, Shard::WHOLE)
    };
    let others = [
        (other(&|it| it.command = "other".to_owned()), "command `test`, not command `other`"),
        (other(&|it| it.seed = 4), "seed 3, not seed 4"),
        (other(&|it| drop(it.items.pop())), "9 items, not 8 items"),
        (other(&|it| it.items.swap(0, 1)), "its items differ"),
        (Header::new("job", &batch(), Shard::new(1, 2).unwrap()), "1 shard, not 2 shards"),
    ];
    for (header, said) in others {
        let Err(Fault::Input(error)) = Journal::open(&path, &header, Start::Resume) else {
            panic!("taken, though it is of another run: {said}");
        };
        assert!(error.what.contains(said), "{}", error.what);
        assert!(error.hint.unwrap().contains("--restart"));
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    assert_eq!(open(&path).unwrap().count(), ITEMS);
    assert_eq!(Journal::open(&path, &header(), Start::Anew).unwrap().count(), 0);
    assert_eq!(open(&path).unwrap().count(), 0, "it was emptied");
}

#[test]
fn any_other_file_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    for text in ["my notes", "my notes\n", "\n", "{\"spar\":\"job\"}\n"] {
        fs::write(&path, text).unwrap();
        assert!(open(&path).is_err(), "{text:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn only_one_process_can_open_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let first = open(&path).unwrap();
    let Err(Fault::Input(error)) = open(&path) else { panic!("two have it") };
    assert!(error.what.starts_with("another run is writing to"), "{}", error.what);
    first.remove().unwrap();
    assert!(!path.exists());
    assert_eq!(open(&path).unwrap().count(), 0);
}
