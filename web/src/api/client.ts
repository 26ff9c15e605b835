// Requests to the server. One function per address; every failure is a `Refused` or an `Away`.
import { KEPT } from "../offline/names";
import { server } from "./server.svelte";
import type {
  Begin,
  DeviceLink,
  EyesView,
  GameCard,
  GameView,
  HintView,
  HomeView,
  LevelView,
  Me,
  MoveAnswer,
  NewSession,
  PolicyView,
  PositionView,
  Refusal,
  ReviewView,
  SessionCard,
  SessionValues,
  SessionView,
  SetUpView,
  SideWord,
  TokenView,
  TwinView,
  ValuesView,
  Work,
  WorkId,
} from "./types";

/** The server answered with an error. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly refusal: Refusal,
    /** Seconds until the request may be retried, if the server says so. */
    readonly retryAfter: number | null,
  ) {
    super(refusal.error);
  }

  /** Whether the same request may succeed a little later. */
  get busy(): boolean {
    return this.status === 429 || this.status === 503;
  }
}

/** The server did not answer. */
export class Away extends Error {}

/** A failure as one or two sentences to show. */
export function sentence(failure: unknown): string {
  if (failure instanceof Refused) return refusalWords(failure.refusal);
  if (failure instanceof Away) return "The server does not answer.";
  return "Something went wrong on this page. Reload it.";
}

/** A refusal as one or two sentences. */
export function refusalWords({ error, hint }: Pick<Refusal, "error" | "hint">): string {
  return hint ? `${upper(error)} ${upper(hint)}` : upper(error);
}

/** A clause as a sentence: adds a capital, and a full stop unless it ends with punctuation. */
export function upper(clause: string): string {
  const text = clause.charAt(0).toUpperCase() + clause.slice(1);
  return /[.?:]$/.test(text) ? text : `${text}.`;
}

type Query = Record<string, string | number | boolean | null | undefined>;

/** An address with its query; parameters without a value are left out. */
export function address(path: string, query: Query = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== false) pairs.set(name, String(value));
  }
  return pairs.size > 0 ? `${path}?${pairs}` : path;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const request: RequestInit = { method, headers: { accept: "application/json" } };
  if (body !== undefined) {
    request.headers = { accept: "application/json", "content-type": "application/json" };
    request.body = JSON.stringify(body);
  }
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(path, request);
    text = await answer.text();
  } catch {
    server.silent();
    throw new Away("no answer");
  }
  if (answer.headers.has(KEPT)) server.silent();
  else server.answered();
  const data = read(text);
  if (answer.ok) {
    if (method !== "GET") server.changed.ring();
    return data as T;
  }
  const after = Number(answer.headers.get("retry-after"));
  const refusal = isRefusal(data) ? data : { error: `the server answered ${answer.status}`, hint: null };
  throw new Refused(answer.status, refusal, after > 0 ? after : null);
}

function read(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function isRefusal(data: unknown): data is Refusal {
  return typeof data === "object" && data !== null && "error" in data && typeof data.error === "string";
}

const get = <T>(path: string, query?: Query) => ask<T>("GET", address(path, query));
const post = <T>(path: string, body: unknown) => ask<T>("POST", path, body);
const session = (id: string) => `/api/sessions/${encodeURIComponent(id)}`;
const work = (id: string) => `/api/work/${encodeURIComponent(id)}`;

/** Every address of the API that the page uses. */
export const api = {
  home: () => get<HomeView>("/api/home"),
  games: () => get<GameCard[]>("/api/games"),
  game: (name: string) => get<GameView>(`/api/games/${encodeURIComponent(name)}`),
  position: (game: string, position?: string | null) =>
    get<PositionView>("/api/positions", { game, position }),
  values: (game: string, position?: string | null) => get<ValuesView>("/api/values", { game, position }),
  /** What a player with this foresight sees of a position. */
  eyes: (game: string, position: string, foresight: number) =>
    get<EyesView>("/api/eyes", { game, position, foresight }),
  /** What a player chooses on every square, given a position. */
  policy: (game: string, position: string, player: string) =>
    get<PolicyView>("/api/policies", { game, position, player }),
  setUp: (game: string, tokens: TokenView[][], turn?: SideWord) =>
    post<SetUpView>("/api/setup", { game, tokens, turn }),
  start: (begin: Begin) => get<SessionView>("/api/start", { ...begin }),
  /** The next level: one that is solved in about `wanted` percent of tries, and is not listed in `not`. */
  level: (game: string, wanted: number, not: string[]) =>
    get<LevelView>("/api/levels/next", { game, wanted, not: not.length > 0 ? not.join(" ") : null }),
  begin: (wanted: NewSession) => post<MoveAnswer>("/api/sessions", wanted),
  sessions: () => get<SessionCard[]>("/api/sessions"),
  session: (id: string) => get<SessionView>(session(id)),
  move: (id: string, move: string, at: number) => post<MoveAnswer>(`${session(id)}/moves`, { move, at }),
  undo: (id: string, at: number) => post<SessionView>(`${session(id)}/undo`, { at }),
  resign: (id: string, at: number) => post<SessionView>(`${session(id)}/resign`, { at }),
  hint: (id: string, at: number) => post<HintView>(`${session(id)}/hint`, { at }),
  /** The move that does best against the opponent. */
  response: (id: string, at: number) => post<HintView>(`${session(id)}/response`, { at }),
  sessionValues: (id: string, at: number) => post<SessionValues>(`${session(id)}/values`, { at }),
  /** The twin of the last missed position. */
  twin: (id: string) => get<TwinView>(`${session(id)}/twin`),
  review: (id: string) => get<ReviewView>(`${session(id)}/review`),
  me: () => get<Me>("/api/me"),
  rename: (name: string) => ask<Me>("PUT", "/api/me", { name }),
  forget: () => ask<null>("DELETE", "/api/me"),
  forgetHere: () => ask<null>("DELETE", "/api/me/here"),
  makeLink: () => post<DeviceLink>("/api/me/link", {}),
  useLink: (key: string) => post<Me>("/api/link", { key }),
  work: (wanted: Work) => post<WorkId>("/api/work", wanted),
  cancel: (id: string) => ask<null>("DELETE", work(id)),
  /** The address of the events of long work; see `events.ts`. */
  events: (id: string) => `${work(id)}/events`,
};
