//! Games given as graphs: a token moves along edges.

use spar_rules::{Deterministic, Game, Outcome, Ranked, Side, SplitMix, Stochastic, Tactics, Turn};

/// The kind of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// This side moves the token to one of these nodes.
    Play(Side, Vec<u8>),
    /// Chance moves the token to one of these nodes, by weight.
    Roll(Vec<(u8, u32)>),
    /// The game is over.
    Over(Outcome),
}

impl Node {
    fn targets(&self) -> Vec<u8> {
        match self {
            Node::Play(_, targets) => targets.clone(),
            Node::Roll(rolls) => rolls.iter().map(|it| it.0).collect(),
            Node::Over(_) => Vec::new(),
        }
    }
}

/// The shape of a random graph. By default every play ends, both sides have moves, and there is
/// no chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Whether edges may lead back.
    pub cyclic: bool,
    /// Whether there may be chance nodes.
    pub chance: bool,
    /// Whether only the first side has moves.
    pub one_sided: bool,
}

/// A game with a token on a graph. It begins at node 0. A position is the number of a node; a
/// move is the index of an edge in the node's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphGame {
    nodes: Vec<Node>,
}

/// The maximum number of nodes in random graphs.
const MOST_NODES: u64 = 12;

impl GraphGame {
    /// Creates the game with these nodes.
    ///
    /// # Panics
    /// If an edge leads to a missing node, or an unfinished node has no edge.
    pub fn new(nodes: Vec<Node>) -> GraphGame {
        for node in &nodes {
            assert!(node.targets().iter().all(|to| usize::from(*to) < nodes.len()), "{node:?}");
            assert_eq!(node.targets().is_empty(), matches!(node, Node::Over(_)), "{node:?}");
        }
        GraphGame { nodes }
    }

    /// A small random game of this shape. The same seed gives the same game.
    pub fn random(seed: u64, shape: Shape) -> GraphGame {
        let mut random = SplitMix::new(seed);
        let n = 2 + random.below(MOST_NODES - 1);
        GraphGame::new((0..n).map(|node| random_node(&mut random, node, n, shape)).collect())
    }

    /// The nodes, in order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    fn node(&self, position: u8) -> &Node {
        &self.nodes[usize::from(position)]
    }
}

fn random_node(random: &mut SplitMix, node: u64, n: u64, shape: Shape) -> Node {
    let sides = [Side::First, Side::Second];
    // The last three nodes are ends, and sometimes another one is.
    if node > 0 && (node + 3 >= n || random.below(10) == 0) {
        let outcomes = [Outcome::Win(sides[0]), Outcome::Win(sides[1]), Outcome::Draw];
        return Node::Over(random.pick(&outcomes).expect("there are three"));
    }
    let rolls = shape.chance && random.below(2) == 0;
    let n_arrows = if rolls { 2 + random.below(2) } else { 1 + random.below(3) };
    let lowest = if shape.cyclic { 0 } else { node + 1 };
    let targets: Vec<u8> =
        (0..n_arrows).map(|_| (lowest + random.below(n - lowest)) as u8).collect();
    if rolls {
        return Node::Roll(
            targets.into_iter().map(|to| (to, 1 + random.below(6) as u32)).collect(),
        );
    }
    let side = sides[random.below(2) as usize];
    Node::Play(if shape.one_sided { Side::First } else { side }, targets)
}

impl Game for GraphGame {
    type Position = u8;
    type Move = u8;

    fn start(&self) -> u8 {
        0
    }

    fn side(&self, position: &u8) -> Side {
        match self.node(*position) {
            Node::Play(side, _) => *side,
            _ => Side::First,
        }
    }

    fn turn(&self, position: &u8) -> Turn {
        match self.node(*position) {
            Node::Play(side, _) => Turn::Play(*side),
            Node::Roll(_) => Turn::Roll,
            Node::Over(outcome) => Turn::Over(*outcome),
        }
    }

    fn moves(&self, position: &u8, out: &mut Vec<u8>) {
        out.extend(0..self.node(*position).targets().len() as u8);
    }

    fn after(&self, position: &u8, mv: u8) -> u8 {
        self.node(*position).targets()[usize::from(mv)]
    }
}

impl Stochastic for GraphGame {
    fn weight(&self, position: &u8, roll: u8) -> u32 {
        match self.node(*position) {
            Node::Roll(rolls) => rolls[usize::from(roll)].1,
            _ => 1,
        }
    }
}

/// A [`GraphGame`] without chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlainGraph(GraphGame);

impl PlainGraph {
    /// Creates the game with these nodes.
    ///
    /// # Panics
    /// As [`GraphGame::new`], or if there is a chance node.
    pub fn new(nodes: Vec<Node>) -> PlainGraph {
        assert!(!nodes.iter().any(|node| matches!(node, Node::Roll(_))), "{nodes:?}");
        PlainGraph(GraphGame::new(nodes))
    }

    /// A small random game of this shape, without chance.
    pub fn random(seed: u64, shape: Shape) -> PlainGraph {
        PlainGraph(GraphGame::random(seed, Shape { chance: false, ..shape }))
    }

    /// The nodes, in order.
    pub fn nodes(&self) -> &[Node] {
        self.0.nodes()
    }

    /// Returns whether every edge leads to a node with a larger number.
    fn is_ascending(&self) -> bool {
        let ascends =
            |(from, node): (usize, &Node)| node.targets().iter().all(|to| usize::from(*to) > from);
        self.nodes().iter().enumerate().all(ascends)
    }
}

impl Game for PlainGraph {
    type Position = u8;
    type Move = u8;

    fn start(&self) -> u8 {
        self.0.start()
    }

    fn side(&self, position: &u8) -> Side {
        self.0.side(position)
    }

    fn turn(&self, position: &u8) -> Turn {
        self.0.turn(position)
    }

    fn moves(&self, position: &u8, out: &mut Vec<u8>) {
        self.0.moves(position, out);
    }

    fn after(&self, position: &u8, mv: u8) -> u8 {
        self.0.after(position, mv)
    }
}

impl Deterministic for PlainGraph {}

impl Tactics for PlainGraph {
    type Key = u8;
    type Note = ();

    fn note(&self, _position: &u8) {}

    fn key(&self, position: &u8) -> u8 {
        *position
    }
}

/// The number of a node is its rank, unless edges lead back.
impl Ranked for PlainGraph {
    fn ranks(&self) -> Option<u64> {
        self.is_ascending().then_some(self.nodes().len() as u64)
    }

    fn rank(&self, position: &u8) -> u64 {
        u64::from(*position)
    }

    fn unrank(&self, rank: u64) -> u8 {
        rank as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spar_rules::laws;

    #[test]
    fn random_graphs_keep_the_laws_and_have_their_shape() {
        for seed in 0..200 {
            let bits = [1, 2, 4].map(|bit| seed & bit != 0);
            let shape = Shape { cyclic: bits[0], chance: bits[1], one_sided: bits[2] };
            let game = GraphGame::random(seed, shape);
            assert_eq!(game, GraphGame::random(seed, shape));
            let plain = PlainGraph::random(seed, shape);
            for node in 0..game.nodes().len() as u8 {
                laws::moves(&game, &node);
                assert!(shape.chance || game.turn(&node) != Turn::Roll);
                assert!(!shape.one_sided || game.turn(&node) != Turn::Play(Side::Second));
            }
            for node in 0..plain.nodes().len() as u8 {
                laws::moves(&plain, &node);
                laws::deterministic(&plain, &node);
                laws::ranks(&plain, &node);
            }
            assert!(shape.cyclic || plain.ranks().is_some());
        }
    }

    #[test]
    fn some_graphs_go_round_some_roll_and_both_sides_play() {
        let shape = Shape { cyclic: true, chance: true, one_sided: false };
        let games: Vec<GraphGame> = (0..50).map(|seed| GraphGame::random(seed, shape)).collect();
        let some = |is: fn(usize, &Node) -> bool| {
            games.iter().filter(|it| it.nodes().iter().enumerate().any(|(n, it)| is(n, it))).count()
        };
        assert!(some(|from, node| node.targets().iter().any(|to| usize::from(*to) <= from)) > 30);
        assert!(some(|_, node| matches!(node, Node::Roll(_))) > 20);
        assert!(some(|_, node| matches!(node, Node::Play(Side::Second, _))) > 20);
    }
}
