/** What could not be done when a league was founded: told on its first page, once. */

const key = (league: string): string => `dungeonbowl.league.${league}`;

export function keepProblems(league: string, problems: readonly string[]): void {
  try {
    sessionStorage.setItem(key(league), problems.join("\n"));
  } catch {
    // Without storage the page of the entries shows what is missing.
  }
}

export function takeProblems(league: string): string {
  try {
    const found = sessionStorage.getItem(key(league)) ?? "";
    sessionStorage.removeItem(key(league));
    return found;
  } catch {
    return "";
  }
}
