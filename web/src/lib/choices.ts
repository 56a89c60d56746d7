/** What the values of options are called on the pages. Files and the command line have the values themselves, as they are typed. */

import { t, word } from "./languages";

const NAMES: Record<string, string> = {
  after: word("after", "choice"),
  alternate: word("alternate", "choice"),
  any: word("any", "choice"),
  anybody: word("anybody", "choice"),
  as_it_stands: word("as it stands", "choice"),
  asked: word("asked", "choice"),
  before: word("before", "choice"),
  both: word("both", "choice"),
  bought: word("bought", "choice"),
  by_two: word("by two", "choice"),
  carry_on: word("carry on", "choice"),
  classic: word("classic", "choice"),
  deferred: word("deferred", "choice"),
  draw: word("draw", "choice"),
  enchanted: word("enchanted", "choice"),
  first: word("first", "choice"),
  fresh: word("fresh", "choice"),
  full: word("full", "choice"),
  hidden: word("hidden", "choice"),
  illusionary: word("illusionary", "choice"),
  iron: word("iron", "choice"),
  league: word("league", "choice"),
  living: word("living", "choice"),
  map: word("map", "choice"),
  mvp: word("mvp", "choice"),
  none: word("none", "choice"),
  normal: word("normal", "choice"),
  off: word("off", "choice"),
  on: word("on", "choice"),
  one: word("one", "choice"),
  opponents: word("opponents", "choice"),
  own: word("own", "choice"),
  random: word("random", "choice"),
  range: word("range", "choice"),
  redraft: word("redraft", "choice"),
  resurrection: word("resurrection", "choice"),
  roll: word("roll", "choice"),
  rolled: word("rolled", "choice"),
  round_robins: word("round robins", "choice"),
  rules: word("rules", "choice"),
  sight: word("sight", "choice"),
  six: word("six", "choice"),
  skill: word("skill", "choice"),
  spiked: word("spiked", "choice"),
  standard: word("standard", "choice"),
  start: word("start", "choice"),
  used: word("used", "choice"),
  win: word("win", "choice"),
  zero: word("zero", "choice"),
};

export const CHOICES: readonly string[] = Object.keys(NAMES);

export function choiceName(value: string): string {
  const name = NAMES[value];
  return name ? t(name, { context: "choice" }) : value.replaceAll("_", " ");
}
