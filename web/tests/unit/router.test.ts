import { expect, test } from "vitest";
import addresses from "../../src/addresses.json";
import { type Route, route, to } from "../../src/router";

const at = (path: string) => route(new URL(path, "http://spar.test"));

test("every address that is written is read again", () => {
  const game = "connect4:rows=5,cols=5";
  const begin = { game, position: "x../.o./..x", against: "perfect", side: "second", goal: "draw" } as const;
  const places: [string, Route][] = [
    [to.home, { place: "home" }],
    [to.games, { place: "games" }],
    [to.you, { place: "you" }],
    [to.game(game), { place: "game", game }],
    [to.link(begin), { place: "link", begin, values: false }],
    [to.link({ game }, true), { place: "link", begin: { game }, values: true }],
    [to.play("a b/c"), { place: "play", session: "a b/c", values: false }],
    [to.play("s1", true), { place: "play", session: "s1", values: true }],
    [to.train(), { place: "train", game: null }],
    [to.train(game), { place: "train", game }],
    [to.analyse(game, "x+y&z"), { place: "analyse", game, position: "x+y&z" }],
    [to.review("s1", 4), { place: "review", session: "s1", at: 4 }],
    ["/move/abc", { place: "move", key: "abc" }],
  ];
  for (const [path, place] of places) expect(at(path)).toEqual(place);
});

test("every address of the list leads to its place", () => {
  for (const [place, path] of Object.entries(addresses)) {
    expect(at(`${path.replace("{name}", "abc")}?game=tictactoe`).place).toBe(place);
  }
});

test("anything else leads nowhere", () => {
  for (const path of ["/play", "/lab", "/you/a", "/games/a/b", "/review", "/move/", "/play/%E0%A4%A/x"]) {
    expect(at(path)).toEqual({ place: "nowhere" });
  }
  expect(at("/play/%E0%A4%A")).toEqual({ place: "play", session: "%E0%A4%A", values: false });
  expect(at("/review/s1?at=-1")).toMatchObject({ at: null });
});

test("a plus typed by hand in an address is read as one", () => {
  const typed = route(new URL("http://here/analyse?game=connect3&position=start+b,c"));
  expect(typed).toMatchObject({ position: "start+b,c" });
  expect(route(new URL(to.analyse("connect3", "start+b,c"), "http://here"))).toEqual(typed);
});
