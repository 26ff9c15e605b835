//! Export of all stored data, and import into another store.

use crate::{
    Place, append, decide, exported, filled, findings, new_level, new_player, new_session,
};
use proptest::prelude::*;
use spar_store::{Batch, Change, Merged, Store, Written, read_archive};

fn read(text: &str) -> Result<Batch, String> {
    read_archive(&mut text.as_bytes()).map_err(|(line, error)| format!("{line}: {}", error.what))
}

fn import(store: &Store, text: &str) -> Merged {
    match store.write(Change::Import(read(text).unwrap())).unwrap() {
        Written::Merged(merged) => merged,
        other => panic!("{other:?}"),
    }
}

/// Two people, one of them with a hostile name; three games.
fn rich() -> Place {
    let place = Place::new();
    rusqlite::Connection::open(place.file())
        .unwrap()
        .execute_batch(include_str!("format-1.sql"))
        .unwrap();
    let store = place.open();
    let name = "'); DROP TABLE players;--<b>\u{200d}Ж\u{1F600}\"\\";
    for change in [new_player("eve", name), new_session("s3", "eve"), append("s3", "eve", 0..7)] {
        store.write(change).unwrap();
    }
    place
}

#[test]
fn an_archive_comes_back_byte_by_byte() {
    let text = rich().exported();
    let elsewhere = Place::new();
    let store = elsewhere.open();
    let merged = import(&store, &text);
    assert_eq!((merged.players, merged.sessions, merged.events, merged.served), (3, 3, 14, 1));
    assert_eq!(exported(&store), text);
    assert_eq!(findings(&store), [""; 0]);
    // A second import adds nothing.
    assert_eq!(import(&store, &text), Merged::default());
    assert_eq!(exported(&store), text);
    // Secrets are not exported, not even as hashes.
    assert!(!text.contains("0101"));
    let known = store.read(|reader| reader.player_of_token(&[1; 32])).unwrap();
    assert_eq!(known, None);
}

/// Rated tries of two people, some with days between them.
fn rated(place: &Place) -> Store {
    let store = place.open();
    for who in ["ann", "bob"] {
        store.write(new_player(who, "")).unwrap();
        for (turn, day) in [3, 3, 9, 7, 40].into_iter().enumerate() {
            // The later ids come first in an archive.
            let id = format!("{who}-{}", 9 - turn);
            let level = (turn != 1).then_some(1400 + 10 * day as i32);
            store.write(new_level(&id, who, level)).unwrap();
            store.write(decide(&id, who, turn % 2 == 0, day * 86_400_000)).unwrap();
        }
    }
    store
}

#[test]
fn ratings_are_computed_anew_and_come_to_the_same() {
    let (here, there) = (Place::new(), Place::new());
    let text = exported(&rated(&here));
    let store = there.open();
    import(&store, &text);
    assert_eq!(exported(&store), text);
    assert_eq!(findings(&store), [""; 0]);
    assert_eq!(store.read(|reader| reader.counts()).unwrap().ratings, 8);
    // Ratings in the file are ignored.
    let line = text.lines().find(|line| line.contains(r#""turn":1,"#)).unwrap();
    let rating = line.split(r#""rating":"#).nth(1).unwrap().split(',').next().unwrap();
    let elsewhere = Place::new();
    let store = elsewhere.open();
    import(&store, &text.replace(rating, "2500.0"));
    assert_eq!(exported(&store), text);
}

#[test]
fn tries_of_an_import_come_after_those_here() {
    let (here, there) = (Place::new(), Place::new());
    let store = here.open();
    for change in
        [new_player("ann", ""), new_level("own", "ann", Some(1500)), decide("own", "ann", true, 1)]
    {
        store.write(change).unwrap();
    }
    import(&store, &exported(&rated(&there)));
    let tries = store.read(|reader| reader.tries_at("ann", "tictactoe")).unwrap();
    let ids: Vec<_> = tries.iter().map(|it| it.session.as_str()).collect();
    assert_eq!(ids, ["own", "ann-9", "ann-8", "ann-7", "ann-6", "ann-5"]);
    assert_eq!(findings(&store), [""; 0]);
}

#[test]
fn archives_of_format_1_are_read() {
    let line = |at: i64, slips: u32, id: &str| {
        format!(
            r#"{{"session":{{"plan":{{"id":"{id}","player":"ann","game":"tictactoe","start":"xx./oo./...","against":"2","you":"first","goal":"win","seed":7,"rung":3,"made":2}},"events":[{{"kind":"slip","text":"a1","by":null,"at":{at}}},{{"kind":"move","text":"c3","by":"person","at":{at}}}],"attempt":{{"canonical":".../xo./xo.","rung":3,"reached":true,"slips":{slips},"helped":false,"at":{at}}}}}}}"#
        )
    };
    let head = concat!(
        r#"{"format":{"name":"spar data","version":1}}"#,
        "\n",
        r#"{"player":{"id":"ann","name":"","made":1}}"#
    );
    let text = format!("{head}\n{}\n{}\n", line(9, 1, "s1"), line(8, 1, "s2"));
    let place = Place::new();
    let store = place.open();
    import(&store, &text);
    let tries = store.read(|reader| reader.tries_at("ann", "tictactoe")).unwrap();
    let ids: Vec<_> = tries.iter().map(|it| (it.session.as_str(), it.decided.solved)).collect();
    assert_eq!(ids, [("s2", false), ("s1", false)], "in the order of their times");
    assert_eq!(findings(&store), [""; 0]);
    let error = read(&format!("{head}\n{}\n", line(9, 0, "s1"))).unwrap_err();
    assert_eq!(error, "3: its stored result does not match its log");
}

#[test]
fn a_log_that_went_on_goes_on_and_a_shorter_one_changes_nothing() {
    let (here, there) = (Place::new(), Place::new());
    let (store, longer) = (filled(&here, 3), filled(&there, 8));
    let short = exported(&store);
    let merged = import(&store, &exported(&longer));
    assert_eq!((merged.extended, merged.events, merged.sessions), (1, 5, 0));
    assert_eq!(exported(&store), exported(&longer));
    assert_eq!(import(&store, &short), Merged::default());
    assert_eq!(exported(&store), exported(&longer));
}

#[test]
fn a_game_that_went_otherwise_is_named_and_left() {
    let (here, there) = (Place::new(), Place::new());
    let (store, other) = (filled(&here, 3), filled(&there, 2));
    other.write(new_player("bob", "Bob")).unwrap();
    other.write(new_session("t", "bob")).unwrap();
    let otherwise = exported(&other).replace(r#""text":"b2""#, r#""text":"a1""#);
    let before = exported(&store);
    let merged = import(&store, &otherwise);
    assert_eq!(merged.contradicting, ["s"]);
    assert_eq!((merged.players, merged.sessions), (1, 1), "the rest is taken");
    for line in before.lines() {
        assert!(exported(&store).contains(line), "{line}");
    }
    // The same with another plan, and with another owner.
    let moved = before.replace(r#""seed":7"#, r#""seed":8"#);
    assert_eq!(import(&store, &moved).contradicting, ["s"]);
}

#[test]
fn a_name_that_was_changed_here_stays() {
    let place = Place::new();
    let store = filled(&place, 1);
    let text = exported(&store);
    let name = Change::Name { player: "ann".to_owned(), name: "Anna".to_owned() };
    store.write(name).unwrap();
    import(&store, &text);
    assert_eq!(store.read(|reader| reader.player("ann")).unwrap().unwrap().name, "Anna");
}

#[test]
fn hostile_archives_are_refused_with_line_and_sentence() {
    let whole = rich().exported();
    let lines: Vec<&str> = whole.lines().collect();
    // Line 1 is the format, then ann, eve, bob, then s3, s1, s2, then a served level.
    let session = r#"{"session":{"plan":{"#;
    assert!(lines[4].starts_with(session));
    for (old, new, wanted) in [
        ("spar data", "other", "1: this is not an export of a Spar store"),
        (r#""version":2"#, r#""version":3"#, "1: the export has format 3"),
        (r#""version":2"#, r#""version":0"#, "1: this is not an export of a Spar store"),
        (r#""version":2"#, r#""version":1"#, "6: format 1 has no `tried` and no level ratings"),
        (r#""name":"Ann""#, r#""name":"A\nnn""#, "2: the name contains a control character"),
        (r#""name":"Ann""#, r#""name":" Ann""#, "2: the name starts or ends with a space"),
        (r#""id":"bob""#, r#""id":"ann""#, "4: person `ann` appears twice"),
        (r#""id":"bob""#, r#""id":"../bob""#, "4: `../bob` is not a valid id"),
        (r#""id":"s2""#, r#""id":"s1""#, "7: game `s1` appears twice"),
        (r#""player":"bob""#, r#""player":"eva""#, "7: person `eva` is unknown"),
        (r#""game":"connect3""#, r#""game":"conect3""#, "7: no game is named `conect3`"),
        (r#""game":"connect3""#, r#""game":"connect4:rows=999999""#, "7: "),
        (r#""start":"xx./oo./...""#, r#""start":"xx./.../...""#, "6: "),
        (
            r#""start":".../.../...""#,
            r#""start":"start""#,
            "5: the canonical text of `start` is `.../.../...`",
        ),
        (r#""against":"2""#, r#""against":"god""#, "6: "),
        (r#""against":"2""#, r#""against":"human""#, "6: `you` must be null if two people play"),
        (r#""text":"c3","by":"person""#, r#""text":"a3","by":"person""#, "6: event 3: "),
        (r#""text":"c3","by":"person""#, r#""text":"c3","by":"program""#, "6: event 3: "),
        (r#""text":"c3","by":"person""#, r#""text":"c3","by":null"#, "6: event 3: `by` is missing"),
        (r#""text":"1","by":null"#, r#""text":"2","by":null"#, "6: event 2: the next hint is"),
        (
            r#""text":"1","by":null"#,
            r#""text":"1","by":"person""#,
            "6: event 2: this event has a value",
        ),
        (r#""solved":false"#, r#""solved":true"#, "6: its stored try does not match"),
        (r#""helped":false"#, r#""helped":true"#, "6: its stored try does not match"),
        (r#""level":null,"rating""#, r#""level":5,"rating""#, "6: the level rating of its try"),
        (
            r#""rung":3,"level":null"#,
            r#""rung":3,"level":9000"#,
            "6: its level rating is out of range, or it has no goal",
        ),
        (
            r#""rung":null,"level":null"#,
            r#""rung":null,"level":9"#,
            "5: its level rating is out of range, or it has no goal",
        ),
        (r#""kind":"undo""#, r#""kind":"redo""#, "5: it is not a valid line: unknown variant"),
        (r#""at":9}"#, r#""at":-9}"#, "7: -9 is not a valid time"),
        (r#""at":9}"#, r#""at":9.5}"#, "7: it is not a valid line"),
        (r#""seed":7"#, r#""seed":4294967296"#, "5: it is not a valid line"),
        (r#""seed":7"#, r#""seed":7,"extra":1"#, "5: it is not a valid line: unknown field"),
        (r#""served""#, r#""unknown""#, "8: it is not a valid line: unknown variant"),
        (
            r#""canonical":".../xo./xo.","rung":3,"at":5"#,
            r#""canonical":"","rung":3,"at":5"#,
            "8: ",
        ),
    ] {
        assert!(whole.contains(old), "{old}");
        let error = read(&whole.replacen(old, new, 1)).unwrap_err();
        assert!(error.starts_with(wanted), "{new}: {error}");
    }
    for (text, wanted) in [
        ("", "1: this is not an export of a Spar store"),
        ("\n", "1: this is not an export of a Spar store"),
        ("[1,2]", "1: this is not an export of a Spar store"),
        (&format!("{}\n{}", lines[0], lines[0]), "2: the format line appears twice"),
        (&format!("{}\n{}", lines[0], lines[4]), "2: person `eve` is unknown"),
        (&whole[..whole.len() - 20], "8: it is not a valid line"),
        (&format!("{}\n{}", lines[0], "[".repeat(100_000)), "2: it is not a valid line"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.starts_with(wanted), "{error}");
    }
    let bytes = [lines[0].as_bytes(), b"\n\xff\xfe\n"].concat();
    let (line, error) = read_archive(&mut bytes.as_slice()).unwrap_err();
    assert_eq!((line, error.what.as_str()), (2, "it is not valid UTF-8"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Checks that any changed file is rejected, or that its imported data passes every check.
    #[test]
    fn a_spoiled_archive_is_refused_or_true(
        at in any::<prop::sample::Index>(),
        length in 0..4_usize,
        new in "[a-z0-9\"{}:,.-]{0,3}",
    ) {
        let mut bytes = RICH.with(Clone::clone).into_bytes();
        let start = at.index(bytes.len());
        let end = (start + length).min(bytes.len());
        bytes.splice(start..end, new.into_bytes());
        if let Ok(batch) = read_archive(&mut bytes.as_slice()) {
            let place = Place::new();
            let store = place.open();
            store.write(Change::Import(batch)).unwrap();
            prop_assert_eq!(findings(&store), [""; 0]);
            let again = exported(&store);
            prop_assert_eq!(import(&store, &again), Merged::default());
        }
    }
}

thread_local! {
    static RICH: String = rich().exported();
}

#[test]
fn rolls_that_the_seed_does_not_give_are_refused() {
    let text = |seed: u32, steps: u32| {
        let plan = format!(
            r#"{{"id":"s","player":"ann","game":"ladders","start":"0-0-first","against":"human","you":null,"goal":null,"seed":{seed},"rung":null,"level":null,"made":2}}"#
        );
        let chosen = r#"{"kind":"move","text":"T","by":"person","at":3}"#;
        let rolled = format!(r#"{{"kind":"move","text":"{steps}","by":"chance","at":4}}"#);
        let format = r#"{"format":{"name":"spar data","version":2}}"#;
        let player = r#"{"player":{"id":"ann","name":"","made":1}}"#;
        format!(
            "{format}\n{player}\n{{\"session\":{{\"plan\":{plan},\"events\":[{chosen},{rolled}],\"tried\":null}}}}\n"
        )
    };
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let taken: Vec<u32> = (2..=12).filter(|it| read(&text(seed, *it)).is_ok()).collect();
        assert_eq!(taken.len(), 1, "seed {seed} takes {taken:?}");
        seen.extend(taken.iter().copied());
        let other = if taken[0] == 7 { 8 } else { 7 };
        let refused = read(&text(seed, other)).unwrap_err();
        let said = format!("3: event 2: the seed rolls `{}` here, not `{other}`", taken[0]);
        assert_eq!(refused, said);
    }
    assert!(seen.len() > 5, "seeds differ: {seen:?}");
}
