/** Changes of what the account page shows: what came of one is shown, or why it did not work. */

import { t } from "../languages";
import { words } from "../trouble";

export class Changing<Found> {
  trouble = $state("");
  readonly #shown: (found: Found) => void;

  constructor(shown: (found: Found) => void) {
    this.#shown = shown;
  }

  async after(work: () => Promise<Found>): Promise<void> {
    this.trouble = "";
    try {
      this.#shown(await work());
    } catch (error) {
      this.trouble = words(error, t("That did not work."));
    }
  }
}
