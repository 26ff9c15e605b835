//! The table of proven bounds: packed if positions have numbers, else with whole keys.

use super::packed::{MixedNumber, PackedTable};
use super::transposition::{ProvenBounds, Transposition};
use spar_rules::{Game, Tactics};
use std::hash::Hash;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

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
    /// The lock is for searches with several threads.
    Packed(RwLock<PackedTable>),
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
        let packed = |table| BoundsTable::Packed(RwLock::new(table));
        match (bits, size) {
            (Some(bits), TableSize::Growing) => packed(PackedTable::growing(bits)),
            (Some(bits), TableSize::Fixed(log2)) => packed(PackedTable::fixed(bits, log2)),
            (None, TableSize::Growing) => BoundsTable::Whole(Transposition::growing()),
            (None, TableSize::Fixed(log2)) => BoundsTable::Whole(Transposition::fixed(log2)),
        }
    }

    /// Lets a growing table grow to at most this many bytes, or to its default limit.
    pub(super) fn limit(&mut self, bytes: u64) {
        match self.access() {
            TableAccess::Packed(table) => table.limit(bytes),
            TableAccess::Whole(table) => table.limit(bytes),
            TableAccess::Shared(_) => {}
        }
    }

    /// The table for one thread.
    pub(super) fn access(&mut self) -> TableAccess<'_, K> {
        match self {
            BoundsTable::Packed(table) => {
                TableAccess::Packed(table.get_mut().unwrap_or_else(PoisonError::into_inner))
            }
            BoundsTable::Whole(table) => TableAccess::Whole(table),
        }
    }
}

/// The table as a thread uses it.
pub(super) enum TableAccess<'r, K> {
    Packed(&'r mut PackedTable),
    Whole(&'r mut Transposition<K>),
    Shared(SharedTable<'r>),
}

/// The table of a thread that shares it with others. It is locked for reading, because an entry is
/// true by itself, and only growing needs the others to wait.
pub(super) struct SharedTable<'r> {
    lock: &'r RwLock<PackedTable>,
    table: Option<RwLockReadGuard<'r, PackedTable>>,
    /// Since the table was last told.
    stores: usize,
}

impl<'r> SharedTable<'r> {
    pub(super) fn new(lock: &'r RwLock<PackedTable>) -> SharedTable<'r> {
        SharedTable { lock, table: Some(read(lock)), stores: 0 }
    }

    #[inline]
    fn table(&self) -> &PackedTable {
        self.table
            .as_ref()
            .expect("invariant: only `let_others_grow` unlocks it, and locks it again")
    }

    /// Lets another thread grow the table, or does so itself if it is time to.
    fn let_others_grow(&mut self) {
        let is_worn = self.table().is_worn(self.stores);
        self.table = None;
        if is_worn {
            let mut table = self.lock.write().unwrap_or_else(PoisonError::into_inner);
            table.count_stores(std::mem::take(&mut self.stores));
        }
        self.table = Some(read(self.lock));
    }
}

fn read(lock: &RwLock<PackedTable>) -> RwLockReadGuard<'_, PackedTable> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

impl<K: Clone + Eq + Hash> TableAccess<'_, K> {
    /// Where the bounds of this position are remembered.
    #[inline]
    pub(super) fn slot<G: Game + Tactics<Key = K>>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Slot<K> {
        match self {
            TableAccess::Packed(table) => Slot::Number(table.slot(game.number(position))),
            TableAccess::Whole(_) => Slot::Key(game.key(position)),
            TableAccess::Shared(shared) => Slot::Number(shared.table().slot(game.number(position))),
        }
    }

    /// Begins to load the bucket of this slot.
    #[inline]
    pub(super) fn prefetch(&self, slot: &Slot<K>) {
        match (self, slot) {
            (TableAccess::Packed(table), Slot::Number(number)) => table.prefetch(*number),
            (TableAccess::Shared(shared), Slot::Number(number)) => {
                shared.table().prefetch(*number);
            }
            _ => {}
        }
    }

    /// The proven bounds at this slot, if there are any.
    #[inline]
    pub(super) fn bounds(&self, slot: &Slot<K>) -> Option<ProvenBounds> {
        match (self, slot) {
            (TableAccess::Packed(table), Slot::Number(number)) => table.bounds(*number),
            (TableAccess::Whole(table), Slot::Key(key)) => table.bounds(key),
            (TableAccess::Shared(shared), Slot::Number(number)) => shared.table().bounds(*number),
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
            (TableAccess::Packed(table), Slot::Number(number)) => {
                table.put(*number, bounds, nodes);
            }
            (TableAccess::Whole(table), Slot::Key(key)) => {
                table.put(key.clone(), bounds, nodes, |key| game.key_bytes(key));
            }
            (TableAccess::Shared(shared), Slot::Number(number)) => {
                shared.table().store(*number, bounds, nodes);
                shared.stores += 1;
            }
            _ => {}
        }
    }

    /// Lets the table grow where other threads use it too. To call now and then.
    #[inline]
    pub(super) fn let_others_grow(&mut self) {
        if let TableAccess::Shared(shared) = self {
            shared.let_others_grow();
        }
    }
}
