/** Teams and dungeons that this browser keeps, as the texts of their files. */

import { t } from "./languages";
import { randomWord } from "./words";

export interface Kept {
  id: string;
  name: string;
  edition: string;
  text: string;
  when: number;
  faults?: string[]; // what the server had against it when it was kept
}

/** What a kept thing is called in a list: one with faults says so. */
export function keptName(entry: Kept): string {
  const count = entry.faults?.length ?? 0;
  return count > 0 ? t("✗ {{name}} (not legal: {{count}} faults)", { name: entry.name, count }) : entry.name;
}

export class Shelf {
  constructor(private readonly store: string) {}

  list(edition = ""): Kept[] {
    try {
      const found = JSON.parse(localStorage.getItem(this.store) ?? "[]") as Kept[];
      if (!Array.isArray(found)) return [];
      return found.filter((entry) => entry.id && entry.text && (!edition || entry.edition === edition));
    } catch {
      return [];
    }
  }

  find(id: string): Kept | undefined {
    return this.list().find((entry) => entry.id === id);
  }

  /** Keep a text, in place of the one with the same id. False when the browser keeps nothing. */
  put(entry: Omit<Kept, "id" | "when"> & { id?: string }): Kept | null {
    const kept: Kept = { ...entry, id: entry.id || randomWord(), when: Date.now() };
    return this.write([kept, ...this.list().filter((other) => other.id !== kept.id)]) ? kept : null;
  }

  /** What the server has against a kept thing now. */
  mark(id: string, faults: string[]): void {
    this.write(this.list().map((entry) => (entry.id === id ? { ...entry, faults } : entry)));
  }

  remove(id: string): void {
    this.write(this.list().filter((entry) => entry.id !== id));
  }

  private write(list: Kept[]): boolean {
    try {
      localStorage.setItem(this.store, JSON.stringify(list));
      return true;
    } catch {
      return false;
    }
  }
}

export const teamShelf = new Shelf("dungeonbowl.teams");
export const dungeonShelf = new Shelf("dungeonbowl.dungeons");
