/** Small positions and prompts for tests. */

import type { EventKind, EventOf, Option, PieceState, PlayerCard, Position, Prompt, PromptKind } from "../wire";

export function piece(number: number, square: number | null, more: Partial<PieceState> = {}): PieceState {
  return { piece: number, side: 0, square, status: square === null ? "reserves" : "standing", conditions: [], holds: [], ...more };
}

export function position(pieces: PieceState[], more: Partial<Position> = {}): Position {
  return {
    pieces,
    balls: [{ where: "hidden", square: null, piece: null }],
    chests: [],
    portals: [],
    sides: [],
    active: 0,
    acting: null,
    turn_text: "",
    over: false,
    winner: null,
    opened: [],
    tokens: {},
    ...more,
  } as Position;
}

export function option(id: string, more: Partial<Option> = {}): Option {
  return {
    id,
    kind: "accept",
    text: "",
    label: id,
    group: id,
    rule: "",
    key: "",
    piece: null,
    target: null,
    square: null,
    direction: null,
    odds: null,
    needed: "",
    rolls: [],
    dice: null,
    face: "",
    skill: "",
    left: null,
    outcomes: [],
    result: "",
    rank: null,
    first: [],
    leads: false,
    ...more,
  };
}

export function prompt(kind: PromptKind, options: Option[], more: Partial<Prompt> = {}): Prompt {
  return {
    number: 1,
    side: 0,
    mine: true,
    kind,
    title: kind,
    help: "",
    rule: "",
    piece: null,
    target: null,
    test: null,
    skill: null,
    options,
    refused: [],
    take_back: { possible: false, reason: "a die has fallen", what: "" },
    unfinished: 0,
    words: [],
    kept: false,
    further: [],
    wasting: "",
    goal: null,
    teaches: [],
    ...more,
  } as Prompt;
}

export function event<Kind extends EventKind>(kind: Kind, more: Partial<EventOf<Kind>> = {}): EventOf<Kind> {
  return {
    number: 0,
    kind,
    what: "",
    rule: "",
    text: kind,
    minor: false,
    side: null,
    piece: null,
    other: null,
    origin: null,
    square: null,
    ball: null,
    dice: [],
    die: "",
    faces: [],
    needed: null,
    passed: null,
    value: null,
    status: "",
    numbers: [],
    notice: "",
    headline: "",
    walk: "",
    ...more,
  } as unknown as EventOf<Kind>;
}

export function card(number: number, label: string, more: Partial<PlayerCard> = {}): PlayerCard {
  return {
    piece: number,
    side: 0,
    number: number + 1,
    name: label,
    label,
    position: "Human Lineman",
    movement: 6,
    strength: 3,
    agility: 3,
    passing: 4,
    armour: 9,
    skills: [],
    size: 1,
    niggles: 0,
    neutral: false,
    figure: { body: "human", role: "lineman" },
    characteristics: [
      { label: "MA", value: "6", meaning: "Movement" },
      { label: "AG", value: "3+", meaning: "Agility" },
    ],
    ...more,
  } as PlayerCard;
}
