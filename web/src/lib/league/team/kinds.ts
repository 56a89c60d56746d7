/** What the kinds of events of a team are called where one of them is chosen. */

import { t, word } from "../../languages";

const NAMES: Record<string, string> = {
  advanced: word("Advancements"),
  booked: word("Bookings for a match"),
  closed: word("Aftermaths closed"),
  conceded: word("Concessions"),
  confiscated: word("Confiscations"),
  created: word("The draft"),
  cured: word("Cures"),
  died: word("Deaths"),
  disbanded: word("The team disbands"),
  expenses: word("Expenses"),
  fame: word("Fame"),
  fans: word("Fans"),
  fired: word("Players fired"),
  funds: word("Funds of a redraft"),
  gold: word("Gold"),
  granted: word("Grants"),
  hired: word("Players hired"),
  hurt: word("Injuries"),
  item: word("Items"),
  item_lost: word("Items lost"),
  joined: word("Seasons joined"),
  journeymen: word("Journeymen"),
  left: word("Players who left"),
  mvp: word("Most valuable players"),
  owner_changed: word("Changes of the coach"),
  played: word("Matches played"),
  points: word("Points for players"),
  prize: word("Prizes"),
  recovered: word("Recoveries"),
  rehired: word("Players hired again"),
  renamed: word("Changes of the name"),
  reroll: word("Re-rolls bought"),
  retired: word("Retirements"),
  revealed: word("Dice revealed"),
  revived: word("Revivals"),
  scouted: word("Scouting"),
  season: word("Seasons begun"),
  spent: word("Points spent"),
  staff: word("Staff"),
  suspended: word("Suspensions"),
  traded: word("Trades"),
  unbooked: word("Bookings taken back"),
  void: word("Corrections"),
  weapon_back: word("Weapons given back"),
};

export interface Kind {
  id: string;
  name: string;
}

/** All kinds that can be asked for, in the order of their names. */
export function kindsByName(ids: readonly string[]): Kind[] {
  const found = ids.map((id) => ({ id, name: t(NAMES[id] ?? id.replaceAll("_", " ")) }));
  return found.sort((one, other) => one.name.localeCompare(other.name));
}
