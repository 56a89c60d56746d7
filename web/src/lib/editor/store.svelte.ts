/** The editor: the tool in hand, and what a click, a drag or a key does to the dungeon on the desk. */

import { t } from "../languages";
import { nameOfId } from "../names";
import {
  type BarrierSort,
  type Stamp,
  addLadder,
  besides,
  fitted,
  heightAt,
  lay,
  mirrored,
  roomAt,
  setHeight,
  shiftRoom,
  stampCells,
  stampOf,
  swapSquares,
  toggleBarrier,
} from "./areas";
import { EditorDesk } from "./desk.svelte";
import {
  type Model,
  type Point,
  type Rotation,
  addRoom,
  area,
  counterpart,
  moveToken,
  opposite,
  paint,
  placeTile,
  removeRoomAt,
  removeTile,
  setToken,
  shiftTile,
  squaresOf,
  tileAt,
  turnTile,
  turnedAbout,
  twinOf,
} from "./model";

export type Tool =
  | { kind: "select" }
  | { kind: "tile"; id: string }
  | { kind: "sign"; character: string }
  | { kind: "room"; rule: string }
  | { kind: "height"; level: number }
  | { kind: "ladder" }
  | { kind: "barrier"; sort: BarrierSort }
  | { kind: "copy" }
  | { kind: "stamp"; stamp: Stamp }
  | { kind: "erase" };

/** What has been chosen on the board: a tile, a room of a map, or what lies or stands on a square. */
export type Held = { kind: "tile"; id: string } | { kind: "room"; index: number } | { kind: "thing"; at: Point };

/** What lies on tiles: a chest, or the portal of a number. */
export const TOKENS = ["$", "1", "2", "3", "4", "5", "6"] as const;
export const tokenName = (character: string): string => (character === "$" ? t("Chest") : t("Portal {{number}}", { number: character }));

export class EditorStore extends EditorDesk {
  tool: Tool = $state.raw({ kind: "select" });
  college = $state(""); // whose runes are written
  rot: Rotation = $state(0);
  cursor: Point | null = $state.raw(null);
  hover: Point | null = $state.raw(null);
  held: Held | null = $state.raw(null);
  private grabbed: Point = [0, 0]; // the square of a tile that was clicked
  dragging: Point | null = $state.raw(null); // the square where a drag began
  corner: Point | null = $state.raw(null);
  fill = $state(false); // two clicks fill an area
  mirror = $state(false);

  readonly selected: string = $derived(this.held?.kind === "tile" ? this.held.id : "");
  /** The squares that a click would cover. */
  readonly ghost: Point[] = $derived.by(() => {
    const at = this.hover ?? this.cursor;
    if (!at || !this.model) return [];
    const from = this.dragging;
    if (from && this.held) return this.selection.map(([x, y]): Point => [x + at[0] - from[0], y + at[1] - from[1]]);
    if (this.tool.kind === "stamp") return stampCells(this.tool.stamp, at);
    if (this.tool.kind === "tile") return squaresOf({ id: this.tool.id, at, rot: this.rot }, this.shapes).map((square) => square.at);
    if (this.corner && (this.tool.kind === "ladder" || this.tool.kind === "barrier")) return this.corner[0] === at[0] && this.corner[1] === at[1] ? [at] : [this.corner, at];
    if (this.corner) return area(this.corner, at);
    if (this.tool.kind === "sign" && this.mirror && this.model.form === "map") {
      const other = opposite(this.model, at);
      return other[0] === at[0] && other[1] === at[1] ? [at] : [at, other];
    }
    return this.tool.kind === "select" ? [] : [at];
  });
  readonly selection: Point[] = $derived.by(() => {
    const held = this.held;
    if (!held || !this.model) return [];
    if (held.kind === "thing") return [held.at];
    if (held.kind === "room") {
      const [x, y, w, h] = this.model.rooms[held.index]?.area ?? [0, 0, 0, 0];
      return w > 0 ? area([x, y], [x + w - 1, y + h - 1]) : [];
    }
    const tile = this.model.tiles.find((entry) => entry.id === held.id);
    return tile ? squaresOf(tile, this.shapes).map((square) => square.at) : [];
  });

  protected override replaced(model: Model): void {
    this.take(model.form === "tiles" ? { kind: "select" } : { kind: "sign", character: "." });
    this.held = null;
  }

  take(tool: Tool): void {
    this.tool = tool;
    this.corner = null;
    this.dragging = null;
    if (tool.kind !== "select") this.held = null;
  }

  /** Tools that take two squares; they may also be drawn from one to the other. */
  private isPair(): boolean {
    return ["room", "ladder", "barrier", "copy"].includes(this.tool.kind) || (this.fill && (this.tool.kind === "sign" || this.tool.kind === "height"));
  }

  /** The mouse goes down on a square: whether a drag from here moves something, and not the view. */
  grab(at: Point): boolean {
    if (!this.model || !this.inside(at)) return false;
    if (this.isPair() && !this.corner) {
      this.dragging = at;
      return true;
    }
    if (this.tool.kind !== "select") return false;
    const top = this.topAt(at);
    if (!top) return false;
    this.dragging = at;
    return true;
  }

  /** A drag goes on: what is under the hand is chosen with its first step. */
  drag(at: Point): void {
    this.hover = at;
    const from = this.dragging;
    if (!from) return;
    if (this.isPair()) this.corner = from;
    else if (!this.held || !this.selection.some((cell) => cell[0] === from[0] && cell[1] === from[1])) this.choose(this.topAt(from), from);
  }

  /** The drag ends on a square, or nowhere (null). */
  drop(at: Point | null): void {
    const from = this.dragging;
    this.dragging = null;
    if (!from || !at || (at[0] === from[0] && at[1] === from[1])) {
      this.corner = null;
      return;
    }
    this.cursor = at;
    if (this.isPair()) this.apply(at);
    else this.move([at[0] - from[0], at[1] - from[1]]);
  }

  private inside(at: Point): boolean {
    const [width, height] = this.model?.size ?? [0, 0];
    return at[0] >= 0 && at[1] >= 0 && at[0] < width && at[1] < height;
  }

  /** What lies on top of a square: a chest or portal before the tile, what stands on a square of a map before its room. */
  topAt(at: Point): Held | null {
    const model = this.model!;
    if (model.form === "tiles") {
      if (model.tokens.some((token) => token.at[0] === at[0] && token.at[1] === at[1])) return { kind: "thing", at };
      const tile = tileAt(model, this.shapes, at);
      return tile ? { kind: "tile", id: tile.id } : null;
    }
    const sign = model.rows[at[1]]?.[at[0]] ?? "#";
    if (sign !== "." && sign !== "#") return { kind: "thing", at };
    const room = roomAt(model, at);
    return room >= 0 ? { kind: "room", index: room } : null;
  }

  private choose(held: Held | null, at: Point): void {
    this.held = held;
    if (!held) return;
    const tile = held.kind === "tile" ? this.model!.tiles.find((entry) => entry.id === held.id) : undefined;
    if (tile) this.grabbed = [at[0] - tile.at[0], at[1] - tile.at[1]];
    const name = this.heldName();
    this.told =
      held.kind === "tile"
        ? t("{{name}} chosen. Drag it, or use Shift with the arrow keys; R turns it; Delete removes it.", { name })
        : t("{{name}} chosen. Drag it, or use Shift with the arrow keys; Delete removes it.", { name });
  }

  /** What is chosen, in words. */
  heldName(): string {
    const held = this.held;
    if (!held || !this.model) return "";
    if (held.kind === "tile") return t("Tile {{name}}", { name: this.nameOf(held.id) });
    if (held.kind === "room") return nameOfId(this.model.rooms[held.index]?.rule ?? "") || t("Room");
    const { at } = held;
    const token = this.model.tokens.find((entry) => entry.at[0] === at[0] && entry.at[1] === at[1]);
    const sign = token?.character ?? this.model.rows[at[1]]?.[at[0]] ?? "";
    const known = TOKENS.find((character) => character === sign);
    const name = known ? tokenName(known) : (this.facts?.signs.find((entry) => entry.character === sign)?.name ?? sign);
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  /** A click or Enter on a square. */
  apply(at: Point): void {
    const model = this.model;
    if (!model || !this.inside(at)) return;
    this.cursor = at;
    switch (this.tool.kind) {
      case "height":
        if (this.fill && this.wantsOther(at)) break;
        this.change(setHeight(model, this.taken(at), this.tool.level), this.tool.level > 0 ? t("{{level}} high.", { level: this.tool.level }) : t("On the ground."));
        break;
      case "ladder":
        if (this.wantsOther(at, t("The foot of the ladder. Choose the square it leads up to."))) break;
        this.change(addLadder(model, this.corner!, at), t("Ladder placed."));
        this.corner = null;
        break;
      case "barrier":
        if (this.wantsOther(at, t("One side of the barrier. Choose the square beside it."))) break;
        if (besides(this.corner!, at)) this.change(toggleBarrier(model, this.corner!, at, this.tool.sort), t("Barrier changed."));
        else this.told = t("A barrier lies between two squares side by side.");
        this.corner = null;
        break;
      case "copy":
        if (this.wantsOther(at)) break;
        this.take({ kind: "stamp", stamp: stampOf(model, this.corner!, at) });
        this.told = t("Copied. Click where the copy is to lie; Escape puts it away.");
        break;
      case "stamp":
        this.change(lay(model, this.tool.stamp, at), t("Copy placed."));
        break;
      case "select":
        this.select(at);
        break;
      case "tile":
        this.place(this.tool.id, at);
        break;
      case "room":
        if (this.wantsOther(at)) break;
        this.change(addRoom(model, this.tool.rule, this.corner!, at), t("{{room}} marked.", { room: nameOfId(this.tool.rule) }));
        this.corner = null;
        break;
      case "erase":
        this.eraseAt(at);
        break;
      case "sign":
        this.sign(this.tool.character, at);
    }
  }

  /** Of two squares this is the first one. */
  private wantsOther(at: Point, told = t("First corner. Choose the opposite one.")): boolean {
    if (this.corner) return false;
    this.corner = at;
    this.told = told;
    return true;
  }

  /** The squares that a click means: the area from the first corner, or the one square. */
  private taken(at: Point): Point[] {
    const cells = this.corner ? area(this.corner, at) : [at];
    this.corner = null;
    return cells;
  }

  private select(at: Point): void {
    const top = this.topAt(at);
    if (top && JSON.stringify(top) !== JSON.stringify(this.held)) {
      this.choose(top, at);
      return;
    }
    if (top || !this.held) {
      this.held = null;
      return;
    }
    const tile = this.model!.tiles.find((entry) => entry.id === this.selected);
    if (tile) this.move([at[0] - this.grabbed[0] - tile.at[0], at[1] - this.grabbed[1] - tile.at[1]]);
    else if (this.held.kind === "thing") this.move([at[0] - this.held.at[0], at[1] - this.held.at[1]]);
    else this.held = null;
  }

  move(by: Point): void {
    const held = this.held;
    const model = this.model;
    if (!model || !held) return;
    if (!this.selection.every(([x, y]) => this.inside([x + by[0], y + by[1]]))) {
      this.told = t("It would lie beyond the edge.");
      return;
    }
    const name = this.heldName();
    if (held.kind === "thing") {
      const to: Point = [held.at[0] + by[0], held.at[1] + by[1]];
      const next = model.form === "tiles" ? moveToken(model, this.shapes, held.at, to) : swapSquares(model, held.at, to);
      if (next === model) {
        this.told = t("{{name}} cannot lie there.", { name });
        return;
      }
      this.held = { kind: "thing", at: to };
      this.change(next, t("{{name}} at column {{column}}, row {{row}}.", { name, column: to[0], row: to[1] }));
    } else if (held.kind === "room") this.change(shiftRoom(model, held.index, by), t("{{name}} moved.", { name }));
    else {
      const next = shiftTile(model, this.shapes, held.id, by);
      const tile = next.tiles.find((entry) => entry.id === held.id);
      this.change(next, t("{{name}} at column {{column}}, row {{row}}.", { name, column: tile?.at[0], row: tile?.at[1] }));
    }
  }

  /** Another one like it: a tile of the same form from the box, or an area of a map. */
  copy(): void {
    const model = this.model;
    if (!model) return;
    if (model.form === "map") {
      this.take({ kind: "copy" });
      this.told = t("Choose two corners of what is to be copied.");
      return;
    }
    const tile = model.tiles.find((entry) => entry.id === this.selected);
    const twin = tile && twinOf(model, this.shapes, tile.id);
    if (!tile) this.told = t("Choose the tile that is to be copied.");
    else if (!twin) this.told = t("There is no second tile of this form in the box.");
    else {
      this.rot = tile.rot;
      this.take({ kind: "tile", id: twin });
      this.told = t("Tile {{name}} in hand. Click where it is to lie.", { name: this.nameOf(twin) });
    }
  }

  /** The other side like this one: half of a map, or a tile across the middle of what is laid. */
  mirrorIt(): void {
    const model = this.model;
    if (!model) return;
    if (model.form === "map") {
      this.change(mirrored(model), t("The other half is like the first one now."));
      return;
    }
    const tile = turnedAbout(model, this.shapes, this.selected);
    const twin = tile && twinOf(model, this.shapes, tile.id);
    if (!tile) this.told = t("Choose the tile that is to be mirrored.");
    else if (!twin) this.told = t("There is no second tile of this form in the box.");
    else this.change(placeTile(model, twin, tile.at, tile.rot), t("Tile {{name}} placed on the other side.", { name: this.nameOf(twin) }));
  }

  turnIt(): void {
    if (this.tool.kind === "tile") {
      this.rot = ((this.rot + 90) % 360) as Rotation;
      this.told = t("Turned to {{degrees}} degrees.", { degrees: this.rot });
    } else if (this.model && this.selected) this.change(turnTile(this.model, this.shapes, this.selected), t("Turned."));
  }

  remove(): void {
    if (!this.model) return;
    const held = this.held;
    this.held = null;
    if (held?.kind === "tile") this.change(removeTile(this.model, this.shapes, held.id), t("Removed."));
    else if (held?.kind === "room") this.change({ ...this.model, rooms: this.model.rooms.filter((_, at) => at !== held.index) }, t("Room removed."));
    else if (held?.kind === "thing") this.takeAway(held.at);
    else if (this.cursor) this.eraseAt(this.cursor);
  }

  private place(id: string, at: Point): void {
    const squares = squaresOf({ id, at, rot: this.rot }, this.shapes);
    const [width, height] = this.model!.size;
    if (!squares.every((square) => square.at[0] < width && square.at[1] < height)) {
      this.told = t("It would lie beyond the edge.");
      return;
    }
    this.change(placeTile(this.model!, id, at, this.rot), t("Tile {{name}} placed.", { name: this.nameOf(id) }));
    const kind = this.shapes.get(id)?.kind;
    const next = this.unused.find((tile) => tile.kind === kind && !this.shapes.get(tile.id)?.room);
    if (kind === "corridor" && next) this.take({ kind: "tile", id: next.id });
    else {
      this.take({ kind: "select" });
      this.held = { kind: "tile", id };
      this.grabbed = [0, 0];
    }
  }

  private sign(character: string, at: Point): void {
    const model = this.model!;
    if (model.form === "tiles") {
      if (!tileAt(model, this.shapes, at)) {
        this.told = t("There is no floor.");
        return;
      }
      this.change(setToken(model, at, character), t("Placed."));
      const next = TOKENS.find((sign) => sign !== "$" && !this.model!.tokens.some((token) => token.character === sign));
      if (character !== "$" && next) this.take({ kind: "sign", character: next });
      return;
    }
    if (this.fill && this.wantsOther(at)) return;
    const cells = this.taken(at);
    const college = this.college || this.facts?.colleges[0] || "";
    let next = paint(model, cells, character, college);
    if (this.mirror) next = paint(next, cells.map((cell) => opposite(model, cell)), counterpart(character), college);
    this.change(fitted(next), t("Painted."));
  }

  /** What stands or lies on a square goes. */
  private takeAway(at: Point): void {
    const model = this.model!;
    if (model.form === "tiles") this.change(setToken(model, at, null), t("Taken away."));
    else this.change(fitted(paint(model, [at], ".")), t("Cleared."));
  }

  /** The eraser takes what is on top; of a map without anything there the floor itself. */
  private eraseAt(at: Point): void {
    const model = this.model!;
    const top = this.topAt(at);
    if (top?.kind === "thing") this.takeAway(at);
    else if (top?.kind === "tile") this.change(removeTile(model, this.shapes, top.id), t("Tile {{name}} removed.", { name: this.nameOf(top.id) }));
    else if (top?.kind === "room") this.change(removeRoomAt(model, at), t("Room removed."));
    else if (model.form === "map") this.change(fitted(paint(model, [at], model.rows[at[1]]?.[at[0]] === "." ? "#" : ".")), t("Cleared."));
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
    const place = t("Column {{column}}, row {{row}}", { column: at[0], row: at[1] });
    const board = this.board;
    if (!board || !this.model) return place;
    const same = (other: readonly [number, number]): boolean => other[0] === at[0] && other[1] === at[1];
    const character = board.rows[at[1]]?.[at[0]] ?? "#";
    const found = [this.facts?.signs.find((sign) => sign.character === character)?.name ?? character];
    if (board.chests.some(same)) found.push(t("chest"));
    const portal = board.teleporters.find((entry) => same(entry.at));
    if (portal) found.push(t("portal {{number}}", { number: portal.n }));
    if (this.model.form === "map" && heightAt(this.model, at) > 0) found.push(t("{{level}} high", { level: heightAt(this.model, at) }));
    const tile = tileAt(this.model, this.shapes, at);
    if (tile) found.push(t("tile {{name}}", { name: this.nameOf(tile.id) }));
    const problem = this.problems.find((entry) => entry.cells.some(same));
    if (problem) found.push(t("problem: {{text}}", { text: problem.text }));
    return `${place}: ${found.join(", ")}`;
  }
}
