//! The table of proven bounds: packed if positions have numbers, else with whole keys.

use super::packed::{MixedNumber, PackedTable};
use super::transposition::{ProvenBounds, Transposition};
use spar_rules::{Game, Tactics};
use std::hash::Hash;

/// The size of a table.
#[derive(Clone, Copy)]
pub(super) enum TableSize {
    /// It grows as it is used, within the memory of each budget.
    Growing,
    /// `2^n` buckets.
    Fixed(u32),
}

/// Proven bounds of searched positions.
pub(super) enum BoundsTable<K> {
    Packed(PackedTable),
    Whole(Transposition<K>),
}

/// Where the bounds of a position are remembered.
#[derive(Clone)]
pub(super) enum Slot<K> {
    /// They are not remembered: to search the position again costs less.
    Nowhere,
    Number(MixedNumber),
    Key(K),
}

impl<K: Clone + Eq + Hash> BoundsTable<K> {
    /// An empty table.
    pub(super) fn new<G: Tactics<Key = K>>(game: &G, size: TableSize) -> BoundsTable<K> {
        let horizon = game.horizon(&game.start());
        let bits = game.number_bits().filter(|bits| PackedTable::takes(*bits, horizon));
        match (bits, size) {
            (Some(bits), TableSize::Growing) => BoundsTable::Packed(PackedTable::growing(bits)),
            (Some(bits), TableSize::Fixed(log2)) => {
                BoundsTable::Packed(PackedTable::fixed(bits, log2))
            }
            (None, TableSize::Growing) => BoundsTable::Whole(Transposition::growing()),
            (None, TableSize::Fixed(log2)) => BoundsTable::Whole(Transposition::fixed(log2)),
        }
    }

    /// Lets a growing table grow to at most this many bytes, or to its default limit.
    pub(super) fn limit(&mut self, bytes: u64) {
        match self {
            BoundsTable::Packed(table) => table.limit(bytes),
            BoundsTable::Whole(table) => table.limit(bytes),
        }
    }

    /// Where the bounds of this position are remembered.
    #[inline]
    pub(super) fn slot<G: Game + Tactics<Key = K>>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Slot<K> {
        match self {
            BoundsTable::Packed(table) => Slot::Number(table.slot(game.number(position))),
            BoundsTable::Whole(_) => Slot::Key(game.key(position)),
        }
    }

    /// Begins to load the bucket of this slot.
    #[inline]
    pub(super) fn prefetch(&self, slot: &Slot<K>) {
        if let (BoundsTable::Packed(table), Slot::Number(number)) = (self, slot) {
            table.prefetch(*number);
        }
    }

    /// The proven bounds at this slot, if there are any.
    #[inline]
    pub(super) fn bounds(&self, slot: &Slot<K>) -> Option<ProvenBounds> {
        match (self, slot) {
            (BoundsTable::Packed(table), Slot::Number(number)) => table.bounds(*number),
            (BoundsTable::Whole(table), Slot::Key(key)) => table.bounds(key),
            _ => None,
        }
    }

    /// Stores bounds that took this many nodes to prove.
    #[inline]
    pub(super) fn put<G: Tactics<Key = K>>(
        &mut self,
        game: &G,
        slot: &Slot<K>,
        bounds: ProvenBounds,
        nodes: u64,
    ) {
        match (self, slot) {
            (BoundsTable::Packed(table), Slot::Number(number)) => table.put(*number, bounds, nodes),
            (BoundsTable::Whole(table), Slot::Key(key)) => {
                table.put(key.clone(), bounds, nodes, |key| game.key_bytes(key));
            }
            _ => {}
        }
    }
}
