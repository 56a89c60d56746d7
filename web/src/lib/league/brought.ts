/** How sure a team is that was brought from another server, in a sentence about what this server has found. */

import { t } from "../languages";

export function sureness(mark: string): string {
  switch (mark) {
    case "proven":
      return t("Verified here: every match was played again, and every die follows from a seed that was promised.");
    case "replayed":
      return t("Verified here: every match was played again; its dice were typed in or seeded.");
    case "corrected":
      return t("Brought along: a person has corrected something in it elsewhere, and nothing here proves that.");
    case "another version":
      return t("Brought along: another version of the program wrote its replays, which this one tells otherwise.");
    case "ok":
      return t("It has nothing yet that would have to be proven.");
    default:
      return t("Brought along: not everything in it can be verified here.");
  }
}
