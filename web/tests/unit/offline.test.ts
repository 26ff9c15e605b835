import { expect, test } from "vitest";
import type { SessionCard } from "../../src/api/types";
import { isOld, leavingRules, MOST, reviewPath, sessionPath, staying } from "../../src/offline/choice";
import { KEPT, OWN } from "../../src/offline/names";
import { worker } from "../../src/offline/worker";
import { scene, session } from "./examples";

const card = (id: string, rows: string[], state: SessionCard["state"] = "open"): SessionCard => ({
  id,
  game: "tictactoe",
  title: "Tic-Tac-Toe",
  about: "",
  state,
  result: "unknown",
  scene: scene([rows]),
  at: "2026-01-01T00:00:00Z",
});

test("the newest games stay with their reviews, older ones go", () => {
  const cards = Array.from({ length: MOST + 1 }, (_, index) => card(`g${index}`, ["..."]));
  const kept = staying(cards);
  expect(kept).toContain(sessionPath("g0"));
  expect(kept).toContain(reviewPath(`g${MOST - 1}`));
  expect(kept).not.toContain(sessionPath(`g${MOST}`));
  expect(staying([])).toEqual(new Set(["/api/home", "/api/me", "/api/sessions"]));
});

test("a game is fetched anew when it went on or ended", () => {
  const kept = session(["x..", "...", "..."]);
  expect(isOld(card("g", ["x..", "...", "..."]), kept)).toBe(false);
  expect(isOld(card("g", ["x..", ".o.", "..."]), kept)).toBe(true);
  expect(isOld(card("g", ["x..", "...", "..."], "over"), kept)).toBe(true);
  expect(isOld(card("g", ["x.."]), null)).toBe(true);
});

test("listed rules stay, and of others the newest", () => {
  const others = Array.from({ length: 70 }, (_, index) => `/api/games/v${index}`);
  const leaving = leavingRules(["/api/games", ...others], new Set(["/api/games"]));
  expect(leaving).toEqual(others.slice(0, 11));
  expect(leavingRules(others.slice(0, 3), new Set())).toEqual([]);
});

test("the worker keeps what is the person's own under its name, and nothing else of the API", () => {
  const rules = worker.workbox?.runtimeCaching ?? [];
  const nameOf = (path: string) => {
    const url = new URL(path, "http://localhost");
    const request = new Request(url);
    const event = { sameOrigin: true, url, request } as never;
    const rule = rules.find(
      ({ urlPattern }) => typeof urlPattern === "function" && Boolean(urlPattern(event)),
    );
    return rule?.options?.cacheName;
  };
  for (const path of ["/api/me", "/api/home", "/api/sessions", "/api/sessions/a", "/api/sessions/a/review"])
    expect(nameOf(path), path).toBe(OWN);
  for (const path of [
    "/api/values?game=a",
    "/api/levels/next",
    "/api/sessions/a/moves",
    "/api/me/link",
    "/health",
  ])
    expect(nameOf(path), path).toBeUndefined();
});

test("an answer that was kept says so", async () => {
  const rule = worker.workbox?.runtimeCaching?.find(({ options }) => options?.cacheName === OWN);
  const mark = rule?.options?.plugins?.[0]?.cachedResponseWillBeUsed;
  const marked = await mark?.({ cachedResponse: new Response("{}") } as never);
  expect(marked?.headers.has(KEPT)).toBe(true);
  expect(await mark?.({ cachedResponse: undefined } as never)).toBeUndefined();
});
