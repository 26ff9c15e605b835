// Makes the rules and the person's last games readable without the server.
// The service worker caches everything that is requested here; see `worker.ts`.
import { Away, api, Refused } from "../api/client";
import { server } from "../api/server.svelte";
import type { SessionView } from "../api/types";
import { isOld, leavingRules, MOST, reviewPath, sessionPath, staying } from "./choice";
import { OWN, RULES } from "./names";

/** Milliseconds without a change until changes are cached. */
const QUIET = 2000;

let running: Promise<void> | null = null;
/** Whether something changed during the current run. */
let again = false;
let stopped = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Waits until the browser is idle. */
const idle = (): Promise<void> =>
  new Promise((wake) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => wake(), { timeout: 5000 });
    else setTimeout(wake, 200);
  });

/** Registers the service worker, if the browser allows it, and starts caching. */
export async function start(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  await idle();
  if (stopped) return;
  try {
    await serviceWorker.register("/sw.js");
    // The person asked to be forgotten in the meantime.
    if (stopped) return await wipe();
    await serviceWorker.ready;
  } catch {
    // Without the worker the page still works, but not without the server.
    return;
  }
  if (!serviceWorker.controller) {
    await new Promise((wake) => serviceWorker.addEventListener("controllerchange", wake, { once: true }));
  }
  server.changed.hear(soon);
  server.returned.hear(soon);
  await keep();
}

function soon(): void {
  clearTimeout(timer);
  if (!stopped) timer = setTimeout(() => void keep(), QUIET);
}

/** Deletes everything of the previous person, because another one uses this browser now. */
export async function dropOwn(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(OWN);
}

/** Deletes all caches, and the worker that would fill them again. */
export async function wipe(): Promise<void> {
  stopped = true;
  clearTimeout(timer);
  await running;
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(workers.map((worker) => worker.unregister()));
  const names = "caches" in globalThis ? await caches.keys() : [];
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Caches what is new, one after the other, and deletes what is old. */
function keep(): Promise<void> {
  if (stopped) return Promise.resolve();
  again = running !== null;
  running ??= keepAll()
    .catch((failure: unknown) => {
      // `returned` fires when a server that was away is back; a busy one is tried again later.
      if (failure instanceof Refused && failure.busy) soon();
      else if (!(failure instanceof Away || failure instanceof Refused)) throw failure;
    })
    .finally(() => {
      running = null;
      if (again) soon();
    });
  return running;
}

async function keepAll(): Promise<void> {
  await keepOwn();
  if (!stopped) await keepRules();
}

async function keepOwn(): Promise<void> {
  const cards = await api.sessions();
  if (server.away) return;
  const cache = await caches.open(OWN);
  await drop(cache, staying(cards));
  await api.me();
  await api.home();
  for (const card of cards.slice(0, MOST)) {
    if (stopped) return;
    const held = await cache.match(sessionPath(card.id));
    const old = isOld(card, held ? ((await held.json()) as SessionView) : null);
    if (old) {
      await idle();
      await api.session(card.id);
    }
    // A game in progress has no review yet.
    if (card.state === "open" || (!old && (await cache.match(reviewPath(card.id))))) continue;
    await idle();
    await api.review(card.id);
  }
}

async function keepRules(): Promise<void> {
  const games = await api.games();
  if (server.away) return;
  const cache = await caches.open(RULES);
  const path = (game: string) => `/api/games/${encodeURIComponent(game)}`;
  for (const { game } of games) {
    if (stopped) return;
    if (await cache.match(path(game))) continue;
    await idle();
    await api.game(game);
  }
  const listed = new Set(["/api/games", ...games.map(({ game }) => path(game))]);
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  for (const leaving of leavingRules(kept, listed)) await cache.delete(leaving);
}

async function drop(cache: Cache, staying: Set<string>): Promise<void> {
  for (const request of await cache.keys()) {
    if (!staying.has(new URL(request.url).pathname)) await cache.delete(request);
  }
}
