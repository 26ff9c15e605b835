// Reads and writes the addresses of the page. `addresses.json` also lists them for the server.
// Pure: `state/here.svelte.ts` connects it to the browser.
import addresses from "./addresses.json";
import { address } from "./api/client";
import type { Begin, GoalWord, SideWord } from "./api/types";

export type Route =
  | { place: "home" }
  | { place: "games" }
  | { place: "game"; game: string }
  | { place: "link"; begin: Begin; values: boolean }
  | { place: "play"; session: string; values: boolean }
  | { place: "train"; game: string | null }
  | { place: "analyse"; game: string | null; position: string | null }
  | { place: "review"; session: string; at: number | null }
  | { place: "move"; key: string }
  | { place: "you" }
  | { place: "nowhere" };

type Place = keyof typeof addresses;

/** The place for each first part of a path, without and with a name after it. */
const bare = new Map<string, Place>();
const named = new Map<string, Place>();
for (const [place, path] of Object.entries(addresses)) {
  const [first = "", name] = path.split("/").slice(1);
  (name === undefined ? bare : named).set(first, place as Place);
}

/** What an address refers to. */
export function route(url: URL): Route {
  const [first = "", name = "", ...rest] = url.pathname.split("/").slice(1).map(plain);
  const query = url.searchParams;
  if (rest.length > 0) return { place: "nowhere" };
  const place = (name === "" ? bare : named).get(first);
  switch (place) {
    case "link": {
      const begin = beginOf(query);
      return begin ? { place, begin, values: query.get("values") === "1" } : { place: "nowhere" };
    }
    case "train":
      return { place, game: query.get("game") };
    case "analyse":
      return { place, game: query.get("game"), position: positionOf(query) };
    case "game":
      return { place, game: name };
    case "play":
      return { place, session: name, values: query.get("values") === "1" };
    case "review":
      return { place, session: name, at: whole(query.get("at")) };
    case "move":
      return { place, key: name };
    case "home":
    case "games":
    case "you":
      return { place };
    case undefined:
      return { place: "nowhere" };
  }
}

/** The address of a place with this name in it. */
function filled(place: Place, name: string): string {
  return addresses[place].replace("{name}", encodeURIComponent(name));
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function whole(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** The text of a position. A plus typed by hand arrives as a space, and no position contains spaces. */
function positionOf(query: URLSearchParams): string | null {
  return query.get("position")?.replaceAll(" ", "+") ?? null;
}

function beginOf(query: URLSearchParams): Begin | null {
  const game = query.get("game");
  if (!game) return null;
  const begin: Begin = { game };
  const position = positionOf(query);
  const against = query.get("against");
  const side = query.get("side");
  const goal = query.get("goal");
  if (position) begin.position = position;
  if (against) begin.against = against;
  // The server checks these words and refuses unknown ones.
  if (side) begin.side = side as SideWord;
  if (goal) begin.goal = goal as GoalWord;
  const rung = whole(query.get("rung"));
  if (rung !== null) begin.rung = rung;
  if (query.get("unrated") === "true") begin.unrated = true;
  return begin;
}

/** The address of a place. */
export const to = {
  home: addresses.home,
  games: addresses.games,
  you: addresses.you,
  game: (name: string) => filled("game", name),
  link: (begin: Begin, values = false) => address(addresses.link, { ...begin, values: values ? 1 : null }),
  play: (session: string, values = false) => address(filled("play", session), { values: values ? 1 : null }),
  train: (game?: string | null) => address(addresses.train, { game }),
  analyse: (game?: string | null, position?: string | null) => address(addresses.analyse, { game, position }),
  review: (session: string, at?: number | null) => address(filled("review", session), { at }),
};
