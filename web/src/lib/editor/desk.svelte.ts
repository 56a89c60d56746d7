/** The dungeon in the editor: what can be undone, what outlives a reload, and what the server says a moment later. */

import type { DungeonJson } from "../board/geometry";
import { t } from "../languages";
import { dungeons } from "../requests";
import { words } from "../trouble";
import type { DungeonChecked, DungeonProblem, EditorFacts, GenerateOrder, TileShape } from "../wire";
import { type Model, type Point, emptyModel, modelOf, originOf, textOf } from "./model";
import { rememberModel, rememberedModel } from "./unsaved";
import { gathered, onCanvas, sketch } from "./view";

const DELAY = 220;
const MOST_UNDO = 200;

export interface ShownProblem extends DungeonProblem {
  cells: [number, number][]; // on the canvas
}

export class EditorDesk {
  facts: EditorFacts | null = $state.raw(null);
  model: Model | null = $state.raw(null);
  past: Model[] = $state.raw([]);
  future: Model[] = $state.raw([]);
  checked: DungeonChecked | null = $state.raw(null);
  private checkedModel: Model | null = $state.raw(null);
  checking = $state(false);
  trouble = $state("");
  told = $state(""); // for the live region
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
      text: count > 1 ? t("{{problem}} and {{number}} more", { problem: problem.text, number: count - 1 }) : problem.text,
      cells: squares.map(([x, y]): [number, number] => [x + dx, y + dy]),
    }));
  });

  async open(edition: string): Promise<void> {
    try {
      this.facts = await dungeons.editor(edition);
      const before = rememberedModel(edition);
      if (before) {
        this.put(before.model, before.kept);
        this.told = t("Your dungeon is as you left it.");
        return;
      }
      await this.load(await dungeons.check(this.facts.template));
      if (this.model) this.model = { ...this.model, name: t("My dungeon") };
      this.ask();
    } catch (error) {
      this.trouble = words(error, t("The editor could not be opened."));
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.turn += 1;
  }

  /** A dungeon that the server has read takes the place of this one. */
  async load(found: DungeonChecked, kept = ""): Promise<void> {
    const model = modelOf(found);
    if (!model) throw new Error(found.problems[0]?.text ?? t("This file cannot be drawn."));
    if (model.edition !== this.facts?.edition) this.facts = await dungeons.editor(model.edition);
    this.put(model, kept);
  }

  /** Another dungeon lies on the desk: what the hand held was of the old one. */
  protected replaced(_model: Model): void {}

  private put(model: Model, kept: string): void {
    if (this.model) this.past = [...this.past, this.model].slice(-MOST_UNDO);
    this.future = [];
    this.model = model;
    this.kept = kept;
    this.trouble = "";
    this.replaced(model);
    this.ask();
  }

  async generate(order: GenerateOrder): Promise<void> {
    await this.load(await dungeons.generate(order));
  }

  clear(): void {
    this.kept = "";
    if (!this.model) return;
    this.change(emptyModel(this.model));
    this.replaced(this.model);
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
    this.told = t("Undone.");
    this.ask();
  }

  redo(): void {
    const next = this.future[0];
    if (!next || !this.model) return;
    this.past = [...this.past, this.model];
    this.future = this.future.slice(1);
    this.model = next;
    this.told = t("Done again.");
    this.ask();
  }

  remember(): void {
    if (this.model) rememberModel(this.model, this.kept);
  }

  /** Everything that is different now: whoever reloads the page finds it again, and the server looks at it. */
  private ask(): void {
    this.remember();
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
      if (turn === this.turn) this.trouble = words(error, t("The dungeon could not be checked."));
    } finally {
      if (turn === this.turn) this.checking = false;
    }
  }
}
