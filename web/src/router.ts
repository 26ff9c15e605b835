// Addresses of the page, read and written. Pure: `state/here.svelte.ts` follows the browser.
import { address } from "./api/client";
import type { Begin, GoalWord, SideWord } from "./api/types";

export type Route =
  | { place: "home" }
  | { place: "game"; game: string }
  | { place: "link"; begin: Begin; values: boolean }
  | { place: "play"; session: string }
  | { place: "train"; game: string | null }
  | { place: "analyse"; game: string | null; position: string | null }
  | { place: "review"; session: string; at: number | null }
  | { place: "move"; key: string }
  | { place: "you" }
  | { place: "nowhere" };

/** What an address asks for. */
export function route(url: URL): Route {
  const [place = "", name, ...rest] = url.pathname.split("/").slice(1).map(plain);
  const query = url.searchParams;
  if (rest.length > 0) return { place: "nowhere" };
  if (name === undefined || name === "") {
    switch (place) {
      case "":
        return { place: "home" };
      case "play": {
        const begin = beginOf(query);
        return begin ? { place: "link", begin, values: query.get("values") === "1" } : { place: "nowhere" };
      }
      case "train":
        return { place: "train", game: query.get("game") };
      case "analyse":
        return { place: "analyse", game: query.get("game"), position: positionOf(query) };
      case "you":
        return { place: "you" };
      default:
        return { place: "nowhere" };
    }
  }
  switch (place) {
    case "games":
      return { place: "game", game: name };
    case "play":
      return { place: "play", session: name };
    case "review":
      return { place: "review", session: name, at: whole(query.get("at")) };
    case "move":
      return { place: "move", key: name };
    default:
      return { place: "nowhere" };
  }
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

/** The text of a position. A plus typed by hand arrives as a space, and no position has any. */
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
  // The server knows which words there are, and says so of any other.
  if (side) begin.side = side as SideWord;
  if (goal) begin.goal = goal as GoalWord;
  const rung = whole(query.get("rung"));
  if (rung !== null) begin.rung = rung;
  return begin;
}

/** The address of a place. */
export const to = {
  home: "/",
  games: "/#games",
  you: "/you",
  game: (name: string) => `/games/${encodeURIComponent(name)}`,
  link: (begin: Begin, values = false) => address("/play", { ...begin, values: values ? 1 : null }),
  play: (session: string) => `/play/${encodeURIComponent(session)}`,
  train: (game?: string | null) => address("/train", { game }),
  analyse: (game?: string | null, position?: string | null) => address("/analyse", { game, position }),
  review: (session: string, at?: number | null) => address(`/review/${encodeURIComponent(session)}`, { at }),
};
