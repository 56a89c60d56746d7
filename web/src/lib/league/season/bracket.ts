/** The picture of a bracket: a column for each round, lines from a match to the one its winner goes on to. */

import { t } from "../../languages";
import type { FixtureLine, SideLine } from "../wire";

export interface BracketBox {
  x: number;
  y: number;
  title: string;
  fixture: FixtureLine | null; // null for a match whose teams are not known yet
  names: string[];
  winner: string;
}

export interface BracketLine {
  from: BracketBox;
  to: BracketBox;
}

export interface Bracket {
  width: number;
  height: number;
  boxes: BracketBox[];
  lines: BracketLine[];
}

export const BOX = { width: 190, height: 52, gapX: 46, gapY: 20, top: 20 };

export function winnerOf(fixture: FixtureLine): string {
  if (fixture.through) return fixture.through;
  return fixture.sides.find((side) => side.result === "won")?.team ?? "";
}

const isThird = (fixture: FixtureLine): boolean => /third/i.test(fixture.title ?? "");

/** How many matches each round has: those that are published, and those that follow from them. */
function rounds(fixtures: readonly FixtureLine[]): FixtureLine[][] {
  const found: FixtureLine[][] = [];
  for (const fixture of fixtures) (found[fixture.round - 1] ??= []).push(fixture);
  return found.map((list) => list ?? []);
}

const titles = (): string[] => [t("Final"), t("Semi-final"), t("Quarter-final")];

export function bracketOf(fixtures: readonly FixtureLine[]): Bracket {
  const main = rounds(fixtures.filter((fixture) => !isThird(fixture)));
  const third = fixtures.filter(isThird);
  const columns: BracketBox[][] = [];
  let count = main[0]?.length ?? 0;
  for (let column = 0; count > 0; column += 1) {
    const here = main[column] ?? [];
    const boxes: BracketBox[] = [];
    for (let place = 0; place < Math.max(count, here.length); place += 1) {
      const fixture = here[place] ?? null;
      boxes.push({ x: column * (BOX.width + BOX.gapX), y: 0, title: fixture?.title ?? "", fixture, names: namesOf(fixture), winner: fixture ? winnerOf(fixture) : "" });
    }
    columns.push(boxes);
    if (boxes.length === 1) break;
    count = main[column + 1]?.length || Math.ceil(boxes.length / 2);
  }
  const lines: BracketLine[] = [];
  columns.forEach((boxes, column) => {
    boxes.forEach((box, place) => {
      const before = columns[column - 1] ?? [];
      const sources = before.filter((other, at) => (box.fixture && other.winner ? box.fixture.sides.some((side: SideLine) => side.team === other.winner) : Math.floor(at / 2) === place));
      for (const source of sources) lines.push({ from: source, to: box });
      const step = BOX.height + BOX.gapY;
      box.y = BOX.top + (sources.length > 0 ? sources.reduce((sum, other) => sum + other.y - BOX.top, 0) / sources.length : place * step);
      const above = boxes[place - 1];
      if (above && box.y < above.y + step) box.y = above.y + step;
      box.title ||= titles()[columns.length - 1 - column] ?? t("Round {{number}}", { number: column + 1 });
    });
  });
  const last = columns.at(-1)?.[0];
  if (last)
    third.forEach((fixture, at) =>
      columns.at(-1)!.push({ x: last.x, y: last.y + (at + 1) * (BOX.height + BOX.gapY + 14), title: fixture.title ?? t("Third place"), fixture, names: namesOf(fixture), winner: winnerOf(fixture) }),
    );
  const boxes = columns.flat();
  return {
    width: columns.length * (BOX.width + BOX.gapX) - BOX.gapX,
    height: Math.max(0, ...boxes.map((box) => box.y)) + BOX.height + 4,
    boxes,
    lines,
  };
}

const namesOf = (fixture: FixtureLine | null): string[] => (fixture ? fixture.sides.map((side) => side.name || t("to be decided")) : [t("to be decided"), t("to be decided")]);

/** From the right edge of one box to the left edge of the next, by right angles. */
export function elbow({ from, to }: BracketLine): string {
  const [x, y] = [from.x + BOX.width, from.y + BOX.height / 2];
  const middle = x + BOX.gapX / 2;
  return `M${x} ${y}H${middle}V${to.y + BOX.height / 2}H${to.x}`;
}
