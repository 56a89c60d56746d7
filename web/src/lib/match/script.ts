/** From the events of an update to what the board shows, beat by beat: each beat changes a little and lasts a while. */

import type { SoundName } from "../sound";
import { soundOf } from "./eventsounds";
import type { BallState, Event, EventKind, EventOf, Face, NoticeKind, PieceState, Position } from "../wire";

export interface DiceShow {
  dice: number[];
  die: string;
  faces: Face[];
  needed: number | null;
  passed: boolean | null;
  what: string;
  piece: number | null;
  other: number | null;
  side: number | null;
}

export interface Notice {
  kind: Exclude<NoticeKind, "">;
  title: string;
  text: string;
  side: number | null;
  rule: string;
}

export interface Beat {
  event: Event;
  /** Milliseconds at usual speed. */
  time: number;
  position: Position;
  dice: DiceShow | null;
  notice: Notice | null;
  sound: SoundName | "";
  /** A word that floats up from a piece: "KO", "stunned", "down". */
  float: { piece: number; text: string; good: boolean } | null;
}

/** Kinds of events that lead a piece from `origin` to `square`. */
const WALKS = ["moved", "pushed", "followed up", "teleported"] as const satisfies EventKind[];
/** Kinds of events after which the piece stands on `square`. */
const ARRIVALS: ReadonlySet<EventKind> = new Set([...WALKS, "entered", "deployed", "landed", "monster appeared", "referee came"] as const);
const BALL_LANDS: ReadonlySet<EventKind> = new Set(["ball moved", "ball rested", "ball dropped", "ball teleported", "ball thrown"] as const);
const BALL_HELD: ReadonlySet<EventKind> = new Set(["ball picked up", "ball caught"] as const);

/** Whether an event leads a piece from one square to another. */
export function isWalk(event: Event): event is EventOf<(typeof WALKS)[number]> {
  return (WALKS as readonly EventKind[]).includes(event.kind);
}

const TIMES: Partial<Record<EventKind, number>> = {
  moved: 170,
  pushed: 260,
  "followed up": 200,
  teleported: 520,
  entered: 320,
  tested: 900,
  "block dice rolled": 950,
  "face chosen": 420,
  "went down": 480,
  "armour held": 620,
  "armour broken": 720,
  injured: 700,
  "casualty suffered": 800,
  "left play": 420,
  "stood up": 260,
  "ball moved": 300,
  "ball thrown": 380,
  "ball picked up": 260,
  "ball caught": 260,
  "ball rested": 120,
  "chest opened": 700,
  scored: 1600,
  turnover: 1500,
  "turn began": 650,
  "match ended": 900,
  vanished: 600,
  deployed: 110,
  "chest placed": 200,
  "portal placed": 200,
  rerolled: 350,
  "dice rolled": 500,
  "room worked": 500,
  "skill used": 320,
  fouled: 420,
  "sent off": 700,
};

function withPiece(position: Position, piece: number, change: Partial<PieceState>): Position {
  const pieces = position.pieces.slice();
  const before = pieces[piece];
  if (!before) return position;
  pieces[piece] = { ...before, ...change };
  return { ...position, pieces };
}

function withBall(position: Position, ball: number, state: Omit<BallState, "kind">): Position {
  const before = position.balls[ball];
  if (!before) return position;
  const balls = position.balls.slice();
  balls[ball] = { ...state, kind: before.kind };
  let pieces = position.pieces;
  if (pieces.some((piece) => piece.holds.includes(ball)) || state.piece !== null) {
    pieces = pieces.map((piece) => {
      const holds = piece.piece === state.piece;
      if (holds === piece.holds.includes(ball)) return piece;
      return { ...piece, holds: holds ? [...piece.holds, ball] : piece.holds.filter((other) => other !== ball) };
    });
  }
  return { ...position, balls, pieces };
}

/** The position after one event, as far as an event tells. The position of the update has the last word. */
export function afterEvent(position: Position, event: Event): Position {
  const { kind, piece, square, ball } = event;
  let after = position;
  if (piece !== null && square !== null && ARRIVALS.has(kind)) after = withPiece(after, piece, { square });
  if (piece !== null) {
    if (kind === "went down") after = withPiece(after, piece, { status: "prone" });
    else if (kind === "stood up") after = withPiece(after, piece, { status: "standing" });
    else if (kind === "recovered") after = withPiece(after, piece, { status: "prone" });
    else if (kind === "injured" && event.status === "stunned") after = withPiece(after, piece, { status: "stunned" });
    else if (kind === "left play") after = withPiece(after, piece, { square: null, status: event.status });
    else if (kind === "vanished") after = withPiece(after, piece, { square: null, status: "lost" });
  }
  if (ball !== null) {
    if (BALL_HELD.has(kind) && piece !== null) after = withBall(after, ball, { where: "held", square: null, piece });
    else if (BALL_LANDS.has(kind) && square !== null) after = withBall(after, ball, { where: "square", square, piece: null });
  }
  if (kind === "chest moved" && event.origin !== null && square !== null) {
    const { origin } = event;
    after = { ...after, chests: after.chests.map((chest) => (chest === origin ? square : chest)) };
  }
  if (kind === "turn began" && event.side !== null) after = { ...after, active: event.side };
  return after;
}

function diceOf(event: Event): DiceShow | null {
  if (event.minor || (event.dice.length === 0 && event.faces.length === 0)) return null;
  return {
    dice: event.dice,
    die: event.die || (event.faces.length > 0 ? "block" : "D6"),
    faces: event.faces,
    needed: event.needed,
    passed: event.passed,
    what: event.what,
    piece: event.piece,
    other: event.other,
    side: event.side,
  };
}

function noticeOf(event: Event): Notice | null {
  const { text, side, rule, notice, headline } = event;
  return notice ? { kind: notice, title: headline, text, side, rule } : null;
}

function floatOf(event: Event): Beat["float"] {
  if (event.piece === null) return null;
  if (event.kind === "tested") return { piece: event.piece, text: event.passed ? "✓" : "✗", good: event.passed === true };
  if (event.kind === "injured") return { piece: event.piece, text: event.status, good: false };
  if (event.kind === "left play") return { piece: event.piece, text: event.status, good: false };
  if (event.kind === "skill used") return { piece: event.piece, text: "skill", good: true };
  return null;
}

export function beatOf(position: Position, event: Event): Beat {
  const dice = diceOf(event);
  const quiet = event.minor;
  let time = quiet ? 0 : (TIMES[event.kind] ?? (dice ? 500 : 140));
  if (dice?.die === "block") time = Math.max(time, 950);
  return {
    event,
    time,
    position: afterEvent(position, event),
    dice,
    notice: noticeOf(event),
    sound: quiet ? "" : soundOf(event.kind),
    float: floatOf(event),
  };
}

/** How much faster beats go when many wait: a viewer who fell behind catches up. */
export function hurry(waiting: number): number {
  if (waiting > 150) return 20;
  if (waiting > 60) return 4;
  return waiting > 30 ? 2 : 1;
}
