/** The rule that is open at the moment: any "why?" on any page opens it, the shell shows it. */

import { ApiError, api } from "./api";
import { t } from "./languages";
import type { RuleText } from "./wire";

class RuleShelf {
  open: string | null = $state(null);
  text: RuleText | null = $state.raw(null);
  trouble = $state("");
  private known = new Map<string, RuleText>();

  async show(id: string): Promise<void> {
    this.open = id;
    this.trouble = "";
    this.text = this.known.get(id) ?? null;
    if (this.text) return;
    try {
      const rule = await api.rule(id);
      this.known.set(id, rule);
      if (this.open === id) this.text = rule;
    } catch (error) {
      this.trouble = error instanceof ApiError ? error.message : t("The rule could not be read.");
    }
  }

  close(): void {
    this.open = null;
  }
}

export const rules = new RuleShelf();
