//! Damaged texts: each is either parsed or rejected, without a panic.

use spar_rules::{Notation, SplitMix, Stochastic, laws, read_position_and_moves};

/// Characters that occur in texts of positions and moves, and some that do not.
const LETTERS: &[char] = &[
    'a', 'b', 'c', 'e', 'h', 'o', 'p', 'r', 's', 'w', 'x', 'A', 'X', '0', '1', '2', '3', '7', '9',
    '.', '/', '-', '+', ',', ' ', '\u{1b}', 'é', '❌',
];

/// Changes, removes, duplicates and adds characters of valid texts. If a changed text can still
/// be read, the position satisfies the laws and has its own text.
pub(crate) fn check_texts<G: Notation + Stochastic>(game: &G) {
    let mut random = SplitMix::new(2013);
    for _ in 0..30 {
        let mut position = game.start();
        for _ in 0..40 {
            let mut moves = Vec::new();
            game.moves(&position, &mut moves);
            let Some(mv) = random.pick(&moves) else { break };
            let (here, played) =
                (game.write_position(&position), game.write_move(&position, mv.clone()));
            let text = damaged(&here, &mut random);
            if let Ok(read) = game.read_position(&text) {
                laws::moves(game, &read);
                laws::notation(game, &read);
            }
            let _ = game.read_move(&position, &damaged(&played, &mut random));
            let _ =
                read_position_and_moves(game, &damaged(&format!("start+{played}"), &mut random));
            position = game.after(&position, mv);
        }
    }
}

fn damaged(text: &str, random: &mut SplitMix) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(letters.len() as u64 + 1) as usize;
        let letter = random.pick(LETTERS).unwrap_or('.');
        match random.below(4) {
            0 if at < letters.len() => letters[at] = letter,
            1 if at < letters.len() => drop(letters.remove(at)),
            2 if at < letters.len() => letters.insert(at, letters[at]),
            _ => letters.insert(at, letter),
        }
    }
    letters.into_iter().collect()
}
