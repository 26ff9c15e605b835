//! The first levels of every game. A test computes how often they are solved.

use crate::FirstLevel;
use spar_challenge::judge::Goal;

/// A level that is to be won against foresight 1.
const fn win(idea: &'static str, task: &'static str, position: &'static str) -> FirstLevel {
    FirstLevel { idea, task, position, goal: Goal::Win, opponent: "1" }
}

/// A level of a game with dice, against the novice.
const fn by_dice(idea: &'static str, task: &'static str, position: &'static str) -> FirstLevel {
    FirstLevel { idea, task, position, goal: Goal::Best, opponent: "novice" }
}

const COMPLETE: (&str, &str) = (
    "Complete the line",
    "One more stone completes your line: place it before they complete theirs.",
);
const STOP: (&str, &str) =
    ("Stop theirs", "They would complete a line with their next stone: take that cell first.");
const THREATEN: (&str, &str) = (
    "Make two threats at once",
    "Place a stone so that two lines are one stone short: they can stop only one of them.",
);

/// The three ideas of a game in which a line wins.
const fn lines(
    complete: &'static str,
    stop: &'static str,
    threaten: &'static str,
) -> [FirstLevel; 3] {
    [
        win(COMPLETE.0, COMPLETE.1, complete),
        win(STOP.0, STOP.1, stop),
        win(THREATEN.0, THREATEN.1, threaten),
    ]
}

const TICTACTOE: [FirstLevel; 3] = lines("xx./.../o.o", "x../o.o/.x.", "o.x/..o/.x.");
const CONNECT3: [FirstLevel; 3] =
    lines("..../..../.xo./.xo.", "..../..../xx.o/oo.x", "..../..../..o./..x.");
const CONNECT4: [FirstLevel; 3] = lines(
    "......./......./......./..x..oo/.xx..oo/.xxx.oo",
    "......./......./o.o.xxx/o.o.ooo/xoxoxxx/xoxxxoo",
    "......./.oo..../xoo..../oxx..xx/xooxxoo/oxxoxxo",
);
const QUBIC: [FirstLevel; 3] = lines(
    "...x/xxoo/.x.x/xooo//.xxo/oxx./o.oo/xxoo//ooxx/o..o/x.xx/x..o//xox./..../oo.o/ox.x",
    "xxoo/xooo/xx.o/oo.x//oxox/xoxx/ooxo/.x.x//xoo./xoxx/oxoo/.oxo//xx../oxxo/xxox/ooox",
    ".x.x/xxoo/xxxo/oo..//xooo/ooxo/oxx./xoo.//xxxo/xoxx/ooox/o.xx//ooox/ooxo/xox./xxox",
);
const BOTTOM2: [FirstLevel; 3] = lines(".../xx./o.o", "o../.ox/x..", ".../o../xxo");

/// The first levels of a line game.
pub(super) fn of_lines(name: &str) -> &'static [FirstLevel] {
    match name {
        "tictactoe" => &TICTACTOE,
        "connect3" => &CONNECT3,
        "connect4" => &CONNECT4,
        "bottom2" => &BOTTOM2,
        "qubic" => &QUBIC,
        // The general game has no usual board.
        _ => &[],
    }
}

/// Those of Three Men's Morris.
pub(super) const MORRIS: [FirstLevel; 3] = [
    win(COMPLETE.0, "One more man completes your line: place it.", ".w./bb./.w.-black"),
    win(
        STOP.0,
        "They would complete a line with their next man: take that point first.",
        "w../..b/b.w-black",
    ),
    win(
        THREATEN.0,
        "Place a man so that two lines are one move short: they can stop only one of them.",
        ".wb/b../..w-black",
    ),
];

/// Those of Snakes and Ladders.
pub(super) const LADDERS: [FirstLevel; 3] = [
    by_dice(
        "The exact roll",
        "The goal is one square away, and only an exact move reaches it.",
        "18-12-first",
    ),
    by_dice(
        "Take the ladder",
        "Three ladders are within reach of one die: choose what most often lands on one.",
        "9-12-first",
    ),
    by_dice(
        "Avoid the snake",
        "A snake begins one square ahead: choose a roll that cannot end there.",
        "6-17-first",
    ),
];

/// Those of take-away games.
pub(super) const TAKE: [FirstLevel; 3] = [
    win("Leave the last stick", "Whoever takes the last stick loses: leave it to them.", "2-first"),
    win("Count what is left", "Take sticks until one is left for them.", "3-first"),
    win("Take as many as you may", "You may take three sticks at once: leave one.", "4-first"),
];

/// Those of Sim.
pub(super) const SIM: [FirstLevel; 3] = [
    win(
        "Close no triangle",
        "Two of the three edges close a triangle of your colour: draw the other one.",
        "r.brb/bb../rrb/br/r",
    ),
    win(
        "Leave them no safe edge",
        "Draw a safe edge after which every edge that is left closes a triangle of theirs.",
        ".brrr/brbr/br./b./.",
    ),
    win(
        "Count the safe edges",
        "Draw the edge after which they run out of safe edges before you do.",
        ".rrbr/rr../.b./.b/b",
    ),
];

/// Those of Reversi.
pub(super) const REVERSI: [FirstLevel; 3] = [
    win(
        "Take the corner",
        "A disc in a corner is never turned over: place yours there.",
        ".wwwwwwb/bwwwbwwb/bwwbwbwb/bwbwwbwb/bwwbbwwb/wwwwbbwb/bwbbbbw./bwwwwwww-black",
    ),
    win(
        "Leave them no move",
        "Place a disc after which they cannot move: they pass, and you move again.",
        "bwwww.bb/bwwwwbbb/bwwwwwwb/bwwbbbwb/bwbbbbwb/wwwwwbwb/wwbwwwbb/wwwww.bb-black",
    ),
    win(
        "Count to the end",
        "Two squares are left, one for each side: choose the one that leaves you more discs.",
        "bbwwwwww/bbwwbbww/bbbbwwww/bbbwwwww/bbbbbwww/bbbbwwww/wbwbbwwb/bbwww.w.-black",
    ),
];

/// Those of Wolf and Sheep.
pub(super) const WOLF: [FirstLevel; 3] = [
    win(
        "Shut it in",
        "The wolf has one square to go to: take it with a sheep.",
        ".s...s.w/....s.../.......s/......../......../......../......../........-sheep",
    ),
    win(
        "Run past",
        "Go round the last sheep: two steps take you to the first row.",
        "...s..../......../......../......s./.s....../......w./.......s/........-wolf",
    ),
    win(
        "Close the gap",
        "Leave the wolf only one square, so that your next step shuts it in.",
        "...s..../w.s...../......../s......./.s....../......../......../........-sheep",
    ),
];
