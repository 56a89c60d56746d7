/** What the server has told of a match: teams, dungeon, log, clocks, the open decision. Nothing here is a guess. */

import { withHidden } from "../../board/geometry";
import { listWords, t } from "../../languages";
import type { Board, Clocks, Event, LogNote, Over, PlayerCard, Prompt, Setup, Stage, Task, Thinking, TurnLine, Update, Verdict, Welcome } from "../../wire";

/** Lines of the log that a browser keeps. */
const LOG_KEPT = 2000;

export class Told {
  stage: Stage = $state("waiting");
  setup: Setup | null = $state.raw(null);
  /** The sides that this browser decides for. */
  mine: number[] = $state.raw([]);
  commitment = $state("");
  seed = $state("");
  /** The number of the open decision. Every order names it. */
  number = $state(0);
  prompt: Prompt | null = $state.raw(null);
  log: Event[] = $state.raw([]);
  clocks: Clocks | null = $state.raw(null);
  clocksAt = $state(0);
  over: Over | null = $state.raw(null);
  /** What mattered in the turns of the others, from the beginning of our turn to our first decision. */
  summary: TurnLine[] = $state.raw([]);
  /** How far the computer is with its decision, if it takes long. */
  thinking: Thinking | null = $state.raw(null);
  /** Of a lesson or a puzzle: what is to be done, and how it stands. */
  task: Task | null = $state.raw(null);
  verdict: Verdict | null = $state.raw(null);
  /** Whether the coaches roll real dice and type them in. */
  typed = $state(false);
  /** Lines of the log that are no events: what was taken back at a real table. */
  notes: LogNote[] = $state.raw([]);

  readonly players: PlayerCard[] = $derived(this.setup?.players ?? []);
  readonly watching: boolean = $derived(this.mine.length === 0);

  welcome(message: Welcome): void {
    this.stage = message.stage;
    this.setup = { ...message.setup, board: withHidden(message.setup.board) };
    this.mine = message.sides;
    this.commitment = message.commitment;
    this.seed = message.seed;
    this.number = message.number;
    this.task = message.task;
    this.verdict = message.verdict;
    this.typed = message.dice === "typed";
    this.notes = message.notes ?? [];
    this.log = message.log.filter((event) => !event.minor);
    this.summary = message.summary ?? [];
    this.thinking = null;
    this.setClocks(message.clocks);
  }

  /** The next decision is on its way: what happened before it is still to be shown. */
  update(message: Update): void {
    this.number = message.number;
    this.setClocks(message.clocks);
    if (message.undone !== null) {
      const undone = message.undone;
      this.log = this.log.filter((event) => event.number < undone);
    }
    if (message.notes) this.notes = message.notes;
    this.prompt = null;
    this.thinking = null;
    const { summary = [] } = message;
    if (summary.length > 0 || message.by === "coach") this.summary = summary;
  }

  /** Write a line of the log. */
  write(event: Event): void {
    if (!event.minor && event.text) this.log = [...this.log.slice(-LOG_KEPT), event];
  }

  /** The dungeon itself has changed: a door was opened, another layout was found. */
  rebuild(board: Board): void {
    if (this.setup) this.setup = { ...this.setup, board: withHidden(board) };
  }

  finish(message: Over): void {
    this.over = message;
    this.seed = message.seed;
    this.stage = "over";
  }

  setClocks(clocks: Clocks): void {
    this.clocks = clocks;
    this.clocksAt = Date.now();
  }

  // --- names ---------------------------------------------------------------------------------------------------------

  sideName(side: number): string {
    return this.setup?.sides[side]?.name ?? t("Side {{number}}", { number: side + 1 });
  }

  playerName(piece: number): string {
    return this.players[piece]?.name ?? t("player {{number}}", { number: piece });
  }

  /** The person to whom the link of these sides belongs. */
  seatName(sides: readonly number[]): string {
    const teams = sides.filter((side) => this.setup?.sides[side]?.letter !== "GM");
    const names = teams.length > 0 ? [t("the coach of {{teams}}", { teams: listWords(teams.map((side) => this.sideName(side))) })] : [];
    if (teams.length < sides.length) names.push(t("the game master"));
    return listWords(names);
  }
}
