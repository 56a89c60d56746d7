/** What the pages of a club day ask the server. A coach brings the code of his card with every request. */

import { API, request, spokenAddress } from "../api";
import type { ClubCard, ClubClock, ClubClockOrder, ClubDesk, ClubMine, ClubReport, ClubRoom } from "../league/wire";

const at = (competition: string, ...parts: string[]): string => ["/club", competition, ...parts].map((part, place) => (place ? encodeURIComponent(part) : part)).join("/");

export const club = {
  room: (id: string) => request<ClubRoom>("GET", at(id)),
  mine: (id: string, card: string) => request<ClubMine>("GET", at(id, "mine"), undefined, card),
  report: (id: string, card: string, order: ClubReport) => request<ClubMine>("POST", at(id, "report"), order, card),
  confirm: (id: string, card: string, fixture: string, words: string) => request<ClubMine>("POST", at(id, "confirm"), { fixture, words }, card),
  desk: (id: string) => request<ClubDesk>("GET", at(id, "desk")),
  card: (id: string, team: string, address = 0) => request<ClubCard>("GET", `${at(id, "cards", team)}?address=${address}`),
  replaceCard: (id: string, team: string) => request<ClubCard>("POST", at(id, "cards", "replace"), { team }),
  clock: (id: string, order: ClubClockOrder) => request<ClubClock>("POST", at(id, "clock"), order),
  result: (id: string, order: ClubReport) => request<ClubRoom>("POST", at(id, "result"), order),
  accept: (id: string, fixture: string, words: string) => request<ClubRoom>("POST", at(id, "accept"), { fixture, words }),
  nextRound: (id: string, absent: string[], number: number) => request<unknown>("POST", `/competitions/${encodeURIComponent(id)}/rounds/next`, { absent, number }),
  paper: (id: string, what: string, address = 0) => spokenAddress(`${API}${at(id, "print", what)}${address ? `?address=${address}` : ""}`),
};
