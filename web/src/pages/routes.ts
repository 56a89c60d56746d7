/** The pages and their addresses. A page gets `path` (the parts behind its name) and `query`. */

import type { Component } from "svelte";

export interface PageProps {
  path: string[];
  query: URLSearchParams;
}

export interface Route {
  name: string; // the first part of the address; "" is the home page
  load: () => Promise<{ default: Component<PageProps> }>;
}

export const ROUTES: Route[] = [
  { name: "", load: () => import("./Home.svelte") },
  { name: "match", load: () => import("./MatchPage.svelte") },
  { name: "custom", load: () => import("./Custom.svelte") },
  { name: "draft", load: () => import("./Draft.svelte") },
  { name: "editor", load: () => import("./Editor.svelte") },
  { name: "puzzle", load: () => import("./Puzzle.svelte") },
  { name: "replay", load: () => import("./Replay.svelte") },
  { name: "report", load: () => import("./Report.svelte") },
  { name: "leagues", load: () => import("./Leagues.svelte") },
  { name: "league", load: () => import("./League.svelte") },
  { name: "club", load: () => import("./Club.svelte") },
  { name: "fixture", load: () => import("./Fixture.svelte") },
  { name: "aftermath", load: () => import("./Aftermath.svelte") },
  { name: "team", load: () => import("./Team.svelte") },
  { name: "player", load: () => import("./Player.svelte") },
  { name: "atlas", load: () => import("./Atlas.svelte") },
  { name: "rules", load: () => import("./Rules.svelte") },
  { name: "sign-in", load: () => import("./SignIn.svelte") },
  { name: "account", load: () => import("./Account.svelte") },
  { name: "lobby", load: () => import("./Lobby.svelte") },
  { name: "coach", load: () => import("./Coach.svelte") },
  { name: "invitation", load: () => import("./Invitation.svelte") },
  { name: "news", load: () => import("./News.svelte") },
  { name: "help", load: () => import("./Help.svelte") },
];
const NOT_FOUND: Route = { name: "?", load: () => import("./NotFound.svelte") };

export function routeOf(path: readonly string[], routes: readonly Route[] = ROUTES): Route | undefined {
  return routes.find((route) => route.name === (path[0] ?? "")) ?? NOT_FOUND;
}
