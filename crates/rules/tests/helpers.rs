//! Compares texts, values and random numbers with plain definitions.

use spar_rules::{Name, Outcome, Side, SplitMix, Value, nearest, quoted};
use std::collections::BTreeMap;

/// A text of up to `most` of these characters.
fn text(random: &mut SplitMix, letters: &[char], most: u64) -> String {
    let length = random.below(most + 1);
    (0..length).map(|_| random.pick(letters).unwrap()).collect()
}

/// The edit distance, by definition.
fn distance(a: &[char], b: &[char]) -> usize {
    match (a, b) {
        ([], rest) | (rest, []) => rest.len(),
        ([x, a_rest @ ..], [y, b_rest @ ..]) if x == y => distance(a_rest, b_rest),
        ([_, a_rest @ ..], [_, b_rest @ ..]) => {
            1 + distance(a_rest, b_rest).min(distance(a, b_rest)).min(distance(a_rest, b))
        }
    }
}

#[test]
fn the_nearest_word_is_the_first_with_the_fewest_edits() {
    let mut random = SplitMix::new(1);
    let mut n_found = 0;
    for _ in 0..2000 {
        let word = text(&mut random, &['a', 'b', 'ß', '3'], 6);
        let candidates: Vec<String> =
            (0..4).map(|_| text(&mut random, &['a', 'b', 'ß', '3'], 6)).collect();
        let letters: Vec<char> = word.chars().collect();
        let far = |it: &&String| distance(&letters, &it.chars().collect::<Vec<_>>());
        let near = candidates.iter().filter(|it| far(it) <= 1 + letters.len() / 4);
        let expected = near.min_by_key(far).map(String::as_str);
        let found = nearest(&word, candidates.iter().map(String::as_str));
        assert_eq!(found, expected, "{word} among {candidates:?}");
        n_found += usize::from(found.is_some());
    }
    assert!((500..1900).contains(&n_found), "{n_found} words were near");
}

#[test]
fn what_is_quoted_has_nothing_that_a_terminal_obeys() {
    let hostile = [
        'a', 'Ж', '`', ' ', '\\', '\u{1b}', '\n', '\r', '\0', '\u{7f}', '\u{9b}', '\u{85}',
        '\u{202e}', '\u{2066}', '\u{200f}', '\u{61c}',
    ];
    let obeyed = |it: char| {
        it.is_control()
            || matches!(it, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
            || matches!(it, '\u{2066}'..='\u{2069}')
    };
    let mut random = SplitMix::new(2);
    for _ in 0..2000 {
        let text = text(&mut random, &hostile, 70);
        let quoted = quoted(&text);
        assert!(!quoted.contains(obeyed), "{quoted:?}");
        let inner = quoted.strip_prefix('`').and_then(|it| it.strip_suffix('`')).unwrap();
        let is_cut = text.chars().count() > 60;
        assert_eq!(inner.ends_with('…'), is_cut, "{quoted}");
        let plain: String = text.chars().take(60).filter(|it| !obeyed(*it)).collect();
        if !text.chars().any(obeyed) {
            assert_eq!(inner.trim_end_matches('…'), plain);
        }
    }
}

#[test]
fn a_name_is_read_as_it_is_written_or_refused() {
    let mut random = SplitMix::new(3);
    let (mut n_read, mut n_refused) = (0, 0);
    for _ in 0..20_000 {
        let name = text(&mut random, &['a', 'b', 'c', ':', '=', ','], 12);
        let Ok(Name { game, settings }) = Name::read(&name) else {
            n_refused += 1;
            continue;
        };
        n_read += 1;
        let keys: std::collections::BTreeSet<_> = settings.iter().map(|it| it.0).collect();
        assert_eq!(keys.len(), settings.len(), "{name}");
        assert!(!keys.contains(""), "{name}");
        let said: Vec<String> =
            settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let colon = if said.is_empty() { "" } else { ":" };
        assert_eq!(format!("{game}{colon}{}", said.join(",")), name);
    }
    assert!(n_read > 1000 && n_refused > 1000, "{n_read} {n_refused}");
}

#[test]
fn every_way_to_spoil_a_name_has_its_sentence() {
    for (name, what) in [
        ("g:", "nothing follows `g:`"),
        ("g:a", "`a` has no value"),
        ("g:=1", "`=1` names no parameter"),
        ("g:a=1,a=2", "`a` is set twice in `g:a=1,a=2`"),
        ("g:,a=1", "before the first comma of `g:,a=1`"),
        ("g:a=1,,b=2", "between two commas of `g:a=1,,b=2`"),
        ("g:a=1,", "a comma at the end of `g:a=1,`"),
    ] {
        let error = Name::read(name).unwrap_err();
        assert!(error.what.contains(what), "{name}: {error}");
    }
}

/// Names come from command lines, files and requests, so they may contain control characters.
#[test]
fn the_error_about_a_name_has_nothing_that_a_terminal_obeys() {
    let long = "x".repeat(5000);
    for spoiled in ["\u{1b}[2J", "\n", "\u{9b}", &long] {
        for name in [
            format!("{spoiled}:"),
            format!("g:{spoiled}"),
            format!("{spoiled}:a"),
            format!("g:={spoiled}"),
            format!("g:{spoiled}=1,{spoiled}=2"),
            format!("g:,{spoiled}=1"),
            format!("g:a=1,,{spoiled}=2"),
            format!("g:{spoiled}=1,"),
        ] {
            let error = Name::read(&name).unwrap_err();
            for part in [Some(error.what), error.hint].into_iter().flatten() {
                assert!(!part.contains(char::is_control), "{part:?}");
                assert!(part.chars().count() < 300, "{} characters", part.len());
            }
        }
    }
}

/// All values with up to this number of plies, from worst to best.
fn values(plies: u32) -> Vec<Value> {
    let losses = (0..=plies).map(Value::Loss);
    let wins = (0..=plies).rev().map(Value::Win);
    losses.chain([Value::Draw]).chain(wins).collect()
}

#[test]
fn values_are_ordered_from_the_quickest_loss_to_the_quickest_win() {
    let values = values(9);
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            assert_eq!(a.cmp(b), i.cmp(&j), "{a:?} {b:?}");
            assert_eq!(b.opposite().cmp(&a.opposite()), a.cmp(b), "{a:?} {b:?}");
            assert_eq!(a.one_ply_before().cmp(&b.one_ply_before()), a.cmp(b), "{a:?} {b:?}");
        }
        assert_eq!(a.opposite().opposite(), *a);
        assert_eq!(a.opposite().one_ply_before(), a.one_ply_before().opposite());
    }
    let far = [Value::Loss(u32::MAX), Value::Draw, Value::Win(u32::MAX)];
    assert!(far.is_sorted() && far[0] < far[1] && far[1] < far[2]);
}

/// The sides alternate from `side` on; the winner's moves are counted one by one.
#[test]
fn moves_of_the_winner_are_counted_as_in_play() {
    for value in values(12) {
        let mover = Side::First;
        let winner = match value {
            Value::Win(_) => Some(mover),
            Value::Loss(_) => Some(mover.other()),
            Value::Draw => None,
        };
        let mut turn = mover;
        let mut counted = 0;
        for _ in 0..value.plies().unwrap_or(0) {
            counted += u32::from(Some(turn) == winner);
            turn = turn.other();
        }
        assert_eq!(value.winner_moves(), winner.map(|_| counted), "{value:?}");
        assert_eq!(value.for_other_reader().winner_moves(), value.winner_moves(), "{value:?}");
        assert_eq!(value.for_other_reader().word(), value.opposite().word());
    }
}

#[test]
fn what_is_over_has_opposite_values_for_the_two_sides() {
    for outcome in [Outcome::Draw, Outcome::Win(Side::First), Outcome::Win(Side::Second)] {
        let [first, second] = [Side::First, Side::Second].map(|side| Value::of(outcome, side));
        assert_eq!(first, second.opposite());
        assert_eq!(first.plies(), (outcome != Outcome::Draw).then_some(0));
    }
    assert!(Value::of(Outcome::Win(Side::Second), Side::Second) > Value::Draw);
}

/// The published numbers for seed 1234567. Levels and dice of old games depend on them.
#[test]
fn the_generator_is_split_mix_64() {
    let mut random = SplitMix::new(1_234_567);
    let expected = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    assert_eq!(expected.map(|_| random.next_u64()), expected);
}

/// Pearson's chi-square statistic of counts, given the weights.
fn chi_square(counts: &[u64], weights: &[u64]) -> f64 {
    let (n, whole) = (counts.iter().sum::<u64>() as f64, weights.iter().sum::<u64>() as f64);
    let term = |(count, weight): (&u64, &u64)| {
        let expected = n * *weight as f64 / whole;
        (*count as f64 - expected).powi(2) / expected
    };
    counts.iter().zip(weights).map(term).sum()
}

/// The 99.9 % quantiles of the chi-square distribution with 1 to 5 degrees of freedom.
const LIMITS: [f64; 5] = [10.828, 13.816, 16.266, 18.467, 20.515];

#[test]
fn numbers_below_a_bound_are_equally_likely() {
    for bound in [2, 3, 5, 6] {
        let mut random = SplitMix::new(bound);
        let mut counts = vec![0; bound as usize];
        for _ in 0..60_000 {
            counts[random.below(bound) as usize] += 1;
        }
        let found = chi_square(&counts, &vec![1; bound as usize]);
        assert!(found < LIMITS[bound as usize - 2], "{bound}: {found} {counts:?}");
    }
    // A plain remainder would give half of all numbers in the first third.
    let bound = 3 << 62;
    let mut random = SplitMix::new(9);
    let mut counts = [0; 3];
    for _ in 0..60_000 {
        counts[(random.below(bound) >> 62) as usize] += 1;
    }
    assert!(chi_square(&counts, &[1; 3]) < LIMITS[1], "{counts:?}");
    assert!((0..100).all(|_| random.below(1) == 0));
}

#[test]
fn draws_follow_their_weights() {
    for weights in [&[1, 2, 3][..], &[10, 1, 1, 1, 7], &[1 << 40, 3 << 40], &[5, 5, 5, 5, 5, 5]] {
        let mut random = SplitMix::new(weights.len() as u64);
        let mut counts = vec![0; weights.len()];
        for _ in 0..60_000 {
            counts[random.weighted(weights.iter().copied()).unwrap()] += 1;
        }
        let found = chi_square(&counts, weights);
        assert!(found < LIMITS[weights.len() - 2], "{weights:?}: {found} {counts:?}");
    }
}

#[test]
fn what_has_no_weight_is_never_drawn() {
    let mut random = SplitMix::new(4);
    let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
    for _ in 0..2000 {
        *counts.entry(random.weighted([0, 3, 0, 0, 1, 0].into_iter()).unwrap()).or_default() += 1;
    }
    assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [1, 4]);
    assert_eq!(random.weighted([0, 0].into_iter()), None);
    assert_eq!(random.weighted(std::iter::empty()), None);
    assert_eq!(random.pick::<u8>(&[]), None);
}
