/** What the lobby and the pages of coaches ask the server. */

import { request } from "../api";
import type { ChallengeOrder, CoachPage, LobbyChallenge, LobbyMatchMade, LobbyPage } from "../wire";

const part = encodeURIComponent;

export const lobby = {
  page: () => request<LobbyPage>("GET", "/lobby"),
  challenge: (order: ChallengeOrder) => request<LobbyChallenge>("POST", "/lobby/challenges", order),
  accept: (id: string, team: string) => request<LobbyMatchMade>("POST", `/lobby/challenges/${part(id)}/accept`, { team }),
  withdraw: (id: string) => request<null>("DELETE", `/lobby/challenges/${part(id)}`),
  wait: (edition: string) => request<null>("POST", "/lobby/pairing", { edition }),
  waitNoMore: () => request<null>("DELETE", "/lobby/pairing"),
  say: (text: string) => request<null>("POST", "/lobby/chat", { text }),
  report: (number: number, words: string) => request<null>("POST", `/lobby/chat/${number}/report`, { words }),
  quiet: (account: string, kind: "" | "mute" | "block") => request<null>("PUT", `/lobby/quiet/${part(account)}`, { kind }),
  coach: (account: string) => request<CoachPage>("GET", `/coaches/${part(account)}`),
};
