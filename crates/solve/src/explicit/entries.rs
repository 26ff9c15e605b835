//! Every position of a solved game, one after the other.

use super::ranked::Table;
use super::score::Score;
use spar_rules::{Ranked, Value};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

impl Table {
    /// Calls `visit` with every position that play reaches and its value, in the
    /// order of folded ranks; images of one entry follow one another, by rank.
    pub fn visit<G: Ranked, B>(
        &self,
        game: &G,
        mut visit: impl FnMut(&G::Position, Value) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut place = 0;
        let mut images = Vec::new();
        for word in 0..self.ranks.div_ceil(64) {
            let mut here = self.reached.word(word);
            while here != 0 {
                let rank = word * 64 + u64::from(here.trailing_zeros());
                here &= here - 1;
                let score = Score(self.scores[place].load(Ordering::Relaxed) as i8);
                place += 1;
                visit_images(game, rank, score, &mut images, &mut visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Table {
    /// How many entries there are, images that the game folds counted as one.
    pub fn len(&self) -> u64 {
        self.scores.len() as u64
    }

    /// Whether there is no entry. There always is one: the start.
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// The entry at a place below [`len`](Table::len), in the order of folded ranks.
    pub fn at<G: Ranked>(&self, game: &G, place: u64) -> (G::Position, Value) {
        let position = game.unrank(self.reached.at(place as usize));
        let score = Score(self.scores[place as usize].load(Ordering::Relaxed) as i8);
        let value = score.value(game.side(&position));
        (position, value)
    }
}

/// Calls `visit` with the position of a folded rank and its images.
pub(crate) fn visit_images<G: Ranked, B>(
    game: &G,
    rank: u64,
    score: Score,
    images: &mut Vec<G::Position>,
    mut visit: impl FnMut(&G::Position, Value) -> ControlFlow<B>,
) -> ControlFlow<B> {
    images.clear();
    game.unfold(&game.unrank(rank), images);
    images.sort_by_key(|image| game.rank(image));
    images.iter().try_for_each(|image| visit(image, score.value(game.side(image))))
}
