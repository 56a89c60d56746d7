/** Something that a page has asked the server for: there, on its way, or why it did not come. */

import { untrack } from "svelte";
import { ApiError } from "../api";
import { language, t } from "../languages";
import { words } from "../trouble";

const STALE = 409;
const TOO_MUCH = 429;
const FAILED = 500; // and above: the server's trouble, not the question's

export class Loaded<T> {
  value: T | null = $state.raw(null);
  trouble = $state("");
  busy = $state(false);
  /** The last question failed, and the same one may get an answer in a moment: no network, or a server that is busy. */
  passing = false;
  private turn = 0;

  /** Ask. An answer to an older question is dropped. `quiet`: what is there stays until the answer comes, words too. */
  async load(ask: () => Promise<T>, quiet = false): Promise<void> {
    const turn = ++this.turn;
    if (!quiet) {
      this.value = null;
      this.trouble = "";
    }
    this.busy = true;
    try {
      const found = await ask();
      if (turn !== this.turn) return;
      this.value = found;
      this.trouble = "";
      this.passing = false;
    } catch (error) {
      if (turn !== this.turn) return;
      this.trouble = words(error, t("The server does not answer."));
      this.passing = mayPass(error);
    } finally {
      if (turn === this.turn) this.busy = false;
    }
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === TOO_MUCH || error.status >= FAILED);
}

/** What the server says is asked for again when the pages speak another language. Called while a component is made. */
export function inEachLanguage(again: () => Promise<void>): void {
  let asked = language.code;
  $effect(() => {
    if (language.code === asked) return;
    asked = language.code;
    untrack(() => void again());
  });
}

/** Orders of a page: one at a time, and what went wrong in words. */
export class Orders {
  busy = $state(false);
  trouble = $state("");
  /** Somebody else was first: the page shows something old. */
  stale = $state(false);

  async give<T>(order: () => Promise<T>): Promise<T | null> {
    if (this.busy) return null;
    this.busy = true;
    this.trouble = "";
    this.stale = false;
    try {
      return await order();
    } catch (error) {
      this.stale = error instanceof ApiError && error.status === STALE;
      this.trouble = words(error, t("That did not work."));
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** The same for an order that answers nothing: whether it was done. */
  async done(order: () => Promise<unknown>): Promise<boolean> {
    return (await this.give(async () => (await order(), true))) === true;
  }
}
