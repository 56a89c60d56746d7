/**
 * How a board is looked at: the whole of it, or closer where something happens. The board draws with it, and the small map
 * of the whole shows what it sees and sends it elsewhere.
 */

import { type Camera, MOST_PIXELS_A_SQUARE, type Part, bounded, centred, fit, held, inView, zoomAt } from "./camera";
import { middlemost } from "./places";
import { type DungeonJson, UNIT, boxOf, hiddenCells, openCells } from "./geometry";

/** Pixels a square below which the whole dungeon is too small to play on. */
export const SMALL = 40;
/** Pixels a square of the closer view: at least, and at most. */
const CLOSE = 44;
const CLOSEST = 60;
/** How many squares the closer view should have across. */
const ACROSS = 13;
/** Bare ground round the whole dungeon, in squares: where a match is played, and elsewhere. */
const MARGIN = 0.3;
const WIDE_MARGIN = 0.8;
/** How near to the edge of the closer view something may happen before the view follows, in squares. */
const NEAR_THE_EDGE = 3;

const GLIDE = 320;

export class View {
  /** The size of the board on the screen, in pixels. */
  width = $state(0);
  height = $state(0);
  camera: Camera = $state.raw({ scale: 0.5, x: 0, y: 0 });
  gliding = $state(false);
  /** Whether the view comes closer by itself where the whole is too small. */
  follows = $state(false);
  /** Whether the whole is shown for now: what is asked is about both ends of it. */
  overview = $state(false);
  /** What the coach has asked for: the whole, the closer view, or a part and a size of their own. */
  private asked: "" | "whole" | "close" | "own" = $state("");
  /** The part of the drawing that has anything on it. */
  frame: Part = $state.raw({ x: 0, y: 0, width: UNIT, height: UNIT });
  /** The point in the middle of the closer view, and where something happened last, in board units. */
  private point: { x: number; y: number } | null = $state.raw(null);
  private latest: { x: number; y: number } | null = null;
  /** The size of the window that the camera was set for. */
  private kept = { width: 0, height: 0 };

  readonly screen = $derived({ width: this.width, height: this.height });
  readonly whole: Camera = $derived.by(() => fit(this.frame, this.screen, this.margin));
  /** Whether the whole dungeon is too small to play on. */
  readonly small: boolean = $derived(this.width > 0 && this.whole.scale * UNIT < SMALL);
  readonly closeScale: number = $derived(
    Math.max(this.whole.scale, Math.min(CLOSEST, Math.max(CLOSE, Math.min(this.width, this.height) / ACROSS)) / UNIT),
  );
  readonly isClose: boolean = $derived(this.overview ? false : this.asked === "own" ? this.camera.scale > this.whole.scale * 1.05 : this.asked === "close" || (this.asked === "" && this.follows && this.small));
  /** What is in view, in squares. */
  readonly seen = $derived({
    x: -this.camera.x / this.camera.scale / UNIT,
    y: -this.camera.y / this.camera.scale / UNIT,
    width: this.width / this.camera.scale / UNIT,
    height: this.height / this.camera.scale / UNIT,
  });

  /** `tight` views waste no room on rock that nobody can enter. */
  constructor(private readonly tight = false) {}

  private get margin(): number {
    return (this.tight ? MARGIN : WIDE_MARGIN) * UNIT;
  }
  get measured(): boolean {
    return this.width > 0 && this.height > 0;
  }
  get pixelsASquare(): number {
    return this.camera.scale * UNIT;
  }

  /** Look at another dungeon, or at the same one turned or rebuilt. */
  show(dungeon: DungeonJson): void {
    this.point = null;
    this.latest = null;
    const cells = this.tight ? [...openCells(dungeon), ...hiddenCells(dungeon).values()] : [];
    this.frame = cells.length > 0 ? boxOf(cells) : { x: 0, y: 0, width: dungeon.size[0] * UNIT, height: dungeon.size[1] * UNIT };
  }

  /** Keep to what was asked for while the window, the dungeon or the point that is followed change. */
  keep(): void {
    if (!this.measured || (this.asked === "own" && !this.overview)) return;
    if (this.width !== this.kept.width || this.height !== this.kept.height) {
      this.kept = this.screen;
      if (this.latest) this.point = this.latest;
    }
    this.camera = this.isClose ? this.closeTo(this.point ?? this.middle) : this.whole;
  }

  private get middle(): { x: number; y: number } {
    return { x: (this.frame.x ?? 0) + this.frame.width / 2, y: (this.frame.y ?? 0) + this.frame.height / 2 };
  }

  private closeTo(point: { x: number; y: number }): Camera {
    return held(centred({ scale: this.closeScale, x: 0, y: 0 }, point, this.screen), this.frame, this.screen, this.margin);
  }

  // --- what happens --------------------------------------------------------------------------------------------------

  /** Something happens in a square: the closer view goes there unless it is well inside, any other if it is outside. */
  follow(x: number, y: number): void {
    const point = middleOf(x, y);
    this.latest = point;
    if (!this.measured) {
      this.point = point;
      return;
    }
    const near = this.isClose ? Math.min(NEAR_THE_EDGE * this.pixelsASquare, Math.min(this.width, this.height) / 2.5) : 4;
    if (inView(this.camera, point, this.screen, near) && this.point !== null) return;
    if (this.asked === "own" && !inView(this.camera, point, this.screen, 4)) {
      this.glide();
      this.point = point;
      this.camera = held(centred(this.camera, point, this.screen), this.frame, this.screen, this.margin);
    } else if (this.asked !== "own") {
      this.glide();
      this.point = point;
    }
  }

  /** Bring a square into view, if it is not. */
  reveal(x: number, y: number): void {
    const point = middleOf(x, y);
    if (!this.measured || inView(this.camera, point, this.screen, Math.min(this.pixelsASquare, 40))) return;
    this.glide();
    this.point = point;
    if (this.asked === "own") this.camera = held(centred(this.camera, point, this.screen), this.frame, this.screen, this.margin);
  }

  /** Whether a square is in view. */
  sees(x: number, y: number): boolean {
    return inView(this.camera, middleOf(x, y), this.screen, this.pixelsASquare / 2);
  }

  /** Of several squares at least so many are in view, or the view goes to the middle of them. */
  gather(cells: readonly (readonly [number, number])[], least: number): void {
    if (cells.filter((cell) => this.sees(...cell)).length < least) this.follow(...middlemost(cells));
  }

  // --- what the coach asks for ---------------------------------------------------------------------------------------

  /** From the whole to the closer view and back. */
  toggle(): void {
    if (this.isClose) this.fitAll();
    else this.closer();
  }

  fitAll(): void {
    this.glide();
    this.overview = false;
    this.asked = "whole";
  }

  /** Look closer, at a square or where something happened last. */
  closer(x?: number, y?: number): void {
    if (x !== undefined && y !== undefined) this.point = middleOf(x, y);
    else if (this.latest) this.point = this.latest;
    this.glide();
    this.overview = false;
    this.asked = this.follows && this.small ? "" : "close";
  }

  zoom(factor: number): void {
    this.zoomAbout(factor, { x: this.width / 2, y: this.height / 2 });
  }

  zoomAbout(factor: number, at: { x: number; y: number }): void {
    this.overview = false;
    this.asked = "own";
    this.camera = bounded(zoomAt(this.camera, factor, at, this.whole.scale * 0.8, MOST_PIXELS_A_SQUARE / UNIT), this.frame, this.screen);
  }

  pan(dx: number, dy: number): void {
    this.overview = false;
    this.asked = "own";
    this.camera = bounded({ ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy }, this.frame, this.screen);
  }

  /** A pinch has ended: outwards it leads to the closer view, inwards to the whole. */
  pinched(factor: number, at: { x: number; y: number }): void {
    if (factor < 0.95 && this.pixelsASquare < SMALL) this.fitAll();
    else if (factor > 1.05 && this.camera.scale < this.closeScale) {
      this.closer((at.x - this.camera.x) / this.pixelsASquare - 0.5, (at.y - this.camera.y) / this.pixelsASquare - 0.5);
    }
  }

  private glide(): void {
    this.gliding = true;
    setTimeout(() => (this.gliding = false), GLIDE);
  }
}

function middleOf(x: number, y: number): { x: number; y: number } {
  return { x: (x + 0.5) * UNIT, y: (y + 0.5) * UNIT };
}
