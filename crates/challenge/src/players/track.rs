//! The kinds of players of races. Their policies are in [`track`](crate::track).

use crate::policy::{Kind, PlayerParameter};

/// `novice`: rolls as many dice as the distance to the goal allows.
pub const NOVICE: Kind = Kind {
    name: "novice",
    listed: "`novice`",
    parameters: &[],
    about: "Throws as many dice as the way to the goal allows, and ignores snakes and ladders.",
    title: |_| "Novice".to_owned(),
    phrase: |_| "the novice".to_owned(),
    habit: |_| None,
    short: |_| None,
};

/// `fastest`: needs the fewest turns to the goal.
pub const FASTEST: Kind = Kind {
    name: "fastest",
    listed: "`fastest`",
    parameters: &[],
    about: "Takes what needs the fewest turns to the goal, wherever the other side stands.",
    title: |_| "Fastest".to_owned(),
    phrase: |_| "the fastest".to_owned(),
    habit: |_| None,
    short: |_| None,
};

// Players with a parameter: the fair opponent of Beaudry, Bisson, Chamberland and Kabanza
// (2010), which wins most often before the other player gives up, and a given policy.

/// `keep-in-game:quits=10,against=novice`: wins most often before the other player gives up.
pub const KEEP_IN_GAME: Kind = Kind {
    name: "keep-in-game",
    listed: "`keep-in-game`",
    parameters: &[
        PlayerParameter {
            name: "quits",
            takes: "how many squares apart the other gives up, or `half` the board",
            default: "half",
            read: |text| match text {
                "half" => Some(text.to_owned()),
                text => text.parse::<u32>().ok().filter(|it| *it > 0).map(|it| it.to_string()),
            },
        },
        PlayerParameter {
            name: "against",
            takes: "`novice` or `fastest`",
            default: "novice",
            read: |text| ["novice", "fastest"].contains(&text).then(|| text.to_owned()),
        },
    ],
    about: "Wins as often as it can before the other, left too far behind or ahead, gives up.",
    title: |_| "Keep in game".to_owned(),
    phrase: |player| match player.setting("quits") {
        "half" => "the fair opponent".to_owned(),
        squares => format!("the fair opponent (quits at {squares})"),
    },
    habit: |_| None,
    short: |_| None,
};

/// The maximum number of letters in the name of a policy.
const MOST_LETTERS: usize = 256 << 20;

/// `policy:1DDT…`: one letter per square.
pub const POLICY: Kind = Kind {
    name: "policy",
    listed: "`policy:…`",
    parameters: &[PlayerParameter {
        name: "letters",
        takes: "a letter for each square, or lines of them joined by `/`, one for each square \
                of the other",
        default: "",
        read: |text| {
            let is_letter = |it: u8| it.is_ascii_alphanumeric() || it == b'/';
            let fits = (1..=MOST_LETTERS).contains(&text.len());
            (fits && text.bytes().all(is_letter)).then(|| text.to_owned())
        },
    }],
    about: "Takes what a policy says: a letter for each square.",
    title: |_| "Policy".to_owned(),
    phrase: |_| "the given policy".to_owned(),
    habit: |_| None,
    short: |player| Some(format!("policy:{}", player.setting("letters"))),
};
