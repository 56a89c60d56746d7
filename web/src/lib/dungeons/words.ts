/** What the generator of dungeons can be asked for, in words. */

import { t } from "../languages";

const names = (): Record<string, string> => ({
  quick: t("Quick", { context: "dungeon" }),
  standard: t("Standard", { context: "dungeon" }),
  grand: t("Grand", { context: "dungeon" }),
  mixed: t("Mixed", { context: "dungeon" }),
  symmetric: t("Symmetric", { context: "dungeon" }),
  free: t("Free", { context: "dungeon" }),
  halls: t("Halls", { context: "dungeon" }),
  caverns: t("Caverns", { context: "dungeon" }),
  balanced: t("Balanced", { context: "dungeon" }),
  random: t("Random", { context: "dungeon" }),
  none: t("None", { context: "dungeon" }),
  platforms: t("Platforms"),
  doors: t("Doors"),
  secret_passages: t("Secret passages"),
  chasms: t("Chasms"),
  obstacles: t("Obstacles"),
  lava: t("Lava"),
  water: t("Water"),
  inscriptions: t("Inscriptions"),
  traps: t("Traps"),
});

/** A choice of the generator; one that the pages do not know yet as it is called. */
export const choiceName = (choice: string): string => names()[choice] ?? choice.charAt(0).toUpperCase() + choice.slice(1).replaceAll("_", " ");
