// The analysis of one position: requests the position, its value and its hardness from the server.
import { api, Refused, sentence } from "../api/client";
import type { GameCard, GameView, PositionView, Refusal, SideWord, ValuesView } from "../api/types";
import { type Analyse, after, askedTurn, begin, type Event, joined, stands, update } from "./analyse";
import { LongWork } from "./long-work.svelte";
import { found } from "./work";

/** Hardness is worked out once a position has been shown for this long. */
const PAUSE_MS = 500;

export class AnalyseDesk {
  /** All games that can be chosen. */
  games = $state.raw<GameCard[]>([]);
  game = $state.raw<GameView | null>(null);
  analyse = $state.raw<Analyse | null>(null);
  /** The quick values of the position; `null` until they are known. */
  #quick = $state.raw<ValuesView | null>(null);
  /** Why nothing can be shown. */
  trouble = $state("");
  readonly hardness = new LongWork();
  /** The search of a position whose quick values are not all known. */
  readonly search = new LongWork();
  /** The number of the newest request; answers to earlier ones are ignored. */
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #moved: (position: PositionView) => void;

  /** `moved` is called with every valid position, so that the address can be updated. */
  constructor(moved: (position: PositionView) => void) {
    this.#moved = moved;
  }

  /** The values of the position, as far as they are known; `null` until the first are. */
  get values(): ValuesView | null {
    const news = found(this.search.state);
    return news?.event === "values" ? joined(news.values, this.#quick) : this.#quick;
  }

  /** Opens the game and position of an address; by default the start of the first game. */
  async open(game: string | null, position: string | null): Promise<void> {
    const current = this.analyse?.position;
    if (current && current.game === game && current.position === position) return;
    const ticket = this.#ask();
    try {
      if (this.games.length === 0) this.games = await api.games();
      const name = game ?? this.games[0]?.game ?? "";
      const view = this.game?.game === name ? this.game : await api.game(name);
      if (ticket !== this.#asked) return;
      this.game = view;
      this.trouble = "";
      await this.#openText(view, position, ticket);
    } catch (failure) {
      if (ticket === this.#asked) this.trouble = sentence(failure);
    }
  }

  /** A click on a cell with a tool that places or removes tokens. */
  put(cell: number): void {
    this.#tell({ kind: "put", cell });
    this.#setUp();
  }

  /** Removes all tokens. */
  clear(): void {
    this.#tell({ kind: "empty" });
    this.#setUp();
  }

  /** Plays a move. */
  play(move: string): void {
    const position = this.analyse?.position;
    if (position) this.#read(position.game, after(position, move));
  }

  /** Goes back to the previous position, or drops tokens that are not a valid position. */
  back(): void {
    const state = this.analyse;
    if (!state) return;
    const text = state.phase.name === "standing" ? state.past.at(-1) : state.position.position;
    if (text !== undefined) this.#read(state.position.game, text);
  }

  /** Reads the text in the field. */
  read(): void {
    const state = this.analyse;
    if (state) this.#read(state.position.game, state.text.trim());
  }

  /** Changes what needs no answer: the tool, the text in the field. */
  change(event: Extract<Event, { kind: "tool" | "type" }>): void {
    this.#tell(event);
    if (event.kind === "tool" && event.tool !== "play") void this.#askTurns();
  }

  /** Sets up the same tokens with this side to move. */
  turn(side: SideWord): void {
    this.#setUp(side);
  }

  /** Requests which sides may be to move with the current tokens, so that one can be chosen. */
  async #askTurns(): Promise<void> {
    const state = this.analyse;
    if (state?.phase.name !== "standing" || state.turns.length > 0) return;
    const ticket = this.#asked;
    try {
      const { turns } = await api.setUp(state.position.game, state.tokens);
      if (ticket === this.#asked) this.#tell({ kind: "turns", turns });
    } catch {
      // The next token sends the request again.
    }
  }

  /** Requests the hardness. */
  rate(): void {
    const position = this.analyse?.position;
    if (position) this.hardness.ask({ kind: "analysis", game: position.game, position: position.position });
  }

  /** Searches longer for the values that are not known. */
  searchLonger(): void {
    const position = this.analyse?.position;
    if (position) this.search.ask({ kind: "search", game: position.game, position: position.position });
  }

  /** Cancels everything. */
  leave(): void {
    this.#ask();
  }

  async #openText(view: GameView, position: string | null, ticket: number): Promise<void> {
    if (position === null) {
      this.#stand(view.start);
      return;
    }
    try {
      const read = await api.position(view.game, position);
      if (ticket === this.#asked) this.#stand(read);
    } catch (failure) {
      if (ticket !== this.#asked || !(failure instanceof Refused)) throw failure;
      // The text stays in the field, so that it can be corrected.
      this.analyse = update(begin(view.start), { kind: "type", text: position });
      this.#tell({ kind: "refused", by: "text", why: failure.refusal });
    }
  }

  #setUp(turn?: SideWord): void {
    const state = this.analyse;
    if (!state) return;
    const asked = turn ?? askedTurn(state);
    this.#follow("tokens", api.setUp(state.position.game, state.tokens, asked).then(stands));
  }

  #read(game: string, text: string): void {
    this.#tell({ kind: "ask" });
    this.#follow(
      "text",
      api.position(game, text).then((position) => ({ kind: "stands", position })),
    );
  }

  #follow(by: "tokens" | "text", answer: Promise<Event>): void {
    const ticket = this.#ask();
    answer.then(
      (event) => {
        if (ticket === this.#asked && event.kind === "stands") this.#stand(event.position, event.turns);
      },
      (failure) => {
        if (ticket === this.#asked) this.#tell({ kind: "refused", by, why: reason(failure) });
      },
    );
  }

  #stand(position: PositionView, turns: SideWord[] = []): void {
    if (this.analyse) this.#tell({ kind: "stands", position, turns });
    else this.analyse = begin(position);
    this.#moved(position);
    if (position.turn === "over") return;
    const ticket = this.#asked;
    api.values(position.game, position.position).then(
      (values) => {
        if (ticket !== this.#asked) return;
        this.#quick = values;
        // What is not known quickly is worked out only on request.
        if (values.value.kind !== "unknown") this.#timer = setTimeout(() => this.rate(), PAUSE_MS);
      },
      // Without values the position is still shown, and its hardness can be requested.
      () => undefined,
    );
  }

  #tell(event: Event): void {
    if (this.analyse) this.analyse = update(this.analyse, event);
  }

  /** Starts a new request; answers to earlier ones are ignored. */
  #ask(): number {
    clearTimeout(this.#timer);
    this.hardness.forget();
    this.search.forget();
    this.#quick = null;
    this.#asked += 1;
    return this.#asked;
  }
}

function reason(failure: unknown): Refusal {
  return failure instanceof Refused ? failure.refusal : { error: sentence(failure), hint: null };
}
