/** What the pages about people of leagues ask the server. */

import { request } from "../../api";
import type { InvitationMade, InvitationOrder, InvitationShown, PeoplePage, VouchingMade } from "../../wire";

const part = encodeURIComponent;

export const people = {
  page: (league: string) => request<PeoplePage>("GET", `/leagues/${part(league)}/people`),
  door: (league: string, isPrivate: boolean, applications: boolean) => request<null>("POST", `/leagues/${part(league)}/door`, { private: isPrivate, applications }),
  role: (league: string, member: string, role: string) => request<null>("POST", `/leagues/${part(league)}/members/${part(member)}/role`, { role }),
  expel: (league: string, member: string) => request<null>("POST", `/leagues/${part(league)}/members/${part(member)}/expel`, {}),
  vouch: (league: string, member: string, reason: string) => request<VouchingMade>("POST", `/leagues/${part(league)}/members/${part(member)}/vouch`, { reason }),
  leave: (league: string) => request<null>("POST", `/leagues/${part(league)}/leave`, {}),
  invite: (league: string, order: InvitationOrder) => request<InvitationMade>("POST", `/leagues/${part(league)}/invitations`, order),
  withdraw: (league: string, id: string) => request<null>("DELETE", `/leagues/${part(league)}/invitations/${part(id)}`),
  lookAt: (token: string) => request<InvitationShown>("POST", "/invitations/look", { token }),
  accept: (token: string) => request<InvitationShown>("POST", "/invitations/accept", { token }),
  apply: (league: string, words: string) => request<null>("POST", `/leagues/${part(league)}/applications`, { words }),
  answer: (league: string, account: string, yes: boolean) => request<null>("POST", `/leagues/${part(league)}/applications/${part(account)}/${yes ? "accept" : "refuse"}`, {}),
  offer: (team: string, member: string) => request<boolean>("POST", `/teams/kept/${part(team)}/hand-over`, { member }),
  take: (team: string, yes: boolean) => request<null>("POST", `/teams/kept/${part(team)}/hand-over/${yes ? "accept" : "refuse"}`, {}),
};
