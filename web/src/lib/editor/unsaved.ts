/** The dungeon in the editor outlives a reload: one for each edition, until it is replaced. */

import type { Model } from "./model";

interface Unsaved {
  model: Model;
  kept: string; // the id on the shelf that it was opened from or saved as
}
const STORE = "dungeonbowl.editor";

function all(): Record<string, Unsaved> {
  try {
    const found = JSON.parse(localStorage.getItem(STORE) ?? "{}") as Record<string, Unsaved> | null;
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

export function rememberModel(model: Model, kept: string): void {
  try {
    localStorage.setItem(STORE, JSON.stringify({ ...all(), [model.edition]: { model, kept }, last: model.edition }));
  } catch {
    // Then the dungeon lasts as long as the page.
  }
}

export function rememberedModel(edition: string): Unsaved | null {
  const found = all()[edition];
  const { model } = found ?? {};
  const whole = model?.edition === edition && Array.isArray(model.tiles) && Array.isArray(model.tokens) && Array.isArray(model.rows) && Array.isArray(model.rooms) && Array.isArray(model.size);
  return found && whole ? found : null;
}

/** The edition that was worked on last; empty for none. */
export function lastEdition(): string {
  const found: unknown = (all() as Record<string, unknown>).last;
  return typeof found === "string" ? found : "";
}
