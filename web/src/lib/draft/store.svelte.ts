/** The drafting screen: the sheet, and what the server says about it a moment after each change. */

import { t } from "../languages";
import { teams } from "../requests";
import { words } from "../trouble";
import type { DraftFacts, RosterSheet, TeamChecked, TeamDraft } from "../wire";
import { MOST_SHIRTS, Names, draftOf, emptyDraft, freeNumber, isNewTeam } from "./sheet";

const DELAY = 180;
const STORE = "dungeonbowl.draft";

export class DraftStore {
  facts: DraftFacts | null = $state.raw(null);
  draft: TeamDraft | null = $state.raw(null);
  checked: TeamChecked | null = $state.raw(null);
  checking = $state(false);
  trouble = $state("");
  kept = $state(""); // the id of this team on the shelf
  private names = new Names();
  private namesOf = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;

  readonly roster: RosterSheet | null = $derived(this.facts?.rosters.find((roster) => roster.id === this.draft?.roster) ?? null);

  async open(edition: string): Promise<void> {
    try {
      this.facts = await teams.facts(edition);
      const before = this.remembered();
      if (before?.edition === edition && this.facts.rosters.some((roster) => roster.id === before.roster)) this.draft = before;
      else this.draft = emptyDraft(this.facts, this.facts.rosters[0]?.id ?? "");
      this.changed();
    } catch (error) {
      this.trouble = words(error, t("The rosters could not be read."));
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.turn += 1;
  }

  /** Something about the team is different now. */
  set(change: Partial<TeamDraft>): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, ...change };
    this.changed();
  }

  /** Another college or race: no player of the old one can stay. */
  setRoster(roster: string): void {
    if (!this.facts || !this.draft) return;
    this.kept = "";
    const fresh = emptyDraft(this.facts, roster);
    this.set({ ...fresh, name: this.draft.name, coach: this.draft.coach, kind: this.draft.kind, budget: this.draft.budget });
  }

  hire(position: string): void {
    const draft = this.draft;
    if (!draft || draft.players.length >= MOST_SHIRTS) return;
    const number = freeNumber(draft.players);
    const name = this.names.pick(position, number, draft.players);
    this.set({ players: [...draft.players, { number, name, position }].sort((a, b) => a.number - b.number) });
  }

  /** The last one hired of a position goes. */
  dismiss(position: string): void {
    const last = this.draft?.players.findLastIndex((player) => player.position === position) ?? -1;
    if (last >= 0) this.remove(last);
  }

  remove(index: number): void {
    if (this.draft) this.set({ players: this.draft.players.filter((_, at) => at !== index) });
  }

  rename(index: number, name: string): void {
    if (this.draft) this.set({ players: this.draft.players.map((player, at) => (at === index ? { ...player, name } : player)) });
  }

  arm(index: number, weapon: string): void {
    if (this.draft) this.set({ players: this.draft.players.map((player, at) => (at === index ? { ...player, weapon } : player)) });
  }

  renumber(index: number, number: number): void {
    if (this.draft) this.set({ players: this.draft.players.map((player, at) => (at === index ? { ...player, number } : player)) });
  }

  /** A team from a file or from the program takes the place of this one. */
  load(found: TeamChecked): void {
    if (!found.team) throw new Error(found.problems[0]?.text ?? t("This is no team."));
    if (String(found.team.edition) !== this.facts?.edition) throw new Error(t("This is a team of another edition ({{edition}}).", { edition: String(found.team.edition) }));
    if (!isNewTeam(found.team)) throw new Error(t("This team has played already; it can be used in a match, but not be drafted again."));
    this.kept = "";
    this.draft = draftOf(found.team);
    this.checked = found;
    this.changed();
  }

  clear(): void {
    if (!this.facts || !this.draft) return;
    this.kept = "";
    this.draft = emptyDraft(this.facts, this.draft.roster);
    this.changed();
  }

  private changed(): void {
    this.trouble = "";
    this.remember();
    void this.learnNames();
    clearTimeout(this.timer);
    this.checking = true;
    const turn = (this.turn += 1);
    this.timer = setTimeout(() => void this.check(turn), DELAY);
  }

  private async check(turn: number): Promise<void> {
    const draft = this.draft;
    if (!draft) return;
    try {
      const found = await teams.check({ ...draft, name: draft.name.trim() });
      if (turn === this.turn) this.checked = found;
    } catch (error) {
      if (turn === this.turn) this.trouble = words(error, t("The team could not be checked."));
    } finally {
      if (turn === this.turn) this.checking = false;
    }
  }

  /** Teams drafted by the program lend their players' names. */
  private async learnNames(): Promise<void> {
    const roster = this.draft?.roster ?? "";
    const edition = this.facts?.edition ?? "";
    if (!roster || this.namesOf === roster) return;
    this.namesOf = roster;
    this.names = new Names();
    for (const style of this.facts?.styles ?? []) {
      const found = await teams.random({ edition, roster, style, seed: Math.floor(Math.random() * 100_000) }).catch(() => null);
      if (this.namesOf !== roster) return;
      if (found?.team) this.names.add(draftOf(found.team).players);
    }
  }

  private remember(): void {
    try {
      localStorage.setItem(STORE, JSON.stringify(this.draft));
    } catch {
      // Then the draft lasts as long as the page.
    }
  }

  private remembered(): TeamDraft | null {
    try {
      const found = JSON.parse(localStorage.getItem(STORE) ?? "null") as TeamDraft | null;
      return found && Array.isArray(found.players) ? found : null;
    } catch {
      return null;
    }
  }
}
