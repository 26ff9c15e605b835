// Plays a game with the server: one request at a time. Without the server nothing can be done.
import { Away, api, Refused, sentence } from "../api/client";
import { Patience, sleep } from "../api/patience";
import { server } from "../api/server.svelte";
import type { Begin, LegalMove, MoveAnswer, SessionValues, SessionView } from "../api/types";
import { walkTime } from "../board/track";
import { type Game, type GameEvent, isYourTurn, opened, update } from "./game";
import { kept, stillness } from "./kept.svelte";
import { Policy } from "./policy.svelte";

/** Milliseconds between the moves of a punishing line, and after its last move. */
const STEP = 500;
const HOLD = 1400;
/** How many times longer a step takes when it is shown slowly. */
const SLOWLY = 3;
/** Milliseconds that dice roll, and that a pawn rests before the next turn. */
const TUMBLE = 500;
const REST = 150;
/** The animations of a token that is being placed, and the most milliseconds until they start. */
const ARRIVING = ["arrive", "fall"];
const START = 100;
/** After this many milliseconds of waiting, a message is shown. */
const NOTICE = 300;

const NOT_MADE = "The server cannot be reached. This move was not made.";
const NOT_ASKED = "The server cannot be reached. Ask again when it is back.";
const WENT_ON = "The game had moved on. This is how it stands now.";

/** Waits until the tokens that were placed have arrived: a result is told after that. */
async function arrival(): Promise<void> {
  // Without a window in sight there are no frames.
  await Promise.race([new Promise(requestAnimationFrame), sleep(START)]);
  const arriving = document
    .getAnimations()
    .filter((it) => it instanceof CSSAnimation && ARRIVING.includes(it.animationName));
  await Promise.allSettled(arriving.map(({ finished }) => finished));
}

interface Wishes {
  /** Called once, when the server has started the game. */
  begun?: (id: string) => void;
  /** Called when a game has ended. */
  ended?: () => void;
}

/** The first few legal moves, as examples of the notation. */
function someMoves(moves: LegalMove[]): string {
  const shown = moves.slice(0, 9).map((move) => move.move);
  return `Moves: ${shown.join(", ")}${moves.length > shown.length ? " and others" : ""}.`;
}

export class Table {
  game = $state.raw<Game>() as Game;
  flipped = $state(false);
  /** Whether values are shown, in this position and later ones. */
  valuesOn = $state(false);
  /** Whether punishing lines are shown slowly. */
  slow = $state(false);
  /** The number of the newest request to show a line; earlier ones end. */
  #showing = 0;
  /** The best choice on each square, in a game where that can be shown. */
  readonly policy = new Policy();
  readonly begin: Begin;
  #wishes: Wishes;
  /** The id of the game, known shortly before the first answer is shown. */
  #begunAs: string | null = null;
  /** Whether values were shown before the game started. */
  #peeked = false;
  #closed = false;
  #unhear = server.returned.hear(() => void this.#catchUp());
  #patience = new Patience({
    waiting: (words) => this.#tell({ kind: "trouble", words }),
    well: () => this.#tell({ kind: "well" }),
    there: () => server.ask(),
    closed: () => this.#closed,
  });

  constructor(session: SessionView, begin: Begin, wishes: Wishes = {}) {
    this.game = opened(session);
    this.begin = begin;
    this.#wishes = wishes;
  }

  get session(): SessionView {
    return this.game.session;
  }

  get id(): string | null {
    return this.game.session.id ?? this.#begunAs;
  }

  /** Whether the opponent moves first and the game has not started. */
  get waitsForStart(): boolean {
    return this.id === null && this.session.state === "open" && !isYourTurn(this.session);
  }

  /** Whether a request can be sent now. */
  get free(): boolean {
    return this.game.phase.name === "choose" || this.game.phase.name === "over";
  }

  /** Ends all waiting; later answers are not shown. */
  close(): void {
    this.#closed = true;
    this.#unhear();
  }

  /** Plays a move of the person: it is drawn immediately, then sent. */
  async play(move: LegalMove): Promise<void> {
    if (this.game.phase.name !== "choose" || this.#isAway(NOT_MADE)) return;
    this.#tell({ kind: "chosen", move });
    await this.#move(move.move);
  }

  /** Plays a typed move. Returns an error message if it is not a move. */
  type(text: string): string | null {
    const wanted = text.trim().toLowerCase();
    const { moves } = this.session.now;
    const move =
      moves.find((candidate) => candidate.move.toLowerCase() === wanted) ??
      moves.find((candidate) => this.#showsOn(candidate) === wanted) ??
      moves.find((candidate) => candidate.button?.text.toLowerCase() === wanted);
    if (!move) return `${text.trim() || "That"} is not a move here. ${someMoves(moves)}`;
    void this.play(move);
    return null;
  }

  #showsOn(move: LegalMove): string | undefined {
    return this.session.now.scene.cells[move.shows_on ?? -1]?.name.toLowerCase();
  }

  /** Starts the game with the opponent's move. */
  async start(): Promise<void> {
    if (!this.waitsForStart || !this.free || this.#isAway(NOT_ASKED)) return;
    this.#tell({ kind: "asked" });
    await this.#move(null);
  }

  async hint(): Promise<void> {
    await this.#hinted(api.hint);
  }

  /** Requests the move that does best against the opponent. */
  async respond(): Promise<void> {
    if (this.session.has_response) await this.#hinted(api.response);
  }

  async #hinted(help: typeof api.hint): Promise<void> {
    await this.#ask(async (id, at) => this.#tell({ kind: "hinted", view: await help(id, at) }));
    if (this.game.values === null) await this.#freshValues();
  }

  async undo(): Promise<void> {
    if (!this.session.can_undo || !this.free) return;
    await this.#request(async (id, at) => this.#tell({ kind: "changed", session: await api.undo(id, at) }));
    await this.#freshValues();
  }

  async resign(): Promise<void> {
    await this.#ask(async (id, at) => this.#tell({ kind: "changed", session: await api.resign(id, at) }));
    if (this.session.state !== "open") this.#wishes.ended?.();
  }

  async switchValues(on = !this.valuesOn): Promise<void> {
    this.valuesOn = on;
    if (on) await this.#freshValues();
    else this.#tell({ kind: "valuesOff" });
  }

  /** Shows the first moves of the line that punishes the last slip; `null`: the game again. */
  showStep(step: number | null): void {
    this.#showing += 1;
    this.#tell({ kind: "tell", step });
  }

  /** Plays the line that punishes the last slip again. */
  async showAgain(): Promise<void> {
    const { told } = this.game;
    if (!told || !this.free) return;
    this.showStep(0);
    const turn = this.#showing;
    for (const step of told.frames.keys()) {
      await sleep(this.#step);
      if (turn !== this.#showing || this.#closed || this.game.told === null) return;
      this.#tell({ kind: "tell", step: step + 1 });
    }
  }

  /** Milliseconds between the moves of a punishing line. */
  get #step(): number {
    return this.slow ? STEP * SLOWLY : STEP;
  }

  flip(): void {
    this.flipped = !this.flipped;
  }

  /** Whether the server cannot be reached; if so, shows these words. */
  #isAway(words: string): boolean {
    if (!server.away) return false;
    this.#tell({ kind: "refused", words });
    void server.ask();
    return true;
  }

  /** Updates the game after the server is back: it may have continued elsewhere. */
  async #catchUp(): Promise<void> {
    const { id } = this;
    if (id === null || !this.free) return this.#tell({ kind: "well" });
    try {
      const session = await api.session(id);
      if (server.away || !this.free) return;
      if (session.at === this.session.at) this.#tell({ kind: "well" });
      else this.#goOn(session);
    } catch {
      // The next move tries again.
    }
  }

  /** Shows a game that was continued elsewhere. */
  #goOn(session: SessionView): void {
    this.#tell({ kind: "changed", session });
    this.#tell({ kind: "trouble", words: WENT_ON });
  }

  #tell(event: GameEvent): void {
    if (!this.#closed) this.game = update(this.game, event);
  }

  get #at(): number {
    return this.session.at;
  }

  async #move(move: string | null): Promise<void> {
    const since = performance.now();
    const notice = setTimeout(() => this.#tell({ kind: "thinking" }), NOTICE);
    try {
      const answer = await this.#patience.ask(() => this.#send(move));
      await this.#show(answer, since);
    } catch (failure) {
      await this.#fail(failure, NOT_MADE);
    } finally {
      clearTimeout(notice);
    }
    if (this.session.state !== "open") this.#wishes.ended?.();
    await this.#freshValues();
  }

  async #send(move: string | null): Promise<MoveAnswer> {
    if (this.id !== null && move !== null) return api.move(this.id, move, this.#at);
    if (this.#peeked && move !== null) {
      // Values seen before the first move also count as help.
      const { session } = await this.#begin(null);
      await api.sessionValues(session.id ?? "", session.at);
      this.#peeked = false;
      return api.move(session.id ?? "", move, session.at);
    }
    return this.#begin(move);
  }

  async #begin(move: string | null): Promise<MoveAnswer> {
    const answer = await api.begin(move === null ? { begin: this.begin } : { begin: this.begin, move });
    this.#begunAs = answer.session.id ?? null;
    if (this.#begunAs !== null && !this.#closed) this.#wishes.begun?.(this.#begunAs);
    return answer;
  }

  /** Shows the moves of an answer one by one. */
  async #show(answer: MoveAnswer, since: number): Promise<void> {
    if (answer.frames.some((frame) => frame.roll || frame.walk.length > 0)) return this.#showTurns(answer);
    const slip = answer.verdict?.kind === "slip";
    const still = stillness();
    // Only an opponent seems to think; the person's own last move is already drawn.
    const isOver = answer.session.state !== "open" && !still;
    if (answer.frames.length > 1) await sleep(Math.max(0, kept.pause - (performance.now() - since)));
    else if (isOver) await arrival();
    this.#tell({ kind: "answered", answer });
    while (this.game.phase.name === "replay" && !this.#closed) {
      const { shown, frames } = this.game.phase;
      const ended = shown >= frames.length;
      if (slip && ended) await sleep(HOLD + (still ? STEP * 2 : 0));
      else if (slip && !still) await sleep(this.#step);
      else if (!slip && shown > 1) await sleep(kept.pause);
      this.#tell({ kind: "step" });
      // The next sleep may be long, so the current board must be drawn before it.
      if (!slip && this.game.phase.name === "replay" && this.game.phase.shown >= frames.length) {
        if (isOver) await arrival();
        this.#tell({ kind: "step" });
      }
    }
  }

  /** Shows turns with dice: the choice, the rolling dice, the moving pawn. */
  async #showTurns(answer: MoveAnswer): Promise<void> {
    const { you } = this.session;
    this.#tell({ kind: "answered", answer });
    while (this.game.phase.name === "replay" && !this.#closed) {
      const { shown, frames } = this.game.phase;
      const frame = frames[shown];
      // Only an opponent seems to think.
      if (frame && you && frame.side !== you && !frame.roll) await sleep(kept.pause);
      this.#tell({ kind: "step" });
      if (!frame || stillness()) continue;
      if (frames[shown + 1]?.roll) await sleep(TUMBLE);
      if (frame.walk.length > 1) await sleep(walkTime(frame.walk, this.game.scene.links) + REST);
    }
  }

  /** Sends a request about the position. Starts the game first if it has not started. */
  async #ask(request: (id: string, at: number) => Promise<void>): Promise<void> {
    if (this.game.phase.name === "choose") await this.#request(request);
  }

  async #request(request: (id: string, at: number) => Promise<void>): Promise<void> {
    if (this.#isAway(NOT_ASKED)) return;
    this.#tell({ kind: "asked" });
    try {
      await this.#patience.ask(async () => {
        if (this.id === null) {
          const { session } = await this.#send(null);
          this.#tell({ kind: "changed", session });
          this.#tell({ kind: "asked" });
        }
        if (this.id !== null) await request(this.id, this.#at);
      });
    } catch (failure) {
      await this.#fail(failure);
    }
  }

  /**
   * Fetches the values while a move can already be chosen. A move is drawn immediately, and sent
   * after a values request in progress, as both change the game. Unsent values requests are dropped.
   */
  async #freshValues(): Promise<void> {
    const { session, id } = this;
    if (!this.valuesOn || this.game.phase.name !== "choose") return;
    // They may arrive too late: for another position, or after they were switched off.
    const isWanted = () =>
      this.valuesOn && this.game.phase.name === "choose" && this.session.at === session.at && this.id === id;
    try {
      const view = await this.#patience.ask(async () => {
        if (!isWanted()) return null;
        return id === null ? this.#peek(session) : api.sessionValues(id, this.#at);
      });
      if (view && isWanted()) this.#tell({ kind: "valued", view });
    } catch (failure) {
      if (this.game.phase.name === "choose") await this.#fail(failure);
    }
  }

  /** Fetches the values of a game that has not started, without starting it. */
  async #peek(session: SessionView): Promise<SessionValues> {
    this.#peeked = true;
    return { values: await api.values(session.now.game, session.now.position), session };
  }

  async #fail(failure: unknown, away = NOT_ASKED): Promise<void> {
    // The game was continued elsewhere, or an answer got lost: show its current state.
    if (failure instanceof Refused && failure.status === 409 && this.id !== null) {
      const { id } = this;
      try {
        const session = await this.#patience.ask(() => api.session(id));
        this.#goOn(session);
        return;
      } catch (second) {
        this.#tell({ kind: "refused", words: sentence(second) });
        return;
      }
    }
    this.#tell({ kind: "refused", words: failure instanceof Away ? away : sentence(failure) });
  }
}
