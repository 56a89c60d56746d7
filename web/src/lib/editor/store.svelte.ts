/** The editor: the dungeon, the tool in hand, what can be undone, and what the server says a moment later. */

import type { DungeonJson } from "../board/geometry";
import { dungeons } from "../requests";
import { words } from "../trouble";
import type { DungeonChecked, DungeonProblem, EditorFacts, GenerateOrder, TileShape } from "../wire";
import {
  type Model,
  type Point,
  type Rotation,
  addRoom,
  area,
  counterpart,
  emptyModel,
  modelOf,
  opposite,
  originOf,
  paint,
  placeTile,
  removeRoomAt,
  removeTile,
  setToken,
  shiftTile,
  squaresOf,
  textOf,
  tileAt,
  turnTile,
} from "./model";
import { gathered, onCanvas, sketch } from "./view";

export type Tool =
  | { kind: "select" }
  | { kind: "tile"; id: string }
  | { kind: "sign"; character: string }
  | { kind: "room"; rule: string }
  | { kind: "erase" };

const DELAY = 220;
const MOST_UNDO = 200;
export const TOKENS = [
  ["$", "Chest"],
  ["1", "Portal 1"],
  ["2", "Portal 2"],
  ["3", "Portal 3"],
  ["4", "Portal 4"],
  ["5", "Portal 5"],
  ["6", "Portal 6"],
] as const;

export interface ShownProblem extends DungeonProblem {
  cells: [number, number][]; // on the canvas
}

export class EditorStore {
  facts: EditorFacts | null = $state.raw(null);
  model: Model | null = $state.raw(null);
  past: Model[] = $state.raw([]);
  future: Model[] = $state.raw([]);
  checked: DungeonChecked | null = $state.raw(null);
  private checkedModel: Model | null = $state.raw(null);
  checking = $state(false);
  trouble = $state("");
  told = $state(""); // for the live region
  tool: Tool = $state.raw({ kind: "select" });
  college = $state(""); // whose runes are written
  rot: Rotation = $state(0);
  cursor: Point | null = $state.raw(null);
  hover: Point | null = $state.raw(null);
  selected = $state(""); // a tile
  private grabbed: Point = [0, 0]; // the square of it that was clicked
  corner: Point | null = $state.raw(null);
  fill = $state(false); // two clicks fill an area
  mirror = $state(false);
  pointed: number | null = $state(null); // a problem of the list
  kept = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;

  readonly shapes: ReadonlyMap<string, TileShape> = $derived(new Map((this.facts?.tiles ?? []).map((tile) => [tile.id, tile])));
  readonly unused: TileShape[] = $derived((this.facts?.tiles ?? []).filter((tile) => !this.model?.tiles.some((placed) => placed.id === tile.id)));
  readonly origin: Point = $derived(this.model ? originOf(this.model, this.shapes) : [0, 0]);
  /** The answer of the server, if it is about the dungeon as it is now. */
  readonly answer: DungeonChecked | null = $derived(this.checkedModel === this.model ? this.checked : null);
  readonly board: DungeonJson | null = $derived.by(() => {
    if (!this.model) return null;
    const board = this.answer?.board?.dungeon as unknown as DungeonJson | undefined;
    return board ? onCanvas(board, this.origin, this.model.size) : sketch(this.model, this.shapes);
  });
  readonly problems: ShownProblem[] = $derived.by(() => {
    const [dx, dy] = this.origin;
    return gathered(this.checked?.problems ?? []).map(({ problem, squares, count }) => ({
      ...problem,
      text: count > 1 ? `${problem.text} and ${count - 1} more` : problem.text,
      cells: squares.map(([x, y]): [number, number] => [x + dx, y + dy]),
    }));
  });
  /** The squares that a click would cover. */
  readonly ghost: Point[] = $derived.by(() => {
    const at = this.hover ?? this.cursor;
    if (!at || !this.model) return [];
    if (this.tool.kind === "tile") return squaresOf({ id: this.tool.id, at, rot: this.rot }, this.shapes).map((square) => square.at);
    if (this.corner) return area(this.corner, at);
    if (this.tool.kind === "sign" && this.mirror && this.model.form === "map") return [at, opposite(this.model, at)];
    return this.tool.kind === "select" ? [] : [at];
  });
  readonly selection: Point[] = $derived.by(() => {
    const tile = this.model?.tiles.find((entry) => entry.id === this.selected);
    return tile ? squaresOf(tile, this.shapes).map((square) => square.at) : [];
  });

  async open(edition: string): Promise<void> {
    try {
      this.facts = await dungeons.editor(edition);
      await this.load(await dungeons.check(this.facts.template));
      if (this.model) this.model = { ...this.model, name: "My dungeon" };
      this.ask();
    } catch (error) {
      this.trouble = words(error, "The editor could not be opened.");
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.turn += 1;
  }

  /** A dungeon that the server has read takes the place of this one. */
  async load(found: DungeonChecked, kept = ""): Promise<void> {
    const model = modelOf(found);
    if (!model) throw new Error(found.problems[0]?.text ?? "This file cannot be drawn.");
    if (model.edition !== this.facts?.edition) this.facts = await dungeons.editor(model.edition);
    if (this.model) this.past = [...this.past, this.model].slice(-MOST_UNDO);
    this.future = [];
    this.model = model;
    this.kept = kept;
    this.selected = "";
    this.corner = null;
    this.trouble = "";
    this.tool = model.form === "tiles" ? { kind: "select" } : { kind: "sign", character: "." };
    this.ask();
  }

  async generate(order: GenerateOrder): Promise<void> {
    await this.load(await dungeons.generate(order));
  }

  clear(): void {
    if (this.model) this.change(emptyModel(this.model));
    this.selected = "";
    this.kept = "";
  }

  text(): string {
    if (this.answer?.board) return this.answer.text;
    return this.model ? textOf(this.model, this.shapes) : "";
  }

  // --- changes -------------------------------------------------------------------------------------------------------

  change(model: Model, told = ""): void {
    if (!this.model || model === this.model) return;
    this.past = [...this.past, this.model].slice(-MOST_UNDO);
    this.future = [];
    this.model = model;
    this.told = told;
    this.ask();
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before || !this.model) return;
    this.future = [this.model, ...this.future];
    this.past = this.past.slice(0, -1);
    this.model = before;
    this.told = "Undone.";
    this.ask();
  }

  redo(): void {
    const next = this.future[0];
    if (!next || !this.model) return;
    this.past = [...this.past, this.model];
    this.future = this.future.slice(1);
    this.model = next;
    this.told = "Done again.";
    this.ask();
  }

  private ask(): void {
    clearTimeout(this.timer);
    this.checking = true;
    const turn = (this.turn += 1);
    this.timer = setTimeout(() => void this.check(turn), DELAY);
  }

  private async check(turn: number): Promise<void> {
    const model = this.model;
    if (!model) return;
    try {
      const text = textOf(model, this.shapes);
      const [x, y] = this.origin;
      const found =
        model.form === "map"
          ? await dungeons.check(text)
          : await dungeons.draw({ text, tokens: model.tokens.map((token) => ({ ...token, at: [Math.max(0, token.at[0] - x), Math.max(0, token.at[1] - y)] })) });
      if (turn !== this.turn) return;
      this.checked = found;
      this.checkedModel = model;
      this.pointed = null;
      this.trouble = "";
    } catch (error) {
      if (turn === this.turn) this.trouble = words(error, "The dungeon could not be checked.");
    } finally {
      if (turn === this.turn) this.checking = false;
    }
  }

  // --- the hand ------------------------------------------------------------------------------------------------------

  take(tool: Tool): void {
    this.tool = tool;
    this.corner = null;
    if (tool.kind !== "select") this.selected = "";
  }

  /** A click or Enter on a square. */
  apply(at: Point): void {
    const model = this.model;
    if (!model || at[0] < 0 || at[1] < 0 || at[0] >= model.size[0] || at[1] >= model.size[1]) return;
    this.cursor = at;
    switch (this.tool.kind) {
      case "select":
        this.select(at);
        break;
      case "tile":
        this.place(this.tool.id, at);
        break;
      case "room":
        if (!this.corner) {
          this.corner = at;
          this.told = "First corner. Choose the opposite one.";
        } else {
          this.change(addRoom(model, this.tool.rule, this.corner, at), `${this.tool.rule} marked.`);
          this.corner = null;
        }
        break;
      case "erase":
        this.eraseAt(at);
        break;
      case "sign":
        this.sign(this.tool.character, at);
    }
  }

  private select(at: Point): void {
    const model = this.model!;
    const here = tileAt(model, this.shapes, at);
    if (here && here.id !== this.selected) {
      this.selected = here.id;
      this.grabbed = [at[0] - here.at[0], at[1] - here.at[1]];
      this.told = `Tile ${this.nameOf(here.id)} chosen. Arrow keys with Shift move it, R turns it, Delete removes it.`;
      return;
    }
    const tile = model.tiles.find((entry) => entry.id === this.selected);
    if (!tile) return;
    if (here) {
      this.selected = "";
      return;
    }
    this.move([at[0] - this.grabbed[0] - tile.at[0], at[1] - this.grabbed[1] - tile.at[1]]);
  }

  move(by: Point): void {
    if (!this.model || !this.selected) return;
    const next = shiftTile(this.model, this.shapes, this.selected, by);
    const tile = next.tiles.find((entry) => entry.id === this.selected);
    const fits = tile && squaresOf(tile, this.shapes).every(({ at }) => at[0] >= 0 && at[1] >= 0 && at[0] < next.size[0] && at[1] < next.size[1]);
    if (fits) this.change(next, `Tile ${this.nameOf(this.selected)} at column ${tile.at[0]}, row ${tile.at[1]}.`);
    else this.told = "It would lie beyond the edge.";
  }

  turnIt(): void {
    if (this.tool.kind === "tile") {
      this.rot = ((this.rot + 90) % 360) as Rotation;
      this.told = `Turned to ${this.rot} degrees.`;
    } else if (this.model && this.selected) this.change(turnTile(this.model, this.shapes, this.selected), "Turned.");
  }

  remove(): void {
    if (!this.model) return;
    if (this.selected) {
      this.change(removeTile(this.model, this.shapes, this.selected), "Removed.");
      this.selected = "";
    } else if (this.cursor) this.eraseAt(this.cursor);
  }

  private place(id: string, at: Point): void {
    const squares = squaresOf({ id, at, rot: this.rot }, this.shapes);
    const [width, height] = this.model!.size;
    if (!squares.every((square) => square.at[0] < width && square.at[1] < height)) {
      this.told = "It would lie beyond the edge.";
      return;
    }
    this.change(placeTile(this.model!, id, at, this.rot), `Tile ${this.nameOf(id)} placed.`);
    const kind = this.shapes.get(id)?.kind;
    const next = this.unused.find((tile) => tile.kind === kind && !this.shapes.get(tile.id)?.room);
    if (kind === "corridor" && next) this.take({ kind: "tile", id: next.id });
    else {
      this.take({ kind: "select" });
      this.selected = id;
      this.grabbed = [0, 0];
    }
  }

  private sign(character: string, at: Point): void {
    const model = this.model!;
    if (model.form === "tiles") {
      if (!tileAt(model, this.shapes, at)) {
        this.told = "There is no floor.";
        return;
      }
      this.change(setToken(model, at, character), "Placed.");
      const next = TOKENS.find(([sign]) => sign !== "$" && !this.model!.tokens.some((token) => token.character === sign));
      if (character !== "$" && next) this.take({ kind: "sign", character: next[0] });
      return;
    }
    if (this.fill && !this.corner) {
      this.corner = at;
      this.told = "First corner. Choose the opposite one.";
      return;
    }
    const cells = this.corner ? area(this.corner, at) : [at];
    this.corner = null;
    const college = this.college || this.facts?.colleges[0] || "";
    let next = paint(model, cells, character, college);
    if (this.mirror) next = paint(next, cells.map((cell) => opposite(model, cell)), counterpart(character), college);
    this.change(next, "Painted.");
  }

  private eraseAt(at: Point): void {
    const model = this.model!;
    if (model.form === "map") {
      const room = removeRoomAt(model, at);
      if (room !== model) this.change(room, "Room removed.");
      else this.change(paint(model, [at], model.rows[at[1]]?.[at[0]] === "." ? "#" : "."), "Cleared.");
      return;
    }
    const tile = tileAt(model, this.shapes, at);
    if (model.tokens.some((token) => token.at[0] === at[0] && token.at[1] === at[1])) this.change(setToken(model, at, null), "Taken away.");
    else if (tile) this.change(removeTile(model, this.shapes, tile.id), `Tile ${this.nameOf(tile.id)} removed.`);
  }

  steer(dx: number, dy: number): void {
    const [width, height] = this.model?.size ?? [1, 1];
    const [x, y] = this.cursor ?? [Math.floor(width / 2), Math.floor(height / 2)];
    this.hover = null;
    this.cursor = [Math.max(0, Math.min(width - 1, x + dx)), Math.max(0, Math.min(height - 1, y + dy))];
    this.told = this.describe(this.cursor);
  }

  nameOf(id: string): string {
    const shape = this.shapes.get(id);
    return shape?.room ? `${id} (${shape.room})` : id;
  }

  /** A square in words. */
  describe(at: Point): string {
    const place = `Column ${at[0]}, row ${at[1]}`;
    const board = this.board;
    if (!board || !this.model) return place;
    const same = (other: readonly [number, number]): boolean => other[0] === at[0] && other[1] === at[1];
    const character = board.rows[at[1]]?.[at[0]] ?? "#";
    const found = [this.facts?.signs.find((sign) => sign.character === character)?.name ?? character];
    if (board.chests.some(same)) found.push("chest");
    const portal = board.teleporters.find((entry) => same(entry.at));
    if (portal) found.push(`portal ${portal.n}`);
    const tile = tileAt(this.model, this.shapes, at);
    if (tile) found.push(`tile ${this.nameOf(tile.id)}`);
    const problem = this.problems.find((entry) => entry.cells.some(same));
    if (problem) found.push(`problem: ${problem.text}`);
    return `${place}: ${found.join(", ")}`;
  }
}
