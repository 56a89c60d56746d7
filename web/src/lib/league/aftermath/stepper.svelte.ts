/** An aftermath on the screen: the question, what was decided, and one order at a time. */

import { randomWord } from "../../words";
import { Orders } from "../loaded.svelte";
import { aftermaths } from "../requests";
import type { AftermathPage } from "../wire";

/** When the last step is done, the page still shows the way that led there, and the sheet from before it. */
function closing(before: AftermathPage, found: AftermathPage): AftermathPage {
  const steps = before.steps.map((step) => ({ ...step, state: "done" as const }));
  const stages = before.written.map((line) => line.stage);
  const written = found.written.map((line, at) => ({ ...line, stage: line.stage || stages[at] || steps.at(-1)?.name || "" }));
  return { ...found, steps: found.steps.length > 0 ? found.steps : steps, written, before: before.before };
}

export class Stepper {
  page: AftermathPage | null = $state.raw(null);
  readonly orders = new Orders();
  /** What the last order has written: from this line on it is new. */
  fresh = $state(0);

  constructor(
    readonly match: string,
    readonly team: string,
  ) {}

  async open(): Promise<void> {
    const found = await this.orders.give(() => aftermaths.page(this.match, this.team));
    if (found) {
      this.page = found;
      this.fresh = found.written.length;
    }
  }

  private async order(give: (page: AftermathPage) => Promise<AftermathPage>): Promise<void> {
    const before = this.page;
    if (!before) return;
    const found = await this.orders.give(() => give(before));
    if (found) {
      this.fresh = Math.min(before.written.length, found.written.length);
      this.page = found.over ? closing(before, found) : found;
    } else if (this.orders.stale) {
      const said = this.orders.trouble;
      await this.open();
      this.orders.trouble = said;
    }
  }

  /** `shared` are dice of a real table that belong to all teams; none if they were given before. */
  begin(typed: boolean, shared: Record<string, number[]> = {}): Promise<void> {
    return this.order(async (page) => {
      if (typed && Object.keys(shared).length > 0) await aftermaths.share(page.match, shared);
      return aftermaths.begin(page.match, page.team, randomWord(), typed, page.number);
    });
  }
  decide(option: string): Promise<void> {
    return this.order((page) => aftermaths.decide(page.match, page.team, option, page.number));
  }
  dice(dice: number[]): Promise<void> {
    return this.order((page) => aftermaths.dice(page.match, page.team, dice, page.number));
  }
  undo(): Promise<void> {
    return this.order((page) => aftermaths.undo(page.match, page.team, page.number));
  }
  assist(): Promise<void> {
    return this.order((page) => aftermaths.assist(page.match, page.team));
  }
  reopen(reason: string): Promise<void> {
    return this.order((page) => aftermaths.reopen(page.match, page.team, reason));
  }
}
