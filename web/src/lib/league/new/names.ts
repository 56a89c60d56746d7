/** What the options of leagues and competitions are called. Files and commands know them by their keys. */

import { t, word } from "../../languages";

const NAMES: Record<string, string> = {
  touchdown_points: word("Touchdown points", "option"),
  casualty_bonus: word("Casualty bonus", "option"),
  redraft_cap: word("Redraft cap", "option"),
  scouting: word("Scouting", "option"),
  fame: word("Fame", "option"),
  fill_up: word("Fill up", "option"),
  mvp_dead: word("MVP dead", "option"),
  treasury_cap: word("Treasury cap", "option"),
  aftermath_hours: word("Aftermath hours", "option"),
  names_locked: word("Names locked", "option"),
  off_season: word("Off season", "option"),
  walkover_relief: word("Walkover relief", "option"),
  concession: word("Concession", "option"),
  concede_winnings: word("Concede winnings", "option"),
  mercy: word("Mercy", "option"),
  chat_days: word("Chat days", "option"),
  search_engines: word("Search engines", "option"),
  stages: word("Stages", "option"),
  play: word("Play", "option"),
  win: word("Win", "option"),
  draw: word("Draw", "option"),
  loss: word("Loss", "option"),
  bonus: word("Bonus", "option"),
  tie_breaks: word("Tie breaks", "option"),
  swiss_tie_breaks: word("Swiss tie breaks", "option"),
  bye: word("Bye", "option"),
  unplayed: word("Unplayed", "option"),
  walkover_score: word("Walkover score", "option"),
  annul: word("Annul", "option"),
  inherit_points: word("Inherit points", "option"),
  own_teams_meet: word("Own teams meet", "option"),
  handicap: word("Handicap", "option"),
  petty_cash_cap: word("Petty cash cap", "option"),
  knock_out_rules: word("Knock out rules", "option"),
  prizes: word("Prizes", "option"),
  trophy: word("Trophy", "option"),
  budget: word("Budget", "option"),
  skill_points: word("Skill points", "option"),
  all_open: word("All open", "option"),
  lockstep: word("Lockstep", "option"),
  round_days: word("Round days", "option"),
  round_minutes: word("Round minutes", "option"),
  deadline_hour: word("Deadline hour", "option"),
  zone: word("Zone", "option"),
  grace: word("Grace", "option"),
  auto_deadline: word("Auto deadline", "option"),
  four_eyes: word("Four eyes", "option"),
  dungeons: word("Dungeons", "option"),
};

export function nameOf(key: string): string {
  const name = NAMES[key];
  return name ? t(name, { context: "option" }) : key.replaceAll("_", " ");
}
