/** Where things are on a board: a square by its number, the middle of a piece, the piece that covers a cell. */

import type { Board, PieceState, PlayerCard, Position } from "../wire";
import { type DungeonJson, UNIT } from "./geometry";

/** A column and a row. */
export interface ColumnRow {
  x: number;
  y: number;
}

export class Places {
  private readonly nodes = new Map<string, number[]>();

  constructor(
    readonly squares: Board["squares"],
    private readonly players: readonly PlayerCard[],
    readonly turned = false, // the dungeon is drawn turned by a quarter, clockwise
  ) {
    squares.forEach(([x, y], node) => this.nodes.set(`${x},${y}`, [...(this.nodes.get(`${x},${y}`) ?? []), node]));
  }

  /** The column and the row of a square. */
  at(node: number): [number, number] {
    return [this.squares[node]?.[0] ?? 0, this.squares[node]?.[1] ?? 0];
  }

  /** The squares of a cell: the upper one first. */
  nodesAt(cell: ColumnRow): number[] {
    return this.nodes.get(`${cell.x},${cell.y}`) ?? [];
  }

  /** Whether a square lies under a platform. */
  isBelow(node: number): boolean {
    return this.squares[node]?.[2] === 1;
  }

  /** How many squares wide a piece is. */
  sizeOf(piece: number | null | undefined): number {
    return piece === null || piece === undefined ? 1 : (this.players[piece]?.size ?? 1);
  }

  /** The upper left cell of a piece of that size. It is counted on its north-western one. */
  corner(node: number, size: number): [number, number] {
    const [x, y] = this.at(node);
    return this.turned ? [x - (size - 1), y] : [x, y];
  }

  /** The middle of a square, or of a piece of that size that is counted on it, in units of the drawing. */
  centre(node: number, size = 1): { x: number; y: number } {
    const [x, y] = this.corner(node, size);
    return { x: (x + size / 2) * UNIT, y: (y + size / 2) * UNIT };
  }

  /** The line of an SVG path from square to square. */
  way(nodes: readonly number[], size = 1): string {
    return `M${nodes.map((node) => `${this.centre(node, size).x} ${this.centre(node, size).y}`).join("L")}`;
  }

  /** The piece on a cell. Big players cover more than the square that they are counted on. */
  pieceOn(position: Position, cell: ColumnRow): PieceState | undefined {
    return position.pieces.find((piece) => {
      if (piece.square === null) return false;
      const size = this.sizeOf(piece.piece);
      const [x, y] = this.corner(piece.square, size);
      return cell.x >= x && cell.x < x + size && cell.y >= y && cell.y < y + size;
    });
  }
}

/** The side of each end zone, by the letter that the dungeon gives the zone. */
export function zoneSides(dungeon: DungeonJson, position: Position): Record<string, number> {
  const found: Record<string, number> = {};
  for (const side of position.sides) {
    const letter = dungeon.teams[side.zone];
    if (letter) found[letter] = side.side;
  }
  return found;
}

/** The cell nearest to the middle of them all. */
export function middlemost(cells: readonly (readonly [number, number])[]): [number, number] {
  const x = cells.reduce((sum, cell) => sum + cell[0], 0) / cells.length;
  const y = cells.reduce((sum, cell) => sum + cell[1], 0) / cells.length;
  const away = (cell: readonly [number, number]): number => Math.hypot(cell[0] - x, cell[1] - y);
  const best = cells.reduce((found, cell) => (away(cell) < away(found) ? cell : found));
  return [best[0], best[1]];
}
