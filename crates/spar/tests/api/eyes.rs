//! What players see through the API: the same as `rate --foresight`.

use super::client::Server;
use serde_json::{Value, json};
use spar::wire::level::Looks;
use spar_rules::{SplitMix, Turn};
use spar_solve::Budget;

#[tokio::test]
async fn the_page_and_rate_tell_the_same_about_what_a_player_sees() {
    let server = Server::new();
    let mut client = server.client();
    let mut random = SplitMix::new(3);
    for name in ["tictactoe", "connect3", "take", "sim", "morris", "reversi:rows=4,cols=4"] {
        let game = spar_catalog::open(name).unwrap();
        let mut position = game.start();
        while let Turn::Play(_) = position.turn() {
            for foresight in 1..=3 {
                let text = position.text();
                let path = format!("/api/eyes?game={name}&position={text}&foresight={foresight}");
                let view = client.get(&path).await.with(200);
                let eyes = position.eyes(foresight, &Budget::unlimited()).unwrap().unwrap();
                let rated = Looks::of(&*game, &*position, &eyes);
                let rated = serde_json::to_value(rated).unwrap();
                let moves = rated["moves"].as_array().unwrap();
                let same = |it: &Value| json!({"move": it["move"], "sees": it["sees"], "reward": it["reward"], "plies": it["plies"]});
                assert_eq!(view["moves"], moves.iter().map(same).collect::<Value>(), "{path}");
                let liked = moves.iter().filter(|it| it["liked"] == true);
                let first = liked.clone().next().unwrap();
                assert_eq!(view["liked"], liked.map(|it| it["move"].clone()).collect::<Value>());
                let line = view["line"].as_array().unwrap().iter().map(|it| &it["move"]);
                let wanted = first["line"].as_array().unwrap().iter();
                assert!(line.eq([&first["move"]].into_iter().chain(wanted)), "{path}");
                assert_eq!(view["horizon"], 2 * foresight);
            }
            let moves = position.moves();
            position.play(&moves[random.below(moves.len() as u64) as usize]).unwrap();
        }
    }
    let refused = |error: &Value| error["error"].as_str().unwrap().to_owned();
    let over = client.get("/api/eyes?game=tictactoe&position=xxx/oo./...&foresight=1").await;
    assert_eq!(refused(&over.with(422)), "nobody chooses a move in this position");
    let far = client.get("/api/eyes?game=tictactoe&foresight=7").await;
    assert_eq!(refused(&far.with(422)), "foresight 7 is out of range");
    let race = client.get("/api/eyes?game=ladders&foresight=1").await;
    assert_eq!(refused(&race.with(422)), "no player of this game looks ahead");
}
