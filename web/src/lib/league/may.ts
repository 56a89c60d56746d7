/** What whoever looks at a page of a league may do. Without accounts everybody may do everything. */

import type { You } from "./wire";

const OF_COACH = ["enter", "decide", "play", "report", "propose"]; // for the own team

export function may(you: You | null, task: string, teams: readonly (string | undefined)[] = []): boolean {
  if (you === null || you.may.includes(task)) return true;
  return OF_COACH.includes(task) && teams.some((team) => team !== undefined && you.teams.includes(team));
}

/** Whether somebody has anything to do at the commissioner's desk. */
export const atDesk = (you: You | null): boolean => ["schedule", "result", "rule"].some((task) => may(you, task));
