//! Explanations as the page draws them.

use super::board::side;
use crate::api::{DrawnLineView, EndingWord, FactView, FactWord, GhostView, StepView, StoryView};
use spar_challenge::explain::{CAPTION, DrawnLine, Ending, Fact, FactKind, Story, StoryStep};
use spar_rules::Outcome;

/// A line of moves, told to its end.
pub fn story(story: Story) -> StoryView {
    let (ending, wins_in) = match story.ending {
        Ending::Over(Outcome::Win(_)) => (EndingWord::Won, None),
        Ending::Over(Outcome::Draw) => (EndingWord::Drawn, None),
        Ending::TwoWays(_) => (EndingWord::TwoWays, None),
        Ending::Wins { moves, .. } => (EndingWord::Wins, Some(moves)),
        Ending::Draws => (EndingWord::Draws, None),
        Ending::Open => (EndingWord::Open, None),
    };
    StoryView {
        steps: story.steps.into_iter().map(step).collect(),
        ending,
        wins_in,
        sentence: story.sentence,
        lines: story.lines.into_iter().map(line).collect(),
        caption: CAPTION.to_owned(),
    }
}

fn step(step: StoryStep) -> StepView {
    StepView { text: step.text, facts: facts(step.facts) }
}

/// Facts about a move or a position.
pub(super) fn facts(facts: Vec<Fact>) -> Vec<FactView> {
    facts.into_iter().map(fact).collect()
}

fn fact(fact: Fact) -> FactView {
    let kind = match fact.kind {
        FactKind::Completes => FactWord::Completes,
        FactKind::Ends => FactWord::Ends,
        FactKind::Block => FactWord::Block,
        FactKind::Threat => FactWord::Threat,
        FactKind::Fork => FactWord::Fork,
        FactKind::OnlyReply => FactWord::OnlyReply,
        FactKind::NoReply => FactWord::NoReply,
        FactKind::Zugzwang => FactWord::Zugzwang,
        FactKind::SharedCell => FactWord::SharedCell,
        FactKind::Standing => FactWord::Standing,
        FactKind::Rolls => FactWord::Rolls,
    };
    let ghosts = fact.ghosts.iter().map(|it| GhostView { cell: it.cell, side: side(it.side) });
    FactView {
        kind,
        text: fact.text,
        lines: fact.lines.into_iter().map(line).collect(),
        ghosts: ghosts.collect(),
    }
}

fn line(line: DrawnLine) -> DrawnLineView {
    DrawnLineView { side: side(line.side), cells: line.cells, missing: line.missing }
}
