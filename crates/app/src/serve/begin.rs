//! What a link or a card asks to begin, checked.

use super::budgets::MOST_FORESIGHT;
use super::games::open;
use super::refusal::Refused;
use super::state::App;
use crate::registry::{AnyGame, AnyPosition};
use crate::views;
use crate::wire::api::{
    Begin, GoalView, GoalWord, OpponentView, Say, SessionView, StateWord, Tone, ValueKind,
};
use spar_challenge::player::Player;
use spar_rules::{ReadError, Side, Turn, Value};

/// A game that may begin.
pub(crate) struct Begun {
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// Where it starts.
    pub start: Box<dyn AnyPosition>,
    /// The program; none if two people share the board.
    pub against: Option<Player>,
    /// The person's side; none if two people share the board.
    pub you: Option<Side>,
    /// What is wanted.
    pub goal: Option<GoalWord>,
}

/// Who a person plays against unless they say another.
const USUAL_OPPONENT: &str = "2";

/// What help costs.
pub(crate) const COST: &str = "A hint or the values make this try unrated.";

impl Begun {
    /// Reads what is asked for.
    ///
    /// # Errors
    /// Says what cannot be, and why.
    pub(crate) fn read(begin: &Begin) -> Result<Begun, Refused> {
        let game = open(&begin.game)?;
        let start = game.read_position(begin.position.as_deref().unwrap_or("start"))?;
        if matches!(start.turn(), Turn::Over(_)) && begin.goal.is_some() {
            return Err(ReadError::new("the game is over there, so there is no goal").into());
        }
        let against = opponent(begin.against.as_deref().unwrap_or(USUAL_OPPONENT))?;
        let you = match (against, begin.side) {
            (None, Some(_)) => {
                return Err(ReadError::new("two people share the board, so neither side is yours")
                    .hint("leave `side` out")
                    .into());
            }
            (None, None) => None,
            (Some(_), side) => Some(side.map_or(start.side(), Side::from)),
        };
        if against.is_none() && begin.goal.is_some() {
            return Err(ReadError::new("two people share the board, so there is no goal")
                .hint("leave `goal` out")
                .into());
        }
        Ok(Begun { game, start, against, you, goal: begin.goal })
    }

    /// The game as it is shown before it has begun.
    pub(crate) fn view(&self, app: &App) -> SessionView {
        let now = views::position(&*self.game, &*self.start);
        let goal = self.goal_view(app);
        let words = goal.as_ref().map(|goal| goal.words.clone());
        SessionView {
            id: None,
            you: self.you.map(views::side),
            against: self.opponent(),
            start: now.position.clone(),
            seed: 0,
            moves: Vec::new(),
            last: Vec::new(),
            state: match self.start.turn() {
                Turn::Over(_) => StateWord::Over,
                _ => StateWord::Open,
            },
            result: ValueKind::Unknown,
            say: Say {
                tone: Tone::Neutral,
                strong: "Your move.".to_owned(),
                text: words.unwrap_or_default(),
            },
            slips: 0,
            hinted: 0,
            helped: false,
            cost: COST.to_owned(),
            can_undo: false,
            goal,
            now,
        }
    }

    /// The opponent.
    pub(crate) fn opponent(&self) -> OpponentView {
        views::opponent(self.against)
    }

    fn goal_view(&self, app: &App) -> Option<GoalView> {
        let (kind, you) = (self.goal?, self.you?);
        let value = app.evaluate(&*self.game, &*self.start).value;
        let moves = match value {
            Some(Value::Win(plies)) if self.start.side() == you => Some(plies.div_ceil(2)),
            Some(Value::Loss(plies)) if self.start.side() != you => Some(plies / 2),
            _ => None,
        };
        let moves = moves.filter(|_| kind == GoalWord::Win);
        let side = &self.game.facts().sides[usize::from(you == Side::Second)];
        let wanted = match (kind, moves) {
            (GoalWord::Win, Some(moves)) => format!("Win in {moves}."),
            (GoalWord::Win, None) => "Win.".to_owned(),
            (GoalWord::Draw, _) => "Hold the draw.".to_owned(),
        };
        Some(GoalView { kind, moves, words: format!("You are {side}. {wanted}") })
    }
}

/// Reads an opponent: a player, or `human` for a second person.
fn opponent(text: &str) -> Result<Option<Player>, ReadError> {
    if text == "human" {
        return Ok(None);
    }
    let player: Player = text.parse()?;
    if player.rounds().is_some_and(|rounds| rounds > MOST_FORESIGHT) {
        return Err(ReadError::new(format!("foresight {text} is more than this server plays"))
            .hint(format!("`random`, 1 to {MOST_FORESIGHT}, `perfect` or `human`")));
    }
    Ok(Some(player))
}
