//! Symmetries of the rules.

use crate::Game;

/// Optional: the symmetries of the rules, numbered `0..symmetries()`. Opens
/// "fresh up to symmetry", and keys that a search shares between images.
///
/// The defaults know nothing and are right: a game without symmetries writes
/// `impl Symmetric for Take {}`. If there are any after all, mirrored positions count as
/// different ones: levels repeat, and searches do the same work twice. A game with
/// symmetries has all four methods before [`canonical`](Symmetric::canonical).
///
/// Laws ([`laws::symmetry`](crate::laws::symmetry)): number 0 changes nothing;
/// the image of a position keeps its turn and its number of moves; moving and
/// taking the image gives the same in either order; all images of a position
/// have one canonical form.
///
/// A symmetry may move the start. Then play need not reach the image of a position that it
/// reaches, nor the canonical form; who counts or lists classes must not rely on it.
pub trait Symmetric: Game<Position: Ord> {
    /// How many symmetries there are, the one that changes nothing included.
    fn symmetries(&self) -> usize {
        1
    }

    /// The image of a position.
    #[must_use]
    fn image(&self, position: &Self::Position, symmetry: usize) -> Self::Position {
        let _ = symmetry;
        position.clone()
    }

    /// Whether a symmetry mirrors the board, rather than turn it or leave it.
    fn is_mirror(&self, symmetry: usize) -> bool {
        let _ = symmetry;
        false
    }

    /// The image of a move.
    #[must_use]
    fn image_move(&self, mv: Self::Move, symmetry: usize) -> Self::Move {
        let _ = symmetry;
        mv
    }

    /// The least of all images of a position.
    #[must_use]
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        let images = (0..self.symmetries()).map(|symmetry| self.image(position, symmetry));
        images.min().unwrap_or_else(|| position.clone())
    }
}
